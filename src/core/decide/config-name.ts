import type { BenchRow } from "../model/results.ts";

/** What of a config is the same for every layout and load, in the words of its own row; empty where it says nothing. */
export function configName(
  row: Pick<BenchRow, "model" | "hardware" | "framework" | "precision"> & {
    readonly specDecoding?: string;
  },
): string {
  const { model, hardware, framework, precision, specDecoding = "none" } = row;
  const parts = [model, hardware, framework, precision, specDecoding];
  return parts.filter((part) => part !== null && part !== "none").join(" ");
}
