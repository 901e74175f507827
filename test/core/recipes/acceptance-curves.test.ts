import { describe, expect, test } from "@jest/globals";
import { parseCurve } from "../../../src/core/recipes/curves.ts";
import { parseCurvesPolicy } from "../../../src/core/recipes/policy-curves.ts";
import { agentic, DETAIL, pinnedAt, serving } from "./acceptance-support.ts";
import {
  acceptance,
  AGENTIC,
  GOLDEN,
  point,
  type PointOf,
  type Situation,
} from "./script-support.ts";

describe("which curve", () => {
  const one = (fields: string, more: PointOf): readonly string[] =>
    agentic(`vllm serve m --speculative-config '{${fields}}'\n`, more);
  const at = pinnedAt;

  test.each([
    ["a method of its own", "dsv4", `"method":"dspark",${at(3, 3.01)}`, "pass acceptance_golden"],
    [
      "a draft of its own",
      "dsv4",
      `"method":"draft","model":"x/V4-DSpark",${at(3, 3.01)}`,
      "pass acceptance_golden",
    ],
    [
      "the sampling of drafts",
      "kimik3",
      `"method":"dspark","draft_sample_method":"probabilistic",${at(7, 3.84)}`,
      "pass acceptance_golden",
    ],
    ["no such sampling", "kimik3", `"method":"dspark",${at(7, 3.84)}`, "fail acceptance_differs"],
    [
      "the draft's attention",
      "minimaxm3",
      `"method":"eagle3","model":"x/M3-GQA",${at(3, 2.78)}`,
      "pass acceptance_golden",
    ],
    [
      "another attention",
      "minimaxm3",
      `"method":"eagle3","model":"x/M3",${at(3, 2.83)}`,
      "pass acceptance_golden",
    ],
    [
      "the other thinking mode",
      "dsv4",
      `"method":"mtp",${at(3, 2.97)}`,
      "human acceptance_thinking_off",
    ],
    [
      "a length that was not measured",
      "dsv4",
      `"method":"mtp",${at(12, 2.6)}`,
      "fail acceptance_no_curve_unexplained",
    ],
    [
      "a model without a curve",
      "newmodel",
      `"method":"mtp",${at(3, 2.6)}`,
      "fail acceptance_no_curve_unexplained",
    ],
  ])("%s", (_, prefix, fields, expected) => {
    expect(one(fields, { prefix })).toEqual([expected]);
  });

  test("a draft that is not known, where it matters", () => {
    const lines = `vllm serve m --speculative-config "{\\"method\\":\\"eagle3\\",\\"model\\":\\"$DRAFT\\",${at(3, 2.78).replaceAll('"', String.raw`\"`)}}"\n`;
    expect(agentic(lines, { prefix: "minimaxm3" })).toEqual(["human acceptance_not_worked_out"]);
  });

  test("an engine that cannot say it: equal to one of them, with a note", () => {
    const lines = (pinned: string): string =>
      `python -m atom --method dspark --num-speculative-tokens 7 --spec-decode-acceptance-length ${pinned}\n`;
    expect(agentic(lines("3.78"), { prefix: "kimik3" })).toEqual(["pass acceptance_golden_one_of"]);
    expect(agentic(lines("3.84"), { prefix: "kimik3" })).toEqual(["pass acceptance_golden_one_of"]);
    expect(agentic(lines("3.8"), { prefix: "kimik3" })).toEqual(["fail acceptance_differs"]);
  });

  test("thinking that is switched off has its own", () => {
    const off = `${serving(pinnedAt(3, 2.97)).trim()} --default-chat-template-kwargs '{"thinking": false}'\n`;
    expect(agentic(off)).toEqual(["pass acceptance_golden"]);
  });

  test("no curve: the sign-off has to name a source", () => {
    const lines = serving(pinnedAt(3, 2.6));
    const said = (details: Exclude<Situation["details"], undefined>): readonly string[] =>
      agentic(lines, { prefix: "newmodel" }, { details });
    expect(said([DETAIL])).toEqual(["human acceptance_no_curve_explained"]);
    expect(said([{ ...DETAIL, text: "Looks good to me." }])).toEqual([
      "fail acceptance_no_curve_unexplained",
    ]);
    expect(said(null)).toEqual(["human acceptance_no_curve"]);
  });

  test("a curve that no rule names waits for a person", () => {
    const policy = { "golden_al_distribution/new_mtp.yaml": "m: {thinking_on: {1: 1.5}}\n" };
    const said = agentic(serving(pinnedAt(3, 2.49)), {}, { policy });
    expect(said).toEqual(["pass acceptance_golden", "human acceptance_curve_unmapped"]);
  });

  test("a curve that cannot be read decides nothing", () => {
    const policy = { "golden_al_distribution/dsv4_mtp.yaml": "m: {thinking_on: {1: a}}\n" };
    expect(agentic(serving(pinnedAt(3, 2.49)), {}, { policy })).toEqual([
      "human acceptance_curve_unread",
    ]);
  });

  test("a curve at the head is no policy", () => {
    const head = {
      [AGENTIC]: serving(pinnedAt(3, 9)),
      "golden_al_distribution/dsv4_mtp.yaml": "m: {thinking_on: {3: 9}}\n",
    };
    expect(acceptance({ points: [point()], head })).toEqual(["fail acceptance_differs"]);
  });
});

describe("the tables", () => {
  test("every curve of the guarded repository is named by a rule", () => {
    const named = Object.keys(GOLDEN).map((path) => path.split("/").at(-1));
    const said = agentic(serving(pinnedAt(3, 2.49)));
    expect(named).toHaveLength(9);
    expect(said).toEqual(["pass acceptance_golden"]);
  });

  test.each([
    ["a list", "- 1\n"],
    ["two models", "a: {thinking_on: {1: 2}}\nb: {}\n"],
    ["a text for a number", "a: {thinking_on: {1: x}}\n"],
    ["a text for a draft length", "a: {thinking_on: {x: 1}}\n"],
    ["an alias", "a: &a {thinking_on: {1: 2}}\nb: *a\n"],
    ["no YAML", "a: [\n"],
  ])("a curve that is %s is not read", (_, text) => {
    expect(parseCurve("x", text)).toBeNull();
  });

  test("what is wrong with a table is told with its line", () => {
    expect(parseCurvesPolicy("curves: []\n")).toMatchObject([
      { code: "config_wrong_value", line: 1 },
      { code: "config_wrong_value" },
      { code: "config_wrong_value" },
    ]);
    expect(
      parseCurvesPolicy(
        "curves:\n  - {prefix: a, file: b}\n  - {prefix: a, file: b, if: {}}\nharnesses: {}\nclients: []\n",
      ),
    ).toMatchObject([{ line: 3 }]);
  });
});
