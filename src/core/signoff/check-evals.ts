import { codeSpan } from "../markdown/escape.ts";
import type { Job } from "../model/github.ts";
import type { Outcome } from "../model/outcome.ts";
import type { BenchRow, EvalRow } from "../model/results.ts";
import { isSameImage } from "../recipes/image-name.ts";
import type { CheckCode, CheckResult } from "./checks.ts";
import type { SweepEvidence } from "./check-sweep.ts";
import type { EvalTarget, Lane } from "./sweep-facts.ts";
import { isGreen, isRed, jobsOf } from "./sweep-run.ts";

/** An eval row with the least score that the default branch asks for; null where it names none. */
export interface BarredEval {
  readonly row: EvalRow;
  readonly least: number | null;
}

/** What a run left of its evals. */
export type EvalResults =
  | {
      readonly kind: "read";
      readonly evals: readonly BarredEval[];
      readonly bench: readonly BenchRow[];
    }
  | { readonly kind: "expired" | "unread" | "thresholdsUnread" };

export interface EvalsFacts {
  /** What check 1 came to. */
  readonly sweep: CheckResult<SweepEvidence>;
  /** Jobs of the run that check 1 looked at; null where there is none, or they were not read. */
  readonly jobs: readonly Job[] | null;
  /** Eval lanes of the full sweep. */
  readonly lanes: readonly Pick<Lane, "name">[];
  readonly targets: readonly EvalTarget[];
  readonly results: EvalResults;
  /** The image of each submitted recipe at head and where the run measured it; null: not known there. */
  readonly images: readonly {
    readonly key: string;
    readonly head: string;
    readonly run: string | null;
  }[];
}

type Row = CheckResult<{ readonly runId: number | null }>;

/** The least score where the file of least scores names the task nowhere (spec/signoff §3.2). */
const DEFAULT_BAR = 0.85;

/** How many questions a whole eval has. */
const SAMPLES: Readonly<Record<string, number>> = { gsm8k: 1_319 };

/**
 * Check 2: the evals of the run that check 1 chose meet the bar of the default branch, for every
 * recipe that has any, with the image that stands at head (spec/signoff §3.2).
 */
export function checkEvals(facts: EvalsFacts): Row {
  const { sweep } = facts;
  const at = (told: Told): Row => ({
    check: 2,
    outcome: told.outcome,
    code: told.code,
    values: told.values ?? {},
    notes: [],
    evidence: { runId: sweep.evidence.runId },
  });
  if (sweep.outcome === "na") return at({ outcome: "na", code: sweep.code });
  if (sweep.code === "sweep_running") return at({ outcome: "human", code: "evals_running" });
  return at(judgeJobs(facts) ?? judgeImages(facts) ?? judgeRun(facts) ?? judgeRows(facts));
}

interface Told {
  readonly outcome: Outcome;
  readonly code: CheckResult["code"];
  readonly values?: Row["values"];
}

function judgeJobs({ jobs, lanes, sweep }: EvalsFacts): Told | null {
  if (jobs === null) return null;
  const red = lanes.flatMap((lane) => jobsOf(lane, jobs).filter(isRed))[0];
  if (red !== undefined)
    return fail("evals_job_failed", { job: codeSpan(red.name, { most: 120 }) });
  const skipped = lanes.find((lane) => !jobsOf(lane, jobs).some(isGreen));
  if (skipped === undefined) return null;
  return sweep.evidence.runId === null
    ? null
    : fail("evals_skipped", { lane: codeSpan(skipped.name, { most: 60 }) });
}

/** An eval of another image says nothing about the one that is submitted. */
function judgeImages({ images, results, targets }: EvalsFacts): Told | null {
  const rows = results.kind === "read" ? results.bench : [];
  for (const { key, head, run } of images) {
    const target = targets.find((each) => each.key === key);
    const measured = target === undefined ? [] : rows.filter((row) => isOf(row, target));
    const seen = [run, ...measured.map(({ image }) => image)].filter((image) => image !== null);
    const other = seen.find((image) => !isSameImage(image, head));
    if (other === undefined) continue;
    const shown = (image: string): string => codeSpan(image, { most: 150 });
    const values = { key: codeSpan(key, { most: 120 }), run: shown(other), head: shown(head) };
    return fail("evals_other_image", values);
  }
  return null;
}

function judgeRun({ sweep, results, targets }: EvalsFacts): Told | null {
  if (!sweep.evidence.isGreen) {
    return sweep.outcome === "fail" ? fail("evals_no_run") : human("evals_run_unknown");
  }
  if (targets.length === 0) return human("evals_none_planned");
  if (results.kind === "expired") return human("evals_expired");
  if (results.kind === "unread") return human("evals_unreadable");
  return results.kind === "thresholdsUnread" ? human("evals_bar_unreadable") : null;
}

function judgeRows({ results, targets }: EvalsFacts): Told {
  const evals = results.kind === "read" ? results.evals : [];
  if (evals.length === 0) return fail("evals_no_rows");
  const below = evals.find(({ row, least }) => isBelow(row, least ?? DEFAULT_BAR));
  if (below !== undefined) return fail("evals_below", scoreOf(below));
  const bare = targets.find((target) => !evals.some(({ row }) => isOf(row, target)));
  if (bare !== undefined) return fail("evals_missing", { key: codeSpan(bare.key, { most: 120 }) });
  const unclear = evals.find(({ row }) => row.lowest === null);
  if (unclear !== undefined) return human("evals_no_score", scoreOf(unclear));
  const unbarred = evals.find(({ least }) => least === null || least <= 0);
  if (unbarred !== undefined) return human("evals_no_bar", scoreOf(unbarred));
  const short = evals.find(
    ({ row }) => row.samples === null || row.samples < (SAMPLES[row.task] ?? 1),
  );
  if (short !== undefined) {
    return human("evals_few_samples", { ...scoreOf(short), samples: short.row.samples ?? "?" });
  }
  return { outcome: "pass", code: "evals_pass", values: { count: evals.length } };
}

function isBelow({ lowest, passed }: EvalRow, least: number): boolean {
  return passed === false || (lowest !== null && lowest < least);
}

/** Whether a result row is of the recipe: by its names, not by how it was uploaded. */
function isOf(
  row: Pick<EvalRow, "model" | "framework" | "precision" | "specDecoding" | "hardware">,
  target: EvalTarget,
): boolean {
  return (
    row.model === target.model &&
    row.framework === target.framework &&
    row.precision === target.precision &&
    row.specDecoding === target.specDecoding &&
    (row.hardware ?? "").toLowerCase().includes(target.sku.toLowerCase())
  );
}

function scoreOf({ row, least }: BarredEval): Row["values"] {
  return {
    task: codeSpan(row.task, { most: 60 }),
    model: codeSpan(row.model ?? "?", { most: 60 }),
    score: codeSpan(String(row.lowest ?? "?"), { most: 30 }),
    bar: codeSpan(String(least ?? DEFAULT_BAR), { most: 30 }),
  };
}

function fail(code: CheckCode, values: Row["values"] = {}): Told {
  return { outcome: "fail", code, values };
}

function human(code: CheckCode, values: Row["values"] = {}): Told {
  return { outcome: "human", code, values };
}
