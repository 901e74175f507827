import { Probot, type ProbotOctokit } from "probot";
import type { PullRef, RepositorySource } from "./core/model/signal.ts";
import { pullKey } from "./core/model/signal.ts";
import { STATUS_DESCRIPTION_CHARACTERS } from "./core/model/limits.ts";
import { fitLine } from "./core/render/fit.ts";
import { PLAIN } from "./core/render/template.ts";
import { type Dictionary, say } from "./core/render/words.ts";
import { openGitHub } from "./github/adapter.ts";
import { BlobCache } from "./github/blob-cache.ts";
import { ConditionalRequests } from "./github/conditional.ts";
import { readAppIdentity } from "./github/people.ts";
import type { GitHub } from "./github/port.ts";
import sweepbot, { type Desk } from "./index.ts";
import { type Look, pass } from "./pipeline.ts";
import type { Records } from "./records.ts";
import { openRouting, RECENTLY_CLOSED_MS } from "./routing.ts";

export interface BotParts {
  readonly probot: Probot;
  readonly records: Records;
  readonly dictionary: Dictionary;
  readonly now: () => number;
  readonly dispatchGraceMs: number;
  /** Told of every look, for the pages. */
  readonly onLook: (ref: PullRef, look: Look) => void;
  readonly onEffect: (kind: string) => void;
}

export interface Bot {
  readonly requests: ConditionalRequests;
  /** Which pull requests a stored delivery asks to look at again. */
  readonly route: Desk["receive"];
  /** One look at a pull request; gives when to look again, in milliseconds, or null. */
  readonly pass: (ref: PullRef) => Promise<number | null>;
  /** Every pull request that is open or was closed lately, in every installation. */
  readonly listPulls: () => Promise<readonly PullRef[]>;
  /** Says on the pull request that it could not be looked at (architecture §3). */
  readonly reportGivenUp: (ref: PullRef, error: string) => Promise<void>;
}

/** The commit status that says whether sweepbot itself can do its work; only set when it could not. */
export const HEALTH_CONTEXT = "sweepbot";

/** Puts the bot together around a Probot instance; asks GitHub once who the app is. */
export async function openBot(parts: BotParts): Promise<Bot> {
  const { probot, records, dictionary } = parts;
  const blobs = new BlobCache();
  const requests = new ConditionalRequests();
  const app = await readAppIdentity(await probot.auth());
  const octokits = new Map<number, Promise<ProbotOctokit>>();
  const adapters = new Map<string, GitHub>();

  const githubOf = async (source: RepositorySource): Promise<GitHub> => {
    const octokit = await octokitOf(source.installationId);
    const key = `${source.installationId}/${source.owner}/${source.name}`;
    const standing = adapters.get(key);
    if (standing !== undefined) return standing;
    const { owner, name } = source;
    const repositoryId = source.repositoryId === 0 ? null : source.repositoryId;
    const adapter = openGitHub({ octokit, repository: { owner, name, repositoryId }, app, blobs });
    adapters.set(key, adapter);
    return adapter;
  };
  const octokitOf = (installationId: number): Promise<ProbotOctokit> => {
    const standing = octokits.get(installationId) ?? openOctokit(installationId);
    octokits.set(installationId, standing);
    standing.catch(() => octokits.delete(installationId));
    return standing;
  };
  const openOctokit = async (installationId: number): Promise<ProbotOctokit> => {
    const octokit = await probot.auth(installationId);
    requests.attach(octokit, String(installationId));
    return octokit;
  };

  const route = openRouting({ githubOf, pullOfRun: records.pullOfRun, now: parts.now });
  const desk = sweepbot(probot, app.login, route);
  await probot.load(desk.app);
  return {
    requests,
    route: (delivery) => desk.receive(delivery),
    pass: async (ref) => {
      const github = await githubOf(ref);
      const octokit = await octokitOf(ref.installationId);
      return pass(ref, {
        sources: { github, claims: records.claims, lastGood: records.lastGood, now: parts.now },
        github,
        pull: ref,
        claims: records.claimStore,
        now: parts.now,
        dispatchGraceMs: parts.dispatchGraceMs,
        dictionary,
        repositoryOf: (owner, name) =>
          openGitHub({ octokit, repository: { owner, name, repositoryId: null }, app, blobs }),
        audit: async (code, detail) => {
          parts.onEffect(code);
          await records.audit(ref, { kind: "effect", code, detail });
        },
        report: async (look) => {
          parts.onLook(ref, look);
          await records.auditDecision(ref, look);
        },
      });
    },
    listPulls: () => listPulls(parts, githubOf),
    reportGivenUp: async (ref, error) => {
      await records.audit(ref, { kind: "failure", code: "given_up", detail: { error } });
      const github = await githubOf(ref);
      const { headSha } = await github.readPull(ref.pull);
      const description = say(dictionary.en, "check.not_looked_after", {}, PLAIN);
      await github.setStatus({
        sha: headSha,
        context: HEALTH_CONTEXT,
        state: "error",
        description: fitLine(description, STATUS_DESCRIPTION_CHARACTERS),
        targetUrl: null,
      });
    },
  };
}

async function listPulls(
  { probot, now }: BotParts,
  githubOf: (source: RepositorySource) => Promise<GitHub>,
): Promise<readonly PullRef[]> {
  const asApp = await probot.auth();
  const refs = new Map<string, PullRef>();
  const installations = await asApp.paginate(asApp.rest.apps.listInstallations, { per_page: 100 });
  for (const installation of installations) {
    if (installation.suspended_at !== null) continue;
    const octokit = await probot.auth(installation.id);
    const repositories = await octokit.paginate(
      octokit.rest.apps.listReposAccessibleToInstallation,
      { per_page: 100 },
    );
    for (const { id, name, owner, archived } of repositories) {
      if (archived) continue;
      const source = {
        installationId: installation.id,
        repositoryId: id,
        owner: owner.login,
        name,
      };
      const github = await githubOf(source);
      for (const { number } of await github.listPulls(now() - RECENTLY_CLOSED_MS)) {
        const ref = { ...source, pull: number };
        refs.set(pullKey(ref), ref);
      }
    }
  }
  return [...refs.values()];
}
