import { writtenRecipes } from "../matrix/append-scope.ts";
import { same } from "../matrix/same.ts";
import type { Facts } from "../model/facts.ts";
import { contentOf } from "./changelog.ts";
import type { ReuseContext, RuleResult } from "./reuse-rules.ts";
import type { MatrixVerdict } from "./validation.ts";

/** What judging reuse needs: the facts, and whether what a run measured is still what stands at head (decision 15). */
export function reuseContext(facts: Facts, matrix: MatrixVerdict): ReuseContext {
  return {
    facts,
    recipesUnchanged: (sha) => recipesUnchanged(sha, facts, matrix),
    scriptsUnchanged: (sha) => scriptsUnchanged(sha, facts),
  };
}

/** The recipes that the changelog entries select are written the same at the commit and at head. */
function recipesUnchanged(sha: string, facts: Facts, matrix: MatrixVerdict): RuleResult {
  const rule = "recipes_unchanged";
  if (sha === facts.pull.headSha) return { rule, outcome: "pass", values: {} };
  const source = facts.sources[sha];
  if (source === undefined || source.masters.some((file) => file.kind === "unknown")) {
    return { rule, outcome: "unknown", values: { cause: "unreadable" } };
  }
  if (matrix.kind !== "planned")
    return { rule, outcome: "unknown", values: { cause: matrix.kind } };
  const then = writtenRecipes(source.masters.map(contentOf));
  const now = writtenRecipes(facts.documents.masters.map((file) => contentOf(file.head)));
  const changed = matrix.keys.find((key) => !same(then.get(key)?.value, now.get(key)?.value));
  return changed === undefined
    ? { rule, outcome: "pass", values: {} }
    : { rule, outcome: "fail", values: { path: changed } };
}

/** No script that a sweep runs differs between the commit and head. */
function scriptsUnchanged(sha: string, facts: Facts): RuleResult {
  const rule = "scripts_unchanged";
  if (sha === facts.pull.headSha) return { rule, outcome: "pass", values: {} };
  const changed = facts.sources[sha]?.changedPaths;
  if (changed === undefined || changed.kind === "unknown") {
    return { rule, outcome: "unknown", values: { cause: changed?.cause ?? "unreadable" } };
  }
  const { measured } = facts.config.inForce.paths;
  const path = changed.value.find((each) => isWithin(each, measured));
  return path === undefined
    ? { rule, outcome: "pass", values: {} }
    : { rule, outcome: "fail", values: { path } };
}

/** True when the path is one of the places, or below one that ends with `/`. */
export function isWithin(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}
