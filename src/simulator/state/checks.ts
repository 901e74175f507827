import type { Account } from "./accounts.ts";

export interface Status {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Account;
  readonly createdAt: number;
}

export type RunStatus =
  "queued" | "in_progress" | "completed" | "waiting" | "requested" | "pending";

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column: number | null;
  readonly end_column: number | null;
  readonly annotation_level: string;
  readonly title: string | null;
  readonly message: string;
  readonly raw_details: string | null;
}
