import { describe, expect, test } from "@jest/globals";
import { runName } from "../../src/core/decide/plan-key.ts";
import type { WorkflowRun } from "../../src/core/model/github.ts";
import { dispatchWorkflowOnce, type WorkflowEffect } from "../../src/github/dispatch-workflow.ts";
import { GitHubFailure, type GitHubFailureKind } from "../../src/github/errors.ts";
import type { ClaimStore, DispatchContext, Outcome } from "../../src/github/execution.ts";
import {
  aCheckRun,
  aPerson,
  APP,
  aPull,
  aRun,
  EARLIER,
  HEAD,
  NOW,
  WORKFLOW,
} from "../support/build.ts";
import { someClaims, type KeptClaim } from "../support/claims.ts";
import { aGitHub, methodsOf, type Call } from "../support/github.ts";

const KEY = "0123456789abcdef";
const pull = {
  installationId: 5,
  repositoryId: 501,
  owner: "acme",
  name: "gpu-benchmarks",
  pull: 42,
};
const GRACE_MS = 30_000;
const effect: WorkflowEffect = {
  kind: "dispatchWorkflow",
  dispatch: {
    key: KEY,
    workflow: WORKFLOW,
    ref: "main",
    inputs: { "plan-key": KEY },
    headSha: HEAD,
  },
  check: {
    name: "sweepbot/sweep",
    headSha: HEAD,
    externalId: KEY,
    status: "in_progress",
    conclusion: null,
    detailsUrl: null,
    title: "Starting",
    summary: "Starting",
    annotations: [],
  },
};

interface Given {
  readonly claim?: KeptClaim;
  readonly answers?: Parameters<typeof aGitHub>[0];
}

interface Ended {
  readonly outcome: Outcome | null;
  readonly error: unknown;
  readonly calls: readonly Call[];
  readonly claim: KeptClaim | undefined;
}

function aStage({ claims, answers = {} }: { claims: ClaimStore; answers?: Given["answers"] }): {
  readonly context: DispatchContext;
  readonly calls: readonly Call[];
} {
  const { github, calls } = aGitHub({
    readPull: () => Promise.resolve(aPull()),
    listRuns: () => Promise.resolve([]),
    listCheckRuns: () => Promise.resolve([]),
    createCheckRun: () => Promise.resolve({ id: 1 }),
    dispatchWorkflow: () => Promise.resolve({ runId: 900 }),
    ...answers,
  });
  return { context: { github, pull, claims, now: () => NOW, dispatchGraceMs: GRACE_MS }, calls };
}

function isDispatch(method: string): boolean {
  return method === "dispatchWorkflow";
}

async function dispatched({ claim, answers }: Given): Promise<Ended> {
  const claims = someClaims(() => NOW, claim === undefined ? {} : { [KEY]: claim });
  const { context, calls } = aStage({ claims, ...(answers && { answers }) });
  let outcome: Outcome | null = null;
  let error: unknown = null;
  try {
    outcome = await dispatchWorkflowOnce(effect, context);
  } catch (caught) {
    error = caught;
  }
  return { outcome, error, calls, claim: claims.kept.get(KEY) };
}

function ownRun(id: number, more: Parameters<typeof aRun>[1] = {}): WorkflowRun {
  const displayTitle = runName(42, HEAD, KEY);
  return aRun(id, { displayTitle, event: "workflow_dispatch", actor: aPerson(APP.login), ...more })
    .run;
}

function failure(kind: GitHubFailureKind, status: number): GitHubFailure {
  return new GitHubFailure({ kind, status, request: "POST /dispatches", message: "no" });
}

const fresh: KeptClaim = { at: NOW - 10_000, result: null };
const old: KeptClaim = { at: NOW - GRACE_MS, result: null };
const DISPATCHING = ["readPull", "listCheckRuns", "createCheckRun", "dispatchWorkflow"];

