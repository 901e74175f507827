/** What a finished sweep measured: rows of its result files, in our words. Shapes are zod's, because rows are kept. */
import { z } from "zod";
import type { FileReading } from "./github.ts";
import type { UnknownCause } from "./reading.ts";

const number = z.number().nullable();
const text = z.string().nullable();

/** How one worker of a server is laid out; null where the row does not say. */
const Workers = z.object({ tp: number, ep: number, dpAttention: z.boolean(), workers: number });
export type Workers = Readonly<z.infer<typeof Workers>>;

const BenchRow = z.object({
  kind: z.enum(["fixed", "agentic"]),
  /** Equal for two measurements of the same point; null when the row does not say enough to tell. */
  identity: text,
  model: text,
  hardware: text,
  framework: text,
  precision: text,
  /** Null where the row does not say. */
  image: text,
  specDecoding: z.string(),
  disaggregated: z.boolean(),
  /** Prefill where the row tells the two apart, all workers otherwise. */
  prefill: Workers,
  /** Null where one kind of worker does both. */
  decode: Workers.nullable(),
  isl: number,
  osl: number,
  concurrency: number,
  offload: text,
  metrics: z.object({
    /** Tokens a second and GPU, in and out. */
    tputPerGpu: number,
    ttftSeconds: number,
    /** Tokens a second and user, median. */
    interactivity: number,
    requests: number,
    requestsPerSecond: number,
    outputTokensPerSecond: number,
    /** Shares from 0 to 1. */
    prefixHits: number,
    externalHits: number,
    kvUse: number,
  }),
});
export type BenchRow = Readonly<z.infer<typeof BenchRow>>;

const EvalRow = z.object({
  identity: z.string(),
  task: z.string(),
  model: text,
  hardware: text,
  framework: text,
  precision: text,
  specDecoding: z.string(),
  workers: Workers,
  concurrency: number,
  /** Questions that were scored. */
  samples: number,
  scoreName: text,
  score: number,
  /** The lowest of the scores that a threshold has to hold for. */
  lowest: number,
  /** Bounds and verdict of the row itself, where it has them. */
  least: number,
  most: number,
  passed: z.boolean().nullable(),
});
export type EvalRow = Readonly<z.infer<typeof EvalRow>>;

/** Everything that one artifact says; `unreadable` counts files and rows that say nothing we know. */
export const ArtifactRows = z.object({
  bench: z.array(BenchRow).readonly(),
  evals: z.array(EvalRow).readonly(),
  unreadable: z.number(),
});
export type ArtifactRows = Readonly<z.infer<typeof ArtifactRows>>;

/** One file of an artifact. The name is only ever shown or compared, never used as a path. */
export interface ArtifactFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An artifact that could not be read, and why. */
export interface UnreadArtifact {
  readonly name: string;
  readonly cause: UnknownCause;
}

/** What a run measured: each point once. */
export interface RunResults {
  readonly runId: number;
  /** In the order in which people read a sweep. */
  readonly bench: readonly BenchRow[];
  /** Points that were tried without one successful request. */
  readonly excluded: readonly BenchRow[];
  readonly evals: readonly EvalRow[];
  /** Points that one file holds more than once, with different numbers. */
  readonly doubled: number;
  readonly unreadable: number;
  readonly failures: readonly UnreadArtifact[];
  /** Artifacts beyond the number that is read. */
  readonly beyond: number;
  /** True when there were results once, and all of them have expired. */
  readonly expired: boolean;
}

/** The newest published measurement of a point. */
export const Baseline = z.object({ runId: z.number(), metrics: BenchRow.shape.metrics });
export type Baseline = Readonly<z.infer<typeof Baseline>>;

/** What ended runs measured, as far as one look needs it. */
export interface ResultFacts {
  /** Of the run that is shown, and of runs that were published. */
  readonly runs: readonly RunResults[];
  /** The newest published measurements, by the identity of the point. */
  readonly baselines: Readonly<Record<string, Baseline>>;
  /** The repository's file of least eval scores, from the default branch; null where no eval asks for it. */
  readonly thresholds: FileReading | null;
  /** Address of the picture of a run's curve, by run id; empty where pictures have no public address. */
  readonly pictures: Readonly<Record<string, string>>;
}

/** Rows that were published: they are what later sweeps are compared with. */
export interface PublishedRows {
  readonly runId: number;
  /** When they were published, milliseconds since the epoch. */
  readonly at: number;
  readonly rows: readonly BenchRow[];
}

/** One line of the picture: interactivity across, throughput of a GPU up. */
const Point = z.object({ x: z.number(), y: z.number(), concurrency: number });
export const Curve = z.object({
  series: z
    .array(
      z.object({
        name: z.string(),
        head: z.array(Point).readonly(),
        base: z.array(Point).readonly(),
      }),
    )
    .readonly(),
  /** Lines that are left out of the picture. */
  more: z.number(),
});
export type Curve = Readonly<z.infer<typeof Curve>>;

/** A picture as it is kept: the curve, and the language of its words. */
export const Picture = z.object({
  language: z.enum(["en", "zh"]),
  runId: z.number(),
  curve: Curve,
});
export type Picture = Readonly<z.infer<typeof Picture>>;
