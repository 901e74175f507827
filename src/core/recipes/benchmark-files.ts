import { isWithin } from "../model/places.ts";

/** Files whose change can change a published number (spec/signoff §0.3), default names. */
const BENCHMARK: readonly RegExp[] = [
  /^benchmarks\/.*(?<!\.md)$/u,
  /^runners\//u,
  /^configs\/(?:[^/]*-master|runners)\.yaml$/u,
  /^perf-changelog\.yaml$/u,
  /^utils\/(?!.*(?:(?:^|\/)(?:tests?|docs)\/|(?:^|\/)test_[^/]*$|_test\.[^/]*$|\.md$)).*$/u,
  /^\.github\/workflows\/(?:run-sweep|benchmark-[^/]*|e2e-tests|collect-[^/]*)\.yml$/u,
];

/**
 * True for a file whose change can change a published number: by InferenceX's names, or in one of
 * the places that this repository configures. Words beside scripts (`.md`) never do.
 */
export function isBenchmarkFile(path: string, places: readonly string[]): boolean {
  return (
    BENCHMARK.some((pattern) => pattern.test(path)) ||
    (isWithin(path, places) && !path.endsWith(".md"))
  );
}
