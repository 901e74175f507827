import { describe, expect, test } from "@jest/globals";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { changesBenchmark, signoffScope } from "../../../src/core/signoff/scope.ts";
import { isBenchmarkFile } from "../../../src/core/recipes/benchmark-files.ts";

describe("what needs a sign-off (decision 24)", () => {
  test.each([
    ["benchmarks/single_node/a.sh", true],
    ["benchmarks/README.md", false],
    ["runners/launch_h100.sh", true],
    ["configs/nvidia-master.yaml", true],
    ["configs/runners.yaml", true],
    ["configs/other.yaml", false],
    ["perf-changelog.yaml", true],
    ["utils/summarize.py", true],
    ["utils/tests/test_a.py", false],
    ["utils/matrix_logic/test_a.py", false],
    [".github/workflows/run-sweep.yml", true],
    [".github/workflows/benchmark-tmpl.yml", true],
    [".github/workflows/labels.yml", false],
    ["docs/a.md", false],
  ])("%s: %s", (path, expected) => {
    expect(isBenchmarkFile(path, [])).toBe(expected);
    expect(changesBenchmark(known([{ path: "docs/x", previousPath: path }]), [])).toBe(
      expected ? "yes" : "no",
    );
  });

  const files = (...paths: string[]) => known(paths.map((path) => ({ path, previousPath: null })));
  const terms = { require: "scoped", places: [] } as const;
  const codeowners = known("* @acme/core\nMODELS.md @nora\nfree/\n");

  test.each([
    [
      "a benchmark file",
      files("docs/a.md", "runners/a.sh"),
      { kind: "required", reason: "benchmark_file", path: "runners/a.sh" },
    ],
    [
      "a specific owner's path",
      files("x/MODELS.md"),
      { kind: "required", reason: "specific_owner", path: "x/MODELS.md" },
    ],
    ["documentation", files("docs/a.md"), { kind: "not_required" }],
    ["a path without owners", files("free/a"), { kind: "not_required" }],
    ["an unreadable list", unknown("truncated"), { kind: "unknown" }],
  ])("%s", (_story, changed, expected) => {
    expect(signoffScope(changed, codeowners, terms)).toEqual(expected);
  });

  test.each([
    ["recipes/amd.yaml", "yes"],
    ["bench/run.sh", "yes"],
    ["bench/README.md", "no"],
    ["recipes/other.yaml", "no"],
  ])("%s, where a repository keeps its recipes elsewhere: %s", (path, expected) => {
    expect(changesBenchmark(files(path), ["recipes/amd.yaml", "bench/"])).toBe(expected);
  });

  test("every change, where the repository says so; nobody knows without CODEOWNERS", () => {
    expect(signoffScope(files("docs/a.md"), codeowners, { ...terms, require: "always" }).kind).toBe(
      "required",
    );
    expect(signoffScope(files("docs/a.md"), unknown("forbidden"), terms).kind).toBe("unknown");
    expect(changesBenchmark(unknown("truncated"), [])).toBe("unknown");
  });
});
