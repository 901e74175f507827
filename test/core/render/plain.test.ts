import { describe, expect, test } from "@jest/globals";
import { plainProgress } from "../../../src/core/render/card.ts";
import { plainLine, plainLines } from "../../../src/core/render/plain.ts";
import { codeSpan, escapeText } from "../../../src/core/markdown/escape.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import { aJob, aRun, FULL, labelled } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";

describe("Markdown of ours as plain text", () => {
  test.each([
    ["at `abc`, for `x` and `y`", "at abc, for x and y"],
    ["[Run 7](https://github.com/a/b/runs/7) is running", "Run 7 is running"],
    ["a lone ` stays", "a lone ` stays"],
    ["nothing to take off", "nothing to take off"],
  ])("the line %j is %j", (markdown, plain) => {
    expect(plainLine(markdown)).toBe(plain);
  });

  test.each([
    ["<!-- sweepbot:answer-1 a -->\n### Title\n\n**Next** step", ["Title", "Next step"]],
    ["| a | b |\n|---|---|\n| `x` | **y** |", ["a · b", "x · y"]],
    ["- ✅ one\n\n<details><summary>中文</summary>\n\nrest\n\n</details>", ["- ✅ one"]],
  ])("the comment %j has the lines %j", (markdown, lines) => {
    expect(plainLines(markdown)).toEqual(lines);
  });

  test.each(["a_b*c", "[x](y)", "<b> & c", "@mira #1", "1. one", "C:\\dir"])(
    "%j reads as it was written",
    (text) => {
      const shown = `x ${escapeText(text, { most: 99 })} ${codeSpan("k", { most: 99 })}`;
      expect(plainLines(shown)).toEqual([`x ${text} k`]);
    },
  );
});

test("the progress of a card comes family by family, failures first", () => {
  const jobs = [
    aJob("canary / one", { conclusion: "success" }),
    aJob("eval / [two]", { conclusion: "failure", failedStep: "Start the server" }),
  ];
  const facts = someFacts({ ...labelled([FULL]), runs: [aRun(900, { jobs })] });
  const lines = plainProgress(cardOf(decide(facts), facts), dictionary.en);
  expect(lines.filter((line) => /eval|canary|Failed/u.test(line))).toEqual([
    expect.stringMatching(/^[▓░]{6} 1\/\d+ eval · failed: 1$/u),
    expect.stringMatching(/^[▓░]{6} 1\/\d+ canary$/u),
    "Failed first:",
    "eval / [two]: step Start the server",
  ]);
});
