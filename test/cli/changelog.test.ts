import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { entry, link } from "../core/changelog/story.ts";

const COMMAND = new URL("../../src/cli/changelog.ts", import.meta.url).href;
const RUN = `const { changelogCommand } = await import("${COMMAND}");
await changelogCommand().parseAsync(process.argv.slice(1), { from: "user" });`;
const A = entry("a");
const N = entry("n", link(42));
const WANTED = `${A}\n${N}`;

interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

function sweepbotChangelog(...words: string[]): Answer {
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", RUN, "--", ...words], {
    encoding: "utf8",
  });
  return { code: run.status, out: run.stdout, errors: run.stderr };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sweepbot-changelog-cli-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function stored(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("sweepbot changelog check", () => {
  function check(base: string, head: string, ...more: string[]): Answer {
    const files = [
      "--base-file",
      stored("base.yaml", base),
      "--head-file",
      stored("head.yaml", head),
    ];
    return sweepbotChangelog("check", ...files, ...more);
  }

  test("prints a valid change as JSON and leaves with 0", () => {
    const { code, out } = check(A, WANTED, "--pr", "42", "--format", "json");
    expect(JSON.parse(out)).toEqual({
      verdict: "valid",
      additions: 1,
      corrections: 0,
      problems: [],
    });
    expect(code).toBe(0);
  });

  test("prints every problem with rule, line and replacement, and leaves with 1", () => {
    const { code, out } = check(A, A + entry("n", "TBD"), "--pr", "42", "--format", "json");
    expect(JSON.parse(out)).toMatchObject({
      verdict: "invalid",
      additions: 1,
      problems: [
        { rule: "D6", line: 10, replacement: `  pr-link: ${link(42)}` },
        { rule: "R2", line: 6, replacement: "\n- config-keys:" },
      ],
    });
    expect(code).toBe(1);
  });

  test("judges as on main when no pull request is named", () => {
    const { out } = check(A, `${A}\n${entry("n", "XXX")}`, "--format", "json");
    expect(JSON.parse(out)).toMatchObject({ problems: [{ rule: "D7" }] });
  });

  test("names main's own faults apart", () => {
    const { code, out } = check(A.trimEnd(), WANTED, "--pr", "42", "--format", "json");
    expect(JSON.parse(out)).toMatchObject({ verdict: "valid", baseProblems: [{ rule: "F1" }] });
    expect(code).toBe(0);
  });

  test("speaks Chinese when asked", () => {
    const { code, out } = check(A, A + N, "--pr", "42", "--lang", "zh");
    expect(out).toContain("head.yaml:6: 错误");
    expect(code).toBe(1);
  });

  test.each([
    ["a missing file", ["--base-file", "nowhere.yaml", "--head-file", "nowhere.yaml"]],
    ["a missing option", ["--base-file", "nowhere.yaml"]],
    ["a number that is none", ["--base-file", "a", "--head-file", "b", "--pr", "0"]],
    ["an unknown format", ["--base-file", "a", "--head-file", "b", "--format", "xml"]],
  ])("leaves with 2 and says why for %s", (_name, words) => {
    const { code, errors } = sweepbotChangelog("check", ...words);
    expect(code).toBe(2);
    expect(errors).not.toBe("");
  });
});

describe("sweepbot changelog fix", () => {
  const CHANGELOG = "perf-changelog.yaml";
  let repository: string;

  function git(...words: string[]): void {
    const author = ["-c", "user.name=Mira", "-c", "user.email=mira@example.org"];
    execFileSync("git", ["-C", repository, ...author, ...words], { stdio: "ignore" });
  }

  function committed(branch: string, text: string): void {
    git("checkout", "-q", "-b", branch, "main");
    writeFileSync(join(repository, CHANGELOG), text);
    git("commit", "-q", "-am", branch);
  }

  function fix(head: string, ...more: string[]): Answer {
    return sweepbotChangelog(
      "fix",
      "--repo",
      repository,
      "--base",
      "main",
      "--head",
      head,
      "--pr",
      "42",
      ...more,
    );
  }

  beforeAll(() => {
    repository = join(folder, "repository");
    execFileSync("git", ["init", "-q", "-b", "main", repository]);
    writeFileSync(join(repository, CHANGELOG), A);
    git("add", ".");
    git("commit", "-q", "-m", "start");
    committed("wanted", A + entry("n", "TBD"));
    committed("rewritten", A.replace("Tune", "Tuned"));
    git("checkout", "-q", "main");
    writeFileSync(join(repository, CHANGELOG), `${A}\n${entry("m", link(41))}`);
    git("commit", "-q", "-am", "main moves on");
    git("checkout", "-q", "wanted");
  });

  test("writes main's entries and then the own one into the working tree", () => {
    const { code, out } = fix("wanted");
    const path = join(repository, CHANGELOG);
    expect(readFileSync(path, "utf8")).toBe(`${A}\n${entry("m", link(41))}\n${N}`);
    expect(out).toContain(path);
    expect(code).toBe(0);
  });

  test("writes to standard output when asked, also from a bare repository", () => {
    const bare = join(folder, "bare.git");
    execFileSync("git", ["clone", "-q", "--bare", repository, bare]);
    const words = ["fix", "--repo", bare, "--base", "main", "--head", "wanted", "--pr", "42"];
    expect(sweepbotChangelog(...words).code).toBe(2);
    const { code, out } = sweepbotChangelog(...words, "--output", "-");
    expect(out).toBe(`${A}\n${entry("m", link(41))}\n${N}`);
    expect(code).toBe(0);
  });

  test("leaves the file alone and says why when only a person can decide", () => {
    const before = readFileSync(join(repository, CHANGELOG), "utf8");
    const { code, errors } = fix("rewritten");
    expect(code).toBe(1);
    expect(errors).toContain(`${CHANGELOG}:4`);
    expect(readFileSync(join(repository, CHANGELOG), "utf8")).toBe(before);
  });

  test("leaves with 2 for a branch that does not exist", () => {
    expect(fix("nowhere").code).toBe(2);
  });
});
