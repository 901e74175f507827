import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { applied } from "../../support/apply.ts";
import {
  aComment,
  aLabelEvent,
  aPull,
  aRun,
  EARLIER,
  FULL,
  HEAD,
  labelled,
  MINUTE_MS,
  NOW,
} from "../../support/build.ts";
import { configured, dictionary, someRevisions } from "../../support/facts.ts";
import {
  answerTo,
  commandFacts,
  KEY,
  LABEL,
  RUNNING,
  short,
  verdictOf,
  WRITE,
} from "../../support/sweep-commands.ts";
import { aStop, recorded } from "../../support/sweep-orders.ts";

const FORK = { headRepository: { id: 9, fullName: "fay/gpu-benchmarks" } };

describe("/sweep run", () => {
  const toMain = { baseRef: "release" };
  test.each<[string, string, Partial<Facts>, string]>([
    ["with nothing else on", "/sweep run", {}, "accepted"],
    ["with the head in full", `/sweep run ${HEAD}`, {}, "accepted"],
    ["with text around it (CMD-08)", "Yes\r\n/sweep run\r\nplease", {}, "accepted"],
    ["with another commit (FRK-03)", `/sweep run ${EARLIER}`, {}, "refused: other_head"],
    ["with a short one (FRK-03)", `/sweep run ${HEAD.slice(0, 12)}`, {}, "badArguments"],
    [
      "on a closed pull request",
      "/sweep run",
      { pull: aPull({ state: "closed" }) },
      "refused: closed",
    ],
    ["on a draft", "/sweep run", { pull: aPull({ draft: true }) }, "blocked: draft"],
    ["for another branch", "/sweep run", { pull: aPull(toMain) }, "blocked: not_default_branch"],
    [
      "with a skip marker on the head",
      "/sweep run",
      { revisions: known(someRevisions({ headMessage: "x [skip-sweep]" })) },
      "blocked: skip_marker",
    ],
    [
      "where the repository starts its own",
      "/sweep run",
      { config: configured({ sweep: { trigger: "observe" } }) },
      "refused: observing",
    ],
    [
      "under two sweep labels",
      "/sweep run",
      labelled([FULL, "sweep-enabled"]),
      "blocked: conflicting_labels",
    ],
    [
      "under a recommended label that is none",
      "/sweep run",
      { config: configured({ labels: { recommended: "x" } }) },
      "refused: no_primary",
    ],
    ["while the label's sweep is about to start", "/sweep run", LABEL, "refused: starting"],
    [
      "while it is starting",
      "/sweep run",
      {
        ...LABEL,
        claims: [{ key: KEY, kind: "sweep", state: "recorded", result: "900", at: NOW }],
      },
      "refused: starting",
    ],
    [
      "where its run does not show up any more",
      "/sweep run",
      {
        ...LABEL,
        claims: [
          {
            key: KEY,
            kind: "sweep",
            state: "recorded",
            result: "900",
            at: NOW - 5 * MINUTE_MS,
          },
        ],
      },
      "accepted",
    ],
    ["while it runs", "/sweep run", RUNNING, "refused: running"],
    [
      "while it is being stopped",
      "/sweep run",
      { ...RUNNING, comments: [recorded(aStop({ runs: [{ id: 900, attempt: 1 }] }))] },
      "accepted",
    ],
    [
      "after it has ended",
      "/sweep run",
      { ...LABEL, runs: [aRun(900, { planKey: KEY })] },
      "accepted",
    ],
    [
      "after its trigger failed",
      "/sweep run",
      {
        ...LABEL,
        claims: [{ key: KEY, kind: "sweep", state: "recorded", result: "failed:no", at: NOW }],
      },
      "accepted",
    ],
    [
      "with too little permission",
      "/sweep run",
      { permissions: { mira: known("triage") } },
      "noPermission",
    ],
    [
      "where the commits cannot be read yet",
      "/sweep run",
      { revisions: unknown("unreadable") },
      "waiting",
    ],
    [
      "beside a reuse of the same comment",
      "/sweep run\n/reuse-sweep-run 900",
      {},
      "refused: contradicts_reuse, reuse",
    ],
    [
      "on a fork, without a commit (FRK-03)",
      "/sweep run",
      { pull: aPull(FORK) },
      "refused: fork_unnamed",
    ],
    [
      "on a fork, with the commit, until its test merge is there",
      `/sweep run ${HEAD}`,
      { pull: aPull(FORK) },
      "blocked: fork_test_merge_late",
    ],
  ])("%s", (_story, body, more, said) => {
    expect(answerTo(body, more)).toBe(said);
  });

  test("accepted is an order for the head, of whoever gave it, bound to the labels as they are", () => {
    const event = aLabelEvent("docs", { id: 9_123 });
    const [answer] = verdictOf(`/sweep run ${HEAD}`, { labelEvents: [event] }).answers;
    expect(answer?.replies).toMatchObject([
      {
        verdict: {
          order: {
            headSha: HEAD,
            primary: FULL,
            named: true,
            after: 9_123,
            at: NOW - 5 * MINUTE_MS,
            actor: { login: "mira" },
          },
        },
      },
    ]);
    const [other] = verdictOf("/sweep run", {
      ...labelled(["sweep-enabled"]),
      runs: [],
      permissions: { ...WRITE },
      claims: [],
    }).answers;
    expect(other?.replies.map(short)).toEqual(["refused: starting"]);
  });

  test("that cannot be judged for too long is refused with what could not be read", () => {
    const old = aComment({
      id: 100,
      body: "/sweep run",
      createdAt: NOW - 11 * MINUTE_MS,
      reactionCounts: { eyes: 1 },
    });
    const { answers } = decide(commandFacts([old], { revisions: unknown("unreadable") })).commands;
    expect(answers[0]?.replies.map(short)).toEqual(["blocked: revisions_unknown"]);
  });
});

