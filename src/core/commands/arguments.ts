import type { z } from "zod";
import type { CommandPlace } from "./run-reference.ts";
import { COMMANDS, type Command, type CommandName } from "./table.ts";

/** Why the arguments of a known command cannot be used; each has a sentence in `commands.yml`. */
export const BAD_ARGUMENT_REASONS = [
  "not_a_run",
  "not_a_commit",
  "another_repository",
  "not_a_signoff_link",
  "signoff_elsewhere",
  "not_a_check",
  "not_a_choice",
  "reason_too_short",
  "argument_missing",
  "too_many_arguments",
  "not_ascii",
  "verb_missing",
  "unknown_verb",
] as const;

export type BadArgumentReason = (typeof BAD_ARGUMENT_REASONS)[number];

export type ArgumentReading =
  | { readonly kind: "read"; readonly command: Command; readonly canonical: string }
  | { readonly kind: "refused"; readonly reason: BadArgumentReason; readonly given: string };

/** Reads arguments by the table's schemas, which are built once for a place. */
export interface ArgumentReader {
  read(name: CommandName, typed: string): ArgumentReading;
}

/** A reader for one place; keep it for a whole body. */
export function argumentReader(place: CommandPlace): ArgumentReader {
  const schemas = new Map<CommandName, z.ZodType<object>>();
  return {
    read: (name, typed) => {
      const schema = schemas.get(name) ?? COMMANDS[name].args(place);
      schemas.set(name, schema);
      return readArguments(name, typed, schema);
    },
  };
}

function readArguments(
  name: CommandName,
  typed: string,
  schema: z.ZodType<object>,
): ArgumentReading {
  const { values, rest } = assign(COMMANDS[name].order, typed);
  const foreign = Object.entries(values).find(
    ([argument, word]) => argument !== "reason" && /[^\x20-\x7E]/u.test(word),
  );
  if (foreign !== undefined) return { kind: "refused", reason: "not_ascii", given: foreign[1] };
  const parsed = schema.safeParse(values);
  if (!parsed.success) return refused(parsed.error.issues[0], values, typed);
  if (rest !== "") {
    const reason = /[^\x20-\x7E]/u.test(rest) ? "not_ascii" : "too_many_arguments";
    return { kind: "refused", reason, given: rest };
  }
  // The schema came from the row of this name, which is what ties the two together.
  const command = { name, args: parsed.data } as Command;
  return { kind: "read", command, canonical: canonicalOf(name, parsed.data) };
}

interface Assigned {
  readonly values: Readonly<Record<string, string>>;
  /** What stands after the last argument. */
  readonly rest: string;
}

function assign(order: readonly string[], typed: string): Assigned {
  const values: Record<string, string> = {};
  let rest = typed;
  for (const argument of order) {
    if (rest === "") break;
    if (argument.endsWith("…"))
      return { values: { ...values, [argument.slice(0, -1)]: rest }, rest: "" };
    const word = /^[^ \t]+/u.exec(rest)?.[0] ?? "";
    values[argument] = word;
    rest = rest.slice(word.length).replace(/^[ \t]+/u, "");
  }
  return { values, rest };
}

function refused(
  issue: z.core.$ZodIssue | undefined,
  values: Readonly<Record<string, string>>,
  typed: string,
): ArgumentReading {
  const given = values[String(issue?.path[0])] ?? typed;
  return { kind: "refused", reason: reasonOf(issue), given };
}

function reasonOf(issue: z.core.$ZodIssue | undefined): BadArgumentReason {
  if (issue?.code === "invalid_type") return "argument_missing";
  const reason: unknown = issue?.code === "custom" ? issue.params?.["reason"] : undefined;
  return BAD_ARGUMENT_REASONS.find((known) => known === reason) ?? "not_a_choice";
}

/** One text for everything that means the same: `/sweep rerun` is `/sweep rerun failed`. */
function canonicalOf(name: CommandName, args: object): string {
  const words = Object.values(args)
    .filter((value: unknown) => value !== null)
    .map((value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)));
  return [`/${name}`, ...words].join(" ");
}
