import type { Outcome } from "../model/outcome.ts";
import { codeSpan } from "../markdown/escape.ts";
import type { RecipeCode } from "./codes.ts";
import type { RecipeCheck, RecipeFinding } from "./finding.ts";
import type { RecipePoint } from "./point.ts";

const LONGEST = 160;

/** A name or value from a file, safe and short enough for a sentence. */
export function shown(text: string): string {
  return codeSpan(text, { most: LONGEST });
}

/** Where something about a point is said: a line of a file of the head. */
export interface Place {
  readonly path: string;
  readonly line: number | null;
}

/** A finding about a point: its key is a value already; the place is its script, file or entry. */
export function saidOf(
  point: RecipePoint,
  said: {
    readonly check: RecipeCheck;
    readonly outcome: Outcome;
    readonly code: RecipeCode;
    readonly place: Place;
    readonly values?: RecipeFinding["values"];
  },
): RecipeFinding {
  const { check, outcome, code, place } = said;
  const where = place.line === null ? place.path : `${place.path}:${place.line}`;
  const values = { key: shown(point.key), where: shown(where), ...said.values };
  return { check, outcome, code, values, path: place.path, line: place.line, key: point.key };
}

/** Each thing once: the points of a recipe often share what is said of them. */
export function distinctFindings(findings: readonly RecipeFinding[]): readonly RecipeFinding[] {
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
