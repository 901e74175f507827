import type { ChecklistItem } from "./checklist.ts";

/** From here on an item counts as the template's (spec/signoff §2.4, T). */
const MATCH_SCORE = 0.75;
/** From here on an item counts as a reworded form of the template's. */
const REWORDED_SCORE = 0.55;

const NEGATIONS = new Set(
  "not no never without cannot isn doesn don didn won fail fails failed unable skip skipped except".split(
    " ",
  ),
);

/** What became of one item of the template. */
export type TemplateRow =
  | { readonly kind: "matched"; readonly item: number; readonly checked: boolean }
  | { readonly kind: "reworded"; readonly item: number; readonly negated: boolean }
  | { readonly kind: "missing" };

export interface ChecklistComparison {
  /** One row for each item of the template, in its order. */
  readonly rows: readonly TemplateRow[];
  /** Items that repeat one that is already there. */
  readonly duplicates: readonly { readonly item: number; readonly template: number }[];
  /** Items that the template does not have; informational. */
  readonly extra: readonly number[];
}

interface Candidate {
  readonly item: number;
  readonly template: number;
  readonly score: number;
  readonly samePolarity: boolean;
}

/** The words that are compared: link text without targets, no bare URLs, no "Please link …" sentence. */
export function itemWords(text: string): readonly string[] {
  const plain = text
    .replaceAll(/\[([^\][]{0,500})\]\([^)\s]{0,2000}\)/gu, "$1")
    .replaceAll(/https?:\/\/\S+/giu, " ")
    .replaceAll(/\bplease link\b[^.]{0,300}(?:\.|$)/giu, " ");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Compares the items of a sign-off with the template's, by words, order and polarity (spec/signoff §2.4). */
export function compareWithTemplate(
  items: readonly ChecklistItem[],
  template: readonly { readonly text: string }[],
): ChecklistComparison {
  const wanted = template.map((item) => itemWords(item.text));
  const weight = weigh(wanted);
  const candidates = items
    .map((item, index) => bestFor({ index, words: itemWords(item.text) }, wanted, weight))
    .filter((candidate) => candidate !== null);
  const taken = new Map<number, Candidate>();
  const duplicates: { item: number; template: number }[] = [];
  const leftOver: Candidate[] = [];
  for (const candidate of candidates.sort(byScore)) {
    const { item, template, score, samePolarity } = candidate;
    if (score < MATCH_SCORE || !samePolarity) leftOver.push(candidate);
    else if (taken.has(template)) duplicates.push({ item, template });
    else taken.set(template, candidate);
  }
  const rows = wanted.map((_, index) => rowFor(taken.get(index), items, leftOver, index));
  const placed = new Set(rows.flatMap((row) => (row.kind === "missing" ? [] : [row.item])));
  for (const { item } of duplicates) placed.add(item);
  const extra = items.map((_, index) => index).filter((index) => !placed.has(index));
  return { rows, duplicates, extra };
}

/** Length of the longest common subsequence of two word lists. */
export function longestCommonSubsequence(one: readonly string[], other: readonly string[]): number {
  let above = new Uint16Array(other.length + 1);
  let current = new Uint16Array(other.length + 1);
  for (const word of one) {
    for (const [column, against] of other.entries()) {
      const along = Math.max(above[column + 1] ?? 0, current[column] ?? 0);
      current[column + 1] = word === against ? (above[column] ?? 0) + 1 : along;
    }
    [above, current] = [current, above];
  }
  return above[other.length] ?? 0;
}

function byScore(one: Candidate, other: Candidate): number {
  return other.score - one.score || one.item - other.item;
}

function rowFor(
  taken: Candidate | undefined,
  items: readonly ChecklistItem[],
  leftOver: readonly Candidate[],
  template: number,
): TemplateRow {
  if (taken !== undefined) {
    return { kind: "matched", item: taken.item, checked: items[taken.item]?.checked === true };
  }
  const near = leftOver.find((candidate) => candidate.template === template);
  if (near === undefined || near.score < REWORDED_SCORE) return { kind: "missing" };
  return { kind: "reworded", item: near.item, negated: near.score >= MATCH_SCORE };
}

/** The template's item that an item of the sign-off resembles most; of equals, the nearest. */
function bestFor(
  item: { readonly index: number; readonly words: readonly string[] },
  wanted: readonly (readonly string[])[],
  weight: (word: string) => number,
): Candidate | null {
  let score = REWORDED_SCORE;
  const scores = wanted.map((words) => {
    const each = scoreOf(words, item.words, { weight, atLeast: score });
    score = Math.max(score, each);
    return each;
  });
  const distance = (template: number): number => Math.abs(template - item.index);
  const best = scores.flatMap((each, template) => (each === score ? [template] : []));
  if (best.length === 0) return null;
  const template = best.reduce((near, each) => (distance(each) < distance(near) ? each : near));
  const words = wanted[template] ?? [];
  const samePolarity = negations(words) === negations(item.words.slice(0, words.length + 1));
  return { item: item.index, template, score, samePolarity };
}

function scoreOf(
  template: readonly string[],
  candidate: readonly string[],
  by: { readonly weight: (word: string) => number; readonly atLeast: number },
): number {
  if (template.length === 0) return 0;
  // Evidence and notes are appended: what stands beyond the window does not count.
  const window = candidate.slice(0, Math.floor(1.5 * template.length) + 6);
  const left = countWords(window);
  let [found, all] = [0, 0];
  for (const word of template) {
    const remaining = left.get(word) ?? 0;
    all += by.weight(word);
    if (remaining > 0) found += by.weight(word);
    left.set(word, remaining - 1);
  }
  const share = found / all;
  // The order can only lower the score, and is dear to compute.
  if (share < by.atLeast) return share;
  return Math.min(share, longestCommonSubsequence(template, window) / template.length);
}

function weigh(wanted: readonly (readonly string[])[]): (word: string) => number {
  const frequency = new Map<string, number>();
  for (const words of wanted) {
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  return (word) => Math.log((wanted.length + 1) / ((frequency.get(word) ?? 0) + 0.5)) + 0.05;
}

function negations(words: readonly string[]): string {
  return words
    .filter((word) => NEGATIONS.has(word))
    .sort()
    .join(" ");
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
