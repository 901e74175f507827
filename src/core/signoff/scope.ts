import type { Config } from "../model/config.ts";
import type { Reading } from "../model/reading.ts";
import { isBenchmarkFile } from "../recipes/benchmark-files.ts";
import { touchedPaths, type ScopeFile } from "./check-owners.ts";
import { parseCodeowners, ruleFor } from "./codeowners.ts";

export type SignoffScope =
  | { readonly kind: "required"; readonly path: string; readonly reason: ScopeReason }
  | { readonly kind: "not_required" }
  /** Files or CODEOWNERS could not be read; counts as required until they can. */
  | { readonly kind: "unknown" };
export type ScopeReason = "always" | "benchmark_file" | "specific_owner";

export interface ScopeTerms {
  readonly require: "scoped" | "always";
  /** Benchmark files of this repository; a trailing `/` names a folder. */
  readonly places: readonly string[];
}

/** Where this repository keeps what decides its numbers. */
export function benchmarkPlaces({ paths, sweep }: Config): readonly string[] {
  return [...paths.masters, paths.runners, paths.changelog, ...paths.measured, sweep.workflow];
}

/** Whether any changed file, under its old or new name, is a benchmark file. */
export function changesBenchmark(
  files: Reading<readonly ScopeFile[]>,
  places: readonly string[],
): "yes" | "no" | "unknown" {
  if (files.kind === "unknown") return "unknown";
  return touchedPaths(files.value).some((path) => isBenchmarkFile(path, places)) ? "yes" : "no";
}

/**
 * Whether a pull request needs a sign-off (decision 24): it changes a benchmark file or a path with
 * a specific owner; with `always`, every one does.
 */
export function signoffScope(
  files: Reading<readonly ScopeFile[]>,
  codeowners: Reading<string | null>,
  { require, places }: ScopeTerms,
): SignoffScope {
  if (files.kind === "unknown") return { kind: "unknown" };
  const paths = touchedPaths(files.value);
  if (require === "always") return { kind: "required", path: paths[0] ?? "", reason: "always" };
  const benchmark = paths.find((path) => isBenchmarkFile(path, places));
  if (benchmark !== undefined)
    return { kind: "required", path: benchmark, reason: "benchmark_file" };
  if (codeowners.kind === "unknown") return { kind: "unknown" };
  const { rules } = parseCodeowners(codeowners.value ?? "");
  const owned = paths.find((path) => {
    const rule = ruleFor(rules, path);
    return rule !== null && !rule.catchAll && rule.owners.length > 0;
  });
  if (owned === undefined) return { kind: "not_required" };
  return { kind: "required", path: owned, reason: "specific_owner" };
}
