import { type ResultRun, resultRuns } from "../../core/decide/result-runs.ts";
import type { Facts, RunFacts } from "../../core/model/facts.ts";
import type { Artifact } from "../../core/model/github.ts";
import { known, type Reading, unknown } from "../../core/model/reading.ts";
import type {
  ArtifactRows,
  Baseline,
  ResultFacts,
  RunResults,
  UnreadArtifact,
} from "../../core/model/results.ts";
import { parseArtifact } from "../../core/results/artifact-rows.ts";
import { combine, type ReadArtifact } from "../../core/results/combine.ts";
import { chooseArtifacts } from "../../core/results/which.ts";
import type { GitHubReader } from "../port.ts";

/** What an artifact said when it was read; its content never changes, so that is kept. */
export type KeptArtifact = Reading<ArtifactRows>;

/** Our own records of what was measured and published. */
export interface ResultSources {
  readonly readArtifacts: (
    repositoryId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, KeptArtifact>>;
  readonly keepArtifact: (repositoryId: number, id: number, kept: KeptArtifact) => Promise<void>;
  /** The newest published measurements of these points, published before then (null: ever). */
  readonly readBaselines: (
    repositoryId: number,
    identities: readonly string[],
    before: number | null,
  ) => Promise<Readonly<Record<string, Baseline>>>;
  /** Where the picture of a run's curve can be seen; null without a public address. */
  readonly pictureAddress: (repositoryId: number, pull: number, runId: number) => string | null;
}

interface ResultReader {
  readonly github: GitHubReader;
  readonly sources: ResultSources;
  readonly defaultTip: string;
}

type NamingFacts = Parameters<typeof resultRuns>[0];

/** Downloads of one run that go on side by side. */
const PARALLEL = 4;

/** The results of ended runs: each artifact is downloaded once, whatever happens to us in between. */
export async function readResults(
  reader: ResultReader,
  facts: NamingFacts,
  runs: readonly RunFacts[],
): Promise<ResultFacts> {
  const { github, sources, defaultTip } = reader;
  const { repository, pull, config } = facts;
  const results: RunResults[] = [];
  // One after the other, so that few zips are in memory at a time.
  for (const run of resultRuns(facts, runs)) results.push(await readRun(reader, facts, run));
  const identities = results.flatMap(({ bench }) => bench.flatMap((row) => row.identity ?? []));
  const hasEvals = results.some(({ evals }) => evals.length > 0);
  const [baselines, thresholds] = await Promise.all([
    identities.length === 0
      ? {}
      : sources.readBaselines(repository.id, [...new Set(identities)], pull.mergedAt),
    hasEvals ? github.readFile(config.inForce.paths.thresholds, defaultTip) : null,
  ]);
  const pictures = results.flatMap(({ runId }) => {
    const address = sources.pictureAddress(repository.id, pull.number, runId);
    return address === null ? [] : [[String(runId), address] as const];
  });
  return { runs: results, baselines, thresholds, pictures: Object.fromEntries(pictures) };
}

async function readRun(
  { github, sources }: ResultReader,
  { repository, config }: Pick<Facts, "repository" | "config">,
  { runId, artifacts, expired }: ResultRun,
): Promise<RunResults> {
  const collections = config.inForce.results.artifacts;
  const { read, beyond } = chooseArtifacts(artifacts, collections);
  const kept = await sources.readArtifacts(
    repository.id,
    read.map(({ id }) => id),
  );
  const found: ReadArtifact[] = [];
  const failures: UnreadArtifact[] = [];
  await inParallel(read, async (artifact) => {
    const reading =
      kept.get(artifact.id) ??
      (isDown(failures) ? unknown("unavailable") : await download(github, artifact));
    if (!kept.has(artifact.id) && isLasting(reading)) {
      await sources.keepArtifact(repository.id, artifact.id, reading);
    }
    const { id, name, createdAt } = artifact;
    if (reading.kind === "unknown") failures.push({ name, cause: reading.cause });
    else {
      const single = !collections.includes(name);
      found.push({ artifact: { id, createdAt }, single, rows: reading.value });
    }
  });
  failures.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { runId, ...combine(found), failures, beyond, expired };
}

async function download(github: GitHubReader, { id }: Artifact): Promise<KeptArtifact> {
  const files = await github.downloadArtifact(id);
  return files.kind === "unknown" ? files : known(parseArtifact(files.value));
}

/** A storage that answered none of so many is not waited for by the others of this look. */
function isDown(failures: readonly UnreadArtifact[]): boolean {
  return failures.filter(({ cause }) => cause === "unavailable").length >= PARALLEL;
}

/** A bad zip stays bad; what could not be had now is asked for at the next look. */
function isLasting(reading: KeptArtifact): boolean {
  return (
    reading.kind === "known" || reading.cause === "unreadable" || reading.cause === "too_large"
  );
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}
