import { createHash } from "node:crypto";

export interface PlanKeyParts {
  readonly repositoryId: number;
  readonly pull: number;
  readonly headSha: string;
  readonly mode: string;
  readonly matrixDigest: string;
  readonly generation: number;
}

/** Names one sweep: the same parts give the same 16 hex characters, anything else another (decision 6). */
export function planKey(parts: PlanKeyParts): string {
  const text = [
    parts.repositoryId,
    parts.pull,
    parts.headSha,
    parts.mode,
    parts.matrixDigest,
    parts.generation,
  ].join(":");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The name a dispatched run carries, so that it is found again after a crash (architecture §5). */
export function runName(pull: number, headSha: string, key: string): string {
  return `Sweep PR #${pull} @ ${headSha.slice(0, 12)} [${key}]`;
}

export interface NamedRun {
  readonly pull: number;
  /** First 12 characters of the commit that was measured. */
  readonly shaPrefix: string;
  readonly key: string;
}

/** Reads a run name back; null for any other name. Trust it only when the app itself started the run. */
export function parseRunName(title: string): NamedRun | null {
  const match = /^Sweep PR #(\d{1,9}) @ ([0-9a-f]{12}) \[([0-9a-f]{16})\]$/u.exec(title);
  if (match === null) return null;
  const [, pull, shaPrefix, key] = match;
  if (pull === undefined || shaPrefix === undefined || key === undefined) return null;
  return { pull: Number(pull), shaPrefix, key };
}
