import type { PatchPolicy } from "./policy-patches.ts";
import { HOLE, type PatchValue } from "./patch-value.ts";
import { isLike, isLikeAny } from "./star-words.ts";

/** Where the repository stands in a container; relative paths begin here unless a script goes elsewhere. */
export const WORKSPACE = "/workspace";

/** Paths of a tree, with every folder above them. */
export type TreePaths = ReadonlySet<string>;

/** Where a path leads: into the image's engine, to a file of the run, or nobody can tell. */
export type Place = "engine" | "own" | "unknown";

export interface Territory {
  readonly policy: PatchPolicy;
  readonly tree: TreePaths;
  /** Where relative paths begin. */
  readonly folder: PatchValue;
}

/** All paths of a tree and their folders. */
export function treePaths(paths: readonly string[]): TreePaths {
  const all = new Set<string>();
  for (const path of paths) {
    let at = path;
    while (at !== "" && !all.has(at)) {
      all.add(at);
      at = at.slice(0, Math.max(0, at.lastIndexOf("/")));
    }
  }
  return all;
}

/** Where a path leads (spec/signoff §3.10, "engine path"). */
export function placeOf(value: PatchValue, territory: Territory): Place {
  if (value.engine) return "engine";
  if (value.text === "") return "own";
  const { text, engine } = absolute(value, territory.folder);
  if (engine) return "engine";
  if (repositoryPath(text, territory.tree) !== null) return "own";
  if (isEnginePath(text, territory.policy)) return "engine";
  return text.startsWith(HOLE) ? "unknown" : "own";
}

/** The path with the working folder before it where it is relative, without `.` and `..`. */
export function absolute(value: PatchValue, folder: PatchValue): PatchValue {
  const text = value.text.replace(/^~(?=\/|$)/u, "/root");
  if (/^[/\0]/u.test(text)) return { text: normal(text), engine: value.engine };
  return { text: normal(`${folder.text}/${text}`), engine: value.engine || folder.engine };
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === ".." && parts.length > 1 && parts.at(-1) !== HOLE) parts.pop();
    else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
  }
  return parts.join("/");
}

/** The path in the repository that an absolute path is about, where the tree has it. */
export function repositoryPath(path: string, tree: TreePaths): string | null {
  if (!path.startsWith(`${WORKSPACE}/`)) return null;
  const inside = path.slice(WORKSPACE.length + 1).replace(/\/$/u, "");
  return tree.has(inside) ? inside : null;
}

/** Whether a path belongs to the engine by its name: one of its folders, or a source file of its packages. */
export function isEnginePath(path: string, policy: PatchPolicy): boolean {
  const parts = path.split("/");
  return policy.enginePaths.some((each) => hasFolders(parts, each)) || isSource(path, policy);
}

function hasFolders(parts: readonly string[], pattern: string): boolean {
  const wanted = pattern.replace(/^\//u, "").split("/");
  const first = pattern.startsWith("/") ? 1 : 0;
  for (let at = first; at + wanted.length <= parts.length; at += 1) {
    if (wanted.every((word, index) => isLike(parts[at + index] ?? "", word))) return true;
  }
  return false;
}

function isSource(path: string, policy: PatchPolicy): boolean {
  const parts = path.split("/");
  return (
    isSourceName(path, policy) &&
    parts.slice(0, -1).some((part) => isLikeAny(part.replaceAll("-", "_"), policy.sourcePackages))
  );
}

/** Whether a file's name ends as sources of an engine do. */
export function isSourceName(path: string, policy: PatchPolicy): boolean {
  return policy.sourceEndings.some((ending) => path.endsWith(ending));
}

/** Whether some text (code, an expression) mentions a path of the engine or asks where it is installed. */
export function mentionsEngine(text: string, policy: PatchPolicy): boolean {
  return (
    isDerived(text, policy) ||
    text.split(/["'\s,;:=(){}[\]<>|]+/u).some((token) => isEnginePath(token, policy))
  );
}

/** Whether some text asks where the engine is installed. */
export function isDerived(text: string, policy: PatchPolicy): boolean {
  return policy.derivedFrom.some((word) => text.includes(word));
}
