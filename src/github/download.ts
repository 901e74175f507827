import { type Reading, unknown } from "../core/model/reading.ts";
import type { Requests } from "./requests.ts";

/** The link is good for a minute; a file of many megabytes takes a while. */
const DOWNLOAD_MS = 60_000;

/**
 * Reads a file from where GitHub keeps it. That is another company's storage: the link is its own
 * permission, and our token must not go there. A file that is gone is `not_found`; a storage that does
 * not answer, or breaks off, leaves it `unavailable` and the rest of the look goes on.
 */
export async function download<T>(
  place: URL,
  { octokit }: Requests,
  read: (body: ReadableStream<Uint8Array>) => Promise<Reading<T>>,
): Promise<Reading<T>> {
  const api = new URL(octokit.request.endpoint("GET /").url);
  // GitHub's links are as safe as its API.
  if (place.protocol !== "https:" && place.protocol !== api.protocol) return unknown("unreadable");
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_MS);
    const answer = await fetch(place, { redirect: "error", signal });
    if (answer.status === 404 || answer.status === 410) return unknown("not_found");
    if (!answer.ok || answer.body === null) return unknown("unavailable");
    return await read(answer.body);
  } catch {
    return unknown("unavailable");
  }
}
