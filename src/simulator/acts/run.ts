import { latestAttempt, renderJob, renderRun, renderWorkflow } from "../render/run.ts";
import type { Account } from "../state/accounts.ts";
import type { Annotation } from "../state/checks.ts";
import type { CheckRun, Job, Repository, Run, Workflow } from "../state/records.ts";
import { ACTIONS_APP_ID, worldOf } from "../state/world.ts";
import { emitCheckRun, makeCheckRun } from "./check.ts";
import { emit } from "./emit.ts";

export interface RunStart {
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly headRepository: Repository;
  readonly displayTitle: string;
  readonly actor: Account;
  readonly inputs: Readonly<Record<string, string>>;
}

/** Starts a run in the state "queued", without jobs. */
export function startRun(workflow: Workflow, start: RunStart): Run {
  const { repository } = workflow;
  const world = worldOf(repository);
  const at = world.now();
  const run: Run = {
    ...start,
    workflow,
    id: world.nextId(),
    suiteId: world.nextId(),
    number: workflow.nextRunNumber,
    createdAt: at,
    attempts: [],
    artifacts: [],
  };
  workflow.nextRunNumber += 1;
  repository.runs.set(run.id, run);
  openAttempt(run, start.actor, []);
  return run;
}

function openAttempt(run: Run, actor: Account, jobs: Job[]): void {
  const at = worldOf(run.workflow.repository).now();
  run.attempts.push({
    number: run.attempts.length + 1,
    triggeredBy: actor,
    startedAt: at,
    updatedAt: at,
    status: "queued",
    conclusion: null,
    jobs,
  });
  emitRun(run, "requested");
}

function emitRun(run: Run, action: string): void {
  emit(run.workflow.repository, "workflow_run", latestAttempt(run).triggeredBy, {
    action,
    workflow_run: renderRun(run),
    workflow: renderWorkflow(run.workflow),
  });
}

function emitJob(job: Job, action: string): void {
  const { run } = job;
  emit(run.workflow.repository, "workflow_job", latestAttempt(run).triggeredBy, {
    action,
    workflow_job: renderJob(job),
  });
}

function checkOf(job: Job): CheckRun | undefined {
  return job.run.workflow.repository.checkRuns.get(job.id);
}

/** Adds a waiting job to the latest attempt, with the check run that GitHub Actions shows for it. */
export function addJob(run: Run, name: string, labels: readonly string[]): Job {
  const { repository } = run.workflow;
  const world = worldOf(repository);
  const attempt = latestAttempt(run);
  const { headSha, suiteId } = run;
  const check = makeCheckRun(repository, { appId: ACTIONS_APP_ID, headSha, name, suiteId });
  const job: Job = {
    run,
    attempt: attempt.number,
    id: check.id,
    name,
    labels,
    createdAt: world.now(),
    status: "queued",
    conclusion: null,
    startedAt: null,
    completedAt: null,
    runnerName: null,
    steps: [],
    log: null,
  };
  attempt.jobs.push(job);
  attempt.updatedAt = world.now();
  emitCheckRun(check, "created", world.actionsBot);
  emitJob(job, "queued");
  return job;
}

/** A runner takes the job; the run is in progress from then on. */
export function startJob(job: Job, runnerName: string): void {
  const world = worldOf(job.run.workflow.repository);
  job.status = "in_progress";
  job.startedAt = world.now();
  job.runnerName = runnerName;
  const check = checkOf(job);
  if (check !== undefined) {
    check.status = "in_progress";
    check.startedAt = job.startedAt;
  }
  emitJob(job, "in_progress");
  progressRun(job.run);
}

/** Puts a waiting run into progress. */
export function progressRun(run: Run): void {
  const attempt = latestAttempt(run);
  attempt.updatedAt = worldOf(run.workflow.repository).now();
  if (attempt.status !== "queued") return;
  attempt.status = "in_progress";
  emitRun(run, "in_progress");
}

/** How a job ends besides its conclusion. */
export interface JobEnding {
  /** The step that a failure happened in. */
  readonly failedStep?: string;
  /** What it wrote; null for a log that never arrives. Empty when nothing is said. */
  readonly log?: string | null;
  /** Failures that GitHub notes on it. */
  readonly annotations?: readonly string[];
}

/** Ends a job; one that never started leaves no log. */
export function completeJob(job: Job, conclusion: string, ending: JobEnding = {}): void {
  const { failedStep, log = "", annotations = [] } = ending;
  const world = worldOf(job.run.workflow.repository);
  job.status = "completed";
  job.conclusion = conclusion;
  job.completedAt = world.now();
  job.steps = [{ name: "Set up job", conclusion: "success" }];
  if (failedStep !== undefined) job.steps.push({ name: failedStep, conclusion: "failure" });
  job.log = job.startedAt === null ? null : log;
  latestAttempt(job.run).updatedAt = world.now();
  const check = checkOf(job);
  if (check !== undefined) {
    check.annotations.push(...annotations.map(runnerAnnotation));
    check.status = "completed";
    check.conclusion = conclusion;
    check.completedAt = job.completedAt;
    emitCheckRun(check, "completed", world.actionsBot);
  }
  emitJob(job, "completed");
}

/** An annotation of GitHub's own, which is on no file. */
function runnerAnnotation(message: string): Annotation {
  return {
    path: ".github",
    start_line: 1,
    end_line: 1,
    start_column: null,
    end_column: null,
    annotation_level: "failure",
    title: null,
    message,
    raw_details: null,
  };
}

/** Ends a run; jobs that have not ended yet end as cancelled. */
export function completeRun(run: Run, conclusion: string): void {
  const attempt = latestAttempt(run);
  for (const job of attempt.jobs) {
    if (job.status !== "completed") completeJob(job, "cancelled");
  }
  attempt.status = "completed";
  attempt.conclusion = conclusion;
  attempt.updatedAt = worldOf(run.workflow.repository).now();
  emitRun(run, "completed");
}

/** What a run comes to when its jobs decide: a failure outweighs a cancellation, and that a success. */
export function conclusionOf(run: Run): string {
  const conclusions = latestAttempt(run).jobs.map((job) => job.conclusion);
  if (conclusions.some((one) => one === "failure" || one === "timed_out")) return "failure";
  return conclusions.includes("cancelled") ? "cancelled" : "success";
}

/** Opens the next attempt under the same id: all jobs again, or only those that did not succeed. */
export function rerun(run: Run, actor: Account, which: "all" | "failed"): void {
  const before = latestAttempt(run).jobs;
  const again = which === "all" ? before : before.filter((job) => !succeeded(job));
  openAttempt(
    run,
    actor,
    before.filter((job) => !again.includes(job)),
  );
  for (const job of again) addJob(run, job.name, job.labels);
}

/** True for a job that "re-run failed jobs" leaves alone. */
export function succeeded(job: Job): boolean {
  return (
    job.conclusion === "success" || job.conclusion === "skipped" || job.conclusion === "neutral"
  );
}
