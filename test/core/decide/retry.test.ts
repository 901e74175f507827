import type { ReuseVerdict } from "../../../src/core/decide/reuse.ts";
import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { decideRetry, type RetryVerdict } from "../../../src/core/decide/retry.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import type { CauseReading } from "../../../src/core/model/cause.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { applied } from "../../support/apply.ts";
import {
  type AnyRun,
  aJob,
  aRun,
  EARLIER,
  FULL,
  labelled,
  MINUTE_MS,
  NOW,
} from "../../support/build.ts";
import { aFinding, LOST } from "../../support/causes.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { aStop, recorded } from "../../support/sweep-orders.ts";
import { BINDING } from "../../support/verdicts.ts";

const asked = someFacts({
  ...labelled([FULL]),
  config: configured({ sweep: { autoRetry: 2 } }),
});
const { decision } = decide(asked).sweep;
const KEY = "plan" in decision ? decision.plan.key : "";
const machine = known(LOST);
const jobs = [
  aJob("eval / a", { id: 1, conclusion: "failure", runnerName: "b200-01" }),
  aJob("eval / b", { id: 2, conclusion: "failure", runnerName: "b200-02" }),
  aJob("eval / c", { id: 3 }),
];

interface Given {
  readonly run?: AnyRun;
  readonly causes?: Readonly<Record<string, CauseReading>>;
  readonly claims?: readonly ClaimFact[];
  readonly facts?: Partial<Facts>;
}

function factsOf({
  run = {},
  causes = { 1: machine, 2: machine },
  claims = [],
  facts = {},
}: Given): Facts {
  const runs = [aRun(900, { planKey: KEY, conclusion: "failure", jobs, ...run })];
  return { ...asked, runs, causes, claims, ...facts };
}

function retryOf(given: Given): RetryVerdict {
  return decide(factsOf(given)).retry;
}

function aClaim(
  attempt: number,
  result: string | null = "rerun",
  more: Partial<ClaimFact> = {},
): ClaimFact {
  const state = result === null ? "claimed" : "recorded";
  return {
    key: `retry:501:900:${attempt}`,
    kind: "rerun",
    state,
    result,
    at: NOW - MINUTE_MS,
    ...more,
  };
}

const none = { kind: "none" };
const running = { status: "in_progress", conclusion: null } as const;

describe("jobs that only machines failed", () => {
  test("run again", () => {
    expect(retryOf({})).toEqual({
      ...{ kind: "due", key: "retry:501:900:1", runId: 900, attempt: 1 },
      ...{ sentAt: null, nth: 1, most: 2, jobs: 2 },
    });
  });

  test.each<[string, Given]>([
    ["nobody allowed it", { facts: { config: configured() } }],
    ["one of them failed by itself", { causes: { 1: machine, 2: known(aFinding()) } }],
    ["one has no known cause", { causes: { 1: machine, 2: known(null) } }],
    ["one could not be read", { causes: { 1: machine, 2: unknown("not_found") } }],
    ["one was not asked about", { causes: { 1: machine } }],
    ["the run goes on", { run: running }],
    ["somebody cancelled the run", { run: { conclusion: "cancelled" } }],
    [
      "`/sweep cancel` stopped it as it ended",
      { facts: { comments: [recorded(aStop({ runs: [{ id: 900, attempt: 1 }] }))] } },
    ],
    ["the run is green all the same", { run: { conclusion: "success" } }],
    ["the run's jobs were not read", { run: { jobs: null } }],
    ["the run is one of an earlier plan", { run: { planKey: "f".repeat(16) } }],
    ["the label is off", { facts: labelled([]) }],
    ["the pull request is closed", { facts: labelled([FULL], { state: "closed" }) }],
    ["it is a draft", { facts: labelled([FULL], { draft: true }) }],
  ])("stay as they are when %s", (_, given) => {
    expect(retryOf(given)).toEqual(none);
  });

  test.each(["authorised", "suspended"] as const)(
    "stay as they are while the reuse of their run is %s",
    (kind) => {
      const facts = factsOf({});
      const reusing = (runId: number): RetryVerdict => {
        const reuse: ReuseVerdict = {
          kind,
          binding: { ...BINDING, runId },
          rules: [],
          expiresAt: null,
        };
        return decideRetry(facts, { ...decide(facts), reuse });
      };
      expect([reusing(900), reusing(899).kind]).toEqual([none, "due"]);
    },
  );
});

