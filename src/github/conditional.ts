import type { OctokitPart } from "./requests.ts";
import { ByteLru } from "./byte-lru.ts";

/** Room for answers that may be asked for again, in bytes of JSON text. */
const conditionalCacheBytes = 64 * 1024 * 1024;

export interface RequestCounters {
  readonly requests: number;
  readonly notModified: number;
  /** How often each class was answered: "2xx", "4xx", …; "none" where no answer came. */
  readonly byStatusClass: Readonly<Record<string, number>>;
  /** As GitHub said last; null before the first answer. */
  readonly rateLimitRemaining: number | null;
}

type Headers = Readonly<Record<string, string | number | undefined>>;
type Response = Awaited<ReturnType<OctokitPart["request"]>>;

/** JSON text, not the object: nobody can change it, and its size is known. */
interface Entry {
  readonly etag: string;
  readonly headers: Response["headers"];
  readonly text: string;
}

/**
 * Conditional GET for any number of Octokit instances: an unchanged answer comes from memory and
 * costs no rate limit. Keyed by installation, URL and accept header, so no installation ever sees
 * what another was shown.
 */
export class ConditionalRequests {
  readonly #entries: ByteLru<Entry>;
  readonly #attached = new WeakSet();
  readonly #byStatusClass = new Map<string, number>();
  #requests = 0;
  #notModified = 0;
  #rateLimitRemaining: number | null = null;

  constructor(maximumBytes = conditionalCacheBytes) {
    this.#entries = new ByteLru(maximumBytes);
  }

  get counters(): RequestCounters {
    return {
      requests: this.#requests,
      notModified: this.#notModified,
      byStatusClass: Object.fromEntries(this.#byStatusClass),
      rateLimitRemaining: this.#rateLimitRemaining,
    };
  }

  /** Puts the cache before an Octokit instance, once; `scope` is the installation. */
  attach(octokit: OctokitPart, scope: string): void {
    if (this.#attached.has(octokit)) return;
    this.#attached.add(octokit);
    octokit.hook.wrap("request", async (request, options) => {
      const { url, headers, method } = octokit.request.endpoint.parse(options);
      const key = cacheable(method, url) ? `${scope} ${headers.accept} ${url}` : null;
      const entry = key === null ? undefined : this.#entries.get(key);
      // Octokit hands every hook the same options object: only a change in place reaches GitHub.
      if (entry !== undefined)
        options.headers = { ...options.headers, "if-none-match": entry.etag };
      const response = await this.#count(() => request(options), entry);
      if (key !== null) this.#keep(key, url, response);
      return response;
    });
  }

  async #count(
    send: () => Response | Promise<Response>,
    entry: Entry | undefined,
  ): Promise<Response> {
    this.#requests += 1;
    try {
      const response = await send();
      this.#seen(response.status, response.headers);
      return response;
    } catch (error) {
      const response = responseOf(error);
      this.#seen(response?.status ?? null, response?.headers ?? {});
      if (response?.status !== 304 || entry === undefined) throw error;
      this.#notModified += 1;
      const headers = { ...entry.headers, ...response.headers };
      return { ...response, status: 200, headers, data: JSON.parse(entry.text) as unknown };
    }
  }

  #seen(status: number | null, headers: Headers): void {
    const statusClass = status === null ? "none" : `${Math.floor(status / 100)}xx`;
    this.#byStatusClass.set(statusClass, (this.#byStatusClass.get(statusClass) ?? 0) + 1);
    const resource = headers["x-ratelimit-resource"] ?? "core";
    const remaining = Number(headers["x-ratelimit-remaining"] ?? Number.NaN);
    if (resource === "core" && Number.isInteger(remaining)) this.#rateLimitRemaining = remaining;
  }

  #keep(key: string, url: string, { status, headers, data }: Response): void {
    const isJson = String(headers["content-type"]).includes("json");
    if (status !== 200 || headers.etag === undefined || !isJson) return;
    if (isFullLastPage(url, headers.link, data)) return;
    const text = jsonText(data);
    if (text === null) return;
    this.#entries.set(key, { etag: headers.etag, headers, text }, 2 * text.length);
  }
}

function cacheable(method: string, url: string): boolean {
  if (method !== "GET") return false;
  // Tokens must not linger; blobs have their own cache (blob-cache.ts).
  return !/\/(app|applications|installation)(\/|$)|access_tokens|\/git\/blobs\//.test(
    new URL(url).pathname,
  );
}

/** Null for what JSON cannot say again: Octokit reads numbers over 2^53 as bigint. */
function jsonText(data: unknown): string | null {
  try {
    return JSON.stringify(data);
  } catch {
    return null;
  }
}

/**
 * A full page without a next one keeps its ETag when a next one appears, since only the Link header
 * changes: remembering it would hide every later item.
 */
function isFullLastPage(url: string, link: string | undefined, data: unknown): boolean {
  const perPage = Number(new URL(url).searchParams.get("per_page") ?? Number.NaN);
  if (!(perPage > 0) || link?.includes('rel="next"') === true) return false;
  return Array.isArray(data) && data.length >= perPage;
}

function responseOf(error: unknown): Response | undefined {
  if (!(error instanceof Error) || !("response" in error)) return undefined;
  return error.response as Response | undefined;
}
