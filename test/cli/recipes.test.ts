import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { exampleRepository } from "../../src/simulator/example.ts";
import { createRepository, run } from "./matrix-repository.ts";
import type { Outcome, Repository } from "./matrix-repository.ts";

jest.setTimeout(60_000);

const NVIDIA = "configs/nvidia-master.yaml";
const SCRIPT = "benchmarks/single_node/fixed_seq_len/tiny_fp8_b200_vllm.sh";
const CHECKLIST = "docs/PR_REVIEW_CHECKLIST.md";
const EXAMPLE = exampleRepository();

let repository: Repository;
beforeAll(() => {
  repository = createRepository(EXAMPLE);
  const { git, write, commit } = repository;
  git("checkout", "--quiet", "-b", "change");
  write(NVIDIA, text(NVIDIA).replace(/vllm\/vllm-openai:\S+/u, "someone/vllm-fork:v1"));
  commit("fork");
  git("checkout", "--quiet", "-b", "words", "base");
  write("docs/words.md", "words\n");
  commit("words-only");
  git("checkout", "--quiet", "-b", "script", "base");
  write(SCRIPT, `${text(SCRIPT)}bash helper.sh\n`);
  write("benchmarks/single_node/fixed_seq_len/helper.sh", "git apply fix.patch\n");
  commit("patched");
});
afterAll(() => {
  repository.remove();
});

const outcomes = new Map<string, Outcome>();

/** Runs a command once, however often a test looks at what it came to. */
function once(command: "lint" | "signoff", ...args: readonly string[]): Outcome {
  const call = [command, "--repo", repository.folder, ...args].join(" ");
  const seen = outcomes.get(call) ?? run(command, "--repo", repository.folder, ...args);
  outcomes.set(call, seen);
  return seen;
}

function text(path: string): string {
  return EXAMPLE[path] ?? "";
}

interface Finding {
  readonly check: number;
  readonly outcome: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly key: string | null;
  readonly message: string;
}

interface Verdict {
  readonly verdict: string;
  readonly rows: readonly (Finding & {
    readonly name: string;
    readonly code: string;
    readonly findings: readonly Finding[];
  })[];
}

describe("sweepbot lint", () => {
  const lint = (...args: readonly string[]): Outcome => once("lint", ...args);
  const rows = (...args: readonly string[]): readonly Finding[] =>
    lint("--format", "json", ...args)
      .stdout.trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Finding);

  test("prints one JSON row a finding, passes included, for the checks 6 to 11", () => {
    const found = rows("--ref", "base");
    for (const row of found) {
      expect(Object.keys(row)).toEqual(["check", "outcome", "path", "line", "key", "message"]);
      expect(row.check).toBeGreaterThanOrEqual(6);
      expect(row.check).toBeLessThanOrEqual(11);
      expect(row.message).not.toMatch(/`|^$/u);
    }
    expect(found.filter(({ outcome }) => outcome === "pass").length).toBeGreaterThan(0);
  });

  test("names the line of an image that is not upstream, and ends with 1", () => {
    const failed = rows("--ref", "fork").filter(
      ({ check, outcome }) => check === 6 && outcome === "fail",
    );
    expect(failed).toEqual([
      expect.objectContaining({ path: NVIDIA, line: 3, key: "tiny-fp8-b200-vllm" }),
    ]);
    const { status, stdout } = lint("--ref", "fork");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^configs\/nvidia-master\.yaml:3: ❌ 6: .*someone\/vllm-fork:v1/mu);
    expect(stdout).toMatch(/^6 · .*: to mend 1/mu);
  });

  test("reads every file that it looks at, also those that scripts name", () => {
    const { stdout } = lint("--ref", "patched");
    expect(stdout).toContain("helper.sh");
    const unread = rows("--ref", "patched").filter(({ message }) =>
      message.includes("could not be read"),
    );
    expect(unread).toEqual([]);
  });

  test("speaks Chinese", () => {
    expect(lint("--ref", "fork", "--lang", "zh").stdout).toMatch(/需要修改 1/u);
  });

  test("ends with 2 where there is no such revision", () => {
    const { status, stderr } = lint("--ref", "nowhere");
    expect([status, stderr]).toEqual([2, expect.stringContaining("nowhere")]);
  });
});

describe("sweepbot signoff", () => {
  const signoff = (head: string, ...args: readonly string[]): Outcome =>
    once("signoff", "--base", "base", "--head", head, ...args);
  const verdict = (head: string, ...args: readonly string[]): Verdict =>
    JSON.parse(signoff(head, "--format", "json", ...args).stdout) as Verdict;
  const outcomesOf = ({ rows }: Verdict): readonly string[] =>
    rows.map(({ check, outcome }) => `${check} ${outcome}`);

  /** A text as a file beside the repository's own. */
  const written = (name: string, body: string): string => {
    const path = join(repository.folder, `${name}.md`);
    writeFileSync(path, body);
    return path;
  };
  /** The example's form, filled in and signed. */
  const bodyBy = (login: string): string => {
    const form = (text(CHECKLIST).split("```")[1] ?? "").trim().replaceAll("- [ ]", "- [x]");
    return written(login, form.replace("FILL_IN_GITHUB_USERNAME", login));
  };

  test("prints the thirteen rows in their order, and never passes what only GitHub knows", () => {
    const seen = verdict("fork", "--body", bodyBy("nora"));
    expect(seen.rows.map(({ check }) => check)).toEqual(Array.from({ length: 13 }, (_, at) => at));
    for (const check of [1, 2, 3, 4]) {
      expect(seen.rows[check]).toMatchObject({ outcome: "human", code: "not_known_offline" });
    }
  });

  test("judges the signature, the form and the recipes", () => {
    const seen = outcomesOf(verdict("fork", "--body", bodyBy("nora")));
    expect(seen).toEqual(expect.arrayContaining(["0 pass", "5 pass", "6 fail", "12 na"]));
    const { status, stdout } = signoff("fork", "--body", bodyBy("nora"));
    expect(status).toBe(1);
    expect(stdout).toMatch(/^❌ Verdict: REJECTED$/mu);
    expect(stdout).toMatch(/^❌ {2}6 .*: FAIL — .*someone\/vllm-fork:v1/mu);
    expect(stdout.match(/^\S+ {1,2}\d{1,2} /gmu)).toHaveLength(13);
  });

  test("names the owners where somebody else signs", () => {
    const [row] = verdict("fork", "--body", bodyBy("amir")).rows;
    expect(row).toMatchObject({ outcome: "fail", code: "owners_missing" });
    expect(row?.message).toContain("nora");
  });

  test("leaves open who signs where there is no form yet", () => {
    const seen = verdict("fork");
    expect(outcomesOf(seen)).toEqual(expect.arrayContaining(["0 human", "5 human", "6 fail"]));
  });

  test("fails a form that is none", () => {
    const none = written("none", "Looks good to me.");
    expect(outcomesOf(verdict("fork", "--body", none))).toContain("5 fail");
  });

  test("says what does not apply to a change of words alone", () => {
    const seen = verdict("words-only", "--body", bodyBy("nora"));
    expect(seen.rows[4]).toMatchObject({ outcome: "na", code: "no_benchmark_change" });
    for (const check of [6, 7, 12]) expect(seen.rows[check]?.outcome).toBe("na");
  });

  test("ends with 2 where the form cannot be read", () => {
    const { status, stderr } = signoff("fork", "--body", "/nowhere/form.md");
    expect([status, stderr]).toEqual([2, expect.stringContaining("/nowhere/form.md")]);
  });
});
