import type { Timestamp } from "./yaml-scalars.ts";

/** What a YAML document can hold: JSON's values, and dates. */
export type YamlValue =
  null | boolean | number | string | Timestamp | readonly YamlValue[] | YamlMapping;

export interface YamlMapping {
  readonly [key: string]: YamlValue;
}

/** The keys and list positions that lead to a value, from the root. */
export type YamlPath = readonly (string | number)[];
