import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { pickCanary } from "../../src/core/matrix/canary.ts";
import { matrixDigest, type SweepDocument } from "../../src/core/matrix/document.ts";
import { exampleRepository } from "../../src/simulator/example.ts";
import { readWorkflow } from "../support/workflow.ts";

jest.setTimeout(60_000);

const CHANGELOG = "perf-changelog.yaml";
const ENTRY = `
- config-keys:
    - tiny-fp8-b200-vllm
  description:
    - "Once more"
  pr-link: https://github.com/acme/gpu-benchmarks/pull/3
`;

/** How GitHub starts a shell that a workflow names. */
const GITHUB_BASH = ["--noprofile", "--norc", "-e", "-o", "pipefail"];

let folder: string;
let repository: string;
/** Tip of main before, tip of main now (one commit that the branch lacks), head of the branch. */
const commits = { base: "", tip: "", head: "" };

function git(...words: readonly string[]): string {
  const identity = ["-c", "user.name=mira", "-c", "user.email=mira@example.com"];
  return execFileSync("git", ["-C", repository, ...identity, ...words], {
    encoding: "utf8",
  }).trim();
}

function commit(files: Readonly<Record<string, string>>, message: string): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
  return git("rev-parse", "HEAD");
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sweepbot-workflow-"));
  repository = join(folder, "repository");
  mkdirSync(repository);
  git("init", "--quiet", "--initial-branch", "main");
  const files = exampleRepository();
  commits.base = commit(files, "Begin");
  git("switch", "--quiet", "--create", "feature");
  commits.head = commit({ [CHANGELOG]: (files[CHANGELOG] ?? "") + ENTRY }, "Measure again");
  git("switch", "--quiet", "main");
  commits.tip = commit({ "README.md": "elsewhere\n" }, "Elsewhere");
  symlinkSync(join(import.meta.dirname, "..", ".."), join(folder, "sweepbot"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/**
 * What actions/checkout leaves behind for a commit by its SHA with its whole history: it fetches
 * branches and tags, and then the commit itself where it is not among them.
 */
function checkOutAs(place: string, pull: string, sha: string): void {
  const origin = join(place, "origin.git");
  const clone = join(place, "repository");
  mkdirSync(clone, { recursive: true });
  git("init", "--quiet", "--bare", origin);
  git("push", "--quiet", origin, "main:main", `${sha}:refs/pull/${pull}/head`);
  // GitHub serves every commit that a ref of the repository reaches.
  git("-C", origin, "config", "uploadpack.allowReachableSHA1InWant", "true");
  git("init", "--quiet", clone);
  const fetch = ["-C", clone, "fetch", "--quiet", `file://${origin}`];
  git(...fetch, "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*");
  expect(() => git("-C", clone, "cat-file", "-e", sha)).toThrow();
  git(...fetch, sha);
  git("-C", clone, "checkout", "--quiet", "--detach", sha);
  symlinkSync(join(import.meta.dirname, "..", ".."), join(place, "sweepbot"));
}

interface Ran {
  readonly code: number | null;
  readonly errors: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Runs the script of a step as GitHub does: bash, stopping at the first failure, outputs in a file. */
function runStep(id: string, env: Readonly<Record<string, string>>, cwd = folder): Ran {
  const step = readWorkflow("run-sweep.yml").steps.find((each) => each.id === id);
  expect(Object.keys(step?.env ?? {}).sort()).toEqual(Object.keys(env).sort());
  const outputFile = join(folder, "output");
  writeFileSync(outputFile, "");
  const PATH = [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter);
  const ran = spawnSync("bash", [...GITHUB_BASH, "-c", step?.run ?? "exit 99"], {
    cwd,
    encoding: "utf8",
    env: { PATH, GITHUB_OUTPUT: outputFile, ...env },
  });
  const lines = readFileSync(outputFile, "utf8").split("\n").filter(Boolean);
  const outputs = lines.map((line) => [
    line.slice(0, line.indexOf("=")),
    line.slice(line.indexOf("=") + 1),
  ]);
  return {
    code: ran.status,
    errors: ran.stderr,
    outputs: Object.fromEntries(outputs) as Record<string, string>,
  };
}

describe("the step that computes the matrix", () => {
  const flags = { TRIM_CONC: "false", ALL_EVALS: "false", EVALS_ONLY: "false" };
  let document: SweepDocument;

  function runMatrix(more: Readonly<Record<string, string>> = {}, cwd = folder): Ran {
    const env = {
      HEAD_SHA: commits.head,
      BASE_SHA: commits.tip,
      MATRIX_DIGEST: matrixDigest(document),
      CANARY: "false",
      LABELS_JSON: '["full-sweep-fail-fast"]',
      PULL_REQUEST: "3",
      ...flags,
      ...more,
    };
    return runStep("matrix", env, cwd);
  }

  beforeAll(() => {
    const words = ["--repo", repository, "--base", commits.base, "--head", commits.head];
    const command = join(folder, "sweepbot", "src", "cli", "main.ts");
    const text = execFileSync(process.execPath, [command, "matrix", ...words], {
      encoding: "utf8",
    });
    document = JSON.parse(text) as SweepDocument;
  });

  test("gives the same for a fork's commit, which stands on no branch of the repository", () => {
    const place = join(folder, "of-a-fork");
    checkOutAs(place, "3", commits.head);
    const ran = runMatrix({}, place);
    expect(ran).toMatchObject({ code: 0, errors: "" });
    expect(ran.outputs["matrix"]).toBe(runMatrix().outputs["matrix"]);
  });

  test("gives the matrix that was judged, from where the branch left its base", () => {
    const { code, errors, outputs } = runMatrix();
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(JSON.parse(outputs["matrix"] ?? "")).toEqual({ canary: [], remaining: document });
  });

  test("writes what the entries are about beside it, for whoever stages the run", () => {
    runMatrix({ CANARY: "true" });
    const written: unknown = JSON.parse(
      readFileSync(join(folder, "changelog_metadata.json"), "utf8"),
    );
    expect(written).toEqual(document.changelog_metadata);
  });

  test("takes the canary out when it is asked for", () => {
    const { outputs } = runMatrix({ CANARY: "true" });
    const picked = pickCanary(document);
    expect(picked.canary).toHaveLength(1);
    expect(JSON.parse(outputs["matrix"] ?? "")).toEqual(picked);
  });

  test("gives every row its priority where the base has a policy", () => {
    const policy =
      "version: 1\nbase-score: 3\nadjustments: {}\nlabels: { patchwork: { names: [p], score: 0 } }\n";
    git("switch", "--quiet", "--detach", commits.base);
    const BASE_SHA = commit({ "configs/ci-priority.yaml": policy }, "Policy");
    const changelog = (exampleRepository()[CHANGELOG] ?? "") + ENTRY;
    const HEAD_SHA = commit({ [CHANGELOG]: changelog }, "Measure again");
    git("switch", "--quiet", "main");
    const { errors, outputs } = runMatrix({ BASE_SHA, HEAD_SHA });
    expect(errors).toBe("");
    expect(JSON.parse(outputs["matrix"] ?? "")).toMatchObject({
      remaining: { evals: document.evals.map(() => ({ priority: "3.000" })) },
    });
  });

  test.each([
    ["another digest", { MATRIX_DIGEST: "0".repeat(64) }],
    ["other options", { TRIM_CONC: "true" }],
    ["a commit that is not there", { HEAD_SHA: "0".repeat(40) }],
    ["text that would be a command", { HEAD_SHA: "$(touch touched)" }],
  ])("stops at %s and gives nothing", (_, more) => {
    const { code, errors, outputs } = runMatrix(more);
    expect(code).not.toBe(0);
    expect(errors).not.toBe("");
    expect(outputs).toEqual({});
    expect(() => readFileSync(join(folder, "touched"))).toThrow("ENOENT");
  });
});

describe("the step that reads what a merge added", () => {
  const LINK_REPOSITORY = "acme/gpu-benchmarks";
  const metadataFile = (): string => join(folder, "changelog_metadata.json");

  test("writes the metadata of the new entries", () => {
    const env = { BEFORE_SHA: commits.base, AFTER_SHA: commits.head, LINK_REPOSITORY };
    const { code, outputs } = runStep("metadata", env);
    expect({ code, outputs }).toEqual({ code: 0, outputs: { additions: "1" } });
    expect(JSON.parse(readFileSync(metadataFile(), "utf8"))).toMatchObject({
      base_ref: commits.base,
      head_ref: commits.head,
      entries: [{ "config-keys": ["tiny-fp8-b200-vllm"] }],
    });
    rmSync(metadataFile());
  });

  test("writes nothing, and does not fail, when nothing was added", () => {
    const env = { BEFORE_SHA: commits.base, AFTER_SHA: commits.tip, LINK_REPOSITORY };
    const { code, outputs } = runStep("metadata", env);
    expect({ code, outputs }).toEqual({ code: 0, outputs: { additions: "0" } });
    expect(() => readFileSync(metadataFile())).toThrow("ENOENT");
  });

  test("fails, and says why, when the changelog on main breaks its rules", () => {
    const env = { BEFORE_SHA: commits.head, AFTER_SHA: commits.base, LINK_REPOSITORY };
    const { code, outputs } = runStep("metadata", env);
    expect(code).not.toBe(0);
    expect(outputs).toEqual({});
  });
});
