import { absolute, placeOf, repositoryPath, WORKSPACE, type Territory } from "./patch-place.ts";
import { pythonCode, textsIn } from "./patch-python-text.ts";
import type { FileCall, PatchUnit } from "./patch-unit.ts";
import { HOLE, valuesOf, type PatchValue } from "./patch-value.ts";
import { ownScope } from "./patch-scope.ts";
import { isLike } from "./star-words.ts";

/** What a call of a file is about: files of the tree, or why there is none. */
export interface CalledFiles {
  readonly paths: readonly string[];
  /** It is not in the tree, and nothing says that the image or the script itself has it. */
  readonly missing: boolean;
}

const MOST_FILES = 3;

/** The files of the tree that a call may be about. */
export function calledFiles(unit: PatchUnit, call: FileCall, territory: Territory): CalledFiles {
  const folder = unit.folders.get(call.command) ?? { text: WORKSPACE, engine: false };
  const at = { ...territory, folder };
  const found = foundFiles(unit.path, call.file, at);
  if (found.length > 0) return { paths: found.length > MOST_FILES ? [] : found, missing: false };
  if (!call.sure || placeOf(call.file, at) === "engine") return { paths: [], missing: false };
  return { paths: [], missing: isOurs(call.file, at) && !isWritten(unit, call.file, territory) };
}

/** In the order in which a shell or a reader would look: as written, beside the script, anywhere by its end. */
function foundFiles(from: string, file: PatchValue, territory: Territory): readonly string[] {
  const { text } = absolute(file, territory.folder);
  const direct = repositoryPath(text, territory.tree);
  if (direct !== null) return [direct];
  const beside = from.slice(0, Math.max(0, from.lastIndexOf("/")));
  const near = repositoryPath(
    absolute(file, { text: `${WORKSPACE}/${beside}`, engine: false }).text,
    territory.tree,
  );
  if (near !== null) return [near];
  const written = file.text.replace(/^\.\//u, "");
  const isElsewhere = written.startsWith("/") && !written.startsWith(`${WORKSPACE}/`);
  const end = written.replace(new RegExp(`^${WORKSPACE}/`, "u"), "").replaceAll("*", "");
  if (isElsewhere || end.replaceAll(HOLE, "").length < 4) return [];
  const pattern = end.replaceAll(HOLE, "*").replace(/^\*?\/?/u, "");
  return [...territory.tree].filter(
    (path) => isLike(path, pattern) || isLike(path, `*/${pattern}`),
  );
}

/** Whether a path that the tree does not have should be in it: everything but what an image or a home folder has. */
function isOurs(file: PatchValue, territory: Territory): boolean {
  const { text } = absolute(file, territory.folder);
  if (text.startsWith(`${WORKSPACE}/`) || text.startsWith("/tmp/")) return true;
  return text.startsWith(HOLE);
}

/** Whether the script writes the file itself: then its text has been looked at. */
function isWritten(unit: PatchUnit, file: PatchValue, territory: Territory): boolean {
  const scope = ownScope(unit, territory);
  return unit.listing.commands.some((command) => {
    if (command.here === null) return false;
    const place = { scope, within: command.within };
    return [...command.into, ...command.words.slice(1)].some((word) =>
      valuesOf(word, place).some(({ text }) => text === file.text),
    );
  });
}

/** Modules and scripts of the tree that Python names. */
function importedFiles(unit: PatchUnit, territory: Territory): readonly string[] {
  if (!unit.path.endsWith(".py")) return [];
  const folder = unit.path.slice(0, Math.max(0, unit.path.lastIndexOf("/")));
  return pythonCode(unit.text).flatMap(({ text }) => {
    const [, module = ""] = /^\s*(?:from|import)\s+\.?([\w.]+)/u.exec(text) ?? [];
    const path = `${module.replaceAll(".", "/")}.py`;
    const modules = module === "" ? [] : [`${folder}/${path}`, path];
    const named = textsIn(text, HOLE)
      .filter((each) => /^[\w./-]+\.(?:py|sh)$/u.test(each))
      .flatMap((each) =>
        foundFiles(unit.path, { text: each, engine: false }, territory).slice(0, MOST_FILES),
      );
    return [...modules.filter((each) => territory.tree.has(each)), ...named];
  });
}

/** Lists of packages, wherever a word names them. */
function packageLists(unit: PatchUnit, territory: Territory): readonly string[] {
  const scope = ownScope(unit, territory);
  const words = [
    ...unit.listing.commands.flatMap(({ words: own, within }) =>
      own.map((word) => ({ word, within })),
    ),
    ...unit.listing.assignments.flatMap(({ values, within }) =>
      values.map((word) => ({ word, within })),
    ),
  ];
  return words.flatMap(({ word, within }) =>
    valuesOf(word, { scope, within })
      .filter(({ text }) => /requirements[\w.-]*\.txt$/u.test(text))
      .flatMap((value) => foundFiles(unit.path, value, territory).slice(0, MOST_FILES)),
  );
}

/** Files that are followed like those that a script runs: what Python imports or names, and lists of packages. */
export function followedFiles(unit: PatchUnit, territory: Territory): readonly string[] {
  return [...importedFiles(unit, territory), ...packageLists(unit, territory)];
}
