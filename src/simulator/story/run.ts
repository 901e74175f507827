import { addArtifact, type ArtifactOptions } from "../acts/artifact.ts";
import {
  addJob,
  completeJob,
  completeRun,
  conclusionOf,
  type JobEnding,
  progressRun,
  rerun,
  startJob,
} from "../acts/run.ts";
import { latestAttempt } from "../render/run.ts";
import type { Artifact, Job, Run } from "../state/records.ts";
import { worldOf } from "../state/world.ts";

/** A job of a workflow run, driven by the story. */
export class SimulatedJob {
  readonly #job: Job;

  constructor(job: Job) {
    this.#job = job;
  }

  get id(): number {
    return this.#job.id;
  }

  get name(): string {
    return this.#job.name;
  }

  get status(): string {
    return this.#job.status;
  }

  get conclusion(): string | null {
    return this.#job.conclusion;
  }

  /** A runner takes the job. */
  start(runnerName = "runner-1"): this {
    startJob(this.#job, runnerName);
    return this;
  }

  /** Ends the job; one that was never started starts first, unless it is skipped or cancelled. */
  complete(conclusion: string, ending: JobEnding = {}): this {
    const never = this.#job.status === "queued";
    if (never && conclusion !== "skipped" && conclusion !== "cancelled") this.start();
    completeJob(this.#job, conclusion, ending);
    return this;
  }
}

/** A workflow run, driven by the story. */
export class SimulatedRun {
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  get id(): number {
    return this.#run.id;
  }

  get attempt(): number {
    return latestAttempt(this.#run).number;
  }

  get status(): string {
    return latestAttempt(this.#run).status;
  }

  get conclusion(): string | null {
    return latestAttempt(this.#run).conclusion;
  }

  get headSha(): string {
    return this.#run.headSha;
  }

  get displayTitle(): string {
    return this.#run.displayTitle;
  }

  get event(): string {
    return this.#run.event;
  }

  /** The workflow file that it runs. */
  get workflow(): string {
    return this.#run.workflow.path;
  }

  get inputs(): Readonly<Record<string, string>> {
    return this.#run.inputs;
  }

  /** Jobs of the latest attempt. */
  get jobs(): readonly SimulatedJob[] {
    return latestAttempt(this.#run).jobs.map((job) => new SimulatedJob(job));
  }

  /** Adds a job that waits for a runner. */
  addJob(name: string, options: { readonly labels?: readonly string[] } = {}): SimulatedJob {
    return new SimulatedJob(addJob(this.#run, name, options.labels ?? ["ubuntu-latest"]));
  }

  /** Puts the run into progress without any job. */
  start(): this {
    progressRun(this.#run);
    return this;
  }

  /** Ends the run; without a conclusion its jobs decide. Jobs still open end as cancelled. */
  complete(conclusion?: string): this {
    progressRun(this.#run);
    completeRun(this.#run, conclusion ?? conclusionOf(this.#run));
    return this;
  }

  /** Runs it again under the same id as the next attempt; jobs start anew, waiting. */
  rerun(which: "all" | "failed" = "all", login?: string): this {
    const { workflow, actor } = this.#run;
    const by = login === undefined ? actor : worldOf(workflow.repository).account(login);
    rerun(this.#run, by, which);
    return this;
  }

  /** Uploads an artifact: files by name, or a zip's bytes as they are. */
  addArtifact(
    name: string,
    content: Readonly<Record<string, string | Uint8Array>> | Uint8Array,
    options: ArtifactOptions = {},
  ): { readonly id: number } {
    return { id: addArtifact(this.#run, name, content, options).id };
  }

  /** Makes artifacts expire: those of this name, or all. */
  expireArtifacts(name?: string): this {
    const expiring = (artifact: Artifact): boolean => name === undefined || artifact.name === name;
    for (const artifact of this.#run.artifacts.filter(expiring)) artifact.expired = true;
    return this;
  }
}
