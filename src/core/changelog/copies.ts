import type { FileContent } from "../model/github.ts";
import { lenientText, utf8 } from "./bytes.ts";
import { addedSlots } from "./comparison.ts";
import type { ChangelogText } from "./file.ts";
import { readVersion } from "./judge.ts";
import type { ChangelogTerms } from "./judge.ts";
import { canonicalLink, linkRule } from "./links.ts";
import {
  appendBlocks,
  blockOf,
  checkedRepair,
  compareUnder,
  ownLink,
  refusal,
  withLink,
} from "./repair-terms.ts";
import type { Repair } from "./repair-terms.ts";
import type { Slot } from "./slots.ts";

/** Whose entries are copied. */
export interface CopiedEntries {
  readonly path: string;
  /** Null where the entries arrived without a merge: then those with the pull request's own link are meant. */
  readonly before: FileContent | null;
  /** The changelog that has the entries. */
  readonly landed: FileContent | null;
  /** The pull request they came with. */
  readonly pull: number;
}

/** The entries that a pull request has brought to the default branch. */
function landedEntries(
  { path, before, landed, pull }: CopiedEntries,
  terms: ChangelogTerms,
): { readonly file: ChangelogText; readonly slots: readonly Slot[] } {
  const own = canonicalLink(linkRule(terms.repository, terms.placeholders), pull);
  if (before === null) {
    const file = readVersion(path, landed);
    return { file, slots: file.slots.filter(({ link }) => link === own) };
  }
  const base = readVersion(path, before);
  const file = readVersion(path, landed, base);
  return { file, slots: addedSlots(compareUnder(base, file, { ...terms, pull })) };
}

/**
 * The changelog with copies of those entries at its end, every field as it was, under the link of
 * `terms.pull` and within the byte contract (spec/control-plane §9.2 step 5).
 */
export function appendCopies(
  entries: CopiedEntries,
  onto: FileContent | null,
  terms: ChangelogTerms,
): Repair {
  const main = readVersion(entries.path, onto);
  const { file, slots } = landedEntries(entries, terms);
  const [first] = slots;
  if (first === undefined) return refusal(file, "nothing_left", 1, "X-NOTHING-LEFT");
  const link = ownLink(terms);
  const blocks: Uint8Array[] = [];
  for (const slot of slots) {
    const written = lenientText(blockOf(file, slot));
    const linked = link === null ? written : withLink(written, link);
    if (linked === null) return refusal(file, "link_line_not_found", slot.linkLine, "X-LINK-LINE");
    blocks.push(utf8(linked));
  }
  return checkedRepair(
    appendBlocks(main.raw, blocks),
    { onto: main, head: file, added: slots },
    terms,
  );
}

/** True when the file has such copies already: each of the entries, under the link of `terms.pull`. */
export function hasCopies(
  entries: CopiedEntries,
  content: FileContent | null,
  terms: ChangelogTerms,
): boolean {
  const { slots } = landedEntries(entries, terms);
  const link = ownLink(terms);
  const left = readVersion(entries.path, content)
    .slots.filter((slot) => slot.link === link)
    .map(({ identity }) => identity);
  return slots.every(({ identity }) => {
    const at = left.indexOf(identity);
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}
