import type { RecipeChange } from "../matrix/changes.ts";
import type { SummaryLine, SummaryTotals } from "../matrix/summary.ts";
import type { Problem } from "../model/problem.ts";
import type { UnknownCause } from "../model/reading.ts";

/** What the changelog contract says about this pull request (decision 18). */
export type ChangelogVerdict =
  | { readonly kind: "unknown"; readonly cause: UnknownCause }
  | {
      readonly kind: "untouched";
      /** Recipe files that changed without an entry that names them (decision 19, case CHG-09). */
      readonly recipePaths: readonly string[];
    }
  | {
      readonly kind: "valid" | "behind" | "conflict";
      readonly additions: number;
      readonly corrections: number;
      /** Config keys as the added entries write them. */
      readonly keys: readonly string[];
      readonly problems: readonly Problem[];
      /** Faults of the base branch's own file, with its lines: nobody's pull request is to blame. */
      readonly baseProblems: readonly Problem[];
    }
  | {
      readonly kind: "invalid";
      readonly problems: readonly Problem[];
      readonly baseProblems: readonly Problem[];
    };

/** Why no sweep can be planned. */
interface Refusal {
  readonly problems: readonly Problem[];
  /** What the pull request does to recipes, all the same. */
  readonly changes: readonly RecipeChange[];
}

/** Jobs of one family that ask for the same runners. */
export interface PlannedJobs {
  readonly family: string;
  readonly pool: string;
  readonly jobs: number;
  /** Concurrencies measured, over all jobs. */
  readonly points: number;
}

/** What a sweep of this pull request would run. */
export type MatrixVerdict =
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly cause: UnknownCause }
  | (Refusal & { readonly kind: "problems" | "empty" })
  | (Refusal & { readonly kind: "tooLarge"; readonly family: string; readonly jobs: number })
  | {
      readonly kind: "planned";
      /** SHA-256 of the matrix document, hexadecimal. */
      readonly digest: string;
      /** Job family, as job names show it, to number of jobs. */
      readonly families: Readonly<Record<string, number>>;
      /** The same jobs by family and runner label. */
      readonly pools: readonly PlannedJobs[];
      readonly jobs: number;
      /** Config keys of all rows, sorted. */
      readonly keys: readonly string[];
      readonly agentic: boolean;
      /** The same by recipe and scenario, with points, GPUs and estimated GPU-hours. */
      readonly summary: readonly SummaryLine[];
      readonly totals: SummaryTotals;
      readonly changes: readonly RecipeChange[];
      readonly warnings: readonly Problem[];
    };
