import { z } from "zod";
import { type Reading, known, unknown } from "../core/model/reading.ts";

export type GitHubFailureKind =
  "rateLimited" | "secondaryLimit" | "unavailable" | "forbidden" | "gone" | "invalid" | "suspended";

interface GitHubFailureFacts {
  readonly kind: GitHubFailureKind;
  /** Null when GitHub gave no answer at all. */
  readonly status: number | null;
  readonly retryAfterMs?: number | null;
  /** Method and path, never the query: "GET /repos/octo/bench/pulls/7". */
  readonly request: string;
  readonly message: string;
  readonly cause?: unknown;
}

/** A request to GitHub that did not succeed, in the few kinds that callers tell apart (architecture §3). */
export class GitHubFailure extends Error {
  override readonly name = "GitHubFailure";
  readonly kind: GitHubFailureKind;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly request: string;

  constructor(facts: GitHubFailureFacts) {
    super(`${facts.request}: ${facts.message}`, { cause: facts.cause });
    this.kind = facts.kind;
    this.status = facts.status;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.request = facts.request;
  }
}

/** What GitHub's guide asks to wait after a secondary limit that names no time. */
const secondaryLimitWaitMs = 60_000;

const refusal = z.object({
  status: z.number(),
  message: z.string(),
  response: z
    .object({ headers: z.record(z.string(), z.unknown()), data: z.unknown().optional() })
    .optional(),
});

/** An error thrown by Octokit as a `GitHubFailure`; any other error comes back as it is. */
export function translateFailure(error: unknown, request: string, now: number): unknown {
  if (error instanceof GitHubFailure) return error;
  const parsed = refusal.safeParse(error);
  if (!(error instanceof Error) || !parsed.success) return error;
  const { status, message, response } = parsed.data;
  const base = { request, message, cause: error };
  // Octokit reports a broken connection as a 500 without a response.
  if (response === undefined)
    return new GitHubFailure({ ...base, kind: "unavailable", status: null });
  const { headers } = response;
  const kind = kindOf(status, message, headers);
  return new GitHubFailure({ ...base, kind, status, retryAfterMs: waitMs(kind, headers, now) });
}

function kindOf(
  status: number,
  message: string,
  headers: Readonly<Record<string, unknown>>,
): GitHubFailureKind {
  if (status === 403 || status === 429) return kindOfRefusal(status, message, headers);
  if (status === 401) return "forbidden";
  if (status === 404 || status === 410 || status === 451) return "gone";
  if (status === 408 || status >= 500) return "unavailable";
  return "invalid";
}

/** Case LIM-15: the same 403 means "wait" or "never"; a missing permission may also spend the last request. */
function kindOfRefusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, unknown>>,
): GitHubFailureKind {
  if (/\bsuspended\b/i.test(message)) return "suspended";
  if (/resource not accessible/i.test(message)) return "forbidden";
  if (/secondary rate|abuse/i.test(message)) return "secondaryLimit";
  if (String(headers["x-ratelimit-remaining"]) === "0") return "rateLimited";
  if (headers["retry-after"] !== undefined || status === 429) return "secondaryLimit";
  return /rate limit/i.test(message) ? "rateLimited" : "forbidden";
}

function waitMs(
  kind: GitHubFailureKind,
  headers: Readonly<Record<string, unknown>>,
  now: number,
): number | null {
  const seconds = numberFrom(headers["retry-after"]);
  if (seconds !== null) return seconds * 1000;
  const reset = numberFrom(headers["x-ratelimit-reset"]);
  if (kind === "rateLimited" && reset !== null) return Math.max(0, reset * 1000 - now);
  return kind === "secondaryLimit" || kind === "rateLimited" ? secondaryLimitWaitMs : null;
}

function numberFrom(header: unknown): number | null {
  if (header === undefined || header === null || header === "") return null;
  const number = Number(header);
  return Number.isFinite(number) ? number : null;
}

const graphqlRefusal = z.object({
  message: z.string(),
  errors: z.array(z.object({ type: z.string().optional() })).optional(),
});

const graphqlKinds: Readonly<Record<string, GitHubFailureKind>> = {
  NOT_FOUND: "gone",
  FORBIDDEN: "forbidden",
  RATE_LIMITED: "rateLimited",
};

/** As `translateFailure`, also for GraphQL, which answers 200 and says what went wrong in `errors`. */
export function translateGraphqlFailure(error: unknown, request: string, now: number): unknown {
  const translated = translateFailure(error, request, now);
  const parsed = graphqlRefusal.safeParse(translated);
  if (translated instanceof GitHubFailure || !parsed.success) return translated;
  const { errors, message } = parsed.data;
  if (errors === undefined && !/rate limit/i.test(message)) return translated;
  const kind = graphqlKinds[errors?.[0]?.type ?? "RATE_LIMITED"] ?? "invalid";
  const retryAfterMs = kind === "rateLimited" ? secondaryLimitWaitMs : null;
  return new GitHubFailure({ kind, status: 200, retryAfterMs, request, message, cause: error });
}

/** True for a refusal of that kind by GitHub itself. */
export function failedAs(error: unknown, kind: GitHubFailureKind): error is GitHubFailure {
  return error instanceof GitHubFailure && error.kind === kind;
}

/** The value, or `unknown` for a 403 and a 404, and for what GraphQL calls so; whatever a retry may heal is thrown on. */
export async function asReading<T>(work: Promise<T>): Promise<Reading<T>> {
  try {
    return known(await work);
  } catch (error) {
    if (failedAs(error, "gone")) return unknown("not_found");
    if (failedAs(error, "forbidden") && error.status !== 401) return unknown("forbidden");
    throw error;
  }
}

/** Lets a 404 count as done, for whatever is taken away (case LBL-15). */
export async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!failedAs(error, "gone")) throw error;
  }
}
