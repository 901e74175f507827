import { isDeepStrictEqual } from "node:util";
import type { ClaimFact } from "./core/model/facts.ts";
import type { LabelHead } from "./core/model/fork.ts";
import type { OtherPull } from "./core/model/gate.ts";
import type { QueuedMerge } from "./core/model/merge-queue.ts";
import type { Sighting } from "./core/model/run-states.ts";
import type { PullRef } from "./core/model/signal.ts";
import type { StagingCallback } from "./core/model/staging.ts";
import type { ClaimStore } from "./github/execution.ts";
import type { SeenLabel } from "./github/label-head.ts";
import type { SeenStaging } from "./github/staging-callback.ts";
import type { CauseStore } from "./github/facts/read-causes.ts";
import type { LastGoodStore } from "./github/facts/read-config.ts";
import type { RunStore } from "./github/facts/run-store.ts";
import type { ResultSources } from "./github/facts/read-results.ts";
import type { Look } from "./pipeline.ts";
import { appendAudit, type AuditEntry, listAudit } from "./queue/audit.ts";
import { claim, findClaimedPull, listClaims, record, release, takeOver } from "./queue/claims.ts";
import type { Database } from "./queue/database.ts";
import { keepLabelHead, listLabelHeads } from "./queue/label-heads.ts";
import { keepCause, readCausesOf } from "./queue/job-causes.ts";
import { readLastGood, saveLastGood } from "./queue/last-good.ts";
import { groupInserts } from "./queue/group-insert.ts";
import { keepJobSightings } from "./queue/run-jobs.ts";
import { joinQueue, leaveQueue, listQueue, takeTurn } from "./queue/merge-queue.ts";
import { keepStaging, listStagings } from "./queue/stagings.ts";
import { keepTouchedKeys, listOtherPulls } from "./queue/touched-keys.ts";
import { keepRunSighting } from "./queue/watched-runs.ts";
import { keepResults, resultRecords } from "./result-records.ts";
import { runStoreOf } from "./run-records.ts";

/** What the bot keeps in its own database; see README, decision 2, for what cannot be had again from GitHub. */
export interface Records {
  readonly claims: (pull: PullRef) => Promise<readonly ClaimFact[]>;
  readonly claimStore: ClaimStore;
  readonly lastGood: LastGoodStore;
  /** Why jobs failed, as the signatures of this digest tell. */
  readonly causes: (signatures: string) => CauseStore;
  /** Other open pull requests of the repository, with the recipe keys that they are about. */
  readonly otherPulls: (pull: PullRef) => Promise<readonly OtherPull[]>;
  /** Lets the other pull requests know what this one is about; a closed one is about nothing. */
  readonly keepKeys: (pull: PullRef, look: Look) => Promise<void>;
  /** Which heads were live when labels were put on, as deliveries showed it; GitHub does not tell afterwards. */
  readonly labelHeads: (pull: PullRef) => Promise<readonly LabelHead[]>;
  /** Keeps what one delivery showed, once for its id. */
  readonly keepLabelHead: (deliveryId: string, seen: SeenLabel) => Promise<void>;
  /** What deliveries told of stagings; GitHub does not tell again. */
  readonly stagings: (pull: PullRef) => Promise<readonly StagingCallback[]>;
  /** Keeps what one delivery told, once for its id. */
  readonly keepStaging: (deliveryId: string, seen: SeenStaging) => Promise<void>;
  /** Who is to be merged by command in the repository of a pull request, in the order of their turns. */
  readonly mergeQueue: (pull: PullRef) => Promise<readonly QueuedMerge[]>;
  /** Keeps this one's place while it is to be merged; gives those that wait, once it leaves the queue. */
  readonly keepQueue: (pull: PullRef, look: Look) => Promise<readonly PullRef[]>;
  readonly takeTurn: (pull: PullRef) => Promise<boolean>;
  readonly results: Omit<ResultSources, "pictureAddress">;
  /** Keeps what was published, for later comparisons, and what the card's picture shows. */
  readonly keepResults: (pull: PullRef, look: Look) => Promise<void>;
  readonly pullOfRun: (runId: number) => Promise<PullRef | null>;
  /** The runs of a pull request as deliveries and earlier looks left them. */
  readonly runs: (pull: PullRef) => RunStore;
  /** Keeps what a delivery tells of a run or job that is watched. */
  readonly keepSighting: (sighting: Sighting) => Promise<void>;
  readonly audit: (pull: PullRef, entry: AuditEntry) => Promise<void>;
  /** One row for what a look concluded, left out when the newest such row says the same. */
  readonly auditDecision: (pull: PullRef, look: Look) => Promise<void>;
}

