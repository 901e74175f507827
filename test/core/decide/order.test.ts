import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import type { CheckRun } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { applied } from "../../support/apply.ts";
import { aPull, aRun, FULL, HEAD, NOW, PULL } from "../../support/build.ts";
import { dictionary, documentsOf, ENTRY, exampleFile } from "../../support/facts.ts";
import { aMergeOrder, COMMAND, mergeable, ordered, stepIn, TURN } from "../../support/orders.ts";

const CHECKING = { step: "checking", head: HEAD, since: NOW - 60_000 } as const;
const LATE = { ...CHECKING, since: NOW - 900_000 } as const;
const PREPARED = "e".repeat(40);

/** Ready and authorised, waiting for whatever the facts say. */
function checking(more: Partial<Facts> = {}): Facts {
  return mergeable({ ...TURN, comments: ordered(CHECKING), ...more });
}

function aCheck(more: Partial<CheckRun>): CheckRun {
  return {
    ...{ id: 1, name: "unit", appId: 99, headSha: HEAD, externalId: "", title: "", summary: "" },
    ...{ status: "completed", conclusion: "success", detailsUrl: null, startedAt: NOW },
    ...more,
  };
}

function aClaim(key: string, result: string | null): ClaimFact {
  const state = result === null ? "claimed" : "recorded";
  return { key, kind: "merge", state, result, at: NOW - 10_000 };
}

const KEYS = `501-${PULL}-${COMMAND}-${HEAD.slice(0, 12)}`;
const pull = (more: Parameters<typeof aPull>[0]): Partial<Facts> => ({
  pull: aPull({ labels: [FULL], ...more }),
});
const UNFIT = `${exampleFile("perf-changelog.yaml")}${ENTRY.replace(/pull\/\d+/u, "pull/XXX")}`;

describe("the next step of an order", () => {
  test.each<[string, Facts, string]>([
    ["nobody ordered anything", mergeable(), "none"],
    ["accepted", mergeable({ comments: ordered() }), "queued"],
    ["its turn, and ready as it is", mergeable({ ...TURN, comments: ordered() }), "checking"],
    [
      "its turn, and its link is not right yet",
      mergeable({ ...TURN, comments: ordered(), documents: documentsOf({ changelog: UNFIT }) }),
      "preparing",
    ],
    ["authorised, and everything is green", checking(), "merging"],
    ["a check goes on", checking({ checkRuns: [aCheck({ status: "queued" })] }), "checking"],
    [
      "a check failed",
      checking({ checkRuns: [aCheck({ conclusion: "failure" })] }),
      "abandoned: check_failed",
    ],
    [
      "a job of the published run failed",
      checking({
        checkRuns: [
          aCheck({
            conclusion: "failure",
            detailsUrl: "https://github.com/a/b/actions/runs/900/job/1",
          }),
        ],
      }),
      "merging",
    ],
    [
      "our own check is old",
      checking({ checkRuns: [aCheck({ appId: 7, status: "queued" })] }),
      "merging",
    ],
    ["GitHub blocks it", checking(pull({ mergeState: "blocked" })), "checking"],
    ["GitHub has not worked it out", checking(pull({ mergeable: null })), "checking"],
    [
      "what was not granted waits",
      checking({ permissions: { mira: unknown("forbidden") } }),
      "checking",
    ],
    [
      "what was not granted in time",
      checking({ comments: ordered(LATE), permissions: { mira: unknown("forbidden") } }),
      "abandoned: permission_unread",
    ],
    ["merged", checking(pull({ merged: true, state: "closed" })), "merged"],
    [
      "abandoned for good",
      checking({ comments: ordered({ step: "abandoned", code: "draft", values: {} }) }),
      "over",
    ],
    [
      "a push that was refused",
      mergeable({
        ...TURN,
        comments: ordered(),
        documents: documentsOf({ changelog: UNFIT }),
        claims: [aClaim(`prepare-${KEYS}-refused`, "failed:no")],
      }),
      "abandoned: push_refused",
    ],
    [
      "a merge that was refused",
      checking({ claims: [aClaim(`merge-${KEYS}`, "failed:no")] }),
      "abandoned: merge_refused",
    ],
    [
      "a merge that a crash left half way",
      checking({ claims: [aClaim(`merge-${KEYS}`, null)] }),
      "merging",
    ],
    ["somebody's push", checking(pull({ headSha: PREPARED })), "abandoned: head_moved"],
    [
      "our own push, before our answer says so",
      mergeable({
        ...TURN,
        ...pull({ headSha: PREPARED }),
        comments: ordered(),
        claims: [aClaim(`prepare-${KEYS}`, `made:${PREPARED}`)],
      }),
      "checking",
    ],
    ["another run named since", checking({ runs: [] }), "abandoned: reuse_suspended"],
    [
      "its label gone",
      checking({ ...pull({ labels: [] }), labelEvents: [] }),
      "abandoned: reuse_suspended",
    ],
    [
      "a re-run of what is published",
      checking({ runs: [aRun(900, { attempt: 2 })] }),
      "abandoned: reuse_suspended",
    ],
    [
      "a kept authorisation gone",
      checking({ comments: ordered(CHECKING, aMergeOrder({ kept: true })) }),
      "abandoned: reuse_withdrawn",
    ],
    [
      "a base that moves on and on",
      mergeable({
        ...TURN,
        comments: ordered(),
        documents: documentsOf({ changelog: UNFIT }),
        claims: [1, 2, 3, 4, 5].map((time) =>
          aClaim(`prepare-501-${PULL}-${COMMAND}-${time}`, `made:${PREPARED}`),
        ),
      }),
      "abandoned: base_busy",
    ],
    [
      "too late for a check",
      checking({ comments: ordered(LATE), checkRuns: [aCheck({ status: "queued" })] }),
      "abandoned: checks_late",
    ],
    [
      "too late for GitHub",
      checking({ comments: ordered(LATE), ...pull({ mergeState: "blocked" }) }),
      "abandoned: github_late",
    ],
    ["late, but green", checking({ comments: ordered(LATE) }), "merging"],
    [
      "too late for GitHub to say whether it merges",
      mergeable({
        ...TURN,
        ...pull({ mergeable: null }),
        comments: ordered({ step: "preparing", since: NOW - 900_000 }),
      }),
      "abandoned: unread",
    ],
  ])("%s: %s", (_what, facts, step) => {
    expect(stepIn(facts)).toBe(step);
  });

  test("nothing is pushed for whoever GitHub does not say may merge", () => {
    const facts = mergeable({
      ...{ ...TURN, comments: ordered(), permissions: { mira: unknown("forbidden") } },
      documents: documentsOf({ changelog: UNFIT }),
    });
    expect(decide(facts).order?.step).toMatchObject({ kind: "preparing", commit: null });
    const late = { ...facts, comments: ordered({ step: "preparing", since: NOW - 900_000 }) };
    expect(stepIn(late)).toBe("abandoned: permission_unread");
  });

  test("nothing is authorised before the head is ready, nor after the order is abandoned", () => {
    const reuse = (facts: Facts): string => decide(facts).reuse.kind;
    expect(reuse(mergeable({ ...TURN, comments: ordered() }))).toBe("none");
    expect(reuse(checking())).toBe("authorised");
    const over = { step: "abandoned", code: "draft", values: {} } as const;
    expect(reuse(checking({ comments: ordered(over) }))).toBe("none");
    const merged = pull({ merged: true, state: "closed" });
    expect(reuse(mergeable({ ...merged, comments: ordered({ step: "merged" }) }))).toBe(
      "authorised",
    );
  });
});

