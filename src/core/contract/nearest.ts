/** Edits (insert, delete, replace) from one word to another. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.split("").entries()) {
    const current = [row + 1];
    for (const [column, other] of to.split("").entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const inserted = (current[column] ?? 0) + 1;
      current.push(Math.min((previous[column + 1] ?? 0) + 1, inserted, replaced));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** The candidate that a person most likely meant: at most a third of the word mistyped, the first on ties; null if none. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const most = Math.max(1, Math.floor(word.length / 3));
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
