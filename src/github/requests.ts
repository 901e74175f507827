import type { Octokit } from "@octokit/rest";
import type { z } from "zod";
import { GitHubFailure, translateFailure } from "./errors.ts";

/** The part of Octokit that is used; Probot's and `@octokit/rest`'s both have it. */
export type OctokitPart = Pick<Octokit, "request" | "graphql" | "hook">;

/** The repository that an adapter serves; the id is null where only the name is known yet (CLI). */
export interface RepositoryPlace {
  readonly owner: string;
  readonly name: string;
  readonly repositoryId: number | null;
}

type Parameters = Readonly<Record<string, unknown>>;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  readonly data: unknown;
  /** Where the answer came from. */
  readonly url: string;
  /** Method and path, for messages. */
  readonly request: string;
}

interface Page {
  readonly items: readonly unknown[];
  /** What GitHub says the whole list holds; zero where it does not say so. */
  readonly total: number;
  readonly request: string;
}

/** Requests for one repository; `{owner}` and `{repo}` of a route are filled in. */
export interface Requests {
  readonly place: RepositoryPlace;
  readonly octokit: OctokitPart;
  /** The answer, redirects followed; throws `GitHubFailure`. */
  send(route: string, parameters?: Parameters): Promise<Answer>;
  /** Where GitHub says that an answer lies, elsewhere and for a short time; null when it answers itself. */
  locate(route: string, parameters?: Parameters): Promise<string | null>;
  /** One object, translated; an answer that lacks a field is a `GitHubFailure` that names it. */
  read<T>(schema: z.ZodType<T>, route: string, parameters?: Parameters): Promise<T>;
  /** Page by page over a list; `key` names the list where GitHub wraps it in an object. */
  pages(route: string, parameters?: Parameters, key?: string): AsyncGenerator<Page>;
  /** Throws unless the repository itself can be read: only then does a 404 say "no such thing". */
  confirmThere(): Promise<void>;
  /** All pages of a list, translated. */
  list<T>(
    schema: z.ZodType<T>,
    route: string,
    options?: { readonly parameters?: Parameters; readonly key?: string },
  ): Promise<readonly T[]>;
}

const mostRedirects = 3;
/** No list of one pull request is this long: a `next` link that never ends is a fault. */
const mostPages = 1_000;

/** The door to Octokit: names the repository, follows redirects, pages, checks shapes, translates failures. */
export function openRequests(octokit: OctokitPart, place: RepositoryPlace): Requests {
  let isThere = false;

  async function send(route: string, parameters: Parameters = {}, found = true): Promise<Answer> {
    const isOwn = route.includes("{owner}") && parameters["owner"] === undefined;
    const own = isOwn ? { owner: place.owner, repo: place.name } : {};
    // A write that failed may have been carried out: only a new look decides whether to repeat it.
    const once = route.startsWith("GET ") ? {} : { retries: 0 };
    // fetch would turn a redirected POST into a GET (case IDN-10): we follow by ourselves.
    const request = { redirect: "manual" as const, ...once };
    const values = { ...own, ...parameters, request };
    return follow(octokit, isOwn ? place.repositoryId : null, { route, values, found });
  }

  async function* pages(
    route: string,
    parameters?: Parameters,
    key?: string,
  ): AsyncGenerator<Page> {
    let answer = await send(route, { per_page: 100, ...parameters });
    for (let page = 1; page <= mostPages; page += 1) {
      yield pageOf(answer, key);
      const next = nextPage(answer);
      if (next === null) return;
      answer = await send(`GET ${next}`);
    }
    throw invalid(answer, `the list has more than ${mostPages} pages`);
  }

  return {
    place,
    octokit,
    send: (route, parameters) => send(route, parameters),
    pages,
    async locate(route, parameters) {
      const { status, headers } = await send(route, parameters, false);
      return status === 302 && typeof headers["location"] === "string" ? headers["location"] : null;
    },
    async confirmThere() {
      if (!isThere) await send("GET /repos/{owner}/{repo}");
      isThere = true;
    },
    async read(schema, route, parameters) {
      const answer = await send(route, parameters);
      return translate(schema, answer.data, answer);
    },
    async list(schema, route, { parameters, key } = {}) {
      const items = [];
      for await (const page of pages(route, parameters, key)) {
        for (const item of page.items) items.push(translate(schema, item, page));
      }
      return items;
    },
  };
}

