import { describe, expect, test } from "@jest/globals";
import { planVisualizer } from "../../../src/core/plan/visualizer.ts";
import type { Facts, RunFacts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { aComment, anArtifact, aPerson, aRun, ownComment } from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { dictionary, someFacts } from "../../support/facts.ts";

function planned(runs: readonly RunFacts[], comments: readonly Comment[] = []): string[] {
  return planVisualizer(someFacts({ runs, comments }), dictionary).map((effect) =>
    "tag" in effect ? `${effect.kind} ${effect.tag}` : effect.kind,
  );
}

/** The comments after a look at the runs. */
function afterwards(
  runs: readonly RunFacts[],
  comments: readonly Comment[] = [],
): Facts["comments"] {
  const facts = someFacts({ runs, comments });
  return applied(facts, planVisualizer(facts, dictionary)).comments;
}

const newer = aRun(901);
const older = aRun(900);
const link = "https://inferencex.semianalysis.com/inference?unofficialRun=901";

describe("the visualizer comment of a run (decision 22)", () => {
  const evaluation = "https://inferencex.semianalysis.com/evaluation?unofficialRun=901";
  test.each<[string, readonly string[], boolean, boolean]>([
    ["both kinds", ["results_bmk", "eval_results_all"], true, true],
    ["throughput only", ["results_bmk"], true, false],
    ["agentic points only", ["bmk_agentic_a"], true, false],
    ["evals only", ["eval_results_all"], false, true],
  ])("links the pages of what the run left: %s", (_story, artifacts, hasThroughput, hasEvals) => {
    const [comment] = afterwards([aRun(901, { artifacts })]);
    expect(comment?.body.includes(link)).toBe(hasThroughput);
    expect(comment?.body.includes(evaluation)).toBe(hasEvals);
  });

  test("still links what was left when that expires", () => {
    const artifacts = [anArtifact("eval_results_all", { expired: true })];
    const history = afterwards([newer, aRun(900, { artifacts })], afterwards([older]));
    const body = history.find(({ body: text }) => text.includes("visualizer-900"))?.body ?? "";
    expect(body).toContain("/evaluation?unofficialRun=900");
    expect(body).not.toContain("/inference?unofficialRun=900");
  });

  test.each<[string, RunFacts[]]>([
    ["goes on", [aRun(901, { status: "in_progress" })]],
    ["left nothing", [aRun(901, { artifacts: [] })]],
    ["left only metadata", [aRun(901, { artifacts: ["changelog-metadata"] })]],
  ])("is not written while the run %s", (_story, runs) => {
    expect(planned(runs)).toEqual([]);
  });

  test("is not written for another pull request's run that somebody named", () => {
    const named = aRun(902, { belongs: false });
    expect(planned([named])).toEqual([]);
    expect(planned([newer, named])).toEqual(["createComment visualizer-901"]);
    expect(planned([named, newer], afterwards([newer]))).toEqual([]);
  });

  test("is written for a failed run that left something", () => {
    expect(planned([aRun(901, { conclusion: "failure" })])).toEqual([
      "createComment visualizer-901",
    ]);
  });

  test("is one for the run, not one for each attempt", () => {
    const comments = afterwards([newer]);
    expect(planned([aRun(901, { attempt: 2 })], comments)).toEqual([]);
    const failed = aRun(901, { attempt: 2, conclusion: "failure" });
    expect(planned([failed], comments)).toEqual(["updateComment visualizer-901"]);
    expect(planned([aRun(901, { attempt: 2, status: "queued" })], comments)).toEqual([]);
  });

  test("of an older run is marked and folded once", () => {
    const comments = afterwards([older]);
    const both = [newer, older];
    expect(planned(both, comments)).toEqual([
      "createComment visualizer-901",
      "minimizeComment visualizer-900",
      "updateComment visualizer-900",
    ]);
    expect(planned(both, afterwards(both, comments))).toEqual([]);
  });

  test("of an older run that ends later is not written (COM-01)", () => {
    const comments = afterwards([newer, aRun(900, { status: "in_progress" })]);
    expect(planned([newer, older], comments)).toEqual([]);
  });

  test("of an older run stays history while the newer one is repeated", () => {
    const comments = afterwards([newer, older], afterwards([older]));
    const repeated = aRun(901, { attempt: 2, status: "in_progress" });
    expect(planned([repeated, older], comments)).toEqual([]);
  });

  test("of an older run stays the present one while the newer has none", () => {
    const comments = afterwards([older]);
    expect(planned([aRun(901, { artifacts: [] }), older], comments)).toEqual([]);
  });
});

describe("links that the repository's own workflow posted (COM-03)", () => {
  const bot = aPerson("github-actions[bot]");
  test.each<[string, Comment, number]>([
    ["stand for ours", aComment({ id: 1, body: `See ${link}`, author: bot }), 0],
    ["do not when a person quotes them", aComment({ id: 1, body: `See ${link}` }), 1],
    [
      "do not when they are another run's",
      aComment({ id: 1, body: `See ${link}2`, author: bot }),
      1,
    ],
    ["do not in a deleted person's comment", aComment({ id: 1, body: link, author: null }), 1],
  ])("%s", (_story, comment, count) => {
    expect(planned([newer], [comment])).toHaveLength(count);
  });

  test("make ours from before there were markers the comment of its run, edited in place (COM-03)", () => {
    const quoted = aComment({ id: 1, body: `See ${link}` });
    const [first, second] = [2, 3].map((id) => ownComment({ id, body: link, createdAt: id }));
    const comments = [quoted, ...[first, second].filter((each) => each !== undefined)];
    expect(planned([newer], comments)).toEqual(["updateComment visualizer-901"]);
    const after = afterwards([newer], comments);
    expect(
      after.map(({ id, body }) => [id, body.startsWith("<!-- sweepbot:visualizer-901 -->")]),
    ).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    expect(planned([newer], after)).toEqual([]);
  });

  test("in ours from before there were markers become history with their run (COM-01)", () => {
    const legacy = ownComment({ id: 1, body: link.replace("901", "900") });
    const after = afterwards([newer, older], [legacy]);
    expect(planned([newer, older], [legacy])).toEqual([
      "createComment visualizer-901",
      "minimizeComment visualizer-900",
      "updateComment visualizer-900",
    ]);
    expect(planned([newer, older], after)).toEqual([]);
  });

  test("do not make one of ours out of another comment of ours that links the run", () => {
    const card = ownComment({ id: 1, body: `<!-- sweepbot:card -->\n${link}` });
    expect(planned([newer], [card])).toEqual(["createComment visualizer-901"]);
  });

  test("make an older comment of ours history all the same", () => {
    const legacy = aComment({ id: 1, body: link, author: bot });
    expect(planned([newer, older], [legacy, ...afterwards([older])])).toEqual([
      "minimizeComment visualizer-900",
      "updateComment visualizer-900",
    ]);
  });

  test("our own marker counts in our own comments only", () => {
    const forged = aComment({ id: 1, body: "<!-- sweepbot:visualizer-901 -->\nx" });
    expect(planned([newer], [forged])).toEqual(["createComment visualizer-901"]);
    expect(planned([newer], [ownComment({ id: 1, body: forged.body })])).toEqual([
      "updateComment visualizer-901",
    ]);
  });
});
