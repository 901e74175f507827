import { known, type Reading, unknown } from "../core/model/reading.ts";
import { httpsRequests, type PageRequest } from "./page-request.ts";

/** Hosts that are asked for pages at all (spec/signoff §7). */
const HOSTS = ["recipes.vllm.ai", "docs.sglang.io"];
const REDIRECTS = 2;
const PATIENCE_MS = 10_000;
/** A page is asked for again after this long; looks of the meantime get what it said. */
const KEPT_MS = 10 * 60_000;
const MOST_KEPT = 50;

export interface PageOptions {
  readonly now: () => number;
  readonly request?: PageRequest;
}

/** Reads published pages of recipes: https, allowed hosts, no ports, at most two redirects on the same host. */
export function openPages({
  now,
  request = httpsRequests(),
}: PageOptions): (url: string) => Promise<Reading<string>> {
  const kept = new Map<string, { readonly at: number; readonly reading: Reading<string> }>();
  return async (url) => {
    const before = kept.get(url);
    if (before !== undefined && now() - before.at < KEPT_MS) return before.reading;
    const reading = await readPage(url, request);
    kept.delete(url);
    kept.set(url, { at: now(), reading });
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return reading;
  };
}

async function readPage(text: string, request: PageRequest): Promise<Reading<string>> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let url = allowed(text, null);
  for (let hop = 0; url !== null && hop <= REDIRECTS; hop += 1) {
    const here: URL = url;
    const answer = await request(here, signal).catch(() => null);
    if (answer === null || answer.status >= 500 || answer.status === 429)
      return unknown("unavailable");
    if (answer.status === 200) return known(new TextDecoder().decode(answer.body));
    if (answer.status < 300 || answer.status >= 400) return unknown("not_found");
    url = answer.location === null ? null : allowed(answer.location, here);
  }
  return unknown("forbidden");
}

/** The address, where it may be asked; a redirect stays on its host. */
function allowed(text: string, from: URL | null): URL | null {
  const url = URL.parse(text, from?.href);
  if (url === null || !isPlain(url) || !HOSTS.includes(url.hostname)) return null;
  return from === null || url.hostname === from.hostname ? url : null;
}

function isPlain(url: URL): boolean {
  return url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
}
