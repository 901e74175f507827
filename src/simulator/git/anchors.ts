type Lines = readonly string[];

/**
 * Cuts texts into aligned pieces at lines that occur once in each and stand in the same order in all: such a
 * line is where one change ends and another begins. The comparison that follows is quadratic, so this is what
 * makes files of thousands of lines bearable.
 */
export function alignedPieces(texts: readonly Lines[]): readonly (readonly Lines[])[] {
  const anchors = commonOrder(texts);
  const pieces: Lines[][] = [];
  let starts = texts.map(() => 0);
  for (const anchor of anchors) {
    const ends = anchor.map((at) => at + 1);
    pieces.push(texts.map((text, index) => text.slice(starts[index], ends[index])));
    starts = ends;
  }
  pieces.push(texts.map((text, index) => text.slice(starts[index])));
  return pieces;
}

/** Positions, one for each text, of lines that occur once in every text and keep their order. */
function commonOrder(texts: readonly Lines[]): readonly (readonly number[])[] {
  const [first = [], ...others] = texts.map(uniqueLines);
  let chain: (readonly number[])[] = [];
  for (const [line, at] of first) {
    const positions = others.map((other) => other.get(line)).filter((one) => one !== undefined);
    if (positions.length === others.length) chain.push([at, ...positions]);
  }
  for (let index = 1; index < texts.length; index += 1) chain = longestRise(chain, index);
  return chain;
}

function uniqueLines(text: Lines): ReadonlyMap<string, number> {
  const seen = new Map<string, number>();
  text.forEach((line, at) => seen.set(line, seen.has(line) ? -1 : at));
  for (const [line, at] of seen) if (at === -1) seen.delete(line);
  return seen;
}

/** The longest part of the chain whose positions at `index` rise (patience sorting). */
function longestRise(chain: readonly (readonly number[])[], index: number): (readonly number[])[] {
  const value = (at: number): number => chain[at]?.[index] ?? -1;
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  chain.forEach((_, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value(ends[middle] ?? 0) < value(at)) low = middle + 1;
      else high = middle;
    }
    before[at] = ends[low - 1];
    ends[low] = at;
  });
  const rise: (readonly number[])[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at]) rise.push(chain[at] ?? []);
  return rise.toReversed();
}