describe("a sweep is dispatched once (architecture §5)", () => {
  test("new: check run with the key, then the dispatch, then the record", async () => {
    const { outcome, calls, claim } = await dispatched({});
    expect(methodsOf(calls)).toEqual(DISPATCHING);
    expect(calls.at(-1)?.args).toEqual([WORKFLOW, "main", { "plan-key": KEY }]);
    expect(outcome).toEqual({ kind: "done", note: "900" });
    expect(claim?.result).toBe("900");
  });

  test("recorded: nothing is asked", async () => {
    const { outcome, calls } = await dispatched({ claim: { at: 0, result: "900" } });
    expect([outcome, calls]).toEqual([{ kind: "done", note: "900" }, []]);
  });

  test("claimed and found on GitHub: it is recorded, the first of two", async () => {
    const listRuns = (): Promise<WorkflowRun[]> => Promise.resolve([ownRun(905), ownRun(902)]);
    const { outcome, calls, claim } = await dispatched({ claim: fresh, answers: { listRuns } });
    expect(methodsOf(calls)).toEqual(["listRuns"]);
    expect(calls[0]?.args).toEqual([
      WORKFLOW,
      { event: "workflow_dispatch", createdSince: fresh.at - 120_000 },
    ]);
    expect([outcome, claim?.result]).toEqual([{ kind: "done", note: "902" }, "902"]);
  });

  test.each<[string, WorkflowRun]>([
    ["another key's run", ownRun(900, { displayTitle: runName(42, HEAD, "f".repeat(16)) })],
    ["a person's run with our name", ownRun(900, { actor: aPerson("tov") })],
    ["a deleted person's run", ownRun(900, { actor: null })],
  ])("claimed, and GitHub shows only %s: not ours", async (_story, run) => {
    const { outcome, calls } = await dispatched({
      claim: fresh,
      answers: { listRuns: () => Promise.resolve([run]) },
    });
    expect(outcome).toEqual({ kind: "waiting", lookAgainMs: 20_000 });
    expect(methodsOf(calls)).toEqual(["listRuns"]);
  });

  test("claimed just now and not found: it waits for the rest of the grace", async () => {
    const { outcome, claim } = await dispatched({ claim: fresh });
    expect([outcome, claim]).toEqual([{ kind: "waiting", lookAgainMs: 20_000 }, fresh]);
  });

  test("claimed long ago and not found: it is dispatched again", async () => {
    const { outcome, calls, claim } = await dispatched({ claim: old });
    expect(methodsOf(calls)).toEqual(["listRuns", ...DISPATCHING]);
    expect([outcome, claim]).toEqual([
      { kind: "done", note: "900" },
      { at: NOW, result: "900" },
    ]);
  });

  test.each([
    ["moved", aPull({ headSha: EARLIER })],
    ["closed", aPull({ state: "closed" })],
  ])("the head has %s since: nothing starts, and the claim is free again", async (_story, live) => {
    const { outcome, calls, claim } = await dispatched({
      answers: { readPull: () => Promise.resolve(live) },
    });
    expect(outcome).toEqual({ kind: "stale", note: "head_moved" });
    expect([methodsOf(calls), claim]).toEqual([["readPull"], undefined]);
  });

  test.each([
    ["invalid", 422],
    ["forbidden", 403],
    ["gone", 404],
  ] as const)("GitHub's no (%s, %i) is recorded and not repeated", async (kind, status) => {
    const { outcome, claim } = await dispatched({
      answers: { dispatchWorkflow: () => Promise.reject(failure(kind, status)) },
    });
    expect(outcome).toEqual({ kind: "done", note: "refused" });
    expect(claim?.result).toBe("failed:POST /dispatches: no");
  });

  test.each([
    ["unavailable", 502],
    ["forbidden", 401],
    ["rateLimited", 403],
    ["secondaryLimit", 403],
    ["secondaryLimit", 429],
    ["suspended", 403],
  ] as const)(
    "an unclear failure (%s, %i) stays claimed: the next pass finds out",
    async (kind, status) => {
      const { error, claim } = await dispatched({
        answers: { dispatchWorkflow: () => Promise.reject(failure(kind, status)) },
      });
      expect(error).toBeInstanceOf(GitHubFailure);
      expect(claim).toEqual({ at: NOW, result: null });
    },
  );

  test("an error of our own is thrown as it is", async () => {
    const { error, claim } = await dispatched({
      answers: { dispatchWorkflow: () => Promise.reject(new Error("bug")) },
    });
    expect([error, claim?.result]).toEqual([new Error("bug"), null]);
  });

  test("a GitHub that gives no run id has started it all the same: it is recorded as sent", async () => {
    const { outcome, claim } = await dispatched({
      answers: { dispatchWorkflow: () => Promise.resolve({ runId: null }) },
    });
    expect([outcome, claim?.result]).toEqual([{ kind: "done", note: "sent" }, "sent"]);
  });

  test("two that find it claimed long ago: one of them takes it over and dispatches", async () => {
    const claims = someClaims(() => NOW, { [KEY]: old });
    const stages = [aStage({ claims }), aStage({ claims })];
    const outcomes = await Promise.all(
      stages.map(({ context }) => dispatchWorkflowOnce(effect, context)),
    );
    const started = stages.flatMap(({ calls }) => methodsOf(calls)).filter(isDispatch);
    expect(started).toHaveLength(1);
    expect(outcomes).toEqual([
      { kind: "done", note: "900" },
      { kind: "waiting", lookAgainMs: GRACE_MS },
    ]);
    expect(claims.kept.get(KEY)).toEqual({ at: NOW, result: "900" });
  });

  test.each([
    ["the check run with this key", { externalId: KEY }, false],
    ["an older sweep's", { externalId: "f".repeat(16) }, true],
    ["another app's with this key", { externalId: KEY, appId: APP.id + 1 }, true],
  ])("where %s stands (%j), a new one is created: %s", async (_story, more, isCreated) => {
    const listCheckRuns = (): Promise<ReturnType<typeof aCheckRun>[]> =>
      Promise.resolve([aCheckRun("sweepbot/sweep", more)]);
    const { calls } = await dispatched({ answers: { listCheckRuns } });
    expect(methodsOf(calls).includes("createCheckRun")).toBe(isCreated);
  });
});
