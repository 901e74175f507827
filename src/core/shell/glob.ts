/** One step of a shell pattern: a character, any character, any run, or one of a set. */
type Step =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "any" }
  | { readonly kind: "run" }
  | { readonly kind: "set"; readonly wanted: boolean; readonly ranges: readonly Range[] };

type Range = readonly [from: string, to: string];

export type Glob = readonly Step[];

const LONGEST = 512;

/** Parses a shell pattern; null for one that this does not work out (classes, extended patterns, very long ones). */
export function parseGlob(pattern: string): Glob | null {
  if (pattern.length > LONGEST || /[?*+@!]\(/.test(pattern)) return null;
  const steps: Step[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    if (character === "*") steps.push({ kind: "run" });
    else if (character === "?") steps.push({ kind: "any" });
    else if (character === "\\") {
      at += 1;
      steps.push({ kind: "character", character: pattern.charAt(at) });
    } else if (character === "[") {
      const close = pattern.indexOf("]", at + 2);
      if (close === -1) return null;
      const step = setOf(pattern.slice(at + 1, close));
      if (step === null) return null;
      steps.push(step);
      at = close;
    } else steps.push({ kind: "character", character });
  }
  return steps;
}

function setOf(inside: string): Step | null {
  if (inside.includes("[") || inside.includes("\\")) return null;
  const wanted = !/^[!^]/.test(inside);
  const members = wanted ? inside : inside.slice(1);
  const ranges: Range[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members.charAt(at);
    if (members.charAt(at + 1) === "-" && at + 2 < members.length) {
      ranges.push([from, members.charAt(at + 2)]);
      at += 2;
    } else ranges.push([from, from]);
  }
  return { kind: "set", wanted, ranges };
}

function fits(step: Step, character: string): boolean {
  switch (step.kind) {
    case "character":
      return step.character === character;
    case "any":
    case "run":
      return true;
    case "set":
      return step.ranges.some(([from, to]) => from <= character && character <= to) === step.wanted;
  }
}

/** The ends of every prefix of the text that a pattern fits, shortest first: text times pattern, whatever they are. */
export function prefixesOf(glob: Glob, text: string): readonly number[] {
  let alive = skipRuns(glob, new Set([0]));
  const ends: number[] = alive.has(glob.length) ? [0] : [];
  for (let at = 0; at < text.length && alive.size > 0; at += 1) {
    const next = new Set<number>();
    for (const place of alive) {
      const step = glob[place];
      if (step === undefined || !fits(step, text.charAt(at))) continue;
      next.add(step.kind === "run" ? place : place + 1);
    }
    alive = skipRuns(glob, next);
    if (alive.has(glob.length)) ends.push(at + 1);
  }
  return ends;
}

/** A run may be empty. */
function skipRuns(glob: Glob, places: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(places);
  for (const place of all) if (glob[place]?.kind === "run") all.add(place + 1);
  return all;
}

/** True when a pattern fits the whole text. */
export function matchesGlob(glob: Glob, text: string): boolean {
  return prefixesOf(glob, text).includes(text.length);
}
