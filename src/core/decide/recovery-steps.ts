/** How far an accepted recovery is, and the one step that comes next (spec/control-plane §9.2 steps 4 to 6). */
import { parseCommands } from "../commands/parse.ts";
import { hasCopies } from "../changelog/copies.ts";
import { decidePermission, permissionIn } from "../commands/permission.ts";
import type { Facts } from "../model/facts.ts";
import type { PullRequest } from "../model/github.ts";
import type { RecoveryAttempt, RecoveryRecord } from "../model/recovery.ts";
import { contentOf } from "../model/file-content.ts";
import { linkRepository } from "./changelog.ts";
import { claimRefusal } from "./claim-refusal.ts";
import { selectLabels } from "./labels.ts";
import { copiesFor, entriesOf } from "./recovery-entries.ts";
import { authorisedIn, recoveryBranch, recoveryOrders } from "./recovery-record.ts";

/** One step; each is done once for its key, and none before the one above it. */
export type RecoveryStep =
  | { readonly kind: "branch"; readonly tipSha: string }
  | { readonly kind: "pull" }
  | { readonly kind: "authorise"; readonly pull: number }
  | { readonly kind: "label"; readonly pull: number }
  /** The copies of the entries (null: they stand already), and the commit that carries the source. */
  | {
      readonly kind: "entries";
      readonly pull: number;
      readonly headSha: string;
      readonly bytes: Uint8Array | null;
    };

export type RecoveryProgress =
  | {
      readonly state: "step";
      readonly key: string;
      readonly step: RecoveryStep;
      readonly isNew: boolean;
    }
  /** Something that heals could not be read, or GitHub does not show yet what was done. */
  | { readonly state: "waiting"; readonly ms: number }
  /** The repository's own workflow goes by a person's comment on the recovery pull request. */
  | { readonly state: "awaits_command" | "open" | "merged" | "closed"; readonly pull: number }
  | {
      readonly state: "stopped";
      readonly code: "no_permission" | "refused" | "gone" | "entries_unwritable";
      readonly reason: string;
    };

export interface RecoveryVerdict {
  readonly record: RecoveryRecord;
  readonly branch: string;
  readonly progress: RecoveryProgress;
}

const SETTLING_MS = 5_000;
const UNREAD_MS = 60_000;
/** GitHub shows within seconds what was done; what is missing after this long was taken away. */
const SHOWN_WITHIN_MS = 5 * 60_000;

/** How far the recovery is that was accepted last; null where none was. Level, not edge: every step is read back from GitHub. */
export function decideRecovery(facts: Facts): RecoveryVerdict | null {
  const record = recoveryOrders(facts).at(-1);
  if (record === undefined || facts.recovery === null) return null;
  const branch = recoveryBranch(record.pull, record.runId);
  return { record, branch, progress: progressOf(record, facts) };
}

function progressOf(record: RecoveryRecord, facts: Facts): RecoveryProgress {
  const attempt = facts.recovery?.attempts.find(({ runId }) => runId === record.runId) ?? null;
  const pull = attempt?.pull ?? null;
  if (pull !== null && pull.state === "closed") {
    return { state: pull.merged ? "merged" : "closed", pull: pull.number };
  }
  const next = nextOf(record, attempt, facts);
  if (!("kind" in next)) return next;
  return permissionObstacle(record, facts) ?? due(record, next, facts);
}

/** Who ordered must still be allowed to when something is done in their name. */
function permissionObstacle({ login }: RecoveryRecord, facts: Facts): RecoveryProgress | null {
  const verdict = decidePermission("write", permissionIn(facts.permissions, login));
  if (verdict === "granted") return null;
  return verdict === "unknown"
    ? { state: "waiting", ms: UNREAD_MS }
    : { state: "stopped", code: "no_permission", reason: login };
}

