import type { Problem } from "../model/problem.ts";
import { endsWithBytes, lineStartsWith, textOfLines, utf8 } from "./bytes.ts";
import { addedSlots, finding } from "./comparison.ts";
import type { Comparison } from "./comparison.ts";
import { LINK_LINE_START, canonicalLink, isCanonicalLink, isPlaceholderLink } from "./links.ts";
import { separatorPlace } from "./separator.ts";
import type { Slot } from "./slots.ts";

/** True when a new entry may carry the link; before a pull request has a number, any of its repository may be meant. */
function isAllowedLink({ links, pull, mode }: Comparison, link: string): boolean {
  if (mode === "main") return isCanonicalLink(links, link);
  if (isPlaceholderLink(links, link)) return true;
  return pull === null ? isCanonicalLink(links, link) : link === canonicalLink(links, pull);
}

function linkProblems(comparison: Comparison, slot: Slot): readonly Problem[] {
  const { links, pull, mode, head } = comparison;
  if (slot.link === null || isAllowedLink(comparison, slot.link)) return [];
  const word = links.placeholders[0] ?? "";
  const expected =
    pull === null ? links.prefix + (mode === "main" ? "" : word) : canonicalLink(links, pull);
  const known = pull !== null && lineStartsWith(head.text, slot.linkLine, LINK_LINE_START);
  const place = {
    line: slot.linkLine,
    endLine: slot.linkLine,
    ...(known ? { replacement: `${LINK_LINE_START} ${expected}` } : {}),
  };
  const [rule, code] = mode === "main" ? ["D7", "link_not_canonical"] : ["D6", "link_not_own"];
  return [finding(comparison, rule, code, { place, values: { link: slot.link, expected } })];
}

/** Rules D6 and D7: the link of every new entry. */
export function addedLinkProblems(comparison: Comparison): readonly Problem[] {
  return addedSlots(comparison).flatMap((slot) => linkProblems(comparison, slot));
}

function isSeparated(before: Uint8Array): boolean {
  return endsWithBytes(before, utf8("\n\n")) && !endsWithBytes(before, utf8("\n\n\n"));
}

/** Rule R3: exactly one empty line before each new entry but the first. */
function betweenProblems(comparison: Comparison): readonly Problem[] {
  const { head, alignment } = comparison;
  return alignment.appended.slice(1).flatMap((index) => {
    const before = head.slots[index - 1];
    const slot = head.slots[index];
    if (before === undefined || slot === undefined) return [];
    if (isSeparated(head.text.bytes.subarray(0, slot.start))) return [];
    const extraLines = slot.line - before.lastLine - 1;
    const place = separatorPlace(head, slot, { extraLines, blankLines: 1 });
    const code = extraLines === 0 ? "separator_missing" : "separator_wrong";
    return [finding(comparison, "R3", code, { place, values: { wanted: 1 } })];
  });
}

/** Rule R4: no empty line after the last entry. */
function endProblems(comparison: Comparison): readonly Problem[] {
  const { text, slots } = comparison.head;
  const last = slots.at(-1);
  if (last === undefined || comparison.alignment.appended.length === 0) return [];
  if (!endsWithBytes(text.bytes, utf8("\n\n"))) return [];
  const replacement = textOfLines(text, last.lastLine, last.lastLine);
  const place = { line: last.lastLine, endLine: text.starts.length, replacement };
  return [finding(comparison, "R4", "blank_line_at_end", { place, values: {} })];
}

/** Rules R3 and R4: how new entries stand among each other and at the end of the file. */
export function addedBytesProblems(comparison: Comparison): readonly Problem[] {
  return [...betweenProblems(comparison), ...endProblems(comparison)];
}
