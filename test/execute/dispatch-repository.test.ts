import { describe, expect, test } from "@jest/globals";
import type { WorkflowRun } from "../../src/core/model/github.ts";
import {
  dispatchRepositoryOnce,
  type RepositoryEffect,
} from "../../src/github/dispatch-repository.ts";
import { GitHubFailure, type GitHubFailureKind } from "../../src/github/errors.ts";
import type { ClaimStore, Outcome } from "../../src/github/execution.ts";
import { aRun, NOW } from "../support/build.ts";
import { someClaims, type KeptClaim } from "../support/claims.ts";
import { aGitHub, methodsOf, type Call } from "../support/github.ts";

const KEY = "ingest-501-42-dddddddddddd-900";
const GRACE_MS = 30_000;
const payload = { "source-run-id": "900", "merge-run-id": "950", key: KEY };
const effect: RepositoryEffect = {
  kind: "dispatchRepository",
  dispatch: {
    ...{ kind: "ingest", key: KEY, owner: "acme", name: "results-app" },
    ...{ eventType: "ingest-results", payload },
  },
};

interface Ended {
  readonly outcome: Outcome | null;
  readonly error: unknown;
  readonly calls: readonly Call[];
  readonly targets: readonly string[];
  readonly claim: KeptClaim | undefined;
}

async function dispatched(
  claim: KeptClaim | null,
  answers: Parameters<typeof aGitHub>[0] = {},
  store: Partial<ClaimStore> = {},
): Promise<Ended> {
  const claims = { ...someClaims(() => NOW, claim === null ? {} : { [KEY]: claim }), ...store };
  const target = aGitHub({
    listRuns: () => Promise.resolve([]),
    dispatchRepository: () => Promise.resolve(),
    ...answers,
  });
  const targets: string[] = [];
  const context = {
    github: aGitHub().github,
    pull: { installationId: 5, repositoryId: 501, owner: "acme", name: "gpu-benchmarks", pull: 42 },
    claims,
    now: () => NOW,
    dispatchGraceMs: GRACE_MS,
    takeTurn: () => Promise.resolve(false),
    audit: () => Promise.resolve(),
    repositoryOf: (owner: string, name: string) => {
      targets.push(`${owner}/${name}`);
      return Promise.resolve(target.github);
    },
  };
  let outcome: Outcome | null = null;
  let error: unknown = null;
  try {
    outcome = await dispatchRepositoryOnce(effect, context);
  } catch (caught) {
    error = caught;
  }
  return { outcome, error, calls: target.calls, targets, claim: claims.kept.get(KEY) };
}

function failure(kind: GitHubFailureKind, status: number): GitHubFailure {
  return new GitHubFailure({ kind, status, request: "POST /dispatches", message: "no" });
}

const fresh: KeptClaim = { at: NOW - 10_000, result: null };
const old: KeptClaim = { at: NOW - GRACE_MS, result: null };

