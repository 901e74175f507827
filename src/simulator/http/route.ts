import type { Permission } from "../state/accounts.ts";
import type { Repository } from "../state/records.ts";
import { allows } from "../render/account.ts";
import { worldOf } from "../state/world.ts";
import { type Answer, Refusal } from "./answer.ts";
import { type Actor, type Call, param, type RepositoryCall } from "./call.ts";

type Reply = Answer | Promise<Answer>;

export interface Route {
  readonly method: string;
  /** GitHub's own template; `{name+}` in the definition takes the rest of the path, slashes included. */
  readonly template: string;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  /** False for addresses that carry their own secret. */
  readonly authenticated: boolean;
  readonly answer: (call: Call) => Reply;
}

/** A route from "METHOD /path/{name}". */
export function route(spec: string, answer: (call: Call) => Reply, authenticated = true): Route {
  const [method = "GET", path = "/"] = spec.split(" ");
  const names: string[] = [];
  const pattern = path
    .split(/(\{[^}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return part.replace(/[.+]/g, "\\$&");
      const greedy = part.endsWith("+}");
      names.push(part.slice(1, greedy ? -2 : -1));
      return greedy ? "(.*)" : "([^/]+)";
    })
    .join("");
  return {
    method,
    template: path.replaceAll("+}", "}"),
    pattern: new RegExp(`^${pattern}/?$`),
    names,
    authenticated,
    answer,
  };
}

/**
 * What a repository route needs: permissions of the app ("issues|pull_requests", one suffices) and a level.
 * "speak" is write for the app, but open to every person who can read.
 */
export type Need = `${string}:${"read" | "write" | "speak"}`;

/** A route below /repos/{owner}/{repo}, with the repository found and the caller's permission checked. */
export function repositoryRoute(
  spec: string,
  need: Need,
  answer: (call: RepositoryCall) => Reply,
): Route {
  const [method = "GET", path = ""] = spec.split(" ");
  const full = `${method} /repos/{owner}/{repo}${path}`;
  return route(full, (call) => {
    const repository = call.world.repositoryNamed(param(call, "owner"), param(call, "repo"));
    redirectMoved(call, repository);
    demand(call, repository, need);
    return answer({ ...call, repository });
  });
}

function redirectMoved(call: Call, repository: Repository): void {
  const asked = `${param(call, "owner")}/${param(call, "repo")}`.toLowerCase();
  const present = `${repository.owner.login}/${repository.name}`.toLowerCase();
  if (asked === present || call.target.startsWith("/repositories/")) return;
  const rest = call.target.split("/").slice(4).join("/");
  const query = rest === "" ? call.target.slice(call.target.split("?")[0]?.length) : "";
  const address = `${call.world.url}/repositories/${repository.id}${rest === "" ? query : `/${rest}`}`;
  throw new Refusal(call.method === "GET" ? 301 : 307, "Moved Permanently", {
    extra: { url: address },
    headers: { location: address },
  });
}

/** Throws 401, 403 or 404, as GitHub does, unless the caller may do what a route does. */
export function demand(call: Call, repository: Repository, need: Need): void {
  const { actor } = call;
  if (actor.kind === "app") throw new Refusal(401, "A JSON web token could not be decoded");
  if (actor.kind === "installation") demandOfApp(actor, repository, need);
  else demandOfPerson(actor, repository, need);
}

function demandOfApp(
  actor: Extract<Actor, { readonly kind: "installation" }>,
  repository: Repository,
  need: Need,
): void {
  const [scopes = "", level = "read"] = need.split(":");
  const wanted = level === "read" ? "read" : "write";
  const isHome = repository.installed && actor.installation.account === repository.owner;
  const reaches = isHome || isOpenToMaintainers(repository, actor);
  if (!reaches) demandPublicRead(repository, wanted);
  if (scopes.split("|").some((scope) => grants(actor.permissions, scope, wanted))) return;
  throw new Refusal(403, "Resource not accessible by integration");
}

/** A fork behind an open pull request whose author lets maintainers edit it: the app may push there, too. */
function isOpenToMaintainers(
  repository: Repository,
  actor: Extract<Actor, { readonly kind: "installation" }>,
): boolean {
  return [...worldOf(repository).repositories.values()]
    .filter((home) => home.installed && home.owner === actor.installation.account)
    .flatMap((home) => [...home.issues.values()])
    .some(({ pull, state }) => {
      const isFromHere = state === "open" && pull?.headRepository === repository;
      return isFromHere && pull.maintainerCanModify;
    });
}

function demandOfPerson(
  actor: Extract<Actor, { readonly kind: "person" }>,
  repository: Repository,
  need: Need,
): void {
  const has = permissionOf(repository, actor.account.login);
  if (!allows(has, "read")) throw new Refusal(404, "Not Found");
  if (need.endsWith(":write") && !allows(has, "write")) {
    throw new Refusal(403, "Resource not accessible by personal access token");
  }
}

/** Where the app is not installed, it may read what everybody may read. */
function demandPublicRead(repository: Repository, wanted: "read" | "write"): void {
  if (repository.private) throw new Refusal(404, "Not Found");
  if (wanted === "write") throw new Refusal(403, "Resource not accessible by integration");
}

function grants(
  permissions: Readonly<Record<string, "read" | "write">>,
  scope: string,
  wanted: "read" | "write",
): boolean {
  if (scope === "metadata") return wanted === "read";
  const granted = permissions[scope];
  return granted === "write" || granted === wanted;
}

/** What a person may do in a repository; everybody may read a public one. */
export function permissionOf(repository: Repository, login: string): Permission {
  const own = repository.permissions.get(login.toLowerCase());
  return own ?? (repository.private ? "none" : "read");
}

export interface Match {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** The route of a request and its decoded parameters; null when GitHub has no such address. */
export function matchRoute(
  routes: ReadonlyMap<string, readonly Route[]>,
  method: string,
  path: string,
): Match | null {
  for (const candidate of routes.get(method) ?? []) {
    const match = candidate.pattern.exec(path);
    if (match === null) continue;
    const params: Record<string, string> = {};
    candidate.names.forEach((name, index) => {
      params[name] = decoded(match[index + 1] ?? "");
    });
    return { route: candidate, params };
  }
  return null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Routes by method, in the order given: the more particular address must come first. */
export function routeTable(routes: readonly Route[]): ReadonlyMap<string, readonly Route[]> {
  const table = new Map<string, Route[]>();
  for (const one of routes) table.set(one.method, [...(table.get(one.method) ?? []), one]);
  return table;
}
