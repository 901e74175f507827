import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { SweepDocument } from "../../src/core/matrix/document.ts";
import { documentOf, entry, sweep } from "../core/matrix/repository.ts";
import { createRepository, NEW_ENTRY, OLD_CHANGELOG, run } from "./matrix-repository.ts";
import type { Repository } from "./matrix-repository.ts";

let repository: Repository;
let bare: string;
beforeAll(() => {
  repository = createRepository();
  repository.write("perf-changelog.yaml", OLD_CHANGELOG + NEW_ENTRY);
  repository.commit("head");
  repository.write("perf-changelog.yaml", OLD_CHANGELOG + entry("zz"));
  repository.commit("broken");
  repository.git("checkout", "--quiet", "-b", "moved", "base");
  repository.write("perf-changelog.yaml", OLD_CHANGELOG + entry("nv.b"));
  repository.commit("ahead");
  bare = join(repository.folder, "bare.git");
  execFileSync("git", ["clone", "--quiet", "--bare", repository.folder, bare]);
  // What the working tree holds must not matter.
  repository.write("configs/nvidia-master.yaml", "broken: [");
});
afterAll(() => {
  repository.remove();
});

const matrix = (...args: readonly string[]) => run("matrix", "--repo", bare, ...args);
const rowsOf = (...args: readonly string[]): readonly Record<string, unknown>[] =>
  JSON.parse(matrix("--ref", "base", ...args).stdout) as Record<string, unknown>[];

describe("sweepbot matrix over two revisions", () => {
  test("prints the document of a bare repository, as planned, in one compact line", () => {
    const { status, stdout, stderr } = matrix("--base", "base", "--head", "head");
    const document = JSON.parse(stdout) as SweepDocument;
    expect(status).toBe(0);
    expect(stderr).toMatch(/^configs\/\S+: warning: /);
    expect(stdout).toBe(`${JSON.stringify(document)}\n`);
    const wanted = documentOf(sweep(entry("nv.a, amd-mn"))) as SweepDocument;
    expect(document).toEqual({ ...wanted, changelog_metadata: document.changelog_metadata });
    expect(document.changelog_metadata).toMatchObject({ base_ref: "base", head_ref: "head" });
  });

  test("#110 #128 reads Git's objects, whatever its settings and the working tree are (decision 18)", () => {
    const { status } = run(
      "matrix",
      "--repo",
      repository.folder,
      "--base",
      "base",
      "--head",
      "head",
    );
    expect(status).toBe(0);
  });

  test("#121 takes flags, and labels for the same things", () => {
    const refs = ["--base", "base", "--head", "head"];
    const byFlag = matrix(...refs, "--trim-conc", "--evals-only");
    const byLabel = matrix(...refs, "--label", "sweep-enabled", "--label", "evals-only");
    expect(byLabel.stdout).toBe(byFlag.stdout);
    expect((JSON.parse(byFlag.stdout) as SweepDocument).single_node).toEqual({});
  });

  test("leaves out what the base branch has gained since (decision 18)", () => {
    const behind = matrix("--base", "ahead", "--head", "head");
    expect(behind.status).toBe(0);
    const { changelog_metadata: own } = JSON.parse(behind.stdout) as SweepDocument;
    expect(own.entries).toHaveLength(1);
  });

  test("prints a table with totals", () => {
    const { stdout } = matrix("--base", "base", "--head", "head", "--format", "table");
    expect(stdout).toMatch(/^recipe +scenario +for +jobs +points +GPUs +GPU-hours/);
    expect(stdout).toMatch(/nv\.a +8k1k +throughput +5 +5 +8/);
  });

  test("says what is wrong and ends with 1", () => {
    const { status, stdout, stderr } = matrix("--base", "base", "--head", "broken");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("perf-changelog.yaml:7:17: error: No recipe has the key `zz`.");
  });

  test("#103 tells a revision that is not there from a change without an entry", () => {
    const missing = matrix("--base", "nope", "--head", "head");
    const same = matrix("--base", "base", "--head", "base");
    expect([missing.status, same.status]).toEqual([2, 1]);
    expect(missing.stderr).toContain("There is no commit `nope`");
    expect(same.stderr).toContain("The changelog gains no entry");
  });
});

describe("sweepbot matrix of recipes by key", () => {
  test("prints the rows of patterns, filtered", () => {
    const rows = rowsOf("--config-key", "nv.*", "amd-mn", "--conc", "8", "16", "--no-evals");
    expect(rows.map((row) => row["conc"])).toEqual([16, 8, [8]]);
  });

  test("adds nodes, scenarios and evals as asked", () => {
    const rows = rowsOf(
      ...["--config-key", "amd-mix", "--scenario-type", "fixed-seq-len"],
      ...["--runner-node-filter", "x_", "--evals-only"],
    );
    expect(rows.map((row) => [row["runner"], row["conc"], row["eval-only"]])).toEqual([
      ["x_0", 32, true],
      ["x_1", 32, true],
    ]);
  });

  test("#82 names the key that was meant and ends with 1", () => {
    const { status, stderr } = matrix("--config-key", "nv.aa", "--ref", "base");
    expect([status, stderr]).toEqual([1, "No recipe has the key `nv.aa`. Did you mean `nv.a`?\n"]);
  });
});

describe("usage", () => {
  test.each([
    ["#83 lengths without a job", ["--config-key", "x", "--seq-lens", "1k8k"]],
    ["#83 an unknown scenario", ["--config-key", "x", "--scenario-type", "foo"]],
    ["#83 a concurrency that is no number", ["--config-key", "x", "--conc", "x"]],
    ["#84 no evals and only evals", ["--config-key", "x", "--no-evals", "--evals-only"]],
    ["#84 no evals and all evals", ["--config-key", "x", "--no-evals", "--all-evals"]],
    ["a key and a base", ["--config-key", "x", "--base", "base"]],
    ["neither refs nor keys", []],
    ["an unknown option", ["--foo"]],
    [
      "two primary labels (decision 10)",
      [
        "--base",
        "base",
        "--head",
        "head",
        "--label",
        "sweep-enabled",
        "--label",
        "full-sweep-enabled",
      ],
    ],
  ])("refuses %s with 2", (_title, args) => {
    const { status, stdout, stderr } = matrix(...args);
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).not.toBe("");
  });

  test("says why Git cannot read a folder", () => {
    const { status, stderr } = run("matrix", "--repo", "/", "--config-key", "x");
    expect([status, stderr]).toEqual([2, expect.stringContaining("not a git repository")]);
  });

  test("helps in English and Chinese", () => {
    expect(matrix("--help")).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("--trim-conc"),
    });
    expect(matrix("--lang", "zh", "--help").stdout).toContain("配方键");
  });

  test("#83 keeps agentic rows when lengths are chosen", () => {
    expect(rowsOf("--config-key", "nv.a", "amd-mix", "--seq-lens", "1k1k")).toHaveLength(2);
  });
});
