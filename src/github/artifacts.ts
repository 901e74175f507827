import type { ArtifactFile } from "../core/model/results.ts";
import { known, type Reading, unknown } from "../core/model/reading.ts";
import { download } from "./download.ts";
import { asReading, failedAs } from "./errors.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { unzip } from "./unzip.ts";

type Artifacts = Pick<GitHub, "downloadArtifact">;

/** Largest zip that is downloaded, in bytes. */
const ZIP_BYTES = 32 * 1024 * 1024;

/** What runs left behind, read in memory. */
export function artifactsOf(requests: Requests): Artifacts {
  return {
    async downloadArtifact(artifactId) {
      const route = "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}";
      const where = { artifact_id: artifactId, archive_format: "zip" };
      const location = await unlessUnavailable(asReading(requests.locate(route, where)));
      if (location.kind === "unknown") return location;
      const bytes = await download(location.value, requests, readZip);
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

/** Reads until the limit and no further, whatever length was announced. */
async function readZip(body: ReadableStream<Uint8Array>): Promise<Reading<Uint8Array>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    // Leaving the loop ends the transfer.
    if (size > ZIP_BYTES) return unknown("too_large");
    chunks.push(chunk);
  }
  return known(new Uint8Array(Buffer.concat(chunks)));
}
