/** Fields of a row that somebody's script wrote: what is missing or of another kind is null, never an error. */
export type RawRow = Readonly<Record<string, unknown>>;

/** Longest name that is kept of a row. */
const NAME_CHARACTERS = 120;
/** Controls, halves of characters and what XML forbids: neither a database nor a picture holds those. */
const UNKEPT = /[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
/** No measurement of ours comes near it. */
const LARGEST_NUMBER = 1e15;

/** The row, if it is a mapping. */
export function asRow(value: unknown): RawRow | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as RawRow)
    : null;
}

/** The first number that can be a measurement among the places, `a.b` naming a field inside a field; numbers in quotes count. */
export function numberAt(row: RawRow, ...places: readonly string[]): number | null {
  for (const place of places) {
    const number = toNumber(valueAt(row, place));
    if (number !== null) return number;
  }
  return null;
}

/** The first text among the places, cut to a length that can be shown. */
export function textAt(row: RawRow, ...places: readonly string[]): string | null {
  for (const place of places) {
    const value = valueAt(row, place);
    const name = typeof value === "string" ? nameIn(value) : "";
    if (name !== "") return name;
  }
  return null;
}

/** Cut first, so that what is cut through goes with the rest. */
function nameIn(value: string): string {
  return value.trimStart().slice(0, NAME_CHARACTERS).replaceAll(UNKEPT, "").trim();
}

/** Scripts write flags as booleans or as text. */
export function flagAt(row: RawRow, ...places: readonly string[]): boolean {
  return places.some((place) => {
    const value = valueAt(row, place);
    return value === true || (typeof value === "string" && value.toLowerCase() === "true");
  });
}

function valueAt(row: RawRow, place: string): unknown {
  // A flat field may have a dot in its own name (`p99.9_ttft`).
  if (Object.hasOwn(row, place)) return row[place];
  let value: unknown = row;
  for (const part of place.split(".")) {
    const inside = asRow(value);
    if (inside === null || !Object.hasOwn(inside, part)) return undefined;
    value = inside[part];
  }
  return value;
}

function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Math.abs(value) <= LARGEST_NUMBER ? value : null;
  if (typeof value !== "string" || !/^\s*-?\d{1,15}(?:\.\d{1,18})?\s*$/u.test(value)) return null;
  return Number(value);
}
