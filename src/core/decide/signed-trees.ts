import type { TreeFile } from "../model/gate.ts";
import { PULL_FILES } from "../model/limits.ts";
import { filesByPath, isSameFile } from "../model/trees.ts";
import type { TreeSides } from "../model/signed.ts";

/** What two changes come to, as far as names, modes and blob SHAs tell. */
export type TreesVerdict =
  | { readonly kind: "differs" | "unread" | "too_large" }
  /** Equal, if the lines of these paths are: the base branch has changed them as well. */
  | { readonly kind: "equal_but"; readonly paths: readonly string[] };

interface Changed {
  readonly before: TreeFile | undefined;
  readonly after: TreeFile | undefined;
}

/** Most files whose lines are compared for one sign-off; each takes four reads. */
const MOST_READ = 50;
const PLAIN_FILES = ["100644", "100755"];

/**
 * Compares the change that was signed with the present one (spec/signoff §1.6): the same paths in the
 * same way. The path `apart` is left out; its content is compared by what it says.
 */
export function compareTrees(signed: TreeSides, present: TreeSides, apart: string): TreesVerdict {
  const [one, other] = [changesOf(signed), changesOf(present)];
  if (one === null || other === null) return { kind: "unread" };
  if (Math.max(one.size, other.size) >= PULL_FILES) return { kind: "too_large" };
  const paths = [...new Set([...one.keys(), ...other.keys()])].filter((path) => path !== apart);
  const verdicts = paths.map((path) => compareFile(one.get(path), other.get(path)));
  if (verdicts.includes("differs")) return { kind: "differs" };
  const open = paths.filter((_, index) => verdicts[index] === "lines");
  return open.length > MOST_READ ? { kind: "too_large" } : { kind: "equal_but", paths: open };
}

function changesOf({ base, head }: TreeSides): ReadonlyMap<string, Changed> | null {
  if (base.kind === "unknown" || head.kind === "unknown") return null;
  const [before, after] = [filesByPath(base.value), filesByPath(head.value)];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    paths
      .map((path) => [path, { before: before.get(path), after: after.get(path) }] as const)
      .filter(([, { before: old, after: now }]) => !isSameFile(old, now)),
  );
}

/** A file that was added or taken away is its whole content: only for edits may both ends differ. */
function compareFile(
  one: Changed | undefined,
  other: Changed | undefined,
): "equal" | "lines" | "differs" {
  if (one === undefined || other === undefined) return "differs";
  const sameBefore = isSameFile(one.before, other.before);
  const sameAfter = isSameFile(one.after, other.after);
  if (sameBefore && sameAfter) return "equal";
  const isEdit = isPlain(one.before, other.before) && isPlain(one.after, other.after);
  return sameBefore || sameAfter || !isEdit ? "differs" : "lines";
}

/** Both are files of lines, of one mode. */
function isPlain(one: TreeFile | undefined, other: TreeFile | undefined): boolean {
  return one !== undefined && one.mode === other?.mode && PLAIN_FILES.includes(one.mode);
}

/** Whether the two changes do something different to a path, so that what it says has to be compared. */
export function differsAt(path: string, signed: TreeSides, present: TreeSides): boolean {
  const [one, other] = [changesOf(signed)?.get(path), changesOf(present)?.get(path)];
  if (one === undefined && other === undefined) return false;
  return !isSameFile(one?.before, other?.before) || !isSameFile(one?.after, other?.after);
}
