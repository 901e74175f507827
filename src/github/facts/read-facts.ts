import { isFromFork } from "../../core/decide/fork.ts";
import { type Config, CONFIG_PATH } from "../../core/model/config.ts";
import {
  type EarlyFacts,
  loginsToAsk,
  namedRunIds,
  orderedRunIds,
  pendingCommands,
  reusedRunId,
  sourcesToRead,
} from "../../core/decide/needs.ts";
import { isUnderWay, runnerPools } from "../../core/decide/pools.ts";
import { recordNodes } from "../../core/decide/resolution-record.ts";
import { nodesToAsk, possibleSigners, teamsToAsk } from "../../core/decide/signoff-sources.ts";
import { recoveredHere } from "../../core/decide/recovery-record.ts";
import { resolversToAsk, resolvingNodes } from "../../core/decide/resolvers.ts";
import { upstreamLinks } from "../../core/decide/signoff-links.ts";
import { stoppedKeys } from "../../core/decide/sweep-stop.ts";
import type { ClaimFact, ConfigFacts, Facts } from "../../core/model/facts.ts";
import type { ForkFacts } from "../../core/model/fork.ts";
import type { GateFacts } from "../../core/model/gate.ts";
import type { PullRef } from "../../core/model/signal.ts";
import type { GitHub, GitHubReader } from "../port.ts";
import { permissionOf, readEach, readEditors, readPushes, readTeams } from "./read-people.ts";
import { type CauseSources, readCauses } from "./read-causes.ts";
import { readChecksOf } from "./read-checks-of.ts";
import { type LastGoodStore, mistakesIn, readConfig } from "./read-config.ts";
import { readDocuments, readSource } from "./read-documents.ts";
import { readFork } from "./read-fork.ts";
import { type OwnRecords, readOwnRecords } from "./read-own-records.ts";
import { readGated, type RecipeSources } from "./read-recipes.ts";
import { readRecovery } from "./read-recovery.ts";
import { readReceipt } from "./read-receipt.ts";
import { type ResultSources, readResults } from "./read-results.ts";
import { readMerge, readRevisions } from "./read-revisions.ts";
import { readRuns, type RunSearch } from "./read-runs.ts";
import { readSigned } from "./read-signed.ts";
import type { RunStore } from "./run-store.ts";
import { readUpstream, type UpstreamSources } from "./read-upstream.ts";

export interface FactSources extends OwnRecords {
  readonly github: GitHub;
  readonly claims: (pull: PullRef) => Promise<readonly ClaimFact[]>;
  readonly lastGood: LastGoodStore;
  /** How failures are told apart, and what was found before. */
  readonly causes: CauseSources;
  /** Other open pull requests and what they are about, from our own records. */
  readonly others: (pull: PullRef) => Promise<GateFacts["others"]>;
  /** Another repository as the same app sees it: the one that receives results. */
  readonly repositoryOf: (owner: string, name: string) => Promise<GitHubReader>;
  /** Which heads were live when labels were put on, from our own records. */
  readonly labelHeads: (pull: PullRef) => Promise<ForkFacts["labelHeads"]>;
  /** What is known of this pull request's runs without asking GitHub. */
  readonly runs: RunStore;
  /** What artifacts said and what was published before, from our own records. */
  readonly results: ResultSources;
  /** Published pages of recipes. */
  readonly readPage: UpstreamSources["readPage"];
  readonly recipes: RecipeSources;
  readonly now: () => number;
  /** Of sweepbot, to be shown; left out where nobody asks. */
  readonly version?: string;
}

/**
 * Everything one pass may look at, read now. Reads and never writes to GitHub; a failed read is
 * thrown (the queue repeats the pass) or stands in the facts as unknown, never as "no".
 */
export async function readFacts(sources: FactSources, ref: PullRef): Promise<Facts> {
  const { github } = sources;
  const [repository, pull, claims] = await Promise.all([
    github.readRepository(),
    github.readPull(ref.pull),
    sources.claims(ref),
  ]);
  const defaultTip = await github.readBranchTip(repository.defaultBranch);
  if (defaultTip === null) throw new Error(`Branch ${repository.defaultBranch} has no commit`);
  const settings = await readConfig(github, repository.id, defaultTip, sources.lastGood);
  const config = settings.inForce;
  const [revisions, files, commits, conversation, head, afterMerge] = await Promise.all([
    readRevisions(github, pull),
    github.listChangedFiles(ref.pull),
    github.listCommits(ref.pull),
    readConversation(github, ref.pull),
    readHead(github, pull.headSha),
    readAfterMerge(sources, { pull, claims, config }),
  ]);
  const documents = await readDocuments(github, config, revisions, defaultTip);
  const base = {
    now: sources.now(),
    app: { ...github.app, version: sources.version ?? null },
    repository,
    config: await withProposal(github, settings, files, pull.headSha),
    pull,
    revisions,
    files,
    commits,
    documents,
    ...conversation,
    ...head,
    claims,
    ...afterMerge,
  };
  const runs = await readRuns(github, runSearch(sources, base));
  const [late, causes, results, gated, fork, pools, own, checksOf] = await Promise.all([
    readLate(sources, base, runs),
    readCauses(github, sources.causes, { facts: base, runs }),
    readResults({ github, sources: sources.results, defaultTip }, base, runs),
    readGated({ sources, defaultTip, ref }, base),
    readFork(github, base, () => sources.labelHeads(ref)),
    isUnderWay(runs[0]) ? sources.runs.readPools(base.now) : null,
    readOwnRecords(sources, ref, base),
    readChecksOf(github, base),
  ]);
  return { ...base, runs, causes, ...late, results, ...gated, fork, pools, ...own, checksOf };
}

