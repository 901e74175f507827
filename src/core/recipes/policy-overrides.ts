import { z } from "zod";
import { parseYaml } from "../contract/yaml.ts";
import type { Problem } from "../model/problem.ts";

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
  const document = parseYaml(text, { path: PATH, maxBytes: 256 * 1024 });
  if (document.problems.length > 0) return document.problems;
  const parsed = OverridePolicy.safeParse(document.value ?? {});
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue): Problem => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const values = { key: path.join("."), expected: issue.code };
    const place = document.placeOf(path);
    return { code: "config_wrong_value", severity: "error", path: PATH, ...place, values };
  });
}
