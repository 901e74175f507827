import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { BASE, EARLIER, HEAD } from "../../support/build.ts";
import { aFile, documentsOf, ENTRY, exampleFile, someFacts } from "../../support/facts.ts";

const PATH = "perf-changelog.yaml";
const OLD = exampleFile(PATH);
const MAIN = `${OLD}${ENTRY.replace("tiny-fp8-b200-vllm", "grand-fp4-b200-sglang").replace("/42", "/41")}`;
const OWN = `${ENTRY.trimEnd()}\n  append-only: true\n`;

/** The head is a merge of main into a branch that had this changelog; the head has that one. */
function merged(before: string, after: string, more: Partial<Facts> = {}): Facts {
  const beforeMerge = { base: aFile(PATH, OLD), head: aFile(PATH, before) };
  return someFacts({
    commits: known([
      { sha: EARLIER, message: "Own", parents: [BASE] },
      { sha: HEAD, message: "Merge main", parents: [EARLIER, BASE] },
    ]),
    documents: documentsOf({ changelogBase: MAIN, changelogTip: MAIN, changelog: after }),
    gate: { ...someFacts().gate, beforeMerge },
    ...more,
  });
}

function findings(facts: Facts): readonly string[] {
  return decide(facts).gate.problems.map(
    ({ code, severity, line }) => `${severity} ${code} ${line}`,
  );
}

const lineOfEntry = MAIN.split("\n").length + 1;

describe("main is merged into the branch (case CHG-19)", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["everything is kept", OLD + OWN, MAIN + OWN, []],
    ["a field is dropped", OLD + OWN, MAIN + ENTRY, [`warning entry_field_lost ${lineOfEntry}`]],
    ["the entry is dropped", OLD + OWN, MAIN, ["warning entry_lost 1"]],
    [
      "a description is dropped",
      OLD + OWN.replace('- "Newer image"', '- "Newer image"\n    - "More memory"'),
      MAIN + OWN,
      [`warning entry_field_changed ${lineOfEntry}`],
    ],
    ["there was no entry before", OLD, MAIN + OWN, []],
  ])("%s", (_, before, after, expected) => {
    expect(findings(merged(before, after))).toEqual(expected);
  });

  test("a head that is no merge is not compared", () => {
    const facts = merged(OLD + OWN, MAIN + ENTRY, { commits: someFacts().commits });
    expect(findings(facts)).toEqual([]);
  });

  test.each<[string, Partial<Facts>]>([
    ["the commits", { commits: unknown("truncated") }],
    [
      "the changelog before the merge",
      {
        gate: {
          ...someFacts().gate,
          beforeMerge: { base: aFile(PATH, OLD), head: unknown("too_large") },
        },
      },
    ],
  ])("where %s could not be read, that is said", (_, more) => {
    expect(findings(merged(OLD + OWN, MAIN + ENTRY, more))).toEqual([
      "notice merge_not_compared 1",
    ]);
  });
});
