import type { SourceText } from "../model/sources.ts";

/** Where files that a script may run stand; nothing else of the tree is looked through by name. */
const PLACES = ["benchmarks/", "runners/", "utils/"];

const WORD = /[\w.@%+/-]+/gu;
/** What is run, sourced, applied or read. */
const NAMED = /[\w@%+-]\.(?:sh|bash|slurm|sbatch|py|ya?ml|json|jinja2?|patch|diff|txt)$/u;
/** A module that Python imports or runs. */
const MODULE = /^\s*(?:from|import)\s+\.?([\w.]+)|\s-m\s+([\w.]+)/u;
/** Nobody writes a longer path. */
const PATH_CHARACTERS = 400;
const MOST_SAME_NAME = 4;

/** The paths of a tree, findable by their last name. */
export interface PathIndex {
  readonly paths: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
}

/** Prepares the paths of a tree for `referencesIn`. */
export function indexPaths(paths: readonly string[]): PathIndex {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    if (!PLACES.some((place) => path.startsWith(place))) continue;
    const name = nameOf(path);
    const same = byName.get(name) ?? [];
    same.push(path);
    byName.set(name, same);
  }
  return { paths: new Set(paths), byName };
}

/**
 * Files of the tree that a text may run, source or read, by any path that it writes. More rather
 * than fewer: which of them it does use is for the checks to say.
 */
export function referencesIn({ path, text }: SourceText, index: PathIndex): readonly string[] {
  const found = new Set<string>();
  for (const line of text.split("\n")) {
    if (/^\s*#/u.test(line)) continue;
    for (const [word] of line.matchAll(WORD)) {
      if (word.length > PATH_CHARACTERS || !NAMED.test(word)) continue;
      for (const place of placesOf(word, path, index)) found.add(place);
    }
    for (const place of moduleFiles(line, path, index)) found.add(place);
  }
  found.delete(path);
  return [...found];
}

/** The file of a module beside the text, or from the top of the tree; most modules are nobody's file. */
function moduleFiles(line: string, from: string, { paths }: PathIndex): readonly string[] {
  const [, imported, run] = MODULE.exec(line) ?? [];
  const module = imported ?? run;
  if (module === undefined || module.length > PATH_CHARACTERS) return [];
  const file = `${module.replaceAll(".", "/")}.py`;
  const folder = from.split("/").slice(0, -1);
  return [file, normalised([...folder, ...file.split("/")])].filter((path) => paths.has(path));
}

function placesOf(named: string, from: string, index: PathIndex): readonly string[] {
  const folder = from.split("/").slice(0, -1);
  const segments = named.split("/").filter((each) => each !== "");
  const relative = normalised([...folder, ...segments]);
  const exact = [named, relative].filter((path) => index.paths.has(path));
  if (exact.length > 0) return exact;
  return placesByEnd(
    segments.filter((each) => each !== ".." && each !== "."),
    from,
    index,
  );
}

/** What is left of the path where a variable or a mount stood before it: the longest end that the tree has. */
function placesByEnd(
  segments: readonly string[],
  from: string,
  { byName }: PathIndex,
): readonly string[] {
  const same = byName.get(segments.at(-1) ?? "") ?? [];
  for (let start = 0; start < segments.length; start += 1) {
    const end = `/${segments.slice(start).join("/")}`;
    const matching = same.filter((path) => `/${path}`.endsWith(end));
    if (matching.length > 0) return nearest(matching, from);
  }
  return [];
}

function nearest(paths: readonly string[], from: string): readonly string[] {
  const shared = (path: string): number => {
    const [one, other] = [path.split("/"), from.split("/")];
    const at = one.findIndex((segment, index) => segment !== other[index]);
    return at === -1 ? one.length : at;
  };
  return [...paths].sort((a, b) => shared(b) - shared(a)).slice(0, MOST_SAME_NAME);
}

function normalised(segments: readonly string[]): string {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== "." && segment !== "") kept.push(segment);
  }
  return kept.join("/");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
