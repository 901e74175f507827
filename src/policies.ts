import { readFileSync } from "node:fs";
import { join } from "node:path";
import { POLICY_NAMES, policyProblems, type PolicyTexts } from "./core/recipes/policies.ts";

const FOLDER = join(import.meta.dirname, "..", "policy");

/** Loads what the checks of recipes go by, once, at start; a missing or malformed file throws with its name. */
export function loadPolicies(folder = FOLDER): PolicyTexts {
  const texts = POLICY_NAMES.map((name) => {
    const file = join(folder, `${name}.yml`);
    const text = readFileSync(file, "utf8");
    const [problem] = policyProblems(name, text);
    if (problem !== undefined) throw new Error(`${file}:${problem.line}: ${problem.code}`);
    return [name, text] as const;
  });
  return Object.fromEntries(texts);
}