describe("the queue", () => {
  const place = (number: number, at: number, holdsTurn = false): Facts["mergeQueue"][number] => ({
    ...{ pull: number, at, holdsTurn },
  });
  test.each<[string, Facts["mergeQueue"], number, boolean]>([
    ["alone", [], 0, true],
    ["after an earlier one", [place(1, NOW - 90_000)], 1, false],
    ["before a later one", [place(1, NOW - 30_000)], 0, true],
    ["after a later one that has the turn", [place(1, NOW - 30_000, true)], 1, false],
    ["in the same second as a lower number", [place(1, NOW - 60_000)], 1, false],
    ["in the same second as a higher number", [place(99, NOW - 60_000)], 0, true],
  ])("%s", (_where, mergeQueue, ahead, takesTurn) => {
    const order = decide(mergeable({ mergeQueue, comments: ordered() })).order;
    expect(order?.step).toEqual({ kind: "queued", ahead, takesTurn });
  });
});

describe("carried out and planned again, nothing is left", () => {
  const STAGES: readonly (readonly [string, Facts])[] = [
    [
      "in the queue",
      mergeable({ comments: ordered(), mergeQueue: [{ pull: 1, at: 0, holdsTurn: true }] }),
    ],
    ["while checks go on", checking({ checkRuns: [aCheck({ status: "queued" })] })],
    ["abandoned", checking(pull({ draft: true }))],
  ];
  test.each(STAGES)("%s", (_when, facts) => {
    const first = plan(decide(facts), facts, dictionary);
    expect(first.effects).not.toEqual([]);
    let after = applied(facts, first.effects);
    // What the first look writes may be news to the second: then that is all.
    after = applied(after, plan(decide(after), after, dictionary).effects);
    expect(plan(decide(after), after, dictionary).effects).toEqual([]);
  });

  test("from the turn to the merge, each step once", () => {
    const kinds: string[] = [];
    let facts = mergeable({ comments: ordered(), config: mergeable().config });
    for (let look = 0; look < 8; look += 1) {
      const { effects } = plan(decide(facts), facts, dictionary);
      kinds.push(
        ...effects.map(({ kind }) => kind).filter((kind) => /^(?:take|prepare|merge)/u.test(kind)),
      );
      facts = applied(facts, effects);
    }
    expect(kinds).toEqual(["takeTurn", "mergePull"]);
    expect(plan(decide(facts), facts, dictionary).effects).toEqual([]);
    expect(facts.permissions).toEqual({ mira: known("write") });
  });
});
