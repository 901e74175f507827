import { describe, expect, test } from "@jest/globals";
import type { CheckRunContent, Effect, StatusContent } from "../../src/core/model/effect.ts";
import type { WorkflowEffect } from "../../src/github/dispatch-workflow.ts";
import { GitHubFailure, type GitHubFailureKind } from "../../src/github/errors.ts";
import { execute } from "../../src/github/execute.ts";
import type { ExecuteContext } from "../../src/github/execution.ts";
import { aPull, EARLIER, HEAD, NOW, WORKFLOW } from "../support/build.ts";
import { type KeptClaim, someClaims } from "../support/claims.ts";
import { aGitHub, type Call } from "../support/github.ts";

const check: CheckRunContent = {
  name: "sweepbot/sweep",
  headSha: HEAD,
  externalId: "0123456789abcdef",
  status: "completed",
  conclusion: "success",
  detailsUrl: null,
  title: "Green",
  summary: "Green",
  annotations: [],
};
const status: StatusContent = {
  sha: HEAD,
  context: "x",
  state: "success",
  description: "y",
  targetUrl: null,
};
const dispatch = {
  key: "0123456789abcdef",
  workflow: WORKFLOW,
  ref: "main",
  inputs: {},
  headSha: HEAD,
};
const starting: WorkflowEffect = { kind: "dispatchWorkflow", check, dispatch };

interface Stage {
  readonly context: ExecuteContext;
  readonly calls: readonly Call[];
  readonly audit: { code: string; detail: Readonly<Record<string, unknown>> }[];
}

function failure(kind: GitHubFailureKind, statusCode: number): GitHubFailure {
  return new GitHubFailure({ kind, status: statusCode, request: "POST /x", message: "no" });
}

function stage(
  answers: Parameters<typeof aGitHub>[0] = {},
  claims: Readonly<Record<string, KeptClaim>> = {},
): Stage {
  const done = (): Promise<void> => Promise.resolve();
  const created = (): Promise<{ id: number }> => Promise.resolve({ id: 1 });
  const { github, calls } = aGitHub({
    createComment: created,
    updateComment: done,
    deleteComment: done,
    minimizeComment: done,
    addReaction: done,
    createCheckRun: created,
    updateCheckRun: done,
    setStatus: done,
    removeLabel: done,
    cancelRun: done,
    dispatchRepository: done,
    readPull: () => Promise.resolve(aPull()),
    listRuns: () => Promise.resolve([]),
    listCheckRuns: () => Promise.resolve([]),
    dispatchWorkflow: () => Promise.resolve({ runId: 900 }),
    ...answers,
  });
  const audit: Stage["audit"] = [];
  const context: ExecuteContext = {
    github,
    pull: { installationId: 5, repositoryId: 501, owner: "acme", name: "gpu-benchmarks", pull: 42 },
    claims: someClaims(() => NOW, claims),
    now: () => NOW,
    dispatchGraceMs: 30_000,
    repositoryOf: () => Promise.resolve(github),
    audit: (code, detail) => {
      audit.push({ code, detail });
      return Promise.resolve();
    },
  };
  return { context, calls, audit };
}

describe("each effect is one call", () => {
  test.each<[Effect, Call]>([
    [
      { kind: "createComment", tag: "card", body: "Hi" },
      { method: "createComment", args: [42, "Hi"] },
    ],
    [
      { kind: "updateComment", commentId: 5, tag: "card", body: "Hi" },
      { method: "updateComment", args: [5, "Hi"] },
    ],
    [
      { kind: "deleteComment", commentId: 5, tag: "card" },
      { method: "deleteComment", args: [5] },
    ],
    [
      { kind: "minimizeComment", nodeId: "C_5", tag: "card" },
      { method: "minimizeComment", args: ["C_5"] },
    ],
    [
      { kind: "react", commentId: 5, content: "rocket" },
      { method: "addReaction", args: [5, "rocket"] },
    ],
    [
      { kind: "createCheckRun", check },
      { method: "createCheckRun", args: [check] },
    ],
    [
      { kind: "updateCheckRun", checkRunId: 60, check },
      { method: "updateCheckRun", args: [60, check] },
    ],
    [
      { kind: "setStatus", status },
      { method: "setStatus", args: [status] },
    ],
    [
      { kind: "removeLabel", label: "x" },
      { method: "removeLabel", args: [42, "x"] },
    ],
    [
      { kind: "cancelRun", runId: 900 },
      { method: "cancelRun", args: [900] },
    ],
    [
      {
        kind: "dispatchRepository",
        dispatch: { key: "k", owner: "acme", name: "app", eventType: "e", payload: {} },
      },
      { method: "dispatchRepository", args: [{ owner: "acme", name: "app" }, "e", {}] },
    ],
  ])("$kind", async (effect, call) => {
    const { context, calls, audit } = stage();
    expect(await execute([effect], context)).toEqual({ lookAgainMs: null });
    expect(calls).toEqual([call]);
    expect(audit.map(({ code }) => code)).toEqual([effect.kind]);
  });

  test("a dispatch takes its steps in their order, and once", async () => {
    const { context, calls } = stage();
    await execute([starting, starting], context);
    expect(calls.filter(({ method }) => method === "dispatchWorkflow")).toHaveLength(1);
  });
});

