import { isMapping, parseMaster } from "../contract/master.ts";
import { type ParsedInputs, parseInputs } from "../matrix/inputs.ts";
import type { Documents } from "../model/facts.ts";
import type { TreeReading } from "../model/gate.ts";
import { contentOf } from "../model/file-content.ts";
import type { ChangedFile, FileContent } from "../model/github.ts";
import type { Reading, UnknownCause } from "../model/reading.ts";
import type { SourceFiles } from "../model/sources.ts";
import type { RecipeInput, RecipePlaces } from "./input.ts";
import type { RecipePoint } from "./point.ts";
import { pointsOf } from "./points.ts";
import { submittedKeys, type TouchedRecipes } from "./touched.ts";

/** What points are worked out from: the files of the sweep, the trees, and what is touched. */
export interface PointSources {
  readonly documents: RecipeInput["documents"];
  readonly trees: { readonly head: TreeReading; readonly base: TreeReading };
  readonly keys: TouchedRecipes;
  readonly places: RecipePlaces;
}

export interface PointSides {
  readonly parsed: RecipeInput["parsed"];
  readonly points: RecipeInput["points"];
  /** Points of the submitted recipes as they are at the merge base. */
  readonly before: readonly RecipePoint[];
}

/** The points of both sides; a tree that is not known has no files. */
export function pointSides({ documents, trees, keys, places }: PointSources): PointSides {
  const parsed = {
    base: parsedSide(documents, "base", places),
    head: parsedSide(documents, "head", places),
  };
  const submitted = new Set(submittedKeys(keys));
  const all = pointsIn(parsed.head, trees.head);
  const isSubmitted = ({ key }: RecipePoint): boolean => submitted.has(key);
  return {
    parsed,
    points: { all, touched: all.filter(isSubmitted) },
    before: pointsIn(parsed.base, trees.base).filter(isSubmitted),
  };
}

function pointsIn({ masters, runners }: ParsedInputs, tree: TreeReading): readonly RecipePoint[] {
  const paths = tree.kind === "known" ? tree.value.map(({ path }) => path) : [];
  return pointsOf(masters, new Set(paths), runners);
}

function parsedSide(
  documents: RecipeInput["documents"],
  side: "base" | "head",
  { masters, runners, changelog }: RecipePlaces,
): ParsedInputs {
  const files = documents.masters.map((file) => contentOf(file[side]));
  const inputs = { masters: files, runners: contentOf(documents.runners[side]) };
  return parseInputs(inputs, { masters, runners, changelog });
}

/** Why nothing can be said about recipes: a file or a tree that was not read, or is not YAML. */
export type Obstacle =
  | { readonly kind: "unread"; readonly path: string | null; readonly cause: UnknownCause }
  | { readonly kind: "broken"; readonly path: string };

/** What stands in the way of every check; null where they can be asked. */
export function obstacleOf(
  documents: Pick<Documents, "masters" | "runners">,
  sources: SourceFiles,
  files: Reading<readonly ChangedFile[]>,
): Obstacle | null {
  const sides = documents.masters.flatMap(({ path, base, head }) => [
    { path, reading: base },
    { path, reading: head },
  ]);
  const runners = documents.runners.head;
  const place = runners.kind === "known" ? (runners.value?.path ?? null) : null;
  const read = [...sides, { path: place, reading: runners }];
  for (const { path, reading } of read) {
    if (reading.kind === "unknown") return { kind: "unread", path, cause: reading.cause };
  }
  for (const reading of [sources.head.tree, sources.base.tree, sources.policy.tree, files]) {
    if (reading.kind === "unknown") return { kind: "unread", path: null, cause: reading.cause };
  }
  // Without them every recipe would seem to be gone.
  const broken = sides.find(({ reading }) => isBroken(contentOf(reading)));
  return broken === undefined ? null : { kind: "broken", path: broken.path };
}

function isBroken(file: FileContent | null): boolean {
  if (file === null) return false;
  const { value } = parseMaster(file).document;
  return value === undefined || (value !== null && !isMapping(value));
}
