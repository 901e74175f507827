import type { FileContent } from "../model/github.ts";
import { hasErrors } from "../model/problem.ts";
import { joinBytes, lineStartsWith, offsetOfLine, utf8 } from "./bytes.ts";
import { addedSlots } from "./comparison.ts";
import { readChangelogText } from "./file.ts";
import { judgeComparison } from "./judge.ts";
import type { ChangelogTerms } from "./judge.ts";
import { LINK_LINE_START, isPlaceholderLink } from "./links.ts";
import { checkedRepair, compareUnder, ownLink, refusal } from "./repair-terms.ts";
import type { Repair } from "./repair-terms.ts";

/**
 * Gives every new entry that still has a placeholder the pull request's own link, and touches nothing else (spec/control-plane §8.3).
 * Refused when head does not keep the contract against `base`, or a link does not stand on a line of its own.
 */
export function canonicalizeLinks(
  base: FileContent,
  headContent: FileContent,
  terms: ChangelogTerms,
): Repair {
  const onto = readChangelogText(base);
  const head = readChangelogText(headContent, onto);
  if (onto.problems.length > 0) return { kind: "refused", problems: onto.problems };
  const comparison = compareUnder(onto, head, terms);
  const { problems } = judgeComparison(comparison);
  if (hasErrors(problems)) return { kind: "refused", problems };
  const link = ownLink(terms);
  const added = addedSlots(comparison);
  if (link === null || added.length === 0)
    return { kind: "fixed", bytes: head.raw, changed: false };
  const open = added.filter((slot) => isPlaceholderLink(comparison.links, slot.link ?? ""));
  const missing = open.find((slot) => !lineStartsWith(head.text, slot.linkLine, LINK_LINE_START));
  if (missing !== undefined) {
    return refusal(head, "link_line_not_found", missing.linkLine, "X-LINK-LINE");
  }
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { linkLine } of open) {
    parts.push(head.raw.subarray(at, offsetOfLine(head.text, linkLine)));
    parts.push(utf8(`${LINK_LINE_START} ${link}\n`));
    at = offsetOfLine(head.text, linkLine + 1);
  }
  return checkedRepair(joinBytes([...parts, head.raw.subarray(at)]), { onto, head, added }, terms);
}
