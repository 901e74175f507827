import type { Problem } from "../model/problem.ts";
import { parseYaml } from "../contract/yaml.ts";
import { validateChangelogEntry } from "../contract/changelog-entry.ts";
import { alignSlots } from "./align.ts";
import type { Alignment } from "./align.ts";
import { linesBetween, textOfLines } from "./bytes.ts";
import { endLineOf, slotAt } from "./slots.ts";
import type { Slot } from "./slots.ts";
import type { ChangelogText } from "./file.ts";
import type { LinkRule } from "./links.ts";

/** Two versions of the changelog side by side, and what the pull request must keep to. */
export interface Comparison {
  readonly base: ChangelogText;
  readonly head: ChangelogText;
  readonly alignment: Alignment;
  /** Base entries that are broken in themselves: head may mend them (case CHG-05). */
  readonly faulty: ReadonlySet<number>;
  readonly links: LinkRule;
  readonly pull: number | null;
  readonly mode: "pull" | "main";
}

/** A place in the head file with what should stand there, as in `Problem`. */
export interface Place {
  readonly line: number;
  readonly endLine: number;
  readonly replacement?: string;
}

function isSoundAlone(file: ChangelogText, slot: Slot): boolean {
  const bytes = linesBetween(file.text, slot.line, endLineOf(file.text, slot));
  const document = parseYaml(bytes, { path: file.path, mergeKeys: "refused" });
  if (document.problems.length > 0 || !Array.isArray(document.value)) return false;
  return document.value.length === 1 && validateChangelogEntry(document, [0]).length === 0;
}

/** The entries of a file that break a rule by themselves; each is tried alone where the file as a whole cannot be read. */
function faultySlots(file: ChangelogText): ReadonlySet<number> {
  if (file.problems.length === 0) return new Set();
  const remaining = file.problems.filter(({ rule }) => rule !== "F1" && rule !== "F2");
  const named = remaining.flatMap(({ line }) => slotAt(file.slots, line) ?? []);
  const alone = file.readable ? [] : file.slots.filter((slot) => !isSoundAlone(file, slot));
  return new Set([...named, ...alone].map((slot) => file.slots.indexOf(slot)));
}

/** Sets two versions side by side. */
export function compareChangelogs(
  base: ChangelogText,
  head: ChangelogText,
  terms: Pick<Comparison, "links" | "pull" | "mode">,
): Comparison {
  return { base, head, alignment: alignSlots(base, head), faulty: faultySlots(base), ...terms };
}

/** An error in the head file of a comparison. */
export function finding(
  { head }: Comparison,
  rule: string,
  code: string,
  { place, values = {} }: { readonly place: Place; readonly values?: Problem["values"] },
): Problem {
  return { code, severity: "error", rule, path: head.path, ...place, values };
}

/** What a reader calls an entry: its number in the file, and its first key or else its link. */
export function entryValues(index: number, slot: Slot | undefined): Problem["values"] {
  const [first, ...more] = slot?.entry?.["config-keys"] ?? [];
  const keys = more.length > 0 ? `${first ?? ""} +${more.length}` : first;
  return { entry: index + 1, name: keys ?? slot?.link ?? `#${index + 1}` };
}

/** New entries, wherever they stand, in file order. */
export function addedSlots({ head, alignment }: Comparison): readonly Slot[] {
  return [...alignment.inserted, ...alignment.appended].flatMap((index) => head.slots[index] ?? []);
}

/** The lines of a slot as text, its trailing blank lines included. */
export function slotLines(file: ChangelogText, slot: Slot): readonly string[] {
  return textOfLines(file.text, slot.line, endLineOf(file.text, slot)).split("\n");
}
