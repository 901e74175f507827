import type { Account, Installation, Permission } from "../state/accounts.ts";
import { ACTIONS_APP_ID, type World } from "../state/world.ts";
import { iso, type Json, nodeId } from "./json.ts";

/** "simple-user"; null for a deleted account. */
export function renderUser(world: World, account: Account | null): Json | null {
  if (account === null || account.deleted) return null;
  return renderAccount(world, account);
}

/** "simple-user", also for accounts that are gone (where GitHub's schema knows no null). */
export function renderAccount(world: World, account: Account): Json {
  const { login, id, type } = account;
  const api = `${world.url}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId(type === "Bot" ? "BOT" : type === "User" ? "U" : "O", id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: "",
    url: api,
    html_url: `https://github.com/${type === "Bot" ? "apps/" : ""}${login.replace("[bot]", "")}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type,
    user_view_type: "public",
    site_admin: false,
  };
}

/** "organization-simple", as webhooks of an organization's repositories carry it. */
export function renderOrganization(world: World, { login, id }: Account): Json {
  const url = `${world.url}/orgs/${login}`;
  return {
    login,
    id,
    node_id: nodeId("O", id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    description: null,
  };
}

/** "public-user": an account as it is looked up by login. */
export function renderPublicUser(world: World, account: Account): Json {
  return {
    ...renderAccount(world, account),
    name: account.login,
    company: null,
    blog: null,
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: "2020-01-01T00:00:00Z",
    updated_at: "2020-01-01T00:00:00Z",
  };
}

/** The name and mail address that GitHub signs this account's commits with. */
export function mailOf(account: Account): { readonly name: string; readonly email: string } {
  if (account.login === "web-flow") return { name: "GitHub", email: "noreply@github.com" };
  return {
    name: account.login,
    email: `${account.id}+${account.login}@users.noreply.github.com`,
  };
}

const PERMISSIONS = ["read", "triage", "write", "maintain", "admin"] as const;

/** Whether a permission allows what needs at least `needed`. */
export function allows(has: Permission, needed: Permission): boolean {
  return rank(has) >= rank(needed);
}

function rank(permission: Permission): number {
  return permission === "none" ? -1 : PERMISSIONS.indexOf(permission);
}

/** The five switches that GitHub shows for a permission. */
export function renderSwitches(permission: Permission): Json {
  return {
    admin: allows(permission, "admin"),
    maintain: allows(permission, "maintain"),
    push: allows(permission, "write"),
    triage: allows(permission, "triage"),
    pull: allows(permission, "read"),
  };
}

/** "integration": the app under test, or GitHub Actions. */
export function renderApp(world: World, appId: number): Json {
  const own = appId === world.app.id;
  const slug = own ? world.app.slug : "github-actions";
  const owner = own ? world.organization("sweepbot-owner") : world.organization("github");
  return {
    id: appId,
    client_id: `Iv1.${appId.toString(16).padStart(16, "0")}`,
    slug,
    node_id: nodeId("A", appId),
    owner: renderAccount(world, owner),
    name: appId === ACTIONS_APP_ID ? "GitHub Actions" : slug,
    description: "",
    external_url: "https://example.com/",
    html_url: `https://github.com/apps/${slug}`,
    created_at: "2020-01-01T00:00:00Z",
    updated_at: "2020-01-01T00:00:00Z",
    permissions: own ? world.app.permissions : {},
    events: own ? world.app.events : [],
  };
}

/** "installation". */
export function renderInstallation(world: World, installation: Installation): Json {
  const { id, account, createdAt } = installation;
  return {
    id,
    account: renderAccount(world, account),
    repository_selection: "selected",
    access_tokens_url: `${world.url}/app/installations/${id}/access_tokens`,
    repositories_url: `${world.url}/installation/repositories`,
    html_url: `https://github.com/settings/installations/${id}`,
    app_id: world.app.id,
    app_slug: world.app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: world.app.permissions,
    events: world.app.events,
    created_at: iso(createdAt),
    updated_at: iso(createdAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}