/** GitHub's JSON in our words; throws a `GitHubFailure` that names the first field which is not as documented. */
export function translate<T>(
  schema: z.ZodType<T>,
  json: unknown,
  origin: { readonly request: string; readonly status?: number },
): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path.map(String).join(".") ?? "";
  throw invalid(
    origin,
    `unexpected answer at "${field}": ${issue?.message ?? "not as documented"}`,
  );
}

interface Call {
  readonly route: string;
  /** Whether a 302 is followed; a repository that moved answers 301 and 307, and is followed always. */
  readonly found: boolean;
  readonly values: Parameters & {
    readonly request: { readonly redirect: "manual"; readonly retries?: number };
  };
}

async function follow(
  octokit: OctokitPart,
  repositoryId: number | null,
  { route, values, found }: Call,
): Promise<Answer> {
  const { method, url, headers, body } = octokit.request.endpoint(route, values) as Endpoint;
  const request = `${method} ${new URL(url).pathname}`;
  let answer = await attempt(octokit.request(route, values), request);
  for (let hop = 1; isRedirect(answer.status); hop += 1) {
    if (answer.status === 302 && !found) return answer;
    if (hop > mostRedirects) throw invalid(answer, "redirected too often");
    const target = redirectTarget(answer, url, repositoryId);
    const again = {
      method,
      url: target,
      headers: { accept: headers.accept },
      request: values.request,
      ...(body === undefined ? {} : { data: body }),
    };
    answer = await attempt(octokit.request(again), request);
  }
  return answer;
}

interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: { readonly accept: string };
  readonly body?: unknown;
}

async function attempt(sent: Promise<Omit<Answer, "request">>, request: string): Promise<Answer> {
  try {
    const { status, headers, data, url } = await sent;
    return { status, headers, data, url, request };
  } catch (error) {
    throw translateFailure(error, request, Date.now());
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 307 || status === 308;
}

/** The token goes only to the host it was meant for, and a write only to the repository it was meant for. */
function redirectTarget(answer: Answer, from: string, expected: number | null): string {
  const { location } = answer.headers;
  if (typeof location !== "string") throw invalid(answer, "redirected to nowhere");
  const target = new URL(location, from);
  if (target.origin !== new URL(from).origin) throw invalid(answer, "redirected to another host");
  const id = /\/repositories\/(\d+)(?:\/|$)/.exec(target.pathname)?.[1];
  if (expected !== null && id !== undefined && Number(id) !== expected) {
    throw new GitHubFailure({
      kind: "gone",
      status: answer.status,
      request: answer.request,
      message: `redirected to repository ${id} instead of ${expected}`,
    });
  }
  return target.href;
}

function pageOf({ data, request }: Answer, key: string | undefined): Page {
  const wrapped = typeof data === "object" && data !== null ? new Map(Object.entries(data)) : null;
  const items: unknown = key === undefined ? data : wrapped?.get(key);
  if (!Array.isArray(items)) throw invalid({ request }, "a list was expected");
  const total: unknown = wrapped?.get("total_count");
  return { items, total: typeof total === "number" ? total : 0, request };
}

function nextPage({ headers, url, request }: Answer): string | null {
  const next = /<([^<>]+)>;\s*rel="next"/.exec(String(headers["link"] ?? ""))?.[1];
  if (next === undefined) return null;
  const { origin, href } = new URL(next, url);
  if (origin !== new URL(url).origin) throw invalid({ request }, "the next page is elsewhere");
  return href;
}

function invalid(
  { request, status }: { readonly request: string; readonly status?: number },
  message: string,
): GitHubFailure {
  return new GitHubFailure({ kind: "invalid", status: status ?? null, request, message });
}
