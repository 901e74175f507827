/** What the checks of recipes look at, from the facts of a pull request: what is to be read, and what was. */
import type { Config } from "../model/config.ts";
import type { Facts } from "../model/facts.ts";
import { isWithin } from "../model/places.ts";
import { known, type Reading } from "../model/reading.ts";
import type { SourceFiles } from "../model/sources.ts";
import { pointSides } from "../recipes/build-input.ts";
import type { RecipePlaces } from "../recipes/input.ts";
import type { RecipeGround } from "../recipes/judge.ts";
import type { SourceQuestion } from "../recipes/sources-needed.ts";
import { touchedBy } from "./coverage.ts";
import { entriesOf } from "./gate.ts";
import { sweepFlags } from "./labels.ts";

type Before = Pick<
  Facts,
  "config" | "documents" | "files" | "gate" | "pull" | "repository" | "revisions"
>;

/** Where this repository keeps what the checks look at. */
export function recipePlaces({ paths }: Config): RecipePlaces {
  const { masters, runners, changelog, thresholds, measured, shared } = paths;
  return { masters, runners, changelog, thresholds, measured, shared };
}

/** True for an open pull request that changes recipes, their scripts or the changelog, or may do so. */
export function touchesRecipes(facts: Before): boolean {
  const { pull, repository } = facts;
  if (pull.state === "closed" || pull.baseRef !== repository.defaultBranch) return false;
  return !changesNoRecipe(facts);
}

/** True where the changed files are known, and none of them is a recipe or what one is measured with. */
export function changesNoRecipe({ files, config }: Pick<Facts, "files" | "config">): boolean {
  if (files.kind === "unknown") return false;
  const { masters, runners, changelog, measured } = config.inForce.paths;
  const places = [...masters, runners, changelog, ...measured];
  return !files.value
    .flatMap(({ path, previousPath }) => [path, previousPath ?? path])
    .some((path) => isWithin(path, places) && !path.endsWith(".md"));
}

/** The commits whose files are read: head, merge base, and the tip of the default branch (spec/signoff §0.2). */
export function sourceCommits(
  { pull, revisions }: Before,
  defaultTip: string,
): Readonly<Record<"head" | "base" | "policy", Reading<string>>> {
  return {
    head: known(pull.headSha),
    base: revisions.kind === "known" ? known(revisions.value.baseSha) : revisions,
    policy: known(defaultTip),
  };
}

/** What is to be read for this pull request, once the trees are known. */
export function sourceQuestion(facts: Before, sources: SourceFiles): SourceQuestion {
  const { documents, files, pull, config } = facts;
  const places = recipePlaces(config.inForce);
  const keys = touchedBy(facts, entriesOf(facts));
  const trees = { head: sources.head.tree, base: sources.base.tree };
  const { points, before } = pointSides({ documents, trees, keys, places });
  return {
    pull: pull.number,
    changed: files.kind === "known" ? files.value : [],
    points: { head: points.touched, base: before },
    places,
  };
}

/** Everything that was read for the checks of recipes; null where nobody asked. */
export function recipeGround(facts: Facts): RecipeGround | null {
  const { sourceFiles, now, pull, files, documents, config } = facts;
  if (sourceFiles === null) return null;
  const entries = entriesOf(facts);
  const { allEvals, evalsOnly } = sweepFlags(pull.labels, config.inForce);
  return {
    now,
    pull: pull.number,
    evalLabels: { allEvals, evalsOnly },
    files,
    sources: sourceFiles,
    documents,
    entries,
    keys: touchedBy(facts, entries),
    places: recipePlaces(config.inForce),
    shipped: facts.policies,
  };
}
