import type { Reading } from "../model/reading.ts";
import { touchedPaths, type ScopeFile } from "./check-owners.ts";
import { parseCodeowners, ruleFor } from "./codeowners.ts";

export type SignoffScope =
  | { readonly kind: "required"; readonly path: string; readonly reason: ScopeReason }
  | { readonly kind: "not_required" }
  /** Files or CODEOWNERS could not be read; counts as required until they can. */
  | { readonly kind: "unknown" };
export type ScopeReason = "always" | "benchmark_file" | "specific_owner";

/** Files whose change can change a published number (spec/signoff §0.3), default names. */
const BENCHMARK: readonly RegExp[] = [
  /^benchmarks\/.*(?<!\.md)$/u,
  /^runners\//u,
  /^configs\/(?:[^/]*-master|runners)\.yaml$/u,
  /^perf-changelog\.yaml$/u,
  /^utils\/(?!.*(?:(?:^|\/)(?:tests?|docs)\/|(?:^|\/)test_[^/]*$|_test\.[^/]*$|\.md$)).*$/u,
  /^\.github\/workflows\/(?:run-sweep|benchmark-[^/]*|e2e-tests|collect-[^/]*)\.yml$/u,
];

/** True for a file whose change can change a published number. */
export function isBenchmarkFile(path: string): boolean {
  return BENCHMARK.some((pattern) => pattern.test(path));
}

/** Whether any changed file, under its old or new name, is a benchmark file. */
export function changesBenchmark(files: Reading<readonly ScopeFile[]>): "yes" | "no" | "unknown" {
  if (files.kind === "unknown") return "unknown";
  return touchedPaths(files.value).some(isBenchmarkFile) ? "yes" : "no";
}

/**
 * Whether a pull request needs a sign-off (decision 24): it changes a benchmark file or a path with
 * a specific owner; with `always`, every one does.
 */
export function signoffScope(
  files: Reading<readonly ScopeFile[]>,
  codeowners: Reading<string | null>,
  require: "scoped" | "always" = "scoped",
): SignoffScope {
  if (files.kind === "unknown") return { kind: "unknown" };
  const paths = touchedPaths(files.value);
  if (require === "always") return { kind: "required", path: paths[0] ?? "", reason: "always" };
  const benchmark = paths.find(isBenchmarkFile);
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
