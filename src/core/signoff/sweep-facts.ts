import type { Job } from "../model/github.ts";

/** What a rule about a run came to; `path` names the first thing that differs. */
export interface RunRule {
  readonly outcome: "pass" | "fail" | "unknown";
  readonly path: string;
}

/** Jobs that a full sweep of this pull request has, by what stands before ` / ` in their names. */
export interface Lane {
  readonly name: string;
  readonly kind: "throughput" | "eval";
  readonly jobs: number;
  /** One of them may run first and alone, under the name of the canary. */
  readonly mayStartAsCanary: boolean;
}

/** A run of the sweep workflow that belongs to the pull request, by the rules of the reuse verdict. */
export interface SweepCandidate {
  readonly runId: number;
  readonly url: string;
  /** The commit that it measured. */
  readonly sha: string;
  /** Ended without having run anything: the labels or a reuse left all jobs out. */
  readonly ranNothing: boolean;
  readonly isCompleted: boolean;
  /** Of the sweep workflow, and not a fork's own. */
  readonly isSweep: boolean;
  readonly onCommits: RunRule;
  /** A full-sweep label stood when it was created (decision 16). */
  readonly fullAtStart: RunRule;
  readonly recipes: RunRule;
  readonly scripts: RunRule;
  /** An authorised reuse names it: throughput jobs of it may have failed. */
  readonly isReused: boolean;
  /** Of the latest attempt; null where they were not read. */
  readonly jobs: readonly Job[] | null;
}

/** What the checks 1 and 2 look at (spec/signoff §3.1, §3.2). */
export interface SweepFacts {
  /** Whether the pull request changes what is measured; `unknown` when its files could not be read. */
  readonly changesBenchmark: "yes" | "no" | "unknown";
  /** Recipes and scripts are only taken away. */
  readonly removesOnly: boolean;
  /** The head is in a fork, whose own runs do what the fork's workflow says. */
  readonly isFork: boolean;
  /** Lanes of the full sweep; null where it cannot be planned. */
  readonly lanes: readonly Lane[] | null;
  /** Recipes that the pull request touches and no new entry names: no sweep of it measures them. */
  readonly unmeasured: readonly string[];
  /** First changed file that itself decides what jobs do and report. */
  readonly guard: string | null;
  /** Newest first. */
  readonly runs: readonly SweepCandidate[];
}

/** The recipes that a sweep may choose evals from, and how their results are recognised. */
export interface EvalTarget {
  readonly key: string;
  readonly model: string;
  readonly framework: string;
  readonly precision: string;
  readonly specDecoding: string;
  readonly sku: string;
}
