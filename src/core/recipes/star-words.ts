/**
 * Whether a text is what a word with `*` for anything describes, whatever the letter case. Takes time
 * in proportion to both, so that words from a settings file cannot hold anything up (spec/signoff §7).
 */
export function isLike(text: string, word: string): boolean {
  const lower = text.toLowerCase();
  const [first = "", ...rest] = word.toLowerCase().split("*");
  if (rest.length === 0) return lower === first;
  if (!lower.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const part of rest) {
    const found = lower.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return lower.length - last.length >= at && lower.endsWith(last);
}

/** Whether any of the words describes the text. */
export function isLikeAny(text: string, words: readonly string[]): boolean {
  return words.some((word) => isLike(text, word));
}
