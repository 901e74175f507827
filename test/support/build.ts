/** What GitHub has, for tests of the core: small, typed, and ordinary wherever a test says nothing. */
import type { Facts, RunFacts } from "../../src/core/model/facts.ts";
import type {
  Artifact,
  CheckRun,
  Comment,
  Job,
  LabelEvent,
  Person,
  PullRequest,
  WorkflowRun,
} from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";

export const NOW = Date.parse("2026-03-02T12:00:00Z");
export const MINUTE_MS = 60_000;
/** Merge base and tip of the default branch, head, and the commit before the head. */
export const [BASE, HEAD, EARLIER] = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
];
export const APP = { id: 7, login: "sweepbot[bot]" };
export const REPOSITORY = { id: 501, owner: "acme", name: "gpu-benchmarks", defaultBranch: "main" };
export const WORKFLOW = ".github/workflows/run-sweep.yml";
export const FULL = "full-sweep-fail-fast";
export const PULL = 42;

export function aPerson(login: string, more: Partial<Person> = {}): Person {
  return { id: login.length, login, isBot: login.endsWith("[bot]"), ...more };
}

export function aPull(more: Partial<PullRequest> = {}): PullRequest {
  return {
    number: PULL,
    title: "Newer image for Tiny",
    body: "",
    author: aPerson("amir"),
    state: "open",
    draft: false,
    merged: false,
    mergeCommitSha: null,
    mergeable: true,
    mergeState: "clean",
    headSha: HEAD,
    headRef: "newer-image",
    headRepository: { id: REPOSITORY.id, fullName: "acme/gpu-benchmarks" },
    baseRef: "main",
    labels: [],
    maintainerCanModify: false,
    createdAt: NOW - 60 * MINUTE_MS,
    mergedAt: null,
    ...more,
  };
}

export function aComment(more: Partial<Comment> & Pick<Comment, "id" | "body">): Comment {
  const at = more.createdAt ?? NOW - 5 * MINUTE_MS;
  return {
    nodeId: `C_${more.id}`,
    author: aPerson("mira"),
    appId: null,
    createdAt: at,
    updatedAt: at,
    url: `https://github.com/acme/gpu-benchmarks/pull/${PULL}#issuecomment-${more.id}`,
    reactionCounts: {},
    ...more,
  };
}

/** A comment that sweepbot itself wrote. */
export function ownComment(more: Partial<Comment> & Pick<Comment, "id" | "body">): Comment {
  return aComment({ author: aPerson(APP.login), appId: APP.id, ...more });
}

export function aLabelEvent(
  label: string,
  more: Partial<LabelEvent> & { readonly by?: string } = {},
): LabelEvent {
  const { by = "mira", ...fields } = more;
  return {
    id: 9_000,
    kind: "labeled",
    label,
    actor: aPerson(by),
    createdAt: NOW - 30 * MINUTE_MS,
    ...fields,
  };
}

/** Labels that somebody with write permission has put on, half an hour ago. */
export function labelled(
  labels: readonly string[],
  pull: Partial<PullRequest> = {},
): Pick<Facts, "pull" | "labelEvents" | "permissions"> {
  return {
    pull: aPull({ labels, ...pull }),
    labelEvents: labels.map((label, index) => aLabelEvent(label, { id: 9_000 + index })),
    permissions: { mira: known("write") },
  };
}

export function anArtifact(name: string, more: Partial<Artifact> = {}): Artifact {
  return {
    id: name.length,
    name,
    sizeBytes: 10,
    expired: false,
    expiresAt: null,
    createdAt: null,
    ...more,
  };
}

export interface AnyRun extends Partial<WorkflowRun> {
  readonly planKey?: string | null;
  readonly belongs?: boolean;
  readonly sourceSha?: string;
  readonly jobs?: readonly Job[] | null;
  readonly artifacts?: readonly (string | Artifact)[];
}

/** A green run of the sweep workflow on the head, started by the pull request, with results. */
export function aRun(id: number, more: AnyRun = {}): RunFacts {
  const {
    planKey = null,
    belongs = true,
    jobs = null,
    artifacts = ["results_bmk"],
    ...fields
  } = more;
  const { sourceSha = fields.headSha ?? HEAD, ...run } = fields;
  return {
    planKey,
    belongs,
    sourceSha,
    jobs,
    artifacts: artifacts.map((each) => (typeof each === "string" ? anArtifact(each) : each)),
    run: {
      id,
      attempt: 1,
      attemptStartedAt: NOW - 20 * MINUTE_MS,
      displayTitle: "Run Sweep",
      event: planKey === null ? "pull_request" : "workflow_dispatch",
      status: "completed",
      conclusion: greenOnceEnded(run.status),
      headSha: sourceSha,
      headBranch: "newer-image",
      path: WORKFLOW,
      actor: aPerson("amir"),
      createdAt: NOW - 20 * MINUTE_MS + id,
      updatedAt: NOW - 10 * MINUTE_MS,
      url: `https://github.com/acme/gpu-benchmarks/actions/runs/${id}`,
      pullNumbers: [],
      ...run,
    },
  };
}

function greenOnceEnded(status: WorkflowRun["status"] = "completed"): "success" | null {
  return status === "completed" ? "success" : null;
}

export function aJob(name: string, more: Partial<Job> = {}): Job {
  const status = more.status ?? "completed";
  return {
    id: name.length,
    name,
    conclusion: status === "completed" ? "success" : null,
    startedAt: NOW - 9 * MINUTE_MS,
    completedAt: status === "completed" ? NOW - MINUTE_MS : null,
    url: "https://github.com/acme/gpu-benchmarks/actions/runs/900/job/1",
    runnerName: null,
    labels: [],
    failedStep: null,
    ...more,
    status,
  };
}

export function aCheckRun(name: string, more: Partial<CheckRun> = {}): CheckRun {
  return {
    id: 60,
    name,
    appId: APP.id,
    headSha: HEAD,
    externalId: "",
    status: "completed",
    conclusion: "success",
    detailsUrl: null,
    title: "",
    summary: "",
    startedAt: null,
    ...more,
  };
}
