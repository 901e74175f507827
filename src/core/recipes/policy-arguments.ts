import { z } from "zod";
import { parseYaml } from "../contract/yaml.ts";
import type { Problem } from "../model/problem.ts";

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
  const document = parseYaml(text, { path: PATH, maxBytes: 64 * 1024 });
  if (document.problems.length > 0) return document.problems;
  const parsed = ArgumentsPolicy.safeParse(document.value ?? {});
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map((issue): Problem => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    const values = { key: path.join("."), expected: issue.code };
    const place = document.placeOf(path);
    return { code: "config_wrong_value", severity: "error", path: PATH, ...place, values };
  });
}
