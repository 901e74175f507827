import { describe, expect, test } from "@jest/globals";
import { unknown } from "../../../src/core/model/reading.ts";
import { checkDeprecated, nextDeprecationLook } from "../../../src/core/recipes/deprecated.ts";
import { A, type Fields, S } from "../matrix/fixture.ts";
import { changed, type Given, inputOf } from "./recipe-input.ts";

const SCENARIOS = [
  "| Agentic coding | Long | Active. |",
  "| Single-turn 8k1k | 8192 / 1024 | Active. |",
  "| Single-turn 1k1k | 1024 / 1024 | **Deprecated for all models** since 2026-07-17. |",
];
const ROW = "| M | `m` | 2026-01-01 | Single-turn 8k1k, Agentic coding | Single-turn 1k1k |";

function models(row: string, { notice = "", scenarios = SCENARIOS } = {}): string {
  return [
    "# Models",
    "## Deprecation Notice",
    notice,
    "## Scenarios",
    "",
    "| Scenario | ISL/OSL | Status |",
    "|---|---|---|",
    ...scenarios,
    "",
    "## Model support matrix",
    "",
    "| Model architecture class | Prefix | Date added | Active scenarios | Deprecated scenarios |",
    "|---|---|---|---|---|",
    row,
    "",
    "## Notes",
  ].join("\n");
}

const fixed = (top: Fields = {}, block: Fields = {}): string =>
  S("{tp: 8, conc-list: [4]}", top, block);
const agentic = (spec: string): string => A(`{tp: 8, kv-offloading: none, conc-list: [4]${spec}}`);

function codes(given: Given, text: string | null = models(ROW), today = "2026-08-22"): unknown {
  const policy = text === null ? {} : { "MODELS.md": text };
  const more = { now: Date.parse(`${today}T23:00:00Z`), ...given.more };
  const findings = checkDeprecated(inputOf({ policy, ...given, more }));
  return findings.map(({ outcome, code }) => `${outcome} ${code}`).join("; ");
}

const row = (active: string, gone = "", prefix = "`m`"): string =>
  `| M | ${prefix} | 2026-01-01 | ${active} | ${gone} |`;

