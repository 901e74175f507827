/** Verdicts of every kind, for tests of what is said about them. */
import { decide } from "../../src/core/decide/decide.ts";
import type { MergeVerdict } from "../../src/core/decide/merge.ts";
import type { Receipt } from "../../src/core/decide/receipt.ts";
import type { ReuseBinding, ReuseVerdict } from "../../src/core/decide/reuse.ts";
import { REUSE_RULES, type RuleResult } from "../../src/core/decide/reuse-rules.ts";
import type { SignoffVerdict } from "../../src/core/decide/signoff.ts";
import { NOTHING_ASIDE } from "./signoff.ts";
import type { BlockedCode } from "../../src/core/decide/sweep-obstacles.ts";
import type { SweepDecision, SweepPlan, SweepVerdict } from "../../src/core/decide/sweep.ts";
import type { ChangelogVerdict, MatrixVerdict } from "../../src/core/decide/validation.ts";
import { DEFAULT_CONFIG } from "../../src/core/model/config.ts";
import type { RunFacts } from "../../src/core/model/facts.ts";
import type { Conclusion } from "../../src/core/model/github.ts";
import type { Problem } from "../../src/core/model/problem.ts";
import { STATE_CODES } from "../../src/core/signoff/state.ts";
import { aRun, BASE, FULL, HEAD, labelled, NOW } from "./build.ts";
import { someFacts } from "./facts.ts";

/** Text as a person may write it: mentions, HTML, markers, Markdown and characters that are not seen. */
export const NASTY =
  "@mira <b>x</b> <!-- sweepbot:card --> [a](https://evil.example) | `code` \u202Egnp\u200B ![i](x) acme/core#1";

export function aProblem(more: Partial<Problem> = {}): Problem {
  const values = { key: "labels", expected: "a text" };
  return { code: "config_wrong_type", severity: "error", path: "p.yaml", line: 3, values, ...more };
}

const counted = { additions: 2, corrections: 1, baseProblems: [aProblem({ path: "base.yaml" })] };
const manyKeys = Array.from({ length: 12 }, (_, index) => `key-${index}`);

export const CHANGELOGS: readonly ChangelogVerdict[] = [
  { kind: "unknown", cause: "too_large" },
  { kind: "untouched", recipePaths: [] },
  { kind: "untouched", recipePaths: ["configs/a.yaml", NASTY] },
  { kind: "valid", ...counted, keys: manyKeys, problems: [] },
  { kind: "valid", ...counted, additions: 0, keys: [], problems: [] },
  { kind: "behind", ...counted, keys: [NASTY], problems: [aProblem({ severity: "notice" })] },
  { kind: "conflict", ...counted, keys: ["key"], problems: [aProblem({ severity: "warning" })] },
  {
    kind: "invalid",
    problems: [aProblem({ rule: "R1", endLine: 9, replacement: "- a\n- b" })],
    baseProblems: [],
  },
];

const A_CHANGE: Extract<MatrixVerdict, { kind: "planned" }>["changes"][number] = {
  ...{ key: NASTY, kind: "altered", path: "configs/a.yaml", line: 3 },
  image: { base: NASTY, head: "image:2" },
  scenarios: { added: [], removed: [], altered: ["fixed-seq-len"] },
  points: { added: 2, removed: 1 },
  ...{ selectedBy: [7], selectedAt: [70], unselected: ["fixed-seq-len"] },
};

const PLANNED = decide(someFacts(labelled([FULL]))).matrix;

/** What the example repository's pull request would run, or something near it. */
export function aMatrix(
  more: Partial<Extract<MatrixVerdict, { kind: "planned" }>> = {},
): MatrixVerdict {
  if (PLANNED.kind !== "planned") throw new Error("the example plans nothing");
  return { ...PLANNED, ...more };
}

export const MATRICES: readonly MatrixVerdict[] = [
  { kind: "none" },
  { kind: "unknown", cause: "forbidden" },
  {
    kind: "problems",
    problems: [aProblem({ values: { key: NASTY, expected: NASTY } })],
    changes: [],
  },
  { kind: "empty", problems: [aProblem()], changes: [A_CHANGE] },
  { kind: "tooLarge", family: "single-node 1k1k", jobs: 300, problems: [aProblem()], changes: [] },
  aMatrix({ changes: [A_CHANGE], warnings: [aProblem({ severity: "warning" })] }),
];

const primary = DEFAULT_CONFIG.labels.primary[0] ?? {
  name: "",
  full: true,
  canary: false,
  failFast: false,
};
export const SWEEP_PLAN: SweepPlan = {
  key: "0123456789abcdef",
  headSha: HEAD,
  baseSha: BASE,
  primary,
  flags: { allEvals: false, evalsOnly: false, agentxFast: false },
  matrixDigest: "d",
};

