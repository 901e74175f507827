import { createHash } from "node:crypto";
import { z } from "zod";
import { CAUSE_CLASSES, PLACES } from "../model/cause.ts";

/** Words that stand in one line in this order; `*` is for anything between them. Letter case does not matter. */
const Phrase = z
  .string()
  .min(4)
  .max(200)
  .regex(/^[^*\s].*[^*\s]$/u);

export const Signature = z.strictObject({
  class: z.enum(CAUSE_CLASSES),
  /** True when a job that failed so may do better on the same commit, because the machine was at fault. */
  infrastructure: z.boolean(),
  where: z.array(z.enum(PLACES)).min(1),
  any: z.array(Phrase).min(1),
  /** Lines that must be recognised, for the test. */
  examples: z.array(z.string()).min(1),
});
export type Signature = Readonly<z.output<typeof Signature>>;

/** The file `signatures/failures.yml`: the first signature that matches anything decides. */
export const Signatures = z.array(Signature).min(1);
export type Signatures = readonly Signature[];

/** Names a set of signatures: what was found with others may be found otherwise now. */
export function digestOf(signatures: Signatures): string {
  return createHash("sha256").update(JSON.stringify(signatures)).digest("hex").slice(0, 12);
}
