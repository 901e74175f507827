import { isDeepStrictEqual } from "node:util";
import type { ClaimFact } from "./core/model/facts.ts";
import type { OtherPull } from "./core/model/gate.ts";
import type { PullRef } from "./core/model/signal.ts";
import type { ClaimStore } from "./github/execution.ts";
import type { LastGoodStore } from "./github/facts/read-config.ts";
import type { ResultSources } from "./github/facts/read-results.ts";
import type { Look } from "./pipeline.ts";
import { appendAudit, type AuditEntry, listAudit } from "./queue/audit.ts";
import { claim, findClaimedPull, listClaims, record, release, takeOver } from "./queue/claims.ts";
import type { Database } from "./queue/database.ts";
import { keepArtifactRows, readArtifactRows } from "./queue/artifact-rows.ts";
import { readLastGood, saveLastGood } from "./queue/last-good.ts";
import { keepPicture } from "./queue/pictures.ts";
import { keepPublishedRows, readBaselines } from "./queue/published-rows.ts";
import { keepTouchedKeys, listOtherPulls } from "./queue/touched-keys.ts";

/** What the bot keeps in its own database; everything but the audit trail and what later sweeps are compared with can be had again from GitHub. */
export interface Records {
  readonly claims: (pull: PullRef) => Promise<readonly ClaimFact[]>;
  readonly claimStore: ClaimStore;
  readonly lastGood: LastGoodStore;
  /** Other open pull requests of the repository, with the recipe keys that they are about. */
  readonly otherPulls: (pull: PullRef) => Promise<readonly OtherPull[]>;
  /** Lets the other pull requests know what this one is about; a closed one is about nothing. */
  readonly keepKeys: (pull: PullRef, look: Look) => Promise<void>;
  readonly results: Omit<ResultSources, "pictureAddress">;
  /** Keeps what was published, for later comparisons, and what the card's picture shows. */
  readonly keepResults: (pull: PullRef, look: Look) => Promise<void>;
  readonly pullOfRun: (runId: number) => Promise<PullRef | null>;
  readonly audit: (pull: PullRef, entry: AuditEntry) => Promise<void>;
  /** One row for what a look concluded, left out when the newest such row says the same. */
  readonly auditDecision: (pull: PullRef, look: Look) => Promise<void>;
}

/** The records in a database. */
export function openRecords(database: Database): Records {
  const audit: Records["audit"] = (pull, entry) => appendAudit(database, pull, [entry]);
  return {
    claims: async (pull) => {
      const claims = await listClaims(database, pull);
      return claims.map(({ key, kind, at, result }) => ({
        key,
        kind,
        at,
        result,
        state: result === null ? "claimed" : "recorded",
      }));
    },
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
    otherPulls: (pull) => listOtherPulls(database, pull),
    keepKeys: (pull, { facts, verdicts }) =>
      keepTouchedKeys(database, pull, facts.pull.state === "open" ? verdicts.gate.keys : []),
    results: {
      readArtifacts: (repositoryId, ids) => readArtifactRows(database, repositoryId, ids),
      keepArtifact: (repositoryId, id, kept) =>
        keepArtifactRows(database, { repositoryId, id }, kept),
      readBaselines: (repositoryId, identities, before) =>
        readBaselines(database, { repositoryId, before }, identities),
    },
    keepResults: (pull, look) => keepResults(database, pull, look),
    pullOfRun: (runId) => findClaimedPull(database, "sweep", String(runId)),
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

async function keepResults(
  database: Database,
  pull: PullRef,
  { facts, verdicts }: Look,
): Promise<void> {
  const repositoryId = facts.repository.id;
  await keepPublishedRows(database, repositoryId, verdicts.published);
  if (!verdicts.results?.curve) return;
  const { runId, curve } = verdicts.results;
  const language = facts.config.inForce.languages[0] ?? "en";
  const place = { repositoryId, pull: pull.pull, runId };
  await keepPicture(database, place, { language, runId, curve });
}

/** What a look concluded, in codes: short enough to keep for ever, and enough to explain. */
function conclusionOf({ facts, verdicts, plan }: Look): Readonly<Record<string, unknown>> {
  const { changelog, matrix, sweep, reuse, signoff, merge } = verdicts;
  const { decision } = sweep;
  return {
    head: facts.pull.headSha.slice(0, 12),
    changelog: changelog.kind,
    matrix: matrix.kind,
    sweep: "code" in decision ? `${decision.kind}: ${decision.code}` : decision.kind,
    reuse: reuse.kind,
    signoff: signoff.status.code,
    merge: "code" in merge ? `${merge.kind}: ${merge.code}` : merge.kind,
    effects: plan.effects.map((effect) => effect.kind),
  };
}