/** The records in a database. */
export function openRecords(database: Database): Records {
  const keepSighting = sightingKeeper(database);
  const audit: Records["audit"] = (pull, entry) => appendAudit(database, pull, [entry]);
  return {
    claims: (pull) => claimsOf(database, pull),
    claimStore: {
      claim: (key, about) => claim(database, key, about),
      record: (key, result) => record(database, key, result),
      takeOver: (key, at) => takeOver(database, key, at),
      release: (key) => release(database, key),
    },
    lastGood: {
      read: (repositoryId) => readLastGood(database, repositoryId),
      write: (repositoryId, text) => saveLastGood(database, repositoryId, text),
    },
    causes: (signatures) => ({
      read: (repositoryId, jobIds) => readCausesOf(database, { repositoryId, signatures }, jobIds),
      write: (repositoryId, jobId, cause) =>
        keepCause(database, { repositoryId, signatures }, { jobId, cause }),
    }),
    otherPulls: (pull) => listOtherPulls(database, pull),
    keepKeys: (pull, { facts, verdicts }) =>
      keepTouchedKeys(database, pull, facts.pull.state === "open" ? verdicts.gate.keys : []),
    labelHeads: (pull) => listLabelHeads(database, pull),
    keepLabelHead: (deliveryId, seen) => keepLabelHead(database, deliveryId, seen),
    stagings: (pull) => listStagings(database, pull),
    keepStaging: (deliveryId, seen) => keepStaging(database, deliveryId, seen),
    mergeQueue: (pull) => listQueue(database, pull),
    keepQueue: (pull, { verdicts: { order } }) =>
      order === null || isDone(order.step)
        ? leaveQueue(database, pull)
        : joinQueue(database, pull, order.standing.answer.createdAt),
    takeTurn: (pull) => takeTurn(database, pull),
    results: resultRecords(database),
    keepResults: (pull, look) => keepResults(database, pull, look),
    pullOfRun: (runId) => findClaimedPull(database, "sweep", String(runId)),
    runs: (pull) => runStoreOf(database, pull),
    keepSighting,
    audit,
    auditDecision: async (pull, look) => {
      const detail = conclusionOf(look);
      const newest = (await listAudit(database, pull, 50)).find((row) => row.kind === "decision");
      // The database gives the keys back in an order of its own.
      if (isDeepStrictEqual(newest?.detail, detail)) return;
      await audit(pull, { kind: "decision", code: "looked", detail });
    },
  };
}

/** Deliveries of jobs come in hundreds: those that are routed together are written together. */
function sightingKeeper(database: Database): Records["keepSighting"] {
  const keepJob = groupInserts(
    async (jobs: readonly Extract<Sighting, { kind: "job" }>[]) => {
      await keepJobSightings(database, jobs);
      return jobs.map(() => true);
    },
    { items: 200, bytes: 8 * 1024 * 1024, sizeOf: ({ job }) => JSON.stringify(job).length },
  );
  return async (sighting) => {
    if (sighting.kind === "job") await keepJob(sighting);
    else await keepRunSighting(database, sighting);
  };
}

async function claimsOf(database: Database, pull: PullRef): Promise<readonly ClaimFact[]> {
  const claims = await listClaims(database, pull);
  return claims.map(({ key, kind, at, result }) => ({
    ...{ key, kind, at, result },
    state: result === null ? "claimed" : "recorded",
  }));
}

function isDone({ kind }: NonNullable<Look["verdicts"]["order"]>["step"]): boolean {
  return kind === "over" || kind === "merged" || kind === "abandoned";
}

/** What a look concluded, in codes: short enough to keep for ever, and enough to explain. */
function conclusionOf({ facts, verdicts, plan }: Look): Readonly<Record<string, unknown>> {
  const { changelog, matrix, sweep, reuse, signoff, merge, order } = verdicts;
  const { decision } = sweep;
  return {
    head: facts.pull.headSha.slice(0, 12),
    changelog: changelog.kind,
    matrix: matrix.kind,
    sweep: "code" in decision ? `${decision.kind}: ${decision.code}` : decision.kind,
    reuse: reuse.kind,
    signoff: signoff.status.code,
    merge: "code" in merge ? `${merge.kind}: ${merge.code}` : merge.kind,
    ...(order === null ? {} : { order: order.step.kind }),
    effects: plan.effects.map((effect) => effect.kind),
  };
}
