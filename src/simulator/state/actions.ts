import type { Account } from "./accounts.ts";
import type { RunStatus } from "./checks.ts";
import type { Repository } from "./records.ts";

export interface WorkflowInput {
  readonly required: boolean;
  readonly default: string | null;
}

export interface Workflow {
  readonly repository: Repository;
  readonly id: number;
  readonly path: string;
  readonly name: string;
  readonly dispatchable: boolean;
  readonly inputs: ReadonlyMap<string, WorkflowInput>;
  readonly runName: ((inputs: Readonly<Record<string, string>>) => string) | null;
  readonly createdAt: number;
  nextRunNumber: number;
}

export interface Run {
  readonly workflow: Workflow;
  readonly id: number;
  readonly suiteId: number;
  readonly number: number;
  readonly event: string;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly headRepository: Repository;
  readonly displayTitle: string;
  readonly actor: Account;
  readonly inputs: Readonly<Record<string, string>>;
  readonly createdAt: number;
  readonly attempts: RunAttempt[];
  readonly artifacts: Artifact[];
}

export interface RunAttempt {
  readonly number: number;
  readonly triggeredBy: Account;
  readonly startedAt: number;
  updatedAt: number;
  status: RunStatus;
  conclusion: string | null;
  jobs: Job[];
}

export interface Job {
  readonly run: Run;
  readonly attempt: number;
  readonly id: number;
  readonly name: string;
  readonly labels: readonly string[];
  readonly createdAt: number;
  status: RunStatus;
  conclusion: string | null;
  startedAt: number | null;
  completedAt: number | null;
  runnerName: string | null;
  steps: { readonly name: string; readonly conclusion: string }[];
}

export interface Artifact {
  readonly run: Run;
  readonly id: number;
  readonly name: string;
  readonly sizeBytes: number;
  readonly zip: () => Promise<Buffer>;
  expired: boolean;
  readonly createdAt: number;
  readonly expiresAt: number;
}
