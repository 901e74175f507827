/** What a plan is carried out on, for tests: a GitHub that agrees to everything unless it is told otherwise. */
import type { CheckRunContent } from "../../src/core/model/effect.ts";
import type { WorkflowEffect } from "../../src/github/dispatch-workflow.ts";
import { GitHubFailure, type GitHubFailureKind } from "../../src/github/errors.ts";
import type { ExecuteContext } from "../../src/github/execution.ts";
import { aPull, HEAD, NOW, WORKFLOW } from "../support/build.ts";
import { type KeptClaim, someClaims } from "../support/claims.ts";
import { aGitHub, type Call } from "../support/github.ts";

export const check: CheckRunContent = {
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
export const dispatch = {
  key: "0123456789abcdef",
  workflow: WORKFLOW,
  ref: "main",
  inputs: {},
  headSha: HEAD,
};
export const starting: WorkflowEffect = { kind: "dispatchWorkflow", check, dispatch };

interface Stage {
  readonly context: ExecuteContext;
  readonly calls: readonly Call[];
  readonly audit: { code: string; detail: Readonly<Record<string, unknown>> }[];
}

export function failure(kind: GitHubFailureKind, statusCode: number): GitHubFailure {
  return new GitHubFailure({ kind, status: statusCode, request: "POST /x", message: "no" });
}

export function stage(
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
    cancelRun: () => Promise.resolve("done" as const),
    rerunRun: done,
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
    takeTurn: () => Promise.resolve(true),
    audit: (code, detail) => {
      audit.push({ code, detail });
      return Promise.resolve();
    },
  };
  return { context, calls, audit };
}
