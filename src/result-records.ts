import type { PullRef } from "./core/model/signal.ts";
import type { ResultSources } from "./github/facts/read-results.ts";
import type { Look } from "./pipeline.ts";
import { keepArtifactRows, readArtifactRows } from "./queue/artifact-rows.ts";
import type { Database } from "./queue/database.ts";
import { keepPicture } from "./queue/pictures.ts";
import { keepPublishedRows, readBaselines } from "./queue/published-rows.ts";

/** What artifacts said, and what was published, in a database. */
export function resultRecords(database: Database): Omit<ResultSources, "pictureAddress"> {
  return {
    readArtifacts: (repositoryId, ids) => readArtifactRows(database, repositoryId, ids),
    keepArtifact: (repositoryId, id, kept) =>
      keepArtifactRows(database, { repositoryId, id }, kept),
    readBaselines: (repositoryId, identities, before) =>
      readBaselines(database, { repositoryId, before }, identities),
  };
}

/** Keeps what was published, for later comparisons, and what the card's picture shows. */
export async function keepResults(
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
