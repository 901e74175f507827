import type { Masters } from "../contract/master.ts";
import type { Runners } from "../contract/runners.ts";
import { scriptsOf } from "../matrix/scripts-of.ts";
import type { ChangedFile } from "../model/github.ts";
import { isBenchmarkFile } from "./benchmark-files.ts";
import type { RecipeInput } from "./input.ts";

/** Code that works out what a sweep runs: whoever changes it changes what "append-only" means. */
const GENERATOR = "utils/matrix_logic/";

/**
 * Changed files that may decide a number, besides recipes and the changelog; null where the list of
 * files is not complete. A new file that only recipes at head name serves new points alone
 * (spec/signoff §3.12, isolation).
 */
export function filesBesideData(input: RecipeInput): readonly string[] | null {
  if (input.files.kind === "unknown") return null;
  const { masters, changelog, runners, measured } = input.places;
  const places = [...masters, changelog, runners, ...measured];
  const allowed = new Set([...masters, changelog]);
  const counts = (path: string): boolean =>
    !allowed.has(path) && (path.startsWith(GENERATOR) || isBenchmarkFile(path, places));
  const paths = input.files.value
    .filter((file) => !isForNewPoints(file, input))
    .flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
  return [...new Set(paths)].filter(counts);
}

function isForNewPoints({ path, status }: ChangedFile, input: RecipeInput): boolean {
  const { tree } = input.sources.head;
  if (status !== "added" || tree.kind === "unknown") return false;
  const paths = new Set(tree.value.map((file) => file.path));
  const { base, head } = input.parsed;
  return (
    names(head.masters, { path, paths, runners: head.runners }) &&
    !names(base.masters, { path, paths, runners: base.runners })
  );
}

function names(
  { recipes }: Masters,
  at: { readonly path: string; readonly paths: ReadonlySet<string>; readonly runners: Runners },
): boolean {
  return [...recipes.values()].some(({ entry }) =>
    scriptsOf(entry, at.paths, at.runners).files.some(({ path }) => path === at.path),
  );
}
