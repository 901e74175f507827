import { joinBytes, linesBetween, offsetOfLine } from "./bytes.ts";
import type { ChangelogText } from "./file.ts";
import type { LinkCorrection } from "./history.ts";
import { refusal } from "./repair-terms.ts";
import type { Repair } from "./repair-terms.ts";

interface Sides {
  readonly base: ChangelogText;
  readonly head: ChangelogText;
  readonly main: ChangelogText;
}

/** Where a correction goes in main's file; "done" when main has it already. */
function placeInMain(
  { base, head, main }: Sides,
  correction: LinkCorrection,
): number | "done" | (Repair & { kind: "refused" }) {
  const before = base.slots[correction.entry];
  const now = main.slots[correction.entry];
  const { line } = correction;
  if (now === undefined || before === undefined) {
    return refusal(head, "corrected_entry_missing", line, "X-CORRECTED-ENTRY-MISSING");
  }
  if (now.identity !== before.identity) {
    return refusal(head, "corrected_entry_changed", line, "X-CORRECTED-ENTRY-CHANGED");
  }
  if (now.link === correction.to) return "done";
  if (now.link !== correction.from) {
    return refusal(head, "correction_conflict", line, "X-CORRECTION-CONFLICT");
  }
  return now.linkLine;
}

/** Main's bytes with the pull request's link corrections put in (spec/control-plane §8.2); refused when main changed there. */
export function correctedMain(
  sides: Sides,
  corrections: readonly LinkCorrection[],
): Uint8Array | (Repair & { kind: "refused" }) {
  const { head, main } = sides;
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const correction of corrections) {
    const place = placeInMain(sides, correction);
    if (place === "done") continue;
    if (typeof place !== "number") return place;
    parts.push(main.text.bytes.subarray(at, offsetOfLine(main.text, place)));
    parts.push(linesBetween(head.text, correction.line, correction.line));
    at = offsetOfLine(main.text, place + 1);
  }
  if (parts.length === 0)
    return refusal(head, "nothing_left", corrections[0]?.line ?? 1, "X-NOTHING-LEFT");
  return joinBytes([...parts, main.text.bytes.subarray(at)]);
}