describe("an ingest is sent once", () => {
  test("new: it is sent to the receiving repository and recorded", async () => {
    const { outcome, calls, targets, claim } = await dispatched(null);
    expect(calls).toEqual([
      {
        method: "dispatchRepository",
        args: [{ owner: "acme", name: "results-app" }, "ingest-results", payload],
      },
    ]);
    expect(new Set(targets)).toEqual(new Set(["acme/results-app"]));
    expect([outcome, claim?.result]).toEqual([{ kind: "done", note: "sent" }, "sent"]);
  });

  test("recorded: nothing is sent", async () => {
    const { outcome, calls } = await dispatched({ at: 0, result: "sent" });
    expect([outcome, calls]).toEqual([{ kind: "done", note: "sent" }, []]);
  });

  test("claimed and shown by a run there: it is recorded", async () => {
    const run = aRun(77, { displayTitle: `Ingest [${KEY}]`, event: "repository_dispatch" }).run;
    const listRuns = (): Promise<WorkflowRun[]> => Promise.resolve([run]);
    const { outcome, calls, claim } = await dispatched(fresh, { listRuns });
    expect(calls).toEqual([
      {
        method: "listRuns",
        args: [null, { event: "repository_dispatch", createdSince: fresh.at - 120_000 }],
      },
    ]);
    expect([outcome, claim?.result]).toEqual([{ kind: "done", note: "77" }, "77"]);
  });

  test("claimed just now and not shown: it waits for the rest of the grace", async () => {
    const other = aRun(77, { displayTitle: "Ingest [other]" }).run;
    const { outcome, calls } = await dispatched(fresh, {
      listRuns: () => Promise.resolve([other]),
    });
    expect(outcome).toEqual({ kind: "waiting", lookAgainMs: 20_000 });
    expect(methodsOf(calls)).toEqual(["listRuns"]);
  });

  test("claimed long ago and not shown: it is sent again, for receiving twice is harmless", async () => {
    const { outcome, calls } = await dispatched(old);
    expect(methodsOf(calls)).toEqual(["listRuns", "dispatchRepository"]);
    expect(outcome).toEqual({ kind: "done", note: "sent" });
  });

  test("claimed long ago, and another process took it over meanwhile: it waits", async () => {
    const { outcome, calls, claim } = await dispatched(
      old,
      {},
      { takeOver: () => Promise.resolve(false) },
    );
    expect(methodsOf(calls)).toEqual(["listRuns"]);
    expect([outcome, claim]).toEqual([{ kind: "waiting", lookAgainMs: GRACE_MS }, old]);
  });

  test.each([
    ["invalid", 422],
    ["forbidden", 403],
    ["gone", 404],
  ] as const)("a no (%s, %i) is recorded and shown", async (kind, status) => {
    const { outcome, claim } = await dispatched(null, {
      dispatchRepository: () => Promise.reject(failure(kind, status)),
    });
    expect(outcome).toEqual({ kind: "done", note: "failed:POST /dispatches: no" });
    expect(claim?.result).toBe("failed:POST /dispatches: no");
  });

  test.each([
    ["unavailable", 502],
    ["forbidden", 401],
    ["rateLimited", 403],
    ["secondaryLimit", 403],
    ["suspended", 403],
  ] as const)("an unclear failure (%s, %i) stays claimed", async (kind, status) => {
    const { error, claim } = await dispatched(null, {
      dispatchRepository: () => Promise.reject(failure(kind, status)),
    });
    expect(error).toBeInstanceOf(GitHubFailure);
    expect(claim).toEqual({ at: NOW, result: null });
  });
});

describe("what is staged is sent once, too", () => {
  const staging: RepositoryEffect = {
    kind: "dispatchRepository",
    dispatch: { ...effect.dispatch, kind: "stage", key: "stage-501-42-100-0a1b2c3d" },
  };

  test("by two processes at the same time: one sends, the other waits; claimed as what it is", async () => {
    const kinds: string[] = [];
    const store = someClaims(() => NOW);
    const claims: ClaimStore = {
      ...store,
      claim: (key, about) => {
        kinds.push(about.kind);
        return store.claim(key, about);
      },
    };
    const target = aGitHub({
      listRuns: () => Promise.resolve([]),
      dispatchRepository: () => Promise.resolve(),
    });
    const replica = {
      github: aGitHub().github,
      pull: { installationId: 5, repositoryId: 501, owner: "acme", name: "bench", pull: 42 },
      claims,
      now: () => NOW,
      dispatchGraceMs: GRACE_MS,
      takeTurn: () => Promise.resolve(false),
      audit: () => Promise.resolve(),
      repositoryOf: () => Promise.resolve(target.github),
    };
    const outcomes = await Promise.all([
      dispatchRepositoryOnce(staging, replica),
      dispatchRepositoryOnce(staging, replica),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["done", "waiting"]);
    expect(methodsOf(target.calls).filter((name) => name === "dispatchRepository")).toHaveLength(1);
    expect(kinds).toEqual(["stage", "stage"]);
  });
});
