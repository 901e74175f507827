import { isMapping } from "../contract/master.ts";
import type { FileContent } from "../model/github.ts";
import { type WrittenRecipe, writtenRecipes } from "./append-scope.ts";
import { same } from "./same.ts";

/** A recipe that is written otherwise at head, and where; a removed one stands at its place in the base. */
export interface ChangedRecipe {
  readonly key: string;
  readonly change: "added" | "changed" | "removed";
  readonly path: string;
  readonly line: number;
  /** Scenarios that it has at head; none when it was removed. */
  readonly scenarios: readonly string[];
}

type Masters = readonly (FileContent | null)[];

/** Recipes that differ as they are written, valid or not, in head's order, removed ones last. */
export function changedRecipes(base: Masters, head: Masters): readonly ChangedRecipe[] {
  const [before, after] = [writtenRecipes(base), writtenRecipes(head)];
  const changed = new Map<string, WrittenRecipe>();
  for (const [key, recipe] of [...after, ...before]) {
    if (!same(before.get(key)?.value, after.get(key)?.value) && !changed.has(key)) {
      changed.set(key, recipe);
    }
  }
  return [...changed].map(([key, { document }]) => ({
    key,
    change: !after.has(key) ? "removed" : before.has(key) ? "changed" : "added",
    path: document.path,
    line: document.lineOf([key]),
    scenarios: scenariosIn(after.get(key)),
  }));
}

function scenariosIn(recipe: WrittenRecipe | undefined): readonly string[] {
  const scenarios = isMapping(recipe?.value) ? recipe.value["scenarios"] : undefined;
  return isMapping(scenarios) ? Object.keys(scenarios) : [];
}
