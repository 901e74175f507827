import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { stringify } from "yaml";
import { parseConfig } from "../../../src/core/config/parse.ts";
import { Config, CONFIG_PATH, DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import type { Problem } from "../../../src/core/model/problem.ts";
import { describeProblem } from "../../../src/core/render/words.ts";
import { PLAIN } from "../../../src/core/render/template.ts";
import { dictionary } from "../../support/facts.ts";

function mistakes(text: string): readonly Problem[] {
  const reading = parseConfig(text);
  return reading.kind === "invalid" ? reading.problems : [];
}

/** Names such as `=` mean something else in YAML 1.1 unless they are quoted. */
const QUOTED = { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "PLAIN" } as const;

describe("settings without a mistake", () => {
  test.each([
    ["an empty file", ""],
    ["only a comment", "# x\n"],
    ["nothing said", "~\n"],
  ])("%s means all defaults", (_story, text) => {
    expect(parseConfig(text)).toEqual({ kind: "valid", config: DEFAULT_CONFIG });
  });

  test("what is left out keeps its default", () => {
    const reading = parseConfig("sweep:\n  trigger: observe\nlanguages: [zh]\n");
    expect(reading).toEqual({
      kind: "valid",
      config: {
        ...DEFAULT_CONFIG,
        languages: ["zh"],
        sweep: { ...DEFAULT_CONFIG.sweep, trigger: "observe" },
      },
    });
  });

  test("bytes are read like text", () => {
    expect(parseConfig(new TextEncoder().encode("reminder: false\n"))).toMatchObject({
      config: { reminder: false },
    });
  });

  test("the defaults are InferenceX's names (spec/control-plane §1.1)", () => {
    expect(DEFAULT_CONFIG.labels.primary.map((label) => label.name)).toEqual([
      "sweep-enabled",
      "full-sweep-enabled",
      "full-sweep-fail-fast",
      "full-sweep-fail-fast-no-canary",
      "non-canary-full-sweep-enabled",
    ]);
    expect(DEFAULT_CONFIG).toMatchObject({
      paths: { changelog: "perf-changelog.yaml" },
      sweep: { workflow: ".github/workflows/run-sweep.yml", trigger: "dispatch" },
      signoff: { context: "codeowner-signoff-verify", requireSignoff: "scoped" },
      ingest: { repository: "SemiAnalysisAI/InferenceX-app" },
    });
  });

  test("any settings written out read back as they were", () => {
    const name = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 });
    const input = fc.record(
      {
        languages: fc.constantFrom(["en"], ["zh"], ["zh", "en"]),
        reminder: fc.boolean(),
        labels: fc.record(
          {
            primary: fc.array(fc.record({ name, full: fc.boolean() }), {
              minLength: 1,
              maxLength: 3,
            }),
            allEvals: name,
          },
          { requiredKeys: [] },
        ),
        paths: fc.record(
          { changelog: name, measured: fc.array(name, { maxLength: 3 }) },
          { requiredKeys: [] },
        ),
        sweep: fc.record(
          { trigger: fc.constantFrom("dispatch", "observe"), ref: name },
          { requiredKeys: [] },
        ),
        commands: fc.record(
          { maxAgeHours: fc.integer({ min: 1, max: 720 }) },
          { requiredKeys: [] },
        ),
        signoff: fc.record(
          { teams: fc.dictionary(fc.constantFrom("acme/core", "acme/x"), fc.array(name)) },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(input, (settings) => {
        const text = stringify(settings, QUOTED);
        expect(parseConfig(text)).toEqual({ kind: "valid", config: Config.parse(settings) });
      }),
    );
  });
});

describe("every mistake, on its line", () => {
  test.each<[string, string, object]>([
    [
      "an unknown key",
      "reminder: true\nlabel: x\n",
      { code: "config_unknown_key", line: 2, values: { key: "label" } },
    ],
    [
      "an unknown key further in",
      "sweep:\n  trigger: observe\n  branch: x\n",
      { code: "config_unknown_key", line: 3, values: { key: "sweep.branch" } },
    ],
    [
      "a value that is not allowed",
      "sweep:\n  trigger: never\n",
      {
        code: "config_not_allowed",
        line: 2,
        values: { key: "sweep.trigger", expected: "dispatch, observe" },
      },
    ],
    [
      "a list item that is not allowed",
      "languages:\n  - en\n  - fr\n",
      { code: "config_not_allowed", line: 3, values: { key: "languages.1" } },
    ],
    [
      "a wrong type",
      "reminder: perhaps\n",
      { code: "config_wrong_type", line: 1, values: { key: "reminder", expected: "boolean" } },
    ],
    [
      "text instead of a list",
      "paths:\n  masters: a.yaml\n",
      { code: "config_wrong_type", line: 2, values: { key: "paths.masters", expected: "array" } },
    ],
    [
      "a list instead of settings",
      "- a\n",
      { code: "config_wrong_type", line: 1, values: { key: CONFIG_PATH } },
    ],
    [
      "no language",
      "languages: []\n",
      { code: "config_wrong_value", line: 1, values: { expected: "≥ 1" } },
    ],
    [
      "too many hours",
      "commands:\n  maxAgeHours: 1000\n",
      { code: "config_wrong_value", line: 2, values: { expected: "≤ 720" } },
    ],
    [
      "a link without its run",
      "visualizer:\n  inference: https://x\n",
      {
        code: "config_wrong_value",
        line: 2,
        values: { key: "visualizer.inference", expected: "… {run} …" },
      },
    ],
    [
      "a repository without an owner",
      "ingest:\n  repository: app\n",
      { code: "config_wrong_value", line: 2 },
    ],
    [
      "a primary label without a name",
      "labels:\n  primary:\n    - full: true\n",
      { code: "config_wrong_type", line: 3, values: { key: "labels.primary.0.name" } },
    ],
    ["not YAML", "a: [\n", { line: expect.any(Number) as unknown }],
    ["a key twice", "reminder: true\nreminder: false\n", { code: "yaml_duplicate_key", line: 2 }],
  ])("%s", (_story, text, problem) => {
    expect(mistakes(text)).toMatchObject([{ severity: "error", path: CONFIG_PATH, ...problem }]);
  });

  test("all at once", () => {
    const text = "languages: [fr]\nsweep: { trigger: x, y: 1 }\nz: 1\n";
    expect(mistakes(text).map(({ code, line }) => [code, line])).toEqual([
      ["config_not_allowed", 1],
      ["config_not_allowed", 2],
      ["config_unknown_key", 2],
      ["config_unknown_key", 3],
    ]);
  });

  test("a file that is too large is a mistake, not a crash", () => {
    expect(mistakes(`# ${"x".repeat(300 * 1024)}\n`)).toMatchObject([{ code: "file_too_large" }]);
  });

  test.each([
    "reminder: x",
    "languages: [fr]",
    "languages: []",
    "x: 1",
    "ingest: { repository: x }",
    "ingest: { fixedEvent: '' }",
    "a: [",
    "a: &x [*x]",
    "\u0000",
  ])("%j is told in both languages, with nothing left open", (text) => {
    const problems = mistakes(text);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) {
      for (const words of [dictionary.en, dictionary.zh]) {
        const { text: what, hint } = describeProblem(problem, words, PLAIN);
        expect(what.length).toBeGreaterThan(5);
        expect(hint.length).toBeGreaterThan(3);
      }
    }
  });

  test("never throws, whatever the text", () => {
    const piece = fc.constantFrom(
      "labels",
      ":",
      "\n",
      "  ",
      "- ",
      "primary",
      "[",
      "{",
      "}",
      "true",
      "7",
      "'",
      '"',
      "&a",
      "*a",
      "!x",
      "~",
      "sweep",
      "name",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const reading = parseConfig(pieces.join(""));
        if (reading.kind === "invalid")
          expect(reading.problems.every(({ line }) => line >= 1)).toBe(true);
      }),
    );
  });
});
