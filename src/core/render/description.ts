import type { Contradiction } from "../decide/description.ts";
import type { Row } from "./rows.ts";

/** Most lines that the card gives to the description. */
const MOST_ROWS = 5;

/** Ticked boxes of the description that are not true, each in one line with what is. */
export function descriptionRows(contradictions: readonly Contradiction[]): readonly Row[] {
  return contradictions.slice(0, MOST_ROWS).map(({ code, values }) => ({
    subject: "description",
    mark: "warn",
    code: `description_${code}`,
    values,
  }));
}
