import { describe, expect, test } from "@jest/globals";
import type { RecipesVerdict } from "../../../src/core/decide/recipes.ts";
import type { SignoffVerdict } from "../../../src/core/decide/signoff.ts";
import type { CheckRunContent } from "../../../src/core/model/effect.ts";
import type { RecipeFinding } from "../../../src/core/recipes/finding.ts";
import { recipesCheck, recipesRow } from "../../../src/core/render/recipes.ts";
import { renderSignoff } from "../../../src/core/render/signoff.ts";
import { allChecks, CHECK_CODES } from "../../../src/core/signoff/checks.ts";
import { recipeRows, untouchedRows } from "../../../src/core/signoff/recipe-rows.ts";
import { DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { HEAD } from "../../support/build.ts";
import { NOTHING_ASIDE } from "../../support/signoff.ts";
import { aFinding, RECIPES } from "../../support/recipe-findings.ts";

const sources = { facts: someFacts({ config: configured({ languages: ["en"] }) }), dictionary };

function verdict(...findings: readonly RecipeFinding[]): RecipesVerdict {
  return { kind: "checked", findings, problems: [], lookAgainMs: null };
}

function checkOf(...findings: readonly RecipeFinding[]): CheckRunContent {
  const check = recipesCheck(verdict(...findings), sources);
  if (check === null) throw new Error("no check run");
  return check;
}

const fail = aFinding({ check: 10, outcome: "fail", line: 3 });
const human = aFinding();
const pass = aFinding({ check: 6, outcome: "pass" });
const na = aFinding({ check: 7, outcome: "na", path: null, line: null });

describe("the check run of recipes", () => {
  test.each<[string, readonly RecipeFinding[], string, string]>([
    [
      "anything fails",
      [pass, human, fail],
      "failure",
      "To mend in recipes: 1; for a person to judge: 1",
    ],
    [
      "a person has to judge",
      [pass, human, na],
      "neutral",
      "Nothing is broken; for a person to judge: 1",
    ],
    ["all pass or do not apply", [pass, na], "success", "All checks of recipes pass"],
    ["none applies", [na], "success", "No check of recipes applies"],
  ])("when %s", (_, findings, conclusion, title) => {
    expect(checkOf(...findings)).toMatchObject({ status: "completed", conclusion, title });
  });

  test("is not there where nothing was checked", () => {
    expect(recipesCheck({ kind: "none" }, sources)).toBeNull();
  });

  test("marks lines, failures first, and only where somebody has to do something", () => {
    const { annotations } = checkOf(pass, human, na, fail);
    expect(
      annotations.map(({ level, path, startLine }) => `${level} ${path} ${startLine}`),
    ).toEqual(["failure benchmarks/a.sh 3", "warning benchmarks/a.sh 7"]);
    for (const { message, title } of annotations) expect(message + title).not.toMatch(/`|\*/u);
  });

  test("marks the first line of a file where no line is known", () => {
    expect(checkOf(aFinding({ line: null })).annotations[0]?.startLine).toBe(1);
  });

  test("marks at most a hundred lines, and lists fifty", () => {
    const many = Array.from({ length: 150 }, (_, line) => aFinding({ line: line + 1 }));
    const { annotations, summary } = checkOf(...many);
    expect(annotations).toHaveLength(100);
    expect(summary.match(/^- ⚠️/gmu)).toHaveLength(50);
    expect(summary).toContain("100 more");
  });

  test("has a row a check, with the worst that it found", () => {
    const { summary } = checkOf(pass, human, aFinding({ outcome: "pass" }), fail, fail);
    expect(summary.match(/^\| \S+ \| \d+ · /gmu)).toEqual([
      "| ✅ | 6 · ",
      "| ⚠️ | 8 · ",
      "| ❌ | 10 · ",
    ]);
    expect(summary).toMatch(/^\| ❌ \| 10 · .*and 1 more/mu);
  });

  test("is the same for the same findings, so that it is written once", () => {
    expect(checkOf(fail, pass)).toEqual(checkOf(fail, pass));
    expect(checkOf(fail).externalId).not.toBe(checkOf(human).externalId);
  });

  test("has a line on the card, unless no check applies", () => {
    expect(RECIPES.map((each) => recipesRow(each)?.mark ?? null)).toEqual([
      ...[null, null, "pass", "none", "fail"],
    ]);
  });
});

describe("the rows of a sign-off", () => {
  const outcomes = (...findings: readonly RecipeFinding[]): readonly string[] =>
    recipeRows(findings).map(
      ({ check, outcome, details }) => `${check} ${outcome} +${details?.length ?? 0}`,
    );

  test.each<[string, readonly RecipeFinding[], readonly string[]]>([
    ["nothing was found", [], []],
    ["one finding", [pass], ["6 pass +0"]],
    [
      "the worst speaks, the others that ask are listed",
      [human, { ...human, line: 9 }, { ...human, outcome: "pass" }],
      ["8 human +1"],
    ],
    ["a failure goes before a question", [human, { ...human, outcome: "fail" }], ["8 fail +1"]],
    ["checks stand in their order", [fail, pass, human], ["6 pass +0", "8 human +0", "10 fail +0"]],
    ["what does not apply goes behind a pass", [{ ...pass, outcome: "na" }, pass], ["6 pass +0"]],
  ])("%s", (_, findings, rows) => {
    expect(outcomes(...findings)).toEqual(rows);
  });

  test("leave both halves of the images open where nothing could be looked at", () => {
    const unread = { ...pass, outcome: "human", code: "recipes_unread" } as const;
    const [row] = recipeRows([unread]);
    expect(row?.parts).toEqual({
      "6a": { outcome: "human", code: "recipes_unread" },
      "6b": { outcome: "human", code: "recipes_unread" },
    });
  });

  test("keep the findings as their evidence", () => {
    expect(recipeRows([human, human])[0]?.evidence).toEqual([human, human]);
  });

  test("do not apply where no recipe is touched", () => {
    const rows = untouchedRows([6, 9]);
    expect(rows.map(({ check, outcome }) => [check, outcome])).toEqual([
      [6, "na"],
      [9, "na"],
    ]);
  });

  test("list their further places folded away in the report", () => {
    const rows = allChecks(recipeRows([fail, { ...fail, line: 90 }, human]));
    const status: SignoffVerdict["status"] = {
      state: "failure",
      code: "status_rejected",
      values: {},
    };
    const report = (of: typeof rows): string =>
      renderSignoff(
        { status, rows: of, covering: [], aside: NOTHING_ASIDE },
        { headSha: HEAD, tipSha: null },
        { ...DEFAULT_CONFIG, languages: ["en"] },
        dictionary,
      );
    expect(report(rows)).toMatch(/❌ \*\*10 · .*And 1 more, listed below/u);
    expect(report(rows)).toMatch(/<details><summary>All places[^]*benchmarks\/a\.sh` line 90/u);
    expect(report(allChecks(recipeRows([fail])))).not.toContain("<details>");
  });

  test("speak with sentences of their own: no code is in both files", () => {
    const shared = CHECK_CODES.filter(
      (code) => dictionary.en.sentences[`recipes.${code}`] !== undefined,
    );
    expect(shared).toEqual([]);
  });
});
