/** The lines of the status card as data: which subject, which mark, which sentence, filled with what. */
import type { MergeVerdict } from "../decide/merge.ts";
import type { RuleResult } from "../decide/reuse-rules.ts";
import type { ReuseVerdict } from "../decide/reuse.ts";
import type { SignoffVerdict } from "../decide/signoff.ts";
import type { SweepVerdict } from "../decide/sweep.ts";
import type { ChangelogVerdict, MatrixVerdict } from "../decide/validation.ts";
import type { ConfigFacts } from "../model/facts.ts";
import type { View } from "./template.ts";

export type Mark = "pass" | "fail" | "wait" | "none" | "warn";

/** How each mark is shown. */
export const MARKS: Readonly<Record<Mark, string>> = {
  pass: "✅",
  fail: "❌",
  wait: "⏳",
  none: "➖",
  warn: "⚠️",
};

export interface Row {
  readonly subject:
    | "description"
    | "config"
    | "changelog"
    | "matrix"
    | "recipes"
    | "shared"
    | "sweep"
    | "reuse"
    | "signoff"
    | "order"
    | "merge";
  readonly mark: Mark;
  /** Sentence code in `templates/<language>/card.yml`; `<code>_next` says the next step, if there is one. */
  readonly code: string;
  readonly values: View;
  /** Rules to spell out in the sentence's `reasons`. */
  readonly rules?: readonly RuleResult[];
}

/** The changelog in one line. */
export function changelogRow(verdict: ChangelogVerdict): Row {
  const row = (mark: Mark, code: string, values: View = {}): Row => ({
    subject: "changelog",
    mark,
    code: `changelog_${code}`,
    values,
  });
  switch (verdict.kind) {
    case "unknown":
      return row("wait", "unknown", { cause: verdict.cause });
    case "untouched":
      return verdict.recipePaths.length > 0
        ? row("warn", "missing_entry", { paths: verdict.recipePaths.slice(0, 5) })
        : row("none", "untouched");
    case "invalid":
      return row("fail", "invalid", { problems: verdict.problems.length });
    case "conflict":
      return row("fail", "conflict");
    case "behind":
      return row("pass", "behind", countsOf(verdict));
    case "valid":
      return verdict.additions === 0
        ? row("pass", "corrections", countsOf(verdict))
        : row("pass", "valid", countsOf(verdict));
  }
}

function countsOf(verdict: Extract<ChangelogVerdict, { additions: number }>): View {
  return {
    additions: verdict.additions,
    corrections: verdict.corrections,
    keys: verdict.keys.slice(0, 8),
    more: Math.max(0, verdict.keys.length - 8),
  };
}

/** What would run, in one line; null where there is nothing to say. */
export function matrixRow(verdict: MatrixVerdict): Row | null {
  const row = (mark: Mark, code: string, values: View = {}): Row => ({
    subject: "matrix",
    mark,
    code: `matrix_${code}`,
    values,
  });
  switch (verdict.kind) {
    case "none":
      return null;
    case "unknown":
      return row("wait", "unknown", { cause: verdict.cause });
    case "problems":
      return row("fail", "problems", { problems: verdict.problems.length });
    case "empty":
      return row("fail", "empty");
    case "tooLarge":
      return row("fail", "too_large", { family: verdict.family, jobs: verdict.jobs });
    case "planned":
      return row("pass", "planned", {
        jobs: verdict.jobs,
        hours: verdict.totals.gpuHours,
        families: Object.entries(verdict.families)
          .map(([family, jobs]) => `${family} ${jobs}`)
          .join(", "),
      });
  }
}

/** For a section of a template: a run that is under way although nothing new may start. */
function isActive(shown: SweepVerdict["shown"]): boolean {
  return shown !== null && shown.run.status !== "completed";
}

