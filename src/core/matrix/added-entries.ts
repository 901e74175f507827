import type { ChangelogFile } from "../contract/changelog-entry.ts";
import type { Problem } from "../model/problem.ts";
import { same } from "./same.ts";
import { without } from "./row.ts";

export interface AddedEntries {
  /** Indices of the new entries in the changelog at head, valid or not. */
  readonly added: readonly number[];
  /** Entries that differ in nothing but their link: corrections, which start nothing (decision 18). */
  readonly linksCorrected: number;
  readonly problems: readonly Problem[];
}

type Equal = (base: unknown, head: unknown) => boolean;
const LINK = new Set(["pr-link"]);

function sameButLink(base: unknown, head: unknown): boolean {
  if (typeof base !== "object" || typeof head !== "object") return false;
  return base !== null && head !== null && same(without(base, LINK), without(head, LINK));
}

/** For each item of head, the index of the base item that it is; -1 for new ones. Null unless base survives whole and in order. */
function matched(
  base: readonly unknown[],
  head: readonly unknown[],
  equal: Equal,
): number[] | null {
  let next = 0;
  const places = head.map((item) => {
    if (next >= base.length || !equal(base[next], item)) return -1;
    next += 1;
    return next - 1;
  });
  return next === base.length ? places : null;
}

function items(file: ChangelogFile): readonly unknown[] {
  return Array.isArray(file.document.value) ? (file.document.value as readonly unknown[]) : [];
}

function changedEntry(base: ChangelogFile, head: ChangelogFile): Problem {
  const headItems = items(head);
  const at = items(base).findIndex((item, index) => !sameButLink(item, headItems[index]));
  const position = head.document.placeOf([Math.min(at, Math.max(0, headItems.length - 1))]);
  const baseLine = base.document.lineOf([at]);
  const { path } = head.document;
  const values = { number: at + 1, baseLine };
  return { code: "changelog_entry_changed", severity: "error", path, ...position, values };
}

function unreadableBase({ document }: ChangelogFile): Problem {
  const { path, problems } = document;
  const line = problems[0]?.line ?? 1;
  return { code: "changelog_base_unreadable", severity: "error", path, line, values: { line } };
}

/** What head's changelog adds to base's, by comparing their entries; history must be there whole and in order. */
export function addedEntries(base: ChangelogFile, head: ChangelogFile): AddedEntries {
  const nothing = { added: [], linksCorrected: 0 };
  // What is wrong with head's text is said where it is read; nothing can be compared with it.
  if (head.document.value === undefined) return { ...nothing, problems: [] };
  if (base.document.value === undefined) return { ...nothing, problems: [unreadableBase(base)] };
  const [before, after] = [items(base), items(head)];
  const exact = matched(before, after, same);
  const places = exact ?? matched(before, after, sameButLink);
  if (places === null) {
    return { ...nothing, problems: [changedEntry(base, head)] };
  }
  const added = places.flatMap((place, index) => (place === -1 ? [index] : []));
  const linksCorrected =
    exact !== null
      ? 0
      : places.filter((place, index) => place >= 0 && !same(before[place], after[index])).length;
  return { added, linksCorrected, problems: [] };
}