describe("/sweep cancel", () => {
  const theirs = aRun(901, { belongs: false, status: "in_progress" });
  const own = aRun(902, { status: "in_progress" });
  test.each<[string, Partial<Facts>, unknown]>([
    ["stops what runs", RUNNING, { stop: { runs: [{ id: 900, attempt: 1 }], key: null } }],
    ["stops what is about to start", LABEL, { stop: { runs: [], key: KEY } }],
    [
      "stops the run of the repository's own workflow that is shown",
      { runs: [own] },
      { stop: { runs: [{ id: 902, attempt: 1 }] } },
    ],
    [
      "stops on a closed pull request, too",
      { pull: aPull({ state: "closed" }), runs: [own] },
      { kind: "accepted" },
    ],
    ["finds nothing to stop", {}, { kind: "refused" }],
    [
      "finds nothing to stop where all has ended",
      { ...LABEL, runs: [aRun(900, { planKey: KEY })] },
      { kind: "refused" },
    ],
    ["leaves other pull requests' runs alone", { runs: [theirs] }, { kind: "refused" }],
  ])("%s", (_story, more, verdict) => {
    expect(verdictOf("/sweep cancel", more).answers[0]?.replies).toMatchObject([{ verdict }]);
  });

  test("starts nothing in the pass that answers it, and cancels once its record stands", () => {
    const comment = aComment({ id: 100, body: "/sweep cancel" });
    const before = commandFacts([comment], LABEL);
    const first = plan(decide(before), before, dictionary).effects.map(({ kind }) => kind);
    expect(first).not.toContain("dispatchWorkflow");
    expect(first).toContain("createComment");

    const running = commandFacts([comment], RUNNING);
    const answered = plan(decide(running), running, dictionary).effects;
    expect(answered.map(({ kind }) => kind)).not.toContain("cancelRun");
    const after = applied(running, answered);
    expect(plan(decide(after), after, dictionary).effects[0]).toEqual({
      kind: "cancelRun",
      runId: 900,
    });
  });
});
