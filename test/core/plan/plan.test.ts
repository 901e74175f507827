import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import { fullBody } from "../../../src/core/plan/comments.ts";
import { plan, type Plan } from "../../../src/core/plan/plan.ts";
import type { Effect } from "../../../src/core/model/effect.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  aComment,
  aJob,
  anArtifact,
  aPerson,
  aPull,
  aRun,
  FULL,
  labelled,
  NOW,
  ownComment,
} from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { formOf } from "../../support/checklist.ts";
import {
  configured,
  dictionary,
  documentsOf,
  ENTRY,
  exampleFile,
  someFacts,
} from "../../support/facts.ts";

function planOf(facts: Facts): Plan {
  return plan(decide(facts), facts, dictionary);
}

function kindsOf(effects: readonly Effect[]): readonly string[] {
  return effects.map((effect) => effect.kind);
}

const mistakes = [
  {
    code: "config_unknown_key",
    severity: "error",
    path: ".github/sweepbot.yml",
    line: 2,
    values: { key: "x" },
  },
] as const;
const merged = aPull({
  state: "closed",
  merged: true,
  mergeCommitSha: "d".repeat(40),
  mergedAt: NOW,
});
const merge = {
  mergeSha: "d".repeat(40),
  run: aRun(950, { event: "push" }).run,
  artifacts: [anArtifact("changelog-metadata")],
  checkRuns: [],
};
const answers = ownComment({ id: 50, createdAt: NOW - 1_000, body: boundTo(900) });

function boundTo(run: number): string {
  const sha = "b".repeat(40);
  return `<!-- sweepbot:answer-1-done-00000000 -->\n<!-- sweepbot:reuse {"comment":1,"run":${run},"attempt":1,"source":"${sha}","head":"${sha}","pinned":true} -->`;
}

/** Facts of many kinds, each with something to do. */
const situations: fc.Arbitrary<Facts> = fc
  .record({
    asked: fc.constantFrom(
      labelled([]),
      labelled([FULL]),
      labelled([FULL, "sweep-enabled"]),
      labelled([FULL], { draft: true }),
      labelled([FULL], { state: "closed" }),
      labelled([FULL], { baseRef: "release" }),
    ),
    documents: fc.constantFrom(
      documentsOf(),
      documentsOf({ changelog: "broken" }),
      documentsOf({
        changelogTip: exampleFile("perf-changelog.yaml") + ENTRY.replace("/42", "/41"),
      }),
    ),
    comments: fc.subarray([
      aComment({ id: 1, body: "/reuse-sweep-run 900" }),
      aComment({ id: 2, body: "/help\n/reuse-sweep-rum" }),
      aComment({ id: 3, body: formOf({ signed: "zoe" }), author: aPerson("zoe") }),
      aComment({ id: 4, body: "/help", author: aPerson("tov") }),
      answers,
      ownComment({ id: 60, body: fullBody({ tag: "card", body: "old", upkeep: "kept" }) }),
      ownComment({ id: 61, body: fullBody({ tag: "card", body: "older copy", upkeep: "kept" }) }),
    ]),
    runs: fc.subarray([
      aRun(900),
      aRun(880, {
        status: "in_progress",
        planKey: "0".repeat(16),
        jobs: [aJob("eval / x")],
        artifacts: [],
      }),
      aRun(870, { conclusion: "failure", artifacts: ["bmk_agentic_x"] }),
    ]),
    end: fc.constantFrom<Partial<Facts>>(
      {},
      { pull: merged, merge },
      { config: configured({ languages: ["zh"] }, { proposed: mistakes, mistakes }) },
      { config: configured({ sweep: { trigger: "observe" } }) },
    ),
  })
  .map(({ asked, documents, comments, runs, end }) =>
    someFacts({
      ...asked,
      documents,
      comments,
      runs,
      permissions: { mira: known("write"), zoe: known("write"), tov: unknown("forbidden") },
      teams: { "acme/core": { zoe: known(true) } },
      pushes: known([{ after: "b".repeat(40), at: NOW - 10 ** 7 }]),
      ...end,
    }),
  );

function isNews(effect: Effect): boolean {
  const started = ["dispatchWorkflow", "dispatchRepository", "cancelRun"].includes(effect.kind);
  return started || (effect.kind === "createComment" && /^(?:answer|signoff)-/u.test(effect.tag));
}

