/** Whether a path of the repository, `/`-separated and without a leading slash, is meant. */
export type PathPattern = (path: string) => boolean;

/**
 * A CODEOWNERS pattern as GitHub reads it (spec/signoff §4): case-sensitive; anchored at the root
 * when a slash stands before its end; a directory owns all below it, but `dir/*` only its files.
 */
export function compilePattern(pattern: string): PathPattern {
  const anchored = pattern.slice(0, -1).includes("/");
  const below = pattern.endsWith("/");
  const parts = pattern.split("/").filter((part) => part !== "");
  const segments = anchored ? parts : ["**", ...parts];
  const last = segments.at(-1);
  // `dir/*` stops at direct children; whatever else matches a directory owns what lies in it.
  const tail = below || last === "**" ? ["**", "*"] : [];
  const exact = below || last === "**" ? [...trimmed(segments), ...tail] : segments;
  const owned = anchored && last === "*" && !below ? null : [...exact, "**", "*"];
  return (path) => {
    const names = path.split("/");
    return matchSegments(exact, names) || (owned !== null && matchSegments(owned, names));
  };
}

function trimmed(segments: readonly string[]): readonly string[] {
  return segments.at(-1) === "**" ? segments.slice(0, -1) : segments;
}

/** Segment by segment; `**` stands for any number of them. No backtracking beyond the last `**`. */
function matchSegments(segments: readonly string[], names: readonly string[]): boolean {
  return matchSequence(segments, names, {
    isGap: (segment) => segment === "**",
    fits: matchName,
  });
}

/** `*` is any run of characters, `?` one character, `\` takes the next one literally. */
function matchName(segment: string, name: string): boolean {
  const pieces = segment.match(/\\.|[^]/gu) ?? [];
  return matchSequence(pieces, Array.from(name), {
    isGap: (piece) => piece === "*",
    fits: (piece, character) => piece === "?" || piece.replace(/^\\(?=.)/u, "") === character,
  });
}

interface Matching {
  readonly isGap: (pattern: string) => boolean;
  readonly fits: (pattern: string, item: string) => boolean;
}

/** The classic wildcard match: on a mismatch, the latest gap takes one more item. */
function matchSequence(
  pattern: readonly string[],
  items: readonly string[],
  by: Matching,
): boolean {
  let [at, item, gap, taken] = [0, 0, -1, 0];
  while (item < items.length) {
    const piece = pattern[at];
    if (piece !== undefined && by.isGap(piece)) {
      [gap, taken] = [at, item];
      at += 1;
    } else if (piece !== undefined && by.fits(piece, items[item] ?? "")) {
      at += 1;
      item += 1;
    } else if (gap >= 0) {
      taken += 1;
      [at, item] = [gap + 1, taken];
    } else return false;
  }
  return pattern.slice(at).every((piece) => by.isGap(piece));
}
