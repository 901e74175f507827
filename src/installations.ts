import type { Probot, ProbotOctokit } from "probot";
import { pullKey, type PullRef, type RepositorySource } from "./core/model/signal.ts";
import { openGitHub } from "./github/adapter.ts";
import { BlobCache } from "./github/blob-cache.ts";
import type { ConditionalRequests } from "./github/conditional.ts";
import type { GitHub } from "./github/port.ts";

/** GitHub through the app's installations: one adapter a repository, all sharing one cache. */
export interface Installations {
  readonly githubOf: (source: RepositorySource) => Promise<GitHub>;
  /** Another repository through the same installation; it need not be known by id. */
  readonly neighbourOf: (source: RepositorySource, owner: string, name: string) => Promise<GitHub>;
  /**
   * Every pull request that is open or was closed since then, in every repository of every
   * installation. One repository that cannot be listed is told and does not hide the others.
   */
  readonly listPulls: (
    closedSince: number,
    onError: (error: unknown) => void,
  ) => Promise<readonly PullRef[]>;
}

/** Opens installations as they are needed; a failed opening is tried again the next time. */
export function openInstallations(
  probot: Probot,
  app: GitHub["app"],
  requests: ConditionalRequests,
): Installations {
  const blobs = new BlobCache();
  const octokitOf = rememberOctokits(probot, requests);
  const adapters = new Map<string, GitHub>();
  const adapterFor = async (
    installationId: number,
    repository: {
      readonly owner: string;
      readonly name: string;
      readonly repositoryId: number | null;
    },
  ): Promise<GitHub> => {
    const { owner, name, repositoryId } = repository;
    const key = `${installationId}/${repositoryId ?? ""}/${owner}/${name}`;
    const octokit = await octokitOf(installationId);
    const adapter = adapters.get(key) ?? openGitHub({ octokit, repository, app, blobs });
    adapters.set(key, adapter);
    return adapter;
  };
  const githubOf = ({ installationId, ...repository }: RepositorySource): Promise<GitHub> =>
    adapterFor(installationId, repository);
  return {
    githubOf,
    neighbourOf: ({ installationId }, owner, name) =>
      adapterFor(installationId, { owner, name, repositoryId: null }),
    listPulls: async (closedSince, onError) => {
      const refs = new Map<string, PullRef>();
      for (const source of await listRepositories(probot, onError)) {
        try {
          const github = await githubOf(source);
          for (const { number } of await github.listPulls(closedSince)) {
            const ref = { ...source, pull: number };
            refs.set(pullKey(ref), ref);
          }
        } catch (error) {
          onError(error);
        }
      }
      return [...refs.values()];
    },
  };
}

function rememberOctokits(
  probot: Probot,
  requests: ConditionalRequests,
): (installationId: number) => Promise<ProbotOctokit> {
  const octokits = new Map<number, Promise<ProbotOctokit>>();
  const open = async (installationId: number): Promise<ProbotOctokit> => {
    try {
      const octokit = await probot.auth(installationId);
      requests.attach(octokit, String(installationId));
      return octokit;
    } catch (error) {
      octokits.delete(installationId);
      throw error;
    }
  };
  return (installationId) => {
    const standing = octokits.get(installationId) ?? open(installationId);
    octokits.set(installationId, standing);
    return standing;
  };
}

/** One installation that refuses us, because it is suspended, hides no other (case IDN-06). */
async function listRepositories(
  probot: Probot,
  onError: (error: unknown) => void,
): Promise<readonly RepositorySource[]> {
  const asApp = await probot.auth();
  const installations = await asApp.paginate(asApp.rest.apps.listInstallations, { per_page: 100 });
  const active = installations.filter((installation) => installation.suspended_at === null);
  const perInstallation = active.map(async ({ id }) => {
    try {
      return await repositoriesOf(probot, id);
    } catch (error) {
      onError(error);
      return [];
    }
  });
  return (await Promise.all(perInstallation)).flat();
}

async function repositoriesOf(
  probot: Probot,
  installationId: number,
): Promise<readonly RepositorySource[]> {
  const octokit = await probot.auth(installationId);
  const repositories = await octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, {
    per_page: 100,
  });
  return repositories
    .filter((repository) => !repository.archived)
    .map(({ id, name, owner }): RepositorySource => ({
      installationId,
      repositoryId: id,
      owner: owner.login,
      name,
    }));
}
