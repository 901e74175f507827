import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Literal, readTexts } from "./literals.ts";

const PAGES = join(import.meta.dirname, "..", "..", "templates", "pages");

/** Codes that are made from others by replacing a part; everything else is found by itself. */
const MADE_FROM: readonly {
  readonly area: string;
  readonly begins: string;
  readonly source: (rest: string) => [area: string, code: string];
}[] = [
  // The card's line says at length what the commit status says in a few words.
  { area: "card", begins: "signoff_", source: (rest) => ["signoff", `status_${rest}`] },
];
/** A code is joined from at most two others. */
const DEEPEST = 2;
const SHORTEST_PATTERN = 3;

/**
 * Tells whether the source can ask for a sentence: its code stands there, or fits a template such as
 * `${subject}_${state}` whose holes are filled with words that stand there.
 */
export function codeUse(): (area: string, code: string) => boolean {
  const { literals, members } = readTexts("src", "scripts");
  const words = new Set([...members, ...literals.flatMap(wordsOf)]);
  const patterns = literals.flatMap(({ parts }) => (isPattern(parts) ? [parts] : []));
  const html = readdirSync(PAGES)
    .map((name) => readFileSync(join(PAGES, name), "utf8"))
    .join("\n");

  const known = new Map<string, boolean>();
  const stands = (code: string, depth: number): boolean => {
    const key = `${depth} ${code}`;
    const found =
      known.get(key) ??
      (words.has(code) ||
        (depth < DEEPEST && patterns.some((parts) => fits(parts, code, depth + 1))));
    known.set(key, found);
    return found;
  };
  const fits = (parts: readonly string[], code: string, depth: number): boolean => {
    const [head = "", ...rest] = parts;
    if (!code.startsWith(head)) return false;
    const left = code.slice(head.length);
    if (rest.length === 0) return left === "";
    return Array.from(left, (_, index) => index + 1).some(
      (cut) => stands(left.slice(0, cut), depth) && fits(rest, left.slice(cut), depth),
    );
  };
  const isUsed = (area: string, code: string): boolean => {
    const made = MADE_FROM.find((each) => each.area === area && code.startsWith(each.begins));
    if (made !== undefined) {
      return isUsed(...made.source(code.slice(made.begins.length).replace(/_next$/u, "")));
    }
    if (area === "pages" && html.includes(`word_${code}`)) return true;
    return stands(`${area}.${code}`, 0) || stands(code, 0);
  };
  return isUsed;
}

function wordsOf({ parts }: Literal): readonly string[] {
  return parts.length === 1 ? parts.flatMap((part) => [part, ...part.split(/\s+/u)]) : [];
}

function isPattern(parts: readonly string[]): boolean {
  const text = parts.join("");
  return parts.length > 1 && text.length >= SHORTEST_PATTERN && /^[a-z_.-]+$/u.test(text);
}
