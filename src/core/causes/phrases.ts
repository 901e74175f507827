/** Longest part of a line that is looked at. */
const LINE_CHARACTERS = 2_000;

/** A phrase made ready: its pieces between the `*`, in lower case. */
export type Phrase = readonly string[];

/** The phrase in the form that `stands` takes. */
export function phraseOf(text: string): Phrase {
  return text
    .toLowerCase()
    .split("*")
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
}

/** A line in the form that `stands` takes: cut, in lower case. */
export function comparable(line: string): string {
  return line.slice(0, LINE_CHARACTERS).toLowerCase();
}

/** True when the pieces stand in the line one after another. No pattern is run: the time is that of a search for each piece. */
export function stands(phrase: Phrase, line: string): boolean {
  let from = 0;
  for (const piece of phrase) {
    const at = line.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}
