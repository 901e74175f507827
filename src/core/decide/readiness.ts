import type { Facts, RunFacts } from "../model/facts.ts";
import { familyOf } from "./progress.ts";
import type { ReuseVerdict } from "./reuse.ts";
import type { SignoffVerdict } from "./signoff.ts";
import type { SweepVerdict } from "./sweep.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** What has to be right before a merge publishes results, in the order in which it is shown. */
export const ASPECTS = [
  "validation",
  "results",
  "evals",
  "signoff",
  "position",
  "conflicts",
] as const;
export type Aspect = (typeof ASPECTS)[number];

export interface ReadinessItem {
  readonly aspect: Aspect;
  /** `missing`: somebody still has to do something; `waiting`: sweepbot or GitHub has. */
  readonly outcome: "pass" | "fail" | "missing" | "waiting" | "none";
  /** Sentence `<aspect>_<code>` in `templates/<language>/readiness.yml`, with `<aspect>_<code>_next`. */
  readonly code: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Whether merging now would publish results, and if not, why (decision 17). */
export type ReadinessVerdict =
  | { readonly kind: "nothingToPublish" }
  | {
      readonly kind: "ready" | "notReady" | "broken";
      readonly items: readonly ReadinessItem[];
    };

export interface ReadinessInput {
  readonly facts: Facts;
  readonly changelog: ChangelogVerdict;
  readonly matrix: MatrixVerdict;
  readonly reuse: ReuseVerdict;
  readonly sweep: SweepVerdict;
  readonly signoff: SignoffVerdict;
}

/**
 * Judges a merge before it happens by the verdicts that are used again when it does (decision 17);
 * null where no merge of this pull request publishes: closed, or into another branch.
 */
export function decideReadiness(input: ReadinessInput): ReadinessVerdict | null {
  const { changelog, facts } = input;
  const { pull, repository } = facts;
  if (pull.state === "closed" || pull.baseRef !== repository.defaultBranch) return null;
  const adds = "additions" in changelog && changelog.additions > 0;
  if (!adds && changelog.kind !== "invalid" && changelog.kind !== "unknown") {
    return { kind: "nothingToPublish" };
  }
  const items = [
    validation(input),
    results(input),
    evalsReadiness(input),
    signoff(input),
    position(changelog),
    conflicts(input.facts),
  ];
  const has = (...outcomes: readonly ReadinessItem["outcome"][]): boolean =>
    items.some((item) => outcomes.includes(item.outcome));
  if (has("fail")) return { kind: "broken", items };
  return { kind: has("missing", "waiting") ? "notReady" : "ready", items };
}

function item(
  aspect: Aspect,
  outcome: ReadinessItem["outcome"],
  code: string,
  values: ReadinessItem["values"] = {},
): ReadinessItem {
  return { aspect, outcome, code, values };
}

function validation({ changelog, matrix }: ReadinessInput): ReadinessItem {
  if (changelog.kind === "unknown" || matrix.kind === "unknown") {
    return item("validation", "waiting", "unknown");
  }
  const problems = [changelog, matrix].flatMap((verdict) =>
    "problems" in verdict ? verdict.problems.filter(({ severity }) => severity === "error") : [],
  );
  const refused = ["problems", "empty", "tooLarge"].includes(matrix.kind);
  if (changelog.kind === "invalid" || refused) {
    return item("validation", "fail", "fail", { problems: problems.length });
  }
  return item("validation", "pass", "pass");
}

function results({ facts, reuse, sweep }: ReadinessInput): ReadinessItem {
  if (reuse.kind === "authorised") {
    const { runId, sourceSha } = reuse.binding;
    return item("results", "pass", "reused", { run: runId, sha: sourceSha.slice(0, 7) });
  }
  if (reuse.kind === "suspended") {
    const unknown = reuse.rules.every((rule) => rule.outcome !== "fail");
    const run = reuse.binding.runId;
    return item("results", unknown ? "waiting" : "fail", unknown ? "unread" : "suspended", { run });
  }
  if (reuse.suggestion !== null) {
    return item("results", "missing", "suggested", { run: reuse.suggestion.runId });
  }
  const run = sweep.shown?.run;
  if (run !== undefined && run.status !== "completed") {
    return item("results", "waiting", "running", { run: run.id });
  }
  const observes = facts.config.inForce.sweep.trigger === "observe";
  return item("results", "missing", observes ? "observed" : "none");
}

/** Evals of the run that is to be published: what ran is looked at, never a collector (spec/control-plane §10). */
export function evalsReadiness({
  facts,
  matrix,
  reuse,
}: Pick<ReadinessInput, "facts" | "matrix" | "reuse">): ReadinessItem {
  if (matrix.kind !== "planned") return item("evals", "none", "none");
  const planned = Object.entries(matrix.families).some(
    ([family, jobs]) => isEval(family) && jobs > 0,
  );
  if (!planned) return item("evals", "none", "none");
  const binding = reuse.kind === "none" ? reuse.suggestion : reuse.binding;
  const run = facts.runs.find((each) => each.run.id === binding?.runId);
  if (run === undefined) return item("evals", "missing", "not_run");
  return evalsOf(run);
}

function evalsOf({ run, jobs }: RunFacts): ReadinessItem {
  const values = { run: run.id };
  if (run.conclusion === "success") return item("evals", "pass", "pass", values);
  if (jobs === null) return item("evals", "missing", "unread", values);
  const executed = jobs.filter(({ name }) => isEval(familyOf(name) ?? ""));
  const green = executed.filter(({ conclusion }) => conclusion === "success");
  if (executed.length > 0 && green.length === executed.length) {
    return item("evals", "pass", "pass", values);
  }
  const counts = { ...values, failed: executed.length - green.length, total: executed.length };
  return item("evals", "fail", "fail", counts);
}

/** True for a family of jobs that evaluates. */
export function isEval(family: string): boolean {
  return family === "eval" || family.endsWith(" eval");
}

function signoff({ signoff: { status } }: ReadinessInput): ReadinessItem {
  switch (status.state) {
    case "success":
      return item(
        "signoff",
        "pass",
        status.code === "status_not_required" ? "not_required" : "pass",
      );
    case "failure":
      return item("signoff", "fail", "fail");
    case "error":
      return item("signoff", "waiting", "unknown");
    case "pending":
      return item("signoff", "missing", "missing");
  }
}

function position(changelog: ChangelogVerdict): ReadinessItem {
  switch (changelog.kind) {
    case "unknown":
      return item("position", "waiting", "unknown");
    case "conflict":
      return item("position", "fail", "conflict");
    case "invalid":
      return item("position", "none", "invalid");
    case "behind":
    case "valid":
    case "untouched":
      return item("position", "pass", "pass");
  }
}

/** GitHub works out late whether a merge has conflicts: null is neither (port, `mergeable`). */
function conflicts({ pull }: Facts): ReadinessItem {
  if (pull.draft) return item("conflicts", "missing", "draft");
  if (pull.mergeable === null) return item("conflicts", "waiting", "unknown");
  return pull.mergeable ? item("conflicts", "pass", "pass") : item("conflicts", "fail", "fail");
}