/** Every reason why a sweep does not start, with the values that its sentence takes. */
const BLOCKED: Readonly<Record<BlockedCode, Readonly<Record<string, string | number>>>> = {
  conflicting_labels: { labels: `a, ${NASTY}` },
  not_default_branch: { base: NASTY, expected: "main" },
  draft: {},
  head_repository_deleted: {},
  fork_head_moved: { label: NASTY, approved: "aaaaaaa", head: "bbbbbbb" },
  fork_approval_unknown: {},
  fork_approval_awaited: { label: NASTY, head: "bbbbbbb" },
  fork_approval_not_seen: { label: NASTY, head: "bbbbbbb" },
  fork_label_by_program: { label: NASTY, head: "bbbbbbb", login: "labeler[bot]" },
  fork_no_permission: { label: NASTY, head: "bbbbbbb", login: "mira", permission: "read" },
  fork_conflict: { base: "main", head: "bbbbbbb" },
  fork_test_merge_pending: { base: "main", head: "bbbbbbb" },
  fork_test_merge_late: { base: "main", head: "bbbbbbb" },
  revisions_unknown: { cause: "forbidden" },
  skip_marker: { marker: "[skip-sweep]" },
  changelog_unknown: { cause: "too_large" },
  changelog_invalid: { problems: 2 },
  changelog_conflict: {},
  no_changelog_entry: {},
  link_correction_only: {},
  matrix_unknown: { cause: "forbidden" },
  matrix_problems: { problems: 1 },
  matrix_empty: {},
  matrix_too_large: { family: "eval", jobs: 300 },
  requester_unknown: {},
  permission_unknown: { login: "mira" },
  no_permission: { login: "mira", permission: "read" },
  reuse_authorised: {},
  recovery: {},
  stopped: {},
  run_gone: { gone: "900" },
};

const DECISIONS: readonly SweepDecision[] = [
  ...(["no_label", "closed", "merged"] as const).map((code) => ({ kind: "idle", code }) as const),
  ...(Object.keys(BLOCKED) as BlockedCode[]).map(
    (code) => ({ kind: "blocked", code, values: BLOCKED[code] }) as const,
  ),
  { kind: "observing" },
  { kind: "start", plan: SWEEP_PLAN },
  { kind: "starting", plan: SWEEP_PLAN, since: NOW },
  { kind: "running", plan: SWEEP_PLAN, runId: 900 },
  { kind: "ended", plan: SWEEP_PLAN, runId: 900 },
  { kind: "triggerFailed", plan: SWEEP_PLAN, reason: NASTY },
];

const CONCLUSIONS: readonly Conclusion[] = [
  "success",
  "failure",
  "cancelled",
  "timed_out",
  "startup_failure",
  "action_required",
  "stale",
  "skipped",
];
const SHOWN: readonly (RunFacts | null)[] = [
  null,
  ...CONCLUSIONS.map((conclusion) => aRun(900, { conclusion, planKey: SWEEP_PLAN.key })),
  ...(["queued", "in_progress"] as const).map((status) =>
    aRun(900, { status, planKey: SWEEP_PLAN.key }),
  ),
];

export const SWEEPS: readonly SweepVerdict[] = DECISIONS.flatMap((decision) =>
  SHOWN.map((shown) => ({ decision, shown, cancel: [] })),
);

export const BINDING: ReuseBinding = {
  runId: 900,
  attempt: 1,
  sourceSha: HEAD,
  headSha: HEAD,
  pinned: true,
};

const RULE_VALUES: Readonly<Record<string, string>> = {
  ...{
    labels: NASTY,
    run: "900",
    attempt: "2",
    path: NASTY,
    event: "push",
    fork: "1",
    status: "queued",
    conclusion: "x",
  },
  ...{ allowed: "success", sha: "bbbbbbb", cause: "truncated", found: "a", expired: "b" },
};

/** Every rule, held, broken and, where it can be, not known. */
export const RULES: readonly RuleResult[] = REUSE_RULES.flatMap((rule) => {
  const readable = ["commit_in_pull", "recipes_unchanged", "scripts_unchanged"].includes(rule);
  const outcomes = readable ? (["pass", "fail", "unknown"] as const) : (["pass", "fail"] as const);
  return outcomes.map((outcome) => ({ rule, outcome, values: RULE_VALUES }));
});

export const REUSES: readonly ReuseVerdict[] = [
  { kind: "none", suggestion: null },
  { kind: "none", suggestion: BINDING },
  { kind: "authorised", binding: BINDING, rules: RULES, expiresAt: null },
  { kind: "authorised", binding: BINDING, rules: RULES, expiresAt: NOW },
  { kind: "suspended", binding: BINDING, rules: RULES },
];

const ingest = {
  kind: "ingest" as const,
  key: "k",
  owner: "acme",
  name: "results-app",
  eventType: "ingest-results",
  payload: {},
};
const received = aRun(77).run;
const RECEIPTS: readonly Receipt[] = [
  { kind: "awaited" },
  { kind: "running", run: received },
  { kind: "succeeded", run: received },
  { kind: "failed", run: received },
  { kind: "unconfirmed" },
];
export const MERGES: readonly MergeVerdict[] = [
  { kind: "notMerged" },
  ...(["observing", "other_branch", "no_reuse", "no_rows"] as const).map(
    (code) => ({ kind: "nothing", code }) as const,
  ),
  ...(["no_merge_run", "no_metadata", "recipes_unread"] as const).map(
    (code) => ({ kind: "waiting", code }) as const,
  ),
  ...(
    [
      "no_merge_run",
      "reuse_suspended",
      "changelog_invalid",
      "matrix_problems",
      "metadata_missing",
    ] as const
  ).map((code) => ({ kind: "refused", code }) as const),
  { kind: "ingest", dispatch: ingest, binding: BINDING },
  ...RECEIPTS.map(
    (receipt) => ({ kind: "sent", dispatch: ingest, binding: BINDING, receipt }) as const,
  ),
  { kind: "failed", dispatch: ingest, binding: BINDING, reason: NASTY },
];

export const SIGNOFFS: readonly SignoffVerdict[] = STATE_CODES.flatMap((code) =>
  (["pending", "success", "failure", "error"] as const).map((state) => ({
    status: { state, code, values: { sha: "bbbbbbb", count: 2, checks: "0, 4" } },
    rows: [],
    covering: [],
    aside: NOTHING_ASIDE,
  })),
);
