import type { Concurrency } from "../contract/recipe.ts";

function doubled(start: number, end: number): readonly number[] {
  const values: number[] = [];
  for (let value = start; value < end; value *= 2) values.push(value);
  return [...values, end];
}

/** The concurrencies of a search-space entry: its list, or its range doubled up to and including the end (spec/matrix §3.4). */
export function concurrenciesIn(
  entry: Concurrency,
  only: readonly number[] | null,
): readonly number[] {
  const values = entry["conc-list"] ?? doubled(entry["conc-start"] ?? 1, entry["conc-end"] ?? 1);
  return only === null ? values : values.filter((value) => only.includes(value));
}