function runSearch(sources: FactSources, base: EarlyFacts): RunSearch {
  const { pull, commits, claims, now, documents, config } = base;
  return {
    ...{ pull, commits, claims, now, store: sources.runs },
    workflow: config.inForce.sweep.workflow,
    isFork: isFromFork(base),
    appLogin: base.app.login,
    namedRunIds: namedRunIds(base),
    reusedRunId: reusedRunId(base),
    recovers: recoveredHere(base)?.pull ?? null,
    orderedRunIds: orderedRunIds(base),
    signed: possibleSigners(base).length > 0,
    stoppedKeys: stoppedKeys(base),
    fresh: pull.state === "closed" || pendingCommands(base).length > 0,
    pools: new Set(runnerPools(documents.runners).keys()),
  };
}

type LateFacts = Pick<
  Facts,
  "permissions" | "teams" | "sources" | "pushes" | "editors" | "upstream" | "signed" | "recovery"
>;

/** What has to be known before it is clear whom and what to ask for. */
async function readLate(
  sourcesOf: FactSources,
  base: EarlyFacts,
  runs: Facts["runs"],
): Promise<LateFacts> {
  const { github } = sourcesOf;
  const config = base.config.inForce;
  const headSha = base.pull.headSha;
  const [permissions, teams, sources, pushes, editors, upstream, recovery] = await Promise.all([
    readEach(loginsToAsk(base), (login) => permissionOf(github, login)),
    readTeams(github, teamsToAsk(base, resolversToAsk(base))),
    readEach(sourcesToRead(base, runs), (sha) => readSource(github, config, sha, headSha)),
    readPushes(github, base),
    readEditors(github, [...nodesToAsk(base), ...resolvingNodes(base), ...recordNodes(base)]),
    readUpstream(sourcesOf, upstreamLinks(base)),
    readRecovery(github, base, runs),
  ]);
  const late = { permissions, teams, sources, pushes, editors, upstream, recovery };
  return { ...late, signed: await readSigned(github, { ...base, ...late }) };
}

/** What has happened since the merge, here and at the receiving side. */
async function readAfterMerge(
  { github, repositoryOf }: FactSources,
  { pull, claims, config }: Pick<Facts, "pull" | "claims"> & { readonly config: Config },
): Promise<Pick<Facts, "merge" | "receipt">> {
  const { repository } = config.ingest;
  const [merge, receipt] = await Promise.all([
    readMerge(github, pull, config.sweep.workflow),
    readReceipt({ claims, repository, repositoryOf }),
  ]);
  return { merge, receipt };
}

async function readConversation(
  github: GitHubReader,
  pull: number,
): Promise<Pick<Facts, "comments" | "reviews" | "reviewComments" | "labelEvents" | "readyEvents">> {
  const [comments, reviews, reviewComments, events] = await Promise.all([
    github.listComments(pull),
    github.listReviews(pull),
    github.listReviewComments(pull),
    github.listIssueEvents(pull),
  ]);
  const { labels: labelEvents, ready: readyEvents } = events;
  return { comments, reviews, reviewComments, labelEvents, readyEvents };
}

async function readHead(
  github: GitHubReader,
  headSha: string,
): Promise<Pick<Facts, "checkRuns" | "statuses">> {
  const [checkRuns, statuses] = await Promise.all([
    github.listCheckRuns(headSha),
    github.listStatuses(headSha),
  ]);
  return { checkRuns, statuses };
}

/** Adds what is wrong with the settings as the pull request would leave them, where it touches them. */
async function withProposal(
  github: GitHubReader,
  settings: Omit<ConfigFacts, "proposed">,
  files: Facts["files"],
  headSha: string,
): Promise<ConfigFacts> {
  const touched =
    files.kind === "known" &&
    files.value.some((file) => file.path === CONFIG_PATH && file.status !== "removed");
  if (!touched) return { ...settings, proposed: null };
  return { ...settings, proposed: mistakesIn(await github.readFile(CONFIG_PATH, headSha)) };
}
