import type { ArtifactFile } from "../core/model/results.ts";
import { known, type Reading, unknown } from "../core/model/reading.ts";
import { asReading, failedAs } from "./errors.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { unzip } from "./unzip.ts";

type Artifacts = Pick<GitHub, "downloadArtifact">;

/** Largest zip that is downloaded, in bytes. */
const ZIP_BYTES = 32 * 1024 * 1024;
const DOWNLOAD_MS = 60_000;

/** What runs left behind, read in memory. */
export function artifactsOf(requests: Requests): Artifacts {
  return {
    async downloadArtifact(artifactId) {
      const route = "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}";
      const where = { artifact_id: artifactId, archive_format: "zip" };
      const location = await unlessUnavailable(asReading(requests.locate(route, where)));
      if (location.kind === "unknown") return location;
      const bytes = await fetchZip(location.value, requests);
      return bytes.kind === "unknown" ? bytes : readJson(bytes.value);
    },
  };
}

/** A server error leaves the artifact unread for now; limits of ours are waited for, as everywhere. */
async function unlessUnavailable<T>(work: Promise<Reading<T>>): Promise<Reading<T>> {
  try {
    return await work;
  } catch (error) {
    if (failedAs(error, "unavailable")) return unknown("unavailable");
    throw error;
  }
}

function readJson(bytes: Uint8Array): Promise<Reading<readonly ArtifactFile[]>> {
  return unzip(bytes, (name) => name.toLowerCase().endsWith(".json"));
}

/**
 * The bytes behind a signed address, which is not GitHub's and never gets our token. A storage that does
 * not answer leaves the artifact unread for now: everything else about the pull request goes on.
 */
async function fetchZip(address: URL, { octokit }: Requests): Promise<Reading<Uint8Array>> {
  const api = new URL(octokit.request.endpoint("GET /").url);
  if (address.protocol !== "https:" && api.protocol === "https:") return unknown("unreadable");
  try {
    const signal = AbortSignal.timeout(DOWNLOAD_MS);
    const response = await fetch(address, { redirect: "error", signal });
    if (response.status === 404 || response.status === 410) return unknown("not_found");
    if (!response.ok || response.body === null) return unknown("unavailable");
    return await readAtMost(response.body, ZIP_BYTES);
  } catch {
    return unknown("unavailable");
  }
}

/** Reads until the limit and no further, whatever length was announced. */
async function readAtMost(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<Reading<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (size > most) return unknown("too_large");
    chunks.push(chunk);
  }
  return known(new Uint8Array(Buffer.concat(chunks)));
}