test("carried out and planned again, nothing is left (architecture §5)", () => {
  fc.assert(
    fc.property(situations, (facts) => {
      const first = planOf(facts);
      const seen = applied(facts, first.effects);
      const second = planOf(seen);
      // What the first pass starts or answers is a new fact for the second; the third has nothing to do.
      const settled = applied(seen, second.effects);
      expect(kindsOf(planOf(settled).effects)).toEqual([]);
      expect(second.effects.filter(isNews)).toEqual([]);
      if (!first.effects.some(isNews)) expect(kindsOf(second.effects)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("an extra copy is deleted once, whoever planned comments", () => {
  const copy = { body: fullBody({ tag: "card", body: "old", upkeep: "kept" }) };
  const comments = [
    ownComment({ id: 60, ...copy }),
    ownComment({ id: 61, ...copy }),
    aComment({ id: 2, body: "/help" }),
  ];
  const facts = someFacts({ comments, permissions: { mira: known("read") } });
  const deleted = planOf(facts).effects.filter((effect) => effect.kind === "deleteComment");
  expect(deleted).toEqual([{ kind: "deleteComment", commentId: 61, tag: "card" }]);
});

describe("a quiet pull request", () => {
  test("gets its check runs, its card, one reminder and the sign-off status", () => {
    const { effects, lookAgainMs } = planOf(someFacts());
    expect(kindsOf(effects)).toEqual([
      "createCheckRun",
      "createCheckRun",
      "createComment",
      "createComment",
      "setStatus",
    ]);
    expect(effects.flatMap((effect) => ("tag" in effect ? [effect.tag] : []))).toEqual([
      "card",
      "reminder",
    ]);
    expect(lookAgainMs).toBeNull();
  });

  test.each<[string, Partial<Facts>]>([
    ["closed without ever having been looked at", { pull: aPull({ state: "closed" }) }],
    ["merged by somebody long ago", { pull: merged, merge }],
  ])("gets nothing when it is %s", (_story, more) => {
    expect(planOf(someFacts(more)).effects).toEqual([]);
  });

  test("gets only card and reminder when it goes to another branch (spec/signoff §1.3)", () => {
    const facts = someFacts({ pull: aPull({ baseRef: "release" }) });
    expect(kindsOf(planOf(facts).effects)).toEqual(["createComment", "createComment"]);
  });
});

describe("reactions (decision 4)", () => {
  const permissions = { mira: known("write" as const) };
  const reactionsTo = (body: string, more: Partial<Facts> = {}): readonly unknown[] =>
    planOf(
      someFacts({ comments: [aComment({ id: 1, body })], permissions, ...more }),
    ).effects.flatMap((effect) => (effect.kind === "react" ? [effect.content] : []));

  test.each<[string, string, Partial<Facts>, readonly string[]]>([
    ["seen, then done", "/help", {}, ["eyes", "rocket"]],
    ["seen, then refused", "/reuse-sweep-run", {}, ["eyes", "-1"]],
    ["only seen while it waits", "/help", { permissions: {} }, ["eyes"]],
    ["none for talk", "Thanks", {}, []],
    [
      "not twice",
      "/help",
      { comments: [aComment({ id: 1, body: "/help", reactionCounts: { eyes: 1 } })] },
      ["rocket"],
    ],
    [
      "made up for when it was lost after the answer",
      "",
      { comments: [aComment({ id: 1, body: "Thanks" }), answers] },
      ["rocket"],
    ],
    ["none where the command is gone", "", { comments: [answers] }, []],
  ])("%s", (_story, body, more, contents) => {
    expect(reactionsTo(body, more)).toEqual(contents);
  });
});

describe("when to look again", () => {
  test.each<[string, Partial<Facts>, number | null]>([
    ["at once after a start", labelled([FULL]), 0],
    [
      "a minute after a read that failed",
      { comments: [aComment({ id: 1, body: "/help" })] },
      60_000,
    ],
    [
      "a minute after an unreadable changelog",
      {
        documents: {
          ...documentsOf(),
          changelog: { ...documentsOf().changelog, head: unknown("forbidden") },
        },
      },
      60_000,
    ],
    ["when an event tells", {}, null],
  ])("%s", (_story, more, wait) => {
    expect(planOf(someFacts(more)).lookAgainMs).toBe(wait);
  });

  test("soon, while a run that was started does not show", () => {
    const facts = someFacts(labelled([FULL]));
    const { decision } = decide(facts).sweep;
    const key = "plan" in decision ? decision.plan.key : "";
    const claim = { key, kind: "sweep", state: "recorded", result: "900", at: NOW } as const;
    expect(planOf({ ...facts, claims: [claim] }).lookAgainMs).toBe(5_000);
  });
});
