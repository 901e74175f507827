import type { Job } from "../model/github.ts";
import type { CheckCode } from "./checks.ts";
import type { Lane, SweepCandidate, SweepFacts } from "./sweep-facts.ts";

/** What one run is worth for check 1. */
export type RunJudgement =
  | { readonly kind: "green"; readonly jobs: number; readonly tolerated: number }
  /** `unknown` is never a pass; the others say why the run does not count. */
  | {
      readonly kind: "running" | "unknown" | "failed" | "idle" | "lost" | "foreign";
      readonly code: CheckCode;
      readonly values: Readonly<Record<string, string | number>>;
    };

/** Most jobs that are named. */
const NAMED_JOBS = 3;

/** Whether a run is a valid, complete, green and fresh sweep (spec/signoff §3.1); the first rule that it breaks otherwise. */
export function judgeSweepRun(run: SweepCandidate, facts: SweepFacts): RunJudgement {
  const code = beforeJobs(run);
  if (code !== null) return code;
  const { jobs } = run;
  if (jobs === null) return told("unknown", "sweep_unreadable");
  if (run.fullAtStart.outcome === "unknown") return told("unknown", "sweep_unreadable");
  if (run.fullAtStart.outcome === "fail") return told("failed", "sweep_trimmed");
  if (facts.lanes === null || facts.lanes.length === 0)
    return told("unknown", "sweep_lanes_unknown");
  return judgeJobs(run, jobs, facts.lanes) ?? freshness(run) ?? green(run, jobs, facts.lanes);
}

function beforeJobs(run: SweepCandidate): RunJudgement | null {
  if (!run.isSweep) return told("foreign", "sweep_none");
  if (run.onCommits.outcome === "unknown") return told("unknown", "sweep_unreadable");
  if (run.onCommits.outcome === "fail") return told("lost", "sweep_none");
  if (!run.isCompleted) return freshness(run) ?? told("running", "sweep_running");
  return run.ranNothing ? told("idle", "sweep_only_skipped") : null;
}

function judgeJobs(
  run: SweepCandidate,
  jobs: readonly Job[],
  lanes: readonly Lane[],
): RunJudgement | null {
  const red = lanes
    .filter(({ kind }) => kind === "eval" || !run.isReused)
    .flatMap((lane) => jobsOf(lane, jobs).filter(isRed));
  if (red.length > 0) {
    const names = red.slice(0, NAMED_JOBS).map(({ name }) => name);
    return told("failed", "sweep_red", { jobs: names.join("\n"), count: red.length });
  }
  const bare = lanes.find(
    (lane) => !jobsOf(lane, jobs).some(isGreen) && !isCanaryAlone(lane, jobs),
  );
  if (bare !== undefined) return told("failed", "sweep_lane_missing", { lane: bare.name });
  return incomplete(jobs, lanes);
}

/** Fewer jobs than a full sweep has: a trimmed one, whatever its labels were. The canary stands for one of them. */
function incomplete(jobs: readonly Job[], lanes: readonly Lane[]): RunJudgement | null {
  let spare = hasCanary(jobs) ? 1 : 0;
  for (const lane of lanes.filter(({ kind }) => kind === "throughput")) {
    const done = jobsOf(lane, jobs).length;
    const missing = lane.jobs - done;
    if (missing <= 0) continue;
    if (lane.mayStartAsCanary && missing <= spare) spare -= missing;
    else {
      const values = { lane: lane.name, done, expected: lane.jobs };
      return told("failed", "sweep_partial", values);
    }
  }
  return null;
}

/** A lane of one point may have run as the canary. */
function isCanaryAlone(lane: Lane, jobs: readonly Job[]): boolean {
  return lane.mayStartAsCanary && lane.jobs === 1 && hasCanary(jobs);
}

function hasCanary(jobs: readonly Job[]): boolean {
  return jobs.some((job) => job.name.startsWith("canary / ") && isGreen(job));
}

/** Nothing that it measured has changed since; what is not known of it is no "yes". */
function freshness({ recipes, scripts }: SweepCandidate): RunJudgement | null {
  const changed = [recipes, scripts].find(({ outcome }) => outcome === "fail");
  if (changed !== undefined) return told("failed", "sweep_stale", { path: changed.path });
  const isKnown = [recipes, scripts].every(({ outcome }) => outcome === "pass");
  return isKnown ? null : told("unknown", "sweep_freshness_unknown");
}

function green(run: SweepCandidate, jobs: readonly Job[], lanes: readonly Lane[]): RunJudgement {
  const all = lanes.flatMap((lane) => jobsOf(lane, jobs));
  const tolerated = run.isReused ? all.filter(isRed).length : 0;
  return { kind: "green", jobs: all.length, tolerated };
}

/** Jobs of a lane that ran or were to run; what was left out did not. */
export function jobsOf({ name }: Pick<Lane, "name">, jobs: readonly Job[]): readonly Job[] {
  return jobs.filter((job) => job.name.startsWith(`${name} / `) && job.conclusion !== "skipped");
}

/** True for a job that ended well. */
export function isGreen({ conclusion }: Job): boolean {
  return conclusion === "success";
}

/** True for a job that did not: in an ended run whatever is neither green nor left out. */
export function isRed(job: Job): boolean {
  return !isGreen(job);
}

function told(
  kind: Exclude<RunJudgement["kind"], "green">,
  code: CheckCode,
  values: Readonly<Record<string, string | number>> = {},
): RunJudgement {
  return { kind, code, values };
}
