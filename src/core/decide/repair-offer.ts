import { byteText, lenientText, startsWithBytes, textOfLines } from "../changelog/bytes.ts";
import type { Facts } from "../model/facts.ts";
import { contentOf } from "../model/file-content.ts";

/** The mended text, for a person to take over. */
export interface Offer {
  /** What stands after the base branch's own text; null where it cannot be shown whole in a comment. */
  readonly appended: string | null;
  /** Lines of the base branch's text that get another content, where nothing is appended. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
}

/** Longer text is not for a comment that says it once for each language. */
const OFFER_CHARACTERS = 12_000;
const OFFER_LINES = 20;

/** The part of a mended changelog that differs from the base branch as it is now. */
export function offerOf({ documents }: Pick<Facts, "documents">, mended: Uint8Array): Offer {
  const tip = contentOf(documents.changelog.tip)?.bytes ?? new Uint8Array();
  if (startsWithBytes(mended, tip)) {
    return { appended: showable(lenientText(mended.subarray(tip.length))), lines: [] };
  }
  const [before, after] = [byteText(tip), byteText(mended)];
  const lines = after.starts.flatMap((_, index) => {
    const text = textOfLines(after, index + 1, index + 1);
    return text === textOfLines(before, index + 1, index + 1) ? [] : [{ line: index + 1, text }];
  });
  const isShowable =
    lines.length <= OFFER_LINES && lines.every(({ text }) => showable(text) !== null);
  return { appended: null, lines: isShowable ? lines : [] };
}

/** A hidden mark of ours must not get into a comment of ours by way of a file. */
function showable(text: string): string | null {
  return text.length > OFFER_CHARACTERS || text.includes("<!--") ? null : text;
}
