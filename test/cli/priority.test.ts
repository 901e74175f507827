import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { createRepository, NEW_ENTRY, OLD_CHANGELOG, run } from "./matrix-repository.ts";
import type { Outcome, Repository } from "./matrix-repository.ts";

jest.setTimeout(60_000);

const POLICY = `version: 1
base-score: 1.0
adjustments: { event: { pull_request: 0.5 }, multi-node: 1.25 }
labels:
  skip-queue: { name: skip_queue }
  patchwork: { names: [ci-patchwork], score: 0.0 }
`;

interface Marked {
  readonly priority: string;
  readonly "queue-token": string;
  readonly "skip-queue-pr"?: number;
}

let repository: Repository;
beforeAll(() => {
  repository = createRepository();
  repository.write("configs/ci-priority.yaml", POLICY);
  repository.commit("policy");
  repository.write("perf-changelog.yaml", OLD_CHANGELOG + NEW_ENTRY);
  // The head's own policy must not count.
  repository.write("configs/ci-priority.yaml", POLICY.replace("1.0", "9.0"));
  repository.commit("head");
});
afterAll(() => {
  repository.remove();
});

function matrix(...args: readonly string[]): Outcome {
  return run("matrix", "--repo", repository.folder, "--head", "head", ...args);
}

function rows(...args: readonly string[]): { single: readonly Marked[]; multi: readonly Marked[] } {
  const { stdout } = matrix("--base", "policy", "--priority", ...args);
  const { single_node, multi_node } = JSON.parse(stdout) as Record<
    string,
    Record<string, Marked[]>
  >;
  return { single: single_node?.["8k1k"] ?? [], multi: multi_node?.["8k1k"] ?? [] };
}

describe("sweepbot matrix --priority", () => {
  test("scores every job by the policy of the base", () => {
    const { single, multi } = rows("--event-name", "pull_request");
    expect(single.map(({ priority }) => priority)).toEqual(Array(5).fill("1.500"));
    expect(multi.map(({ priority }) => priority)).toEqual(["2.750"]);
    const tokens = [...single, ...multi].map((row) => row["queue-token"]);
    expect(new Set(tokens).size).toBe(6);
    expect(tokens.join(" ")).toMatch(/^[0-9a-f ]+$/u);
  });

  test("takes labels, the pull request and the run into account", () => {
    const plain = rows();
    const patched = rows("--labels-json", '["ci-patchwork", "skip_queue"]', "--pr", "7");
    const elsewhere = rows("--queue-namespace", "12:1");
    expect(patched.multi).toMatchObject([{ priority: "0.000", "skip-queue-pr": 7 }]);
    expect(plain.multi[0]).not.toHaveProperty("skip-queue-pr");
    expect(elsewhere.multi[0]?.["queue-token"]).not.toBe(plain.multi[0]?.["queue-token"]);
  });

  test("credits only what the criteria name", () => {
    const names = '["agentic"]';
    expect(rows("--criteria-json", names).multi).toMatchObject([{ priority: "1.000" }]);
  });

  test("leaves the digest and everything else as they are", () => {
    const plain = matrix("--base", "policy").stdout;
    const marked = matrix("--base", "policy", "--priority").stdout;
    const bare = marked.replaceAll(/,"priority":"[^"]*","queue-token":"[^"]*"/gu, "");
    expect(bare).toBe(plain);
  });

  test("gives the canary its priority, too", () => {
    const { stdout } = matrix("--base", "policy", "--priority", "--canary");
    expect(JSON.parse(stdout)).toMatchObject({ canary: [{ priority: "1.000" }] });
  });

  test.each([
    ["a base without a policy, with 1", ["--base", "base"], 1, "configs/ci-priority.yaml:1: error"],
    ["labels that are no list, with 2", ["--base", "policy", "--labels-json", "x"], 2, "JSON list"],
    [
      "criteria it does not know, with 2",
      ["--base", "policy", "--criteria-json", '["zz"]'],
      2,
      "zz",
    ],
  ])("refuses %s", (_, args, status, words) => {
    const outcome = matrix(...args, "--priority");
    expect(outcome).toMatchObject({ status, stdout: "" });
    expect(outcome.stderr).toContain(words);
  });
});
