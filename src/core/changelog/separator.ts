import { textOfLines } from "./bytes.ts";
import type { Place } from "./comparison.ts";
import type { ChangelogText } from "./file.ts";
import type { Slot } from "./slots.ts";

/** The lines between two entries and the first line of the later one, with `blankLines` empty lines in between. */
export function separatorPlace(
  file: ChangelogText,
  slot: Slot,
  { extraLines, blankLines }: { readonly extraLines: number; readonly blankLines: number },
): Place {
  const first = textOfLines(file.text, slot.line, slot.line);
  return {
    line: slot.line - extraLines,
    endLine: slot.line,
    replacement: "\n".repeat(blankLines) + first,
  };
}
