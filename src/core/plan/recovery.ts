import type { Verdicts } from "../decide/decide.ts";
import { PUBLICATION_TAG } from "../decide/loss.ts";
import { RECOVERY_TAG } from "../decide/recovery-record.ts";
import type { RecoveryStep, RecoveryVerdict } from "../decide/recovery-steps.ts";
import type { Effect, RecoveryAct } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { renderPublication } from "../render/publication-comment.ts";
import { recoveryAuthorisation, recoveryCommit, recoveryPull } from "../render/recovery.ts";
import type { Dictionary } from "../render/words.ts";
import { fullBody, planComments, tagOf } from "./comments.ts";

/** The next step of a recovery, at most one for each look, and the comment that says what was lost and what is done about it. */
export function planRecovery(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { recovery } = verdicts;
  const due: readonly Effect[] =
    recovery?.progress.state === "step"
      ? [
          {
            kind: "recover",
            key: recovery.progress.key,
            act: actOf(recovery.progress.step, recovery, { facts, dictionary }),
          },
        ]
      : [];
  return [...due, ...planPublication(verdicts, facts, dictionary)];
}

interface Place {
  readonly facts: Facts;
  readonly dictionary: Dictionary;
}

function actOf(
  step: RecoveryStep,
  { record, branch }: RecoveryVerdict,
  { facts, dictionary }: Place,
): RecoveryAct {
  const config = facts.config.inForce;
  const message = (part: "branch" | "entries" | "carrier"): string =>
    recoveryCommit(part, record, dictionary);
  switch (step.kind) {
    case "branch":
      return { kind: "branch", branch, parent: step.tipSha, message: message("branch") };
    case "pull": {
      const base = facts.repository.defaultBranch;
      return { kind: "pull", branch, base, ...recoveryPull(record, config, dictionary) };
    }
    case "authorise": {
      const body = recoveryAuthorisation(record, config, dictionary);
      const whole = fullBody({ tag: RECOVERY_TAG, body, upkeep: "once" });
      return { kind: "authorise", pull: step.pull, body: whole };
    }
    case "label":
      return { kind: "label", pull: step.pull, label: record.label };
    case "entries": {
      const { bytes, headSha } = step;
      const file = bytes === null ? null : { path: config.paths.changelog, bytes };
      const commit =
        file === null
          ? null
          : { parents: [headSha], message: message("entries"), file, changes: [] };
      const carrier = { sourceSha: record.sourceSha, message: message("carrier") };
      return { kind: "entries", branch, headSha, commit, carrier };
    }
  }
}

/** One comment that everybody who follows the pull request is told by; it is written when results are lost, and kept right from then on. */
function planPublication(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { loss, recovery } = verdicts;
  const { comments, app, config } = facts;
  const stands = comments.some((comment) => tagOf(comment, app.id) === PUBLICATION_TAG);
  const isNews = loss.kind === "lost" || recovery !== null;
  if (!isNews && !(stands && loss.kind !== "none")) return [];
  const body = renderPublication(verdicts, config.inForce, dictionary);
  return planComments([{ tag: PUBLICATION_TAG, body, upkeep: "kept" }], comments, app.id);
}

const SETTLING_MS = 5_000;
/** The person who ordered is on it: their command there is told to another pull request. */
const AWAITED_MS = 60_000;
const AWAITED_LIMIT_MS = 6 * 3_600_000;

/** How soon to look again although nothing may have happened. */
export function recoveryWaits(
  { loss, recovery }: Verdicts,
  facts: Facts,
): readonly (number | null)[] {
  const until = loss.kind === "pending" ? loss.until : null;
  return [
    until === null ? null : Math.max(0, until - facts.now),
    recovery === null ? null : progressWait(recovery, facts),
  ];
}

function progressWait({ progress, record }: RecoveryVerdict, facts: Facts): number | null {
  switch (progress.state) {
    case "step":
      // What was done is gone on with at once; after a crash it takes until that is settled.
      return progress.isNew ? 0 : SETTLING_MS;
    case "waiting":
      return progress.ms;
    case "awaits_command": {
      const ordered = facts.comments.find(({ id }) => id === record.commentId)?.updatedAt ?? 0;
      return facts.now - ordered < AWAITED_LIMIT_MS ? AWAITED_MS : null;
    }
    case "open":
    case "merged":
    case "closed":
    case "stopped":
      return null;
  }
}
