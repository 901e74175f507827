import { z } from "zod";
import type { Problem } from "../model/problem.ts";
import { parsePolicyText } from "./policy-text.ts";

const names = z.array(z.string().regex(/^[a-z][a-z0-9-]{0,60}$/u)).min(1);

/** `policy/arguments.yml`: the major arguments of spec/signoff §3.3 and all their names. */
const ArgumentsPolicy = z.strictObject({
  /** Names of one argument that has a value, by the name under which it is shown. */
  valued: z.record(z.string(), names),
  /** The same without a value. */
  switches: z.record(z.string(), names),
  /** Fields of the search space by the variable that the workflow sets from them. */
  variables: z.record(z.string(), z.enum(["tp", "pp", "ep"])),
});
export type ArgumentsPolicy = z.output<typeof ArgumentsPolicy>;

const PATH = "policy/arguments.yml";

/** The table of arguments, or what is wrong with its text. */
export function parseArgumentsPolicy(text: string): ArgumentsPolicy | readonly Problem[] {
  return parsePolicyText(text, PATH, ArgumentsPolicy);
}
