import type { CommandRun } from "../shell/machine.ts";
import { literalOf } from "../shell/value.ts";
import type { RecipePoint } from "./point.ts";
import { isPartial, launcherEnvironment, type ScriptFollower } from "./script-runs.ts";

/** What a launcher does with a recipe before it runs it. */
export const LAUNCHING =
  /srt-slurm|git (?:clone|checkout)|inject_synthetic_acceptance|SYNTHETIC_ACC/u;

export interface Harness {
  /** `owner/name`. */
  readonly repository: string;
  readonly version: string;
}

/** The runs of each launcher of a point; null where one could not be followed to its end. */
function launcherRuns(
  point: RecipePoint,
  follower: ScriptFollower,
): readonly (readonly CommandRun[])[] | null {
  const all: (readonly CommandRun[])[] = [];
  for (const path of point.launchers) {
    const reading = follower.follow(path, launcherEnvironment(point));
    if (reading.kind !== "followed" || isPartial(reading.evaluation)) return null;
    all.push(reading.evaluation.runs);
  }
  return all.length === 0 ? null : all;
}

/** The versions of the harness that launchers fetch for a point; null where that is not known. */
export function harnessesOf(
  point: RecipePoint,
  follower: ScriptFollower,
): readonly Harness[] | null {
  const runs = launcherRuns(point, follower);
  if (runs === null) return null;
  const found = runs.map(fetchedBy);
  return found.some((each) => each === null) ? null : found.flatMap((each) => each ?? []);
}

/** Null where a launcher fetches none, or one whose name is not known. */
function fetchedBy(runs: readonly CommandRun[]): readonly Harness[] | null {
  const git = runs.filter(({ name }) => name === "git").map(wordsOf);
  const clones = git.filter(([command]) => command === "clone");
  const harnesses = clones
    .map((words) =>
      words.find((word) => word !== null && word.includes("srt-slurm") && word.includes("://")),
    )
    .map((url) => /([\w.-]+\/[\w.-]+?)(?:\.git)?$/u.exec(url ?? "")?.[1]);
  const [repository] = harnesses;
  if (repository === undefined || harnesses.some((each) => each !== repository)) return null;
  const checkouts = git.filter(([command]) => command === "checkout");
  const versions = [...clones.map(branchOf), ...checkouts.map(([, version]) => version ?? null)];
  const wanted = checkouts.length > 0 ? versions.slice(clones.length) : versions;
  if (wanted.some((version) => version === null)) return null;
  return wanted.map((version) => ({ repository, version: version ?? "" }));
}

function wordsOf({ words }: CommandRun): readonly (string | null)[] {
  return words.slice(1).map(({ value }) => literalOf(value));
}

function branchOf(words: readonly (string | null)[]): string | null {
  const at = words.findIndex((word) => word === "--branch" || word === "-b");
  return at === -1 ? "main" : (words[at + 1] ?? null);
}

/** Whether every launcher of a point writes the simulated acceptance into the recipe; null where that is not known. */
export function injectsAcceptance(point: RecipePoint, follower: ScriptFollower): boolean | null {
  const runs = launcherRuns(point, follower);
  return runs === null ? null : runs.every((each) => each.some(isInjection));
}

function isInjection({ name, words }: CommandRun): boolean {
  if (name === "echo" || name === "printf") return false;
  if (name === "inject_synthetic_acceptance") return true;
  return words.some(({ value }) =>
    value.pieces.some(
      (piece) => piece.kind === "text" && piece.text.endsWith("inject_synthetic_acceptance.py"),
    ),
  );
}