describe("the budget", () => {
  test("counts the re-runs of this run alone", () => {
    const claims = [
      aClaim(1),
      aClaim(1, "rerun", { key: "retry:501:899:1" }),
      aClaim(1, "rerun", { key: "rerun:501:900:1" }),
    ];
    expect(retryOf({ claims, run: { attempt: 2 } })).toMatchObject({
      kind: "due",
      nth: 2,
      attempt: 2,
    });
  });

  test("is used up after that many", () => {
    const claims = [aClaim(1), aClaim(2)];
    expect(retryOf({ claims, run: { attempt: 3 } })).toEqual({ kind: "spent", most: 2 });
  });

  test("is not touched by attempts that people opened", () => {
    expect(retryOf({ run: { attempt: 7 } })).toMatchObject({ kind: "due", nth: 1 });
  });

  test("is not spent by a refusal, which is shown while that attempt stands", () => {
    const claims = [aClaim(1, "failed:no such run")];
    expect(retryOf({ claims })).toEqual({ kind: "refused", reason: "no such run" });
    expect(retryOf({ claims, run: { attempt: 2 } })).toMatchObject({ kind: "due", nth: 1 });
  });
});

describe("a re-run that was asked for", () => {
  test("is not asked for again while GitHub does not show it yet, and is looked for", () => {
    const facts = factsOf({ claims: [aClaim(1)] });
    const verdicts = decide(facts);
    expect(verdicts.retry).toMatchObject({ kind: "due", sentAt: NOW - MINUTE_MS });
    const { effects, lookAgainMs } = plan(verdicts, facts, dictionary);
    expect(effects.filter(({ kind }) => kind === "rerunRun")).toEqual([]);
    expect(lookAgainMs).toBe(5_000);
  });

  test("is taken up again when a crash left only the claim", () => {
    expect(retryOf({ claims: [aClaim(1, null)] })).toMatchObject({
      kind: "due",
      sentAt: null,
      nth: 1,
    });
  });

  test("is shown while it runs, with the jobs that run again", () => {
    const run = { ...running, attempt: 2, attemptStartedAt: NOW - 5 * MINUTE_MS };
    const again = [
      aJob("eval / a", { id: 4, status: "in_progress" }),
      aJob("eval / b", { id: 5, completedAt: NOW - MINUTE_MS }),
      aJob("eval / c", { id: 3, completedAt: NOW - 9 * MINUTE_MS }),
      aJob("collect", { id: 6, conclusion: "skipped" }),
    ];
    const given = { claims: [aClaim(1)], run: { ...run, jobs: again } };
    expect(retryOf(given)).toEqual({ kind: "again", nth: 1, most: 2, jobs: 2 });
    expect(retryOf({ ...given, claims: [] })).toEqual(none);
    expect(retryOf({ ...given, run: { ...given.run, attempt: 3 } })).toEqual(none);
  });
});

describe("where the repository's own workflow is watched", () => {
  const config = configured({ sweep: { trigger: "observe", autoRetry: 1 } });

  test("its run is run again, too", () => {
    expect(retryOf({ run: { planKey: null }, facts: { config } })).toMatchObject({ kind: "due" });
  });

  test.each<[string, AnyRun]>([
    ["measured an earlier commit", { headSha: EARLIER }],
    ["only was named by somebody", { belongs: false }],
  ])("but not one that %s", (_, run) => {
    expect(retryOf({ run: { planKey: null, ...run }, facts: { config } })).toEqual(none);
  });
});

describe("the plan", () => {
  test("has one re-run, a waiting check and a card that says so; carried out, it has none", () => {
    const facts = factsOf({});
    const { effects, lookAgainMs } = plan(decide(facts), facts, dictionary);
    expect(effects.filter(({ kind }) => kind === "rerunRun")).toEqual([
      { kind: "rerunRun", key: "retry:501:900:1", runId: 900, attempt: 1, which: "failed" },
    ]);
    expect(effects).toContainEqual(
      expect.objectContaining({
        kind: "createCheckRun",
        check: expect.objectContaining({ name: "sweepbot/sweep", conclusion: null }) as object,
      }),
    );
    expect(lookAgainMs).toBe(0);
    const after = applied(facts, effects);
    const again = plan(decide(after), after, dictionary).effects;
    expect(again.map(({ kind }) => kind)).not.toContain("rerunRun");
  });

  test("looks again for a log that may only be late", () => {
    const run = { updatedAt: NOW - MINUTE_MS };
    const facts = factsOf({ run, causes: { 1: unknown("not_found"), 2: machine } });
    expect(plan(decide(facts), facts, dictionary).lookAgainMs).toBe(60_000);
    const later = { ...facts, now: NOW + 60 * MINUTE_MS };
    expect(plan(decide(later), later, dictionary).lookAgainMs).toBeNull();
  });
});
