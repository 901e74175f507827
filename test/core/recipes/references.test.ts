import { describe, expect, test } from "@jest/globals";
import { indexPaths, referencesIn } from "../../../src/core/recipes/references.ts";

const TREE = [
  "benchmarks/benchmark_lib.sh",
  "benchmarks/multi_node/amd_utils/bench.sh",
  "benchmarks/multi_node/amd_utils/job.sh",
  "benchmarks/multi_node/tiny_fp8_mi355x_sglang.sh",
  "benchmarks/single_node/fixed_seq_len/tiny.sh",
  "benchmarks/single_node/patches/fix.patch",
  "benchmarks/single_node/patches/apply.py",
  "configs/nvidia-master.yaml",
  "docs/tiny.py",
];
const FROM = "benchmarks/single_node/fixed_seq_len/tiny.sh";

function named(text: string, path = FROM): readonly string[] {
  return referencesIn({ path, text, shell: null }, indexPaths(TREE));
}

describe("the files that a script names", () => {
  test.each<[string, string, readonly string[]]>([
    ["from the top", "bash benchmarks/benchmark_lib.sh", ["benchmarks/benchmark_lib.sh"]],
    ["beside it", "python3 ../patches/apply.py", ["benchmarks/single_node/patches/apply.py"]],
    [
      "behind a variable",
      'source "$(dirname "$0")/../../benchmark_lib.sh"',
      ["benchmarks/benchmark_lib.sh"],
    ],
    [
      "behind a mount",
      "git apply /workspace/benchmarks/single_node/patches/fix.patch",
      ["benchmarks/single_node/patches/fix.patch"],
    ],
    ["by their last name alone", "bash ${DIR}/job.sh", ["benchmarks/multi_node/amd_utils/job.sh"]],
    [
      "as a module that is run",
      "python3 -u -m benchmarks.single_node.patches.apply",
      ["benchmarks/single_node/patches/apply.py"],
    ],
    ["twice", "bash job.sh; bash job.sh", ["benchmarks/multi_node/amd_utils/job.sh"]],
  ])("are found %s", (_, text, paths) => {
    expect(named(text)).toEqual(paths);
  });

  test("are found where Python imports them from beside it", () => {
    const path = "benchmarks/single_node/patches/start.py";
    const text = "import json\nfrom apply import fix\n";
    expect(named(text, path)).toEqual(["benchmarks/single_node/patches/apply.py"]);
  });

  test.each([
    ["in a comment", "  # bash job.sh"],
    ["that the tree does not have", "bash other/nothing.sh"],
    ["outside of what scripts use", "python3 tiny.py"],
    ["that is the script itself", "bash tiny.sh"],
    ["of a kind that nothing runs", "cat README.md"],
  ])("are none %s", (_, text) => {
    expect(named(text)).toEqual([]);
  });

  test("with the same last name are those that stand nearest", () => {
    const tree = Array.from({ length: 9 }, (_, at) => `utils/at${at}/run.sh`);
    const index = indexPaths([...tree, "benchmarks/multi_node/run.sh"]);
    const from = "benchmarks/multi_node/tiny_fp8_mi355x_sglang.sh";
    const found = referencesIn({ path: from, text: "bash $HERE/run.sh", shell: null }, index);
    expect(found[0]).toBe("benchmarks/multi_node/run.sh");
    const far = referencesIn({ path: "runners/a.sh", text: "bash run.sh", shell: null }, index);
    expect(far.length).toBeLessThanOrEqual(4);
  });

  test("are found in a long line without paths as fast as in a short one", () => {
    expect(named(`${"a".repeat(2_000_000)} ${"a/".repeat(1_000_000)} bash job.sh`)).toHaveLength(1);
  });
});
