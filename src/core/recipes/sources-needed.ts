import type { TreeFile } from "../model/gate.ts";
import type { ChangedFile } from "../model/github.ts";
import { isWithin } from "../model/places.ts";
import { textAt, type SourceFiles, type SourceSide } from "../model/sources.ts";
import { isArchive } from "./archives.ts";
import type { RecipePlaces } from "./input.ts";
import type { RecipePoint } from "./point.ts";
import { POLICY_NAMES, policyPath } from "./policies.ts";
import { indexPaths, type PathIndex, referencesIn } from "./references.ts";

export interface SourceQuestion {
  readonly pull: number | null;
  readonly changed: readonly ChangedFile[];
  /** Points of the submitted recipes, and of the same recipes at the merge base. */
  readonly points: { readonly head: readonly RecipePoint[]; readonly base: readonly RecipePoint[] };
  readonly places: Pick<RecipePlaces, "measured" | "shared" | "thresholds">;
}

/** Paths to be read of each side. */
export interface SourcePaths {
  readonly head: readonly string[];
  readonly base: readonly string[];
  readonly policy: readonly string[];
}

const MODELS = "MODELS.md";
const WAIVERS = "docs/waiver/";
const CURVES = "golden_al_distribution/";
/** What changes an image or an engine wherever it stands. */
const PATCHING = /(?:^|\/)(?:Dockerfile[^/]*|[^/]+\.(?:dockerfile|patch|diff))$/iu;

/**
 * The texts that the checks 6 to 12 look at and that were not asked for yet: scripts, launchers and
 * recipe files with all that they name, changed files, their like at the merge base, and the policy
 * of the default branch (spec/signoff §0.2). Asked again after each reading until nothing is left.
 */
export function sourcesNeeded(question: SourceQuestion, sources: SourceFiles): SourcePaths {
  const head = new Set([...changedPaths(question), ...ownFiles(question.points.head, question)]);
  if (question.pull !== null) head.add(`${WAIVERS}${question.pull}.md`);
  addNamed(head, sources.head);
  const base = new Set([...head, ...ownFiles(question.points.base, question)]);
  addNamed(base, sources.base);
  return {
    head: unasked(head, sources.head),
    base: unasked(base, sources.base),
    policy: unasked(policyPaths(question, [...head], sources.policy), sources.policy),
  };
}

/** Both names of what changes and is measured, or patches something. */
function changedPaths({ changed, places }: SourceQuestion): readonly string[] {
  return changed
    .flatMap(({ path, previousPath }) => [path, previousPath ?? path])
    .filter(
      (path) =>
        isWithin(path, places.measured) ||
        isArchive(path) ||
        PATCHING.test(path) ||
        path.startsWith(WAIVERS),
    );
}

function ownFiles(points: readonly RecipePoint[], { places }: SourceQuestion): readonly string[] {
  if (points.length === 0) return [];
  const library = places.shared.filter((place) => !place.endsWith("/"));
  const files = points.flatMap(({ script, recipeFile, launchers }) => [
    ...[script, recipeFile?.path ?? null].filter((path) => path !== null),
    ...launchers,
  ]);
  return [...library, ...files];
}

/** Adds what the texts that were read name, and what those name, as far as they were read. */
function addNamed(wanted: Set<string>, side: SourceSide): void {
  if (side.tree.kind === "unknown") return;
  const index = indexOf(side.tree.value);
  // A set goes on over what is added meanwhile.
  for (const path of wanted) {
    const reading = textAt(side, path);
    if (reading.kind !== "known" || reading.value === null || path.startsWith(WAIVERS)) continue;
    for (const named of referencesIn(reading.value, index)) wanted.add(named);
  }
}

const indices = new WeakMap<readonly TreeFile[], PathIndex>();

function indexOf(tree: readonly TreeFile[]): PathIndex {
  const known = indices.get(tree) ?? indexPaths(tree.map(({ path }) => path));
  indices.set(tree, known);
  return known;
}

/** What always stands on the default branch alone, and the shared code as it is there. */
function policyPaths(
  { places }: SourceQuestion,
  head: readonly string[],
  policy: SourceSide,
): ReadonlySet<string> {
  const paths = policy.tree.kind === "known" ? policy.tree.value.map(({ path }) => path) : [];
  return new Set([
    MODELS,
    places.thresholds,
    ...POLICY_NAMES.map(policyPath),
    ...paths.filter((path) => path.startsWith(CURVES) && /\.ya?ml$/u.test(path)),
    ...paths.filter((path) => path.startsWith(WAIVERS) && path.endsWith(".md")),
    ...head.filter((path) => isWithin(path, places.shared)),
  ]);
}

function unasked(wanted: ReadonlySet<string>, side: SourceSide): readonly string[] {
  if (side.tree.kind === "unknown") return [];
  return [...wanted].filter((path) => !Object.hasOwn(side.texts, path));
}
