import { z } from "zod";
import {
  parseRunReference,
  parseSignoffReference,
  type CommandPlace,
  type Reference,
  type SignoffReference,
} from "./run-reference.ts";

/** Shortest reason that `/signoff-resolve … ok` accepts, in characters (spec/signoff §5.4). */
const REASON_CHARACTERS = 15;

/** No arguments at all. */
export function none(): z.ZodType<Readonly<Record<string, never>>> {
  return z.strictObject({});
}

/** A run by id or Actions URL; null when it is left out. */
export function optionalRun(place: CommandPlace): z.ZodType<{ readonly run: number | null }> {
  return z.strictObject({ run: referenceTo((word) => parseRunReference(word, place)) });
}

/** A commit by all 40 digits of its SHA, so that nobody approves another one by chance; null when it is left out. */
export function optionalCommit(): z.ZodType<{ readonly commit: string | null }> {
  return z.strictObject({
    commit: referenceTo((word) =>
      /^[0-9a-f]{40}$/iu.test(word)
        ? { kind: "found", value: word.toLowerCase() }
        : { kind: "refused", code: "not_a_commit" },
    ),
  });
}

/** A sign-off by its URL; null when it is left out. */
export function optionalSignoff(
  place: CommandPlace,
): z.ZodType<{ readonly signoff: SignoffReference | null }> {
  return z.strictObject({ signoff: referenceTo((word) => parseSignoffReference(word, place)) });
}

/** Which jobs to run again; the failed ones when it is left out. */
export function whichJobs(): z.ZodType<{ readonly which: "failed" | "all" }> {
  return z.strictObject({ which: choice(["failed", "all"]).default("failed") });
}

/** A maintainer's word on one check; confirming asks for a reason (spec/signoff §5.4). */
export function resolution(): z.ZodType<{
  readonly check: number;
  readonly decision: "ok" | "reject";
  readonly reason: string;
}> {
  return z
    .strictObject({
      check: z.string().transform((word, context) => {
        if (!/^(?:\d|1[0-2])$/u.test(word)) refuse(context, "not_a_check");
        return Number(word);
      }),
      decision: choice(["ok", "reject"]),
      reason: z.string(),
    })
    .superRefine((resolve, context) => {
      if (resolve.decision === "ok" && Array.from(resolve.reason).length < REASON_CHARACTERS) {
        context.addIssue({
          code: "custom",
          path: ["reason"],
          params: { reason: "reason_too_short" },
        });
      }
    });
}

function choice<const T extends readonly [string, ...string[]]>(
  words: T,
): z.ZodType<T[number], string> {
  return z.string().toLowerCase().pipe(z.enum(words));
}

function referenceTo<T>(read: (word: string) => Reference<T>): z.ZodType<T | null> {
  return z
    .string()
    .nullable()
    .default(null)
    .transform((word, context): T | null => {
      if (word === null) return null;
      const reference = read(word);
      if (reference.kind === "found") return reference.value;
      refuse(context, reference.code);
      return z.NEVER;
    });
}

/** An issue that carries one of our reason codes instead of a sentence. */
function refuse(context: z.RefinementCtx<string | null>, code: string): void {
  context.addIssue({ code: "custom", params: { reason: code } });
}
