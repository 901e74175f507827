/** What the recipe checks decide on, from texts: recipes at the base and at head, and whatever else a test names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { changedRecipes } from "../../../src/core/matrix/changed-recipes.ts";
import { DEFAULT_PATHS, parseInputs } from "../../../src/core/matrix/inputs.ts";
import { writtenRecipes } from "../../../src/core/matrix/append-scope.ts";
import type { ChangedFile, FileContent } from "../../../src/core/model/github.ts";
import { known } from "../../../src/core/model/reading.ts";
import type { SourceSide } from "../../../src/core/model/sources.ts";
import type { RecipeInput } from "../../../src/core/recipes/input.ts";
import { pointsOf } from "../../../src/core/recipes/points.ts";
import { type ImagesPolicy, parseImagesPolicy } from "../../../src/core/recipes/policy-images.ts";
import { file, master, RUNNERS } from "../matrix/fixture.ts";

type Texts = Readonly<Record<string, string>>;

export interface Given {
  /** Recipes by key, as YAML. */
  readonly base?: Texts;
  readonly head?: Texts;
  readonly changelog?: readonly [base: string, head: string];
  readonly runners?: string;
  /** Texts by path. */
  readonly policy?: Texts;
  readonly atHead?: Texts;
  readonly atBase?: Texts;
  readonly files?: readonly (string | ChangedFile)[];
  readonly detail?: string;
  readonly selected?: readonly string[];
  readonly more?: Partial<RecipeInput>;
}

export const MASTER = "configs/nvidia-master.yaml";
const NOW = Date.parse("2026-08-22T05:00:00Z");
const PATHS = { ...DEFAULT_PATHS, masters: [MASTER] };

/** Of the tables that are shipped; those of the other checks play no part here. */
const POLICIES: Partial<RecipeInput["policies"]> = { images: imagesPolicy() };

function imagesPolicy(): ImagesPolicy {
  const path = join(import.meta.dirname, "..", "..", "..", "policy", "images.yml");
  const parsed = parseImagesPolicy(readFileSync(path, "utf8"));
  if (!("established" in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed;
}

function side(texts: Texts = {}): SourceSide {
  const paths = Object.keys(texts);
  return {
    commitSha: "a".repeat(40),
    tree: known(paths.map((path) => ({ path, mode: "100644", sha: "1" }))),
    texts: Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [path, known({ path, text, shell: null })]),
    ),
  };
}

/** A file as GitHub lists it when it was changed. */
export function changed(path: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return { path, previousPath: null, status: "modified", blobSha: "1", ...more };
}

function detailsOf(text: string | undefined): RecipeInput["details"] {
  if (text === undefined) return [];
  const links = [...text.matchAll(/https:\S+/gu)].map(([link]) => link);
  return [{ text, isEmpty: false, links }];
}

/** The input of the checks 6, 7 and 12 in a situation. */
export function inputOf(given: Given): RecipeInput {
  const text = (recipes: Texts = {}): FileContent =>
    file(MASTER, Object.keys(recipes).length === 0 ? "{}\n" : master(recipes));
  const [base, head] = [text(given.base), text(given.head)];
  const runners = file("configs/runners.yaml", given.runners ?? RUNNERS);
  const [logBase, logHead] = (given.changelog ?? ["[]\n", "[]\n"]).map((each) =>
    file("perf-changelog.yaml", each),
  );
  if (logBase === undefined || logHead === undefined) throw new Error("two changelogs");
  const sides = (one: FileContent, other: FileContent) => ({
    base: known(one),
    head: known(other),
  });
  const parsed = {
    base: parseInputs({ masters: [base], runners }, PATHS),
    head: parseInputs({ masters: [head], runners }, PATHS),
  };
  const differing = changedRecipes([base], [head]).map(({ key }) => key);
  const [before, after] = [writtenRecipes([base]), writtenRecipes([head])];
  const points = pointsOf(
    parsed.head.masters,
    new Set(Object.keys(given.atHead ?? {})),
    parsed.head.runners,
  );
  return {
    now: NOW,
    pull: 42,
    evalLabels: { allEvals: false, evalsOnly: false },
    files: known(
      (given.files ?? [MASTER]).map((each) => (typeof each === "string" ? changed(each) : each)),
    ),
    sources: { head: side(given.atHead), base: side(given.atBase), policy: side(given.policy) },
    documents: {
      changelog: { ...sides(logBase, logHead), tip: known(logBase) },
      masters: [{ path: MASTER, ...sides(base, head) }],
      runners: sides(runners, runners),
    },
    parsed,
    entries: null,
    keys: {
      added: differing.filter((key) => !before.has(key)),
      changed: differing.filter((key) => before.has(key) && after.has(key)),
      removed: differing.filter((key) => !after.has(key)),
      selected: given.selected ?? [],
      running: [],
    },
    points: { all: points, touched: points },
    places: {
      ...PATHS,
      thresholds: "utils/evals/thresholds.yaml",
      measured: ["benchmarks/", "runners/"],
      shared: [],
    },
    policies: POLICIES as RecipeInput["policies"],
    details: detailsOf(given.detail),
    ...given.more,
  };
}