describe("a plan is carried out", () => {
  const hi: Effect = { kind: "createComment", tag: "card", body: "Hi" };
  const react: Effect = { kind: "react", commentId: 5, content: "eyes" };

  test("in its order", async () => {
    const { context, calls } = stage();
    await execute([react, hi, { kind: "cancelRun", runId: 1 }], context);
    expect(calls.map(({ method }) => method)).toEqual([
      "addReaction",
      "createComment",
      "cancelRun",
    ]);
  });

  test("up to the first failure, which is thrown; what was done is on record", async () => {
    const { context, calls, audit } = stage({
      createComment: () => Promise.reject(new Error("502")),
    });
    await expect(execute([react, hi, react], context)).rejects.toThrow("502");
    expect(calls.map(({ method }) => method)).toEqual(["addReaction", "createComment"]);
    expect(audit.map(({ code }) => code)).toEqual(["react"]);
  });

  test("with nothing to do when it is empty", async () => {
    const { context, calls } = stage();
    expect(await execute([], context)).toEqual({ lookAgainMs: null });
    expect(calls).toEqual([]);
  });

  test("and says when to look again for what is not shown yet", async () => {
    const { context, audit } = stage({}, { [dispatch.key]: { at: NOW - 10_000, result: null } });
    expect(await execute([hi, starting], context)).toEqual({ lookAgainMs: 20_000 });
    expect(audit[1]).toMatchObject({
      code: "dispatchWorkflow",
      detail: { outcome: { kind: "waiting" } },
    });
  });

  test.each([
    ["first", 1_000, 20_000],
    ["last", 20_000, 1_000],
  ])("and looks again after the shortest wait, be it the %s", async (_story, one, other) => {
    const claimed = (waitMs: number): KeptClaim => ({ at: NOW + waitMs - 30_000, result: null });
    const { context } = stage({}, { one: claimed(one), other: claimed(other) });
    const effects = ["one", "other"].map((key): Effect => ({
      ...starting,
      dispatch: { ...dispatch, key },
    }));
    expect(await execute(effects, context)).toEqual({ lookAgainMs: 1_000 });
  });

  test.each([
    ["gone", 404],
    ["forbidden", 403],
    ["invalid", 422],
  ] as const)("to its end, though a reaction is refused (%s, %i)", async (kind, statusCode) => {
    const { context, calls, audit } = stage({
      addReaction: () => Promise.reject(failure(kind, statusCode)),
    });
    await execute([react, hi], context);
    expect(calls.map(({ method }) => method)).toEqual(["addReaction", "createComment"]);
    expect(audit[0]).toMatchObject({
      code: "react",
      detail: { outcome: { kind: "done", note: "POST /x: no" } },
    });
  });

  test.each([
    ["unavailable", 502],
    ["forbidden", 401],
    ["secondaryLimit", 403],
  ] as const)("not past a reaction that a retry may heal (%s, %i)", async (kind, statusCode) => {
    const { context, calls } = stage({
      addReaction: () => Promise.reject(failure(kind, statusCode)),
    });
    await expect(execute([react, hi], context)).rejects.toThrow("POST /x: no");
    expect(calls.map(({ method }) => method)).toEqual(["addReaction"]);
  });

  test("not past the moment when another process has taken the pull request", async () => {
    const controller = new AbortController();
    const { context, calls, audit } = stage({
      createComment: () => {
        controller.abort(new Error("taken"));
        return Promise.resolve({ id: 1 });
      },
    });
    const running = execute([hi, react], { ...context, signal: controller.signal });
    await expect(running).rejects.toThrow("taken");
    expect(calls.map(({ method }) => method)).toEqual(["createComment"]);
    expect(audit.map(({ code }) => code)).toEqual(["createComment"]);
  });

  test("and leaves out what has changed since it was decided", async () => {
    const { context, audit } = stage({
      readPull: () => Promise.resolve(aPull({ headSha: EARLIER })),
    });
    await execute([starting], context);
    expect(audit).toMatchObject([{ detail: { outcome: { kind: "stale", note: "head_moved" } } }]);
  });

  test("the audit keeps how long a comment is, not what it says", async () => {
    const { context, audit } = stage();
    await execute([hi], context);
    expect(audit).toEqual([
      {
        code: "createComment",
        detail: { kind: "createComment", tag: "card", characters: 2, outcome: { kind: "done" } },
      },
    ]);
  });
});
