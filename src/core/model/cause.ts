/** Why a job failed, as far as its log, its annotations and its steps tell. */
import { z } from "zod";
import type { Reading } from "./reading.ts";

export const CAUSE_CLASSES = [
  "runner_lost",
  "checkout_permission",
  "disk_full",
  "image_missing",
  "gpu_out_of_memory",
  "host_out_of_memory",
  "gpu_runtime",
  "collective",
  "container_start",
  "port_in_use",
  "timeout",
  "network",
  "accuracy_below_threshold",
] as const;

/** Where the words of a cause were found. */
export const PLACES = ["conclusion", "step", "annotation", "log"] as const;
export type Place = (typeof PLACES)[number];

/** Longest line of a log that is kept. */
export const CAUSE_CHARACTERS = 300;

/** What matched a signature. It is kept as JSON, so its shape is checked when it is read back. */
export const Finding = z.strictObject({
  class: z.enum(CAUSE_CLASSES),
  /** True when the machine failed, not what ran on it. */
  infrastructure: z.boolean(),
  where: z.enum(PLACES),
  text: z.string().max(CAUSE_CHARACTERS),
  /** Line of the log, from 1; null elsewhere. */
  line: z.int().positive().nullable(),
});
export type Finding = Readonly<z.output<typeof Finding>>;

/** Null: everything was read, and nothing known stands there. */
export type CauseReading = Reading<Finding | null>;

/** A part of a job's log that was kept: whole lines but for its ends. */
export interface LogPart {
  /** Number of the part's first line in the whole log, from 1. */
  readonly firstLine: number;
  readonly text: string;
}

/** Head and tail of a job's log; one part where nothing had to be left out between them. */
export interface JobLog {
  readonly parts: readonly LogPart[];
}

/** What GitHub or a script has noted on a job; `level` is `notice`, `warning` or `failure`. */
export interface JobAnnotation {
  readonly level: string;
  readonly message: string;
}
