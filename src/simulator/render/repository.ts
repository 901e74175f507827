import type { Repository } from "../state/records.ts";
import { fullName, worldOf } from "../state/world.ts";
import { renderAccount, renderSwitches } from "./account.ts";
import { iso, type Json, nodeId } from "./json.ts";

/** The API address of a repository. */
export function apiUrl(repository: Repository): string {
  return `${worldOf(repository).url}/repos/${fullName(repository)}`;
}

/** The address of a repository's page; the same on every run, whatever the port is. */
export function pageUrl(repository: Repository): string {
  return `https://github.com/${fullName(repository)}`;
}

const templates = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
} as const;

/** "minimal-repository". */
export function renderMinimalRepository(repository: Repository): Json {
  const url = apiUrl(repository);
  const { id, name, parent } = repository;
  const links: Json = {};
  for (const [field, path] of Object.entries(templates)) links[field] = url + path;
  return {
    id,
    node_id: nodeId("R", id),
    name,
    full_name: fullName(repository),
    private: repository.private,
    owner: renderAccount(worldOf(repository), repository.owner),
    html_url: pageUrl(repository),
    description: null,
    fork: parent !== null,
    url,
    ...links,
  };
}

/** "repository". */
export function renderRepository(repository: Repository): Json {
  const full = fullName(repository);
  const open = [...repository.issues.values()].filter((issue) => issue.state === "open").length;
  return {
    ...renderMinimalRepository(repository),
    created_at: iso(repository.createdAt),
    updated_at: iso(repository.pushedAt),
    pushed_at: iso(repository.pushedAt),
    git_url: `git://github.com/${full}.git`,
    ssh_url: `git@github.com:${full}.git`,
    clone_url: `https://github.com/${full}.git`,
    svn_url: `https://github.com/${full}`,
    homepage: null,
    size: 0,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.private ? "private" : "public",
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}

/** "full-repository": what GET /repos/{owner}/{repo} answers. */
export function renderFullRepository(repository: Repository): Json {
  const { parent } = repository;
  const origin =
    parent === null ? {} : { parent: renderRepository(parent), source: renderRepository(parent) };
  return {
    ...renderRepository(repository),
    ...origin,
    permissions: renderSwitches("read"),
    network_count: 0,
    subscribers_count: 0,
  };
}