/** A step to be done now, or what an earlier try of it has come to. */
function due(record: RecoveryRecord, step: RecoveryStep, facts: Facts): RecoveryProgress {
  const key = stepKey(record, step, facts);
  const claim = facts.claims.find((each) => each.key === key);
  if (claim?.state !== "recorded") return { state: "step", key, step, isNew: claim === undefined };
  const refusal = claimRefusal(claim);
  if (refusal !== null) return { state: "stopped", code: "refused", reason: refusal };
  return facts.now - claim.at < SHOWN_WITHIN_MS
    ? { state: "waiting", ms: SETTLING_MS }
    : { state: "stopped", code: "gone", reason: step.kind };
}

function stepKey({ pull, commentId }: RecoveryRecord, step: RecoveryStep, facts: Facts): string {
  const on = step.kind === "entries" ? `-${step.headSha.slice(0, 12)}` : "";
  return `recover-${facts.repository.id}-${pull}-${commentId}-${step.kind}${on}`;
}

function nextOf(
  record: RecoveryRecord,
  attempt: RecoveryAttempt | null,
  facts: Facts,
): RecoveryStep | RecoveryProgress {
  if (attempt?.tipSha == null) return { kind: "branch", tipSha: facts.recovery?.tipSha ?? "" };
  const { pull, tipSha } = attempt;
  if (pull === null) return { kind: "pull" };
  const left = entriesLeft(attempt, pull, facts);
  if (left === "none") return { state: "open", pull: pull.number };
  if (left === "unread") return { state: "waiting", ms: UNREAD_MS };
  const opened = { record, attempt, pull, facts };
  return beforeEntries(opened) ?? entriesStep(opened, left, tipSha);
}

interface Opened {
  readonly record: RecoveryRecord;
  readonly attempt: RecoveryAttempt;
  readonly pull: PullRequest;
  readonly facts: Facts;
}

/** What has to stand before there is anything to measure: a workflow that listens to labels then finds nothing. */
function beforeEntries({
  record,
  attempt,
  pull,
  facts,
}: Opened): RecoveryStep | RecoveryProgress | null {
  const isAuthorised = attempt.comments.some((comment) => {
    const found = authorisedIn(comment, facts.app.id);
    return found?.runId === record.runId && found.sourceSha === record.sourceSha;
  });
  if (!isAuthorised) return { kind: "authorise", pull: pull.number };
  const labels = selectLabels(pull.labels, facts.config.inForce);
  if (labels.kind === "none") return { kind: "label", pull: pull.number };
  return awaitsCommand(record, attempt, facts)
    ? { state: "awaits_command", pull: pull.number }
    : null;
}

function entriesStep(
  { attempt, pull: { number: pull }, facts }: Opened,
  left: "entries" | "carrier",
  headSha: string,
): RecoveryStep | RecoveryProgress {
  if (left === "carrier") return { kind: "entries", pull, headSha, bytes: null };
  const copies = copiesFor(facts, attempt.changelog, pull);
  if (copies.kind === "fixed") return { kind: "entries", pull, headSha, bytes: copies.bytes };
  const reason = copies.problems[0]?.code ?? "";
  return { state: "stopped", code: "entries_unwritable", reason };
}

function entriesLeft(
  { changelog, carried }: RecoveryAttempt,
  pull: PullRequest,
  facts: Facts,
): "none" | "unread" | "carrier" | "entries" {
  if (changelog.kind === "unknown" || carried.kind === "unknown") return "unread";
  const terms = { repository: linkRepository(facts), pull: pull.number, mode: "pull" } as const;
  if (!hasCopies(entriesOf(facts), contentOf(changelog), terms)) return "entries";
  return carried.value ? "none" : "carrier";
}

/**
 * Where the repository's own workflow starts sweeps, it holds back for nothing but a person's own
 * command: without one the entries would start a sweep, now or at the merge (spec/control-plane §3.3).
 */
function awaitsCommand(
  { login, runId }: RecoveryRecord,
  { comments }: RecoveryAttempt,
  { config, repository }: Facts,
): boolean {
  if (config.inForce.sweep.trigger !== "observe") return false;
  return !comments
    .filter(({ author }) => author?.login === login)
    .flatMap(({ body }) => parseCommands(body, { repository }))
    .some(
      (command) =>
        command.kind === "command" &&
        command.name === "reuse-sweep-run" &&
        command.args.run === runId,
    );
}
