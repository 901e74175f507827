import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { judgeChangelog } from "../../../src/core/changelog/judge.ts";
import type { ChangelogJudgement } from "../../../src/core/changelog/judge.ts";
import { describeShared } from "../../support/shared.ts";
import { cloneRealHistory } from "./real-data.ts";
import type { RealHistory } from "./real-data.ts";
import { PATH, REPOSITORY, brokenRules, terms } from "./story.ts";

const OLD_REPOSITORY = "InferenceMAX/InferenceMAX";

/**
 * Table B of the public reports under decision 18: commit, what it does, broken rules in contract order, new entries, corrections,
 * the number taken for the own one ("old": in links of the repository's earlier name), rules that main broke before, first line.
 * Where the reports' "strict" column refuses a repair of main's own fault (a missing line feed), case CHG-01 wins: judged by content.
 * Where only a link is odd, rule D6 refuses, which that column leaves out.
 */
const COMMITS = `
108bf4f2ab35 | appends one entry | - | 1 | 0 | #2686 | - | -
f444926334f8 | appends two entries | - | 2 | 0 | #1218 | - | -
151774a9952d | adds main's missing line feed | - | 0 | 0 | #1 | F1 | -
6b0f1b41a29f | adds it again a day later | - | 0 | 0 | #1 | F1 | -
ba5879b126cd | mends an indent, appends, loses the line feed | F1 | 1 | 0 | #1798 | F6 | 3929
da23bb463956 | appends after a line of blanks without end | - | 1 | 0 | #950 | F1 | -
862fcad18349 | corrects three links | - | 0 | 3 | #1 | - | -
8a174e044533 | overwrites a good link | - | 0 | 1 | #1 | - | -
30f6eb9dab97 | rewrites the whole file | D1 D2 D5 D6 R1 | 92 | 16 | #1 | F10 | 1
9c0fcc9afdd8 | is the first version | F1 F10 R3 | 11 | 0 | #1 | - | 83
f7135ac1046b | prepends | D2 | 1 | 0 | #857 | - | 1
8bda39f98df4 | prepends with the link TBD | D2 D6 | 1 | 0 | #1 | - | 1
6f6afc1cbd76 | inserts in February | D2 | 1 | 0 | old #622 | - | 347
b38bf415003c | inserts in July | D2 | 1 | 0 | #2187 | - | 4754
0ee5ff342d54 | appends between two trailing empty lines | D6 R1 | 2 | 0 | #1003 | - | 1252
54b3e45237c6 | pastes a block into another entry | F6 D2 | 0 | 0 | #1 | - | 1138
8b3573b21796 | appends that block properly | - | 1 | 0 | #963 | - | -
8aaff9fbb645 | merges main's repair and loses the line feed | F1 D2 D6 R1 | 1 | 0 | #1798 | - | 3929
a1d1e5caf7fe | removes nineteen old empty lines | R1 | 1 | 0 | #1340 | - | 100
032f9aab7b7c | changes one separator | R1 | 1 | 0 | old #627 | - | 378
3d5581562f64 | empties the line of blanks at the end | R1 | 1 | 0 | #2620 | - | 6041
de871da96f06 | takes the line of blanks for the separator | R2 | 1 | 0 | #2676 | - | 6320
b895d1c01112 | reverts an entry | D1 | 0 | 0 | #1 | - | 262
0f4e42f0025c | removes five entries | D1 | 0 | 0 | #1 | - | 1780
b6278ae3fb24 | removes a duplicate from the middle | D1 | 0 | 0 | #1 | - | 1437
84320a0aadac | puts an entry back with its older link | - | 1 | 0 | old #330 | - | -
417202931e37 | copies an entry to run it again | - | 1 | 0 | #1779 | - | -
8acbd08b7865 | links to XXXX | D6 | 1 | 0 | #1 | - | 1488
c674b81dd5a7 | links to the word test | D6 | 1 | 0 | #1 | - | 1062
9e61bece859a | links to a page of the pull request | D6 | 1 | 0 | #2305 | - | 5096
5c6e19489e3f | sets evals-only after the link | - | 1 | 0 | old #558 | - | -
626932a110a2 | appends 52 keys and trims an old line | R1 R2 | 1 | 0 | #911 | - | 1002
ed6006eb34ea | appends with evals-only | - | 1 | 0 | #1120 | - | -
473c1ee6ac35 | appends with append-only | - | 1 | 0 | #2702 | - | -
9ecc56d25533 | appends agentic-coding only | - | 1 | 0 | #2232 | - | -
a3a1dcad8002 | commits conflict markers | F6 R8 | 0 | 0 | #1 | - | 5984
e49c5bf14774 | commits conflict markers around entries | F6 D2 D6 | 2 | 0 | #1 | - | 3150
`
  .trim()
  .split("\n")
  .map((row) => row.split(" | "));

describeShared("real commits (table B)", (shared) => {
  let history: RealHistory;
  beforeAll(() => {
    history = cloneRealHistory(shared);
  });
  afterAll(() => {
    history.remove();
  });

  function judged(commit: string, own: string): ChangelogJudgement {
    const mergeBase = history.changelogAt(`case/${commit}^`);
    const head = history.changelogAt(`case/${commit}`);
    const repository = own.startsWith("old") ? OLD_REPOSITORY : REPOSITORY;
    const pull = Number(own.replace(/^.*#/u, ""));
    return judgeChangelog(
      { path: PATH, mergeBase, head, baseTip: mergeBase },
      terms({ pull, repository }),
    );
  }

  test.each(COMMITS)("%s %s", (commit = "", _what, ...expected) => {
    const [rules, additions, corrections, own = "", mainBroke, line] = expected;
    const judgement = judged(commit, own);
    const mainRules = [...new Set(judgement.baseProblems.map(({ rule }) => rule))];
    const [first] = judgement.problems.filter(({ severity }) => severity === "error");
    expect(judgement.verdict).toBe(rules === "-" ? "valid" : "invalid");
    expect({
      rules: brokenRules(judgement.problems).join(" ") || "-",
      additions: String(judgement.additions.length),
      corrections: String(judgement.corrections.length),
      mainBroke: mainRules.join(" ") || "-",
      line: String(first?.line ?? "-"),
    }).toEqual({ rules, additions, corrections, mainBroke, line });
  });
});
