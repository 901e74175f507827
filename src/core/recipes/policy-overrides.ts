import { z } from "zod";
import type { Problem } from "../model/problem.ts";
import { parsePolicyText } from "./policy-text.ts";

const words = z.array(z.string().min(1).max(200)).max(1_000);

/** `policy/overrides.yml`: what spec/signoff §3.8 leaves to tables; the file explains each. */
const OverridePolicy = z.strictObject({
  flags: words.min(1),
  keys: words.min(1),
  computing: words.min(1),
  safe: words,
  containers: words,
  dummyFlags: words,
  dummyKeys: words,
  skipNames: z.strictObject({ verbs: words, parts: words }),
  precisionEndings: words,
});
export type OverridePolicy = Readonly<z.output<typeof OverridePolicy>>;

const PATH = "policy/overrides.yml";

/** The tables of check 8, or what is wrong with their text. */
export function parseOverridePolicy(text: string): OverridePolicy | readonly Problem[] {
  return parsePolicyText(text, PATH, OverridePolicy);
}
