import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import type { CheckCode, CheckResult, NoteCode } from "./checks.ts";
import type { SweepCandidate, SweepFacts } from "./sweep-facts.ts";
import { judgeSweepRun, type RunJudgement } from "./sweep-run.ts";

export interface SweepEvidence {
  /** The run that decided; null where none did. */
  readonly runId: number | null;
  readonly sha: string | null;
  /** Whether check 2 may judge its results: green, whatever a person still has to confirm. */
  readonly isGreen: boolean;
}

type Row = CheckResult<SweepEvidence>;

interface Judged {
  readonly run: SweepCandidate;
  readonly judgement: RunJudgement;
}

/**
 * Check 1: a full sweep with evals is green on a commit that is still in the pull request, and
 * measured what stands at head (spec/signoff §3.1, decisions 15 and 16). The newest such run counts.
 */
export function checkSweep(facts: SweepFacts): Row {
  if (facts.changesBenchmark === "no") return row("na", "no_benchmark_change");
  if (facts.removesOnly) return row("na", "sweep_only_removals");
  const judged = facts.runs.map((run): Judged => ({ run, judgement: judgeSweepRun(run, facts) }));
  const green = judged.find(({ judgement }) => judgement.kind === "green");
  if (green !== undefined) return greenRow(green, facts);
  const open =
    judged.find(({ judgement }) => judgement.kind === "running") ??
    judged.find(({ judgement }) => judgement.kind === "unknown");
  if (open !== undefined) return tellRun("human", open);
  const failed = judged.find(({ judgement }) => judgement.kind === "failed");
  if (failed !== undefined) return tellRun("fail", failed);
  return { ...noRun(judged, facts), notes: lostNote(judged) };
}

/** What a program cannot see waits for a person, however green the jobs are. */
function greenRow(green: Judged, facts: SweepFacts): Row {
  const { run, judgement } = green;
  const evidence = { runId: run.runId, sha: run.sha, isGreen: true };
  const values = placeOf(run);
  if (facts.changesBenchmark === "unknown") {
    return { ...row("human", "sweep_files_unread", values), evidence };
  }
  if (facts.guard !== null) {
    const path = codeSpan(facts.guard, { most: 120 });
    return { ...row("human", "sweep_guarded", { ...values, path }), evidence };
  }
  if (facts.unmeasured.length > 0) {
    const keys = facts.unmeasured.slice(0, 5).map((key) => codeSpan(key, { most: 120 }));
    const named = { ...values, keys: keys.join(", "), count: facts.unmeasured.length };
    return { ...row("human", "sweep_keys_unmeasured", named), evidence };
  }
  const [jobs, tolerated] =
    judgement.kind === "green" ? [judgement.jobs, judgement.tolerated] : [0, 0];
  const notes: readonly NoteCode[] = tolerated > 0 ? ["note_reused_with_failures"] : [];
  return { ...row("pass", "sweep_green", { ...values, jobs }), notes, evidence };
}

function tellRun(outcome: Outcome, { run, judgement }: Judged): Row {
  const evidence = { runId: run.runId, sha: run.sha, isGreen: false };
  if (judgement.kind === "green") return { ...row(outcome, "sweep_green"), evidence };
  const values = { ...placeOf(run), ...safe(judgement.values) };
  return { ...row(outcome, judgement.code, values), evidence };
}

/** One root cause, in the order in which it helps: the fork, then what was left out, then nothing at all. */
function noRun(judged: readonly Judged[], { isFork, changesBenchmark }: SweepFacts): Row {
  if (isFork) return row("fail", "sweep_fork");
  if (judged.some(({ judgement }) => judgement.kind === "idle")) {
    return row("fail", "sweep_only_skipped");
  }
  return row(changesBenchmark === "yes" ? "fail" : "human", "sweep_none");
}

function lostNote(judged: readonly Judged[]): readonly NoteCode[] {
  const isLost = judged.some(({ judgement }) => judgement.kind === "lost");
  return isLost ? ["note_sweep_on_lost_commit"] : [];
}

function placeOf({ runId, url, sha }: SweepCandidate): Row["values"] {
  return { run: runId, url, sha: sha.slice(0, 7) };
}

/** Names come from workflows and files of the pull request. */
function safe(values: Row["values"]): Row["values"] {
  const entries = Object.entries(values).map(([name, value]) => {
    if (typeof value === "number") return [name, value] as const;
    const parts = value.split("\n").map((part) => codeSpan(part, { most: 120 }));
    return [name, parts.join(", ")] as const;
  });
  return Object.fromEntries<string | number>(entries);
}

function row(outcome: Outcome, code: CheckCode, values: Row["values"] = {}): Row {
  const evidence = { runId: null, sha: null, isGreen: false };
  return { check: 1, outcome, code, values, notes: [], evidence };
}
