import { hasErrors } from "../model/problem.ts";
import type { Problem } from "../model/problem.ts";
import { LF, endsWithBytes, joinBytes, linesBetween, sameBytes, utf8 } from "./bytes.ts";
import { compareChangelogs } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import { readChangelogText } from "./file.ts";
import type { ChangelogText } from "./file.ts";
import { judgeComparison } from "./judge.ts";
import type { ChangelogTerms } from "./judge.ts";
import { canonicalLink, linkRule } from "./links.ts";
import { LINK_LINE_START } from "./links.ts";
import type { Slot } from "./slots.ts";

/** Repaired bytes, or every reason why there are none. `changed` is about the pull request's own file. */
export type Repair =
  | { readonly kind: "fixed"; readonly bytes: Uint8Array; readonly changed: boolean }
  | { readonly kind: "refused"; readonly problems: readonly Problem[] };

/** A refusal for one reason that is no rule of the contract (spec/control-plane §8.2 and 8.3). */
export function refusal(
  file: ChangelogText,
  code: string,
  line: number,
  rule?: string,
): Repair & { kind: "refused" } {
  const named = rule === undefined ? {} : { rule };
  const problem = { code, severity: "error", ...named, path: file.path, line, values: {} } as const;
  return { kind: "refused", problems: [problem] };
}

/** Two versions side by side under the terms of a pull request. */
export function compareUnder(
  base: ChangelogText,
  head: ChangelogText,
  terms: ChangelogTerms,
): Comparison {
  const links = linkRule(terms.repository, terms.placeholders);
  return compareChangelogs(base, head, { links, pull: terms.pull, mode: terms.mode });
}

/** An entry's lines up to the last that is not blank. */
export function blockOf(file: ChangelogText, slot: Slot): Uint8Array {
  return linesBetween(file.text, slot.line, slot.lastLine);
}

/** The lines of a block with the link line replaced; null when the block has no line that is nothing but the link. */
export function withLink(block: string, link: string): string | null {
  const lines = block.split("\n");
  const at = lines.findIndex((line) => line.startsWith(LINK_LINE_START));
  return at === -1 ? null : lines.with(at, `${LINK_LINE_START} ${link}`).join("\n");
}

/** The link that a pull request's own entries get; null while it has no number. */
export function ownLink(terms: ChangelogTerms): string | null {
  const links = linkRule(terms.repository, terms.placeholders);
  return terms.pull === null ? null : canonicalLink(links, terms.pull);
}

/** Main's bytes and new entries after them, each set off by exactly one empty line. */
export function appendBlocks(main: Uint8Array, blocks: readonly Uint8Array[]): Uint8Array {
  if (blocks.length === 0) return main;
  const newline = Uint8Array.of(LF);
  const isSetOff = main.length === 0 || endsWithBytes(main, utf8("\n\n"));
  const separated = blocks.flatMap((block, index) => (index === 0 ? [block] : [newline, block]));
  return joinBytes([main, isSetOff ? new Uint8Array(0) : newline, ...separated]);
}

/** A repair is only handed out when it keeps the contract against `onto` and adds exactly the entries that were meant. */
export function checkedRepair(
  bytes: Uint8Array,
  {
    onto,
    head,
    added,
  }: {
    readonly onto: ChangelogText;
    readonly head: ChangelogText;
    readonly added: readonly Slot[];
  },
  terms: ChangelogTerms,
): Repair {
  const result = readChangelogText({ path: head.path, blobSha: "", bytes }, onto);
  const comparison = compareUnder(onto, result, terms);
  const { problems } = judgeComparison(comparison);
  if (hasErrors(problems)) {
    return { kind: "refused", problems: problems.filter(({ severity }) => severity === "error") };
  }
  const found = comparison.alignment.appended.map((index) => result.slots[index]?.identity);
  const isMeant =
    found.length === added.length && added.every(({ identity }, at) => identity === found[at]);
  if (!isMeant) return refusal(head, "repair_would_change_meaning", added[0]?.line ?? 1);
  return { kind: "fixed", bytes, changed: !sameBytes(bytes, head.raw) };
}