/** The sweep in one line: running, ended, or the one reason why it does not run (decision 9). */
export function sweepRow(verdict: SweepVerdict): Row {
  const { decision, shown } = verdict;
  const row = (mark: Mark, code: string, values: View = {}): Row => ({
    subject: "sweep",
    mark,
    code: `sweep_${code}`,
    values: { run: shown?.run.id ?? "", url: shown?.run.url ?? "", ...values },
  });
  switch (decision.kind) {
    case "idle":
      return row("none", decision.code, { goesOn: isActive(shown) });
    case "blocked":
      return row(WAITING.has(decision.code) ? "wait" : "warn", decision.code, {
        ...decision.values,
        goesOn: isActive(shown),
      });
    case "observing":
      return shown === null
        ? row("none", "observing")
        : runRow(shown.run.status, shown.run.conclusion, row);
    case "start":
    case "starting":
      return row("wait", "starting", { label: decision.plan.primary.name });
    case "running":
    case "ended":
      return runRow(shown?.run.status ?? "queued", shown?.run.conclusion ?? null, row);
    case "triggerFailed":
      return row("fail", "trigger_failed", { reason: decision.reason });
  }
}

/** Obstacles that go away without anybody's doing. */
const WAITING: ReadonlySet<string> = new Set([
  "permission_unknown",
  "fork_approval_unknown",
  "fork_approval_awaited",
  "fork_test_merge_pending",
]);

/** Ends of a run, other than green, that have words of their own; all others are failed jobs. */
const OWN_WORDS: ReadonlyMap<string, string> = new Map([
  ["cancelled", "cancelled"],
  ["startup_failure", "startup_failure"],
  ["action_required", "action_required"],
  ["stale", "stale"],
  ["skipped", "nothing_ran"],
  ["neutral", "nothing_ran"],
]);

function runRow(
  status: string,
  conclusion: string | null,
  row: (mark: Mark, code: string) => Row,
): Row {
  if (status !== "completed") return row("wait", status === "in_progress" ? "running" : "queued");
  if (conclusion === "success") return row("pass", "success");
  const own = OWN_WORDS.get(conclusion ?? "");
  return row(own === "nothing_ran" ? "warn" : "fail", own ?? "failure");
}

/** The reuse authorisation in one line, as far as the merge has come. */
export function reuseRow(verdict: ReuseVerdict, merge: MergeVerdict["kind"]): Row {
  const row = (mark: Mark, code: string, values: View = {}): Row => ({
    subject: "reuse",
    mark,
    code: `reuse_${code}`,
    values,
  });
  switch (verdict.kind) {
    case "none":
      return verdict.suggestion === null
        ? row("none", "none")
        : row("none", "suggested", { run: verdict.suggestion.runId });
    case "authorised": {
      const { binding, expiresAt } = verdict;
      const values = { run: binding.runId, sha: binding.sourceSha.slice(0, 7) };
      if (merge === "sent") return row("pass", "published", values);
      if (expiresAt === null) return row("pass", "authorised", values);
      return row("warn", "expiring", { ...values, date: dateOf(expiresAt) });
    }
    case "suspended":
      return {
        ...row("fail", merge === "notMerged" ? "suspended" : "suspended_merged", {
          run: verdict.binding.runId,
        }),
        rules: verdict.rules.filter((rule) => rule.outcome !== "pass"),
      };
  }
}

/** The day, as UTC writes it. */
function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The settings in one line, only where something is wrong with them; the last good ones stay in force. */
export function configRow(config: ConfigFacts): Row | null {
  const row = (code: string, values: View): Row => ({
    subject: "config",
    mark: "warn",
    code: `config_${code}`,
    values,
  });
  if (config.proposed !== null && config.proposed.length > 0) {
    return row("proposed", { problems: config.proposed.length });
  }
  const [first] = config.mistakes;
  if (first === undefined) return null;
  const values = { path: first.path, line: first.line, problems: config.mistakes.length };
  return row(config.source === "last_good" ? "last_good" : "defaults", values);
}

/** The sign-off in one line. */
export function signoffRow({ status }: SignoffVerdict): Row {
  const marks: Readonly<Record<typeof status.state, Mark>> = {
    success: "pass",
    failure: "fail",
    error: "wait",
    pending: "none",
  };
  const code = status.code.replace(/^status_/u, "signoff_");
  return { subject: "signoff", mark: marks[status.state], code, values: status.values };
}
