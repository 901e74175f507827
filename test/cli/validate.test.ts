import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { master, S } from "../core/matrix/fixture.ts";
import { NVIDIA } from "../core/matrix/repository.ts";
import { createRepository, NEW_ENTRY, OLD_CHANGELOG, run } from "./matrix-repository.ts";
import type { Repository } from "./matrix-repository.ts";

let repository: Repository;
beforeAll(() => {
  repository = createRepository();
  const { git, write, commit } = repository;
  git("checkout", "--quiet", "-b", "change");
  write("perf-changelog.yaml", OLD_CHANGELOG + NEW_ENTRY);
  commit("good");
  write(
    "configs/nvidia-master.yaml",
    `${master(NVIDIA)}nv.c: ${S("{tp: 8, dp_attn: true, conc-list: [4]}")}\n`,
  );
  write("perf-changelog.yaml", `${OLD_CHANGELOG}${NEW_ENTRY.replace("amd-mn", "amd-nm")}\n`);
  commit("bad");
  git("checkout", "--quiet", "main");
  write("perf-changelog.yaml", OLD_CHANGELOG + NEW_ENTRY.replace("- amd-mn", "- amd-ag"));
  commit("ahead");
  git("checkout", "--quiet", "--orphan", "alone");
  commit("orphan");
});
afterAll(() => {
  repository.remove();
});

const validate = (...args: readonly string[]) =>
  run("validate", "--repo", repository.folder, ...args);

/** The small recipes are named after nothing in particular, which is worth a warning and no more. */
const withoutPrefixWarnings = (text: string): string =>
  text.replaceAll(/^configs\/\S+ (?:warning|警告): `\S+\.model-prefix`.*\n.*\n/gmu, "");

describe("sweepbot validate", () => {
  test("finds nothing wrong with a good change", () => {
    const { status, stdout } = validate("--base", "base", "--head", "good", "--pr", "42");
    expect([status, withoutPrefixWarnings(stdout)]).toEqual([0, "No errors found.\n"]);
  });

  test("#107 judges against the merge base, however far main has moved (decision 18)", () => {
    const { stdout } = validate("--base", "ahead", "--head", "good", "--format", "json");
    const codes = (JSON.parse(stdout) as { code: string }[]).map(({ code }) => code);
    expect(codes.filter((code) => code !== "prefix_disagrees")).toEqual(["conflicts_with_main"]);
  });

  test("says everything at once: recipes, bytes and entries, with the text to write", () => {
    const { status, stdout } = validate("--base", "base", "--head", "bad", "--format", "json");
    const problems = JSON.parse(stdout) as { code: string; path: string; hint: string }[];
    expect(status).toBe(1);
    expect(problems.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["underscore_field", "blank_line_at_end"]),
    );
    expect(problems.every(({ hint }) => hint !== "")).toBe(true);
    expect(problems.find(({ code }) => code === "underscore_field")).toMatchObject({
      path: "configs/nvidia-master.yaml",
      line: 4,
      replacement: expect.stringContaining("dp-attn: true"),
    });
  });

  test("prints workflow commands, escaped, on the lines they are about", () => {
    const { stdout } = validate("--base", "base", "--head", "bad", "--format", "github");
    expect(stdout).toMatch(
      /^::error file=configs\/nvidia-master\.yaml,line=4,col=\d+,title=underscore_field::/m,
    );
    expect(
      stdout
        .trim()
        .split("\n")
        .every((line) => line.startsWith("::")),
    ).toBe(true);
  });

  test("takes a change without an entry for valid, and says that nothing would run", () => {
    const { status, stdout } = validate("--base", "base", "--head", "base");
    expect(status).toBe(0);
    expect(stdout).toContain("The changelog gains no entry");
  });

  test("answers in Chinese", () => {
    const { stdout } = validate("--base", "base", "--head", "good", "--lang", "zh");
    expect(withoutPrefixWarnings(stdout)).toBe("没有发现错误。\n");
  });

  test.each([
    ["histories without a common commit", ["--base", "base", "--head", "orphan"]],
    ["a pull request number that is none", ["--base", "base", "--head", "good", "--pr", "x"]],
    ["a missing head", ["--base", "base"]],
  ])("refuses %s with 2", (_title, args) => {
    expect(validate(...args).status).toBe(2);
  });
});