describe("what MODELS.md on the default branch allows (spec/signoff §3.7)", () => {
  test.each<[string, string, string, string]>([
    ["active", fixed(), row("Single-turn 8k1k"), "pass deprecated_not"],
    [
      "retired",
      fixed(),
      row("None (retired 2026-07-18, [#1](https://x.test/1))", "Single-turn 8k1k"),
      "fail deprecated_model_retired",
    ],
    [
      "retired, written with a dash",
      fixed(),
      row("— (retired 2026-07-18, [#1](https://x.test/1))"),
      "fail deprecated_model_retired",
    ],
    [
      "case 62: retired from tomorrow on",
      fixed(),
      row("None (retired 2026-08-23)"),
      "pass deprecated_soon",
    ],
    [
      "retired from today on",
      fixed(),
      row("None (retired 2026-08-22)"),
      "fail deprecated_model_retired",
    ],
    [
      "deprecated for all models, whatever the row says",
      fixed({}, { isl: "1024", osl: "1024" }),
      row("Single-turn 1k1k"),
      "fail deprecated_everywhere",
    ],
    [
      "deprecated for this one",
      fixed(),
      row("Agentic coding", "Single-turn 1k1k, Single-turn 8k1k (removed 2026-08-04)"),
      "fail deprecated_scenario",
    ],
    [
      "about to be",
      fixed(),
      row("Agentic coding", "Single-turn 1k1k, Single-turn 8k1k (after 2026-09-01)"),
      "pass deprecated_soon",
    ],
    ["in neither list", fixed(), row("Agentic coding"), "human deprecated_scenario_unlisted"],
    [
      "a precision outside the list",
      fixed({ precision: "bf16" }),
      row("Single-turn 8k1k and Agentic coding, both limited to fp8/fp4"),
      "fail deprecated_precision",
    ],
    [
      "a precision in the list",
      fixed(),
      row("Single-turn 8k1k and Agentic coding, both limited to fp8/fp4"),
      "pass deprecated_not",
    ],
    [
      "another prefix",
      fixed(),
      row("Single-turn 8k1k", "", "`mm`"),
      "human deprecated_prefix_unknown",
    ],
    [
      "the second prefix of a row",
      fixed(),
      row("Single-turn 8k1k", "", "`x`, `m`"),
      "pass deprecated_not",
    ],
    [
      "one arm only, and no speculative decoding",
      agentic(""),
      row("Agentic coding (DSpark only)"),
      "human deprecated_arm_unclear",
    ],
    [
      "one arm only, with speculative decoding",
      agentic(", spec-decoding: mtp"),
      row("Agentic coding (DSpark only)", "Agentic coding non-DSpark arm"),
      "pass deprecated_not",
    ],
    [
      "in both lists, and no speculative decoding",
      agentic(""),
      row("Agentic coding", "Agentic coding non-MTP arm"),
      "human deprecated_arm_unclear",
    ],
    [
      "lengths that have no name",
      fixed({}, { isl: "500" }),
      ROW,
      "human deprecated_scenario_unlisted",
    ],
  ])("%s", (_, recipe, line, expected) => {
    expect(codes({ head: { k: recipe } }, models(line))).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["the last day", "2026-09-03", "pass deprecated_soon"],
    ["the day after", "2026-09-04", "fail deprecated_scenario"],
  ])("an announced end still allows %s", (_, today, expected) => {
    const notice = [
      "### Thursday, September 3, 2026",
      "| Model | Deprecated | Remains |",
      "|---|---|---|",
      "| M (`m`) | Single-turn 8k1k | Agentic coding |",
    ].join("\n");
    const text = models(row("Agentic coding", "Single-turn 8k1k"), { notice });
    expect(codes({ head: { k: fixed() } }, text, today)).toBe(expected);
    const other = models(row("Agentic coding", "Single-turn 8k1k"), {
      notice: notice.replace("Single-turn 8k1k", "Agentic coding"),
    });
    expect(codes({ head: { k: fixed() } }, other, today)).toBe("fail deprecated_scenario");
  });

  test.each<[string, string | null]>([
    ["no file", null],
    ["no table", "# Models\n"],
    ["a row without a prefix", models("| M | m | 2026 | Agentic coding | |")],
    ["other columns", models(ROW).replaceAll("Active scenarios", "Scenarios")],
  ])("nothing passes where the tables cannot be understood: %s", (_, text) => {
    expect(codes({ head: { k: fixed() } }, text)).toBe("human deprecated_table_unread");
  });

  test("a file that could not be read is no file without tables: a person looks", () => {
    const input = inputOf({ head: { k: fixed() } });
    const texts = { "MODELS.md": unknown("unavailable") };
    const policy = { ...input.sources.policy, texts };
    const sources = { ...input.sources, policy };
    expect(checkDeprecated({ ...input, sources })).toMatchObject([
      { outcome: "human", code: "deprecated_table_unread" },
    ]);
  });

  test("case 61: a row that the pull request itself adds does not count", () => {
    const head = { k: fixed({ "model-prefix": "new" }) };
    const atHead = { "MODELS.md": models(row("Single-turn 8k1k", "", "`new`")) };
    expect(codes({ head, atHead, files: ["MODELS.md"] })).toBe("human deprecated_prefix_unknown");
  });

  test("nothing submitted does not apply, and what is removed is not submitted", () => {
    expect(codes({})).toBe("na deprecated_no_recipe");
    expect(codes({ base: { k: fixed() } })).toBe("na deprecated_no_recipe");
  });

  test("a recipe that an entry only selects is submitted, too", () => {
    const same = { k: fixed() };
    expect(codes({ base: same, head: same, selected: ["k"] })).toBe("pass deprecated_not");
  });

  test("a recipe that is not valid waits for a person", () => {
    expect(codes({ head: { k: "{}" } })).toBe("human deprecated_recipe_invalid");
  });
});

describe("a recipe that comes back from the archive", () => {
  const path = "configs/deprecated/m-master.yaml";
  const back = (text: string): unknown =>
    codes({ head: { k: fixed() }, atBase: { [path]: text }, files: [changed(path)] });

  test("waits for a person, and so does one whose archive could not be read", () => {
    expect(back("k:\n  image: a\n")).toContain("human deprecated_brought_back");
    expect(codes({ head: { k: fixed() }, files: [path] })).toContain("deprecated_brought_back");
  });

  test("is not any other recipe", () => {
    expect(back("kk:\n  image: a\n# k:\n")).toBe("pass deprecated_not");
  });
});

describe("the next look", () => {
  const now = Date.parse("2026-08-22T23:00:00Z");
  const findings = (line: string): ReturnType<typeof checkDeprecated> =>
    checkDeprecated(
      inputOf({ head: { k: fixed() }, policy: { "MODELS.md": models(line) }, more: { now } }),
    );

  test("comes at the next UTC day where a date is still to come, and else not", () => {
    expect(nextDeprecationLook(findings(row("None (retired 2026-08-23)")), now)).toBe(3_600_000);
    expect(nextDeprecationLook(findings(ROW), now)).toBeNull();
  });
});
