import { z } from "zod";
import type { FileReading } from "../core/model/github.ts";
import { FILE_BYTES } from "../core/model/limits.ts";
import { known, unknown } from "../core/model/reading.ts";
import type { BlobCache } from "./blob-cache.ts";
import { failedAs } from "./errors.ts";
import type { Requests } from "./requests.ts";

interface Sources {
  readonly requests: Requests;
  readonly blobs: BlobCache;
}

/** `type` is "file", "dir", "symlink" or "submodule"; above 1 MB there is no content. */
const file = z.object({
  type: z.string(),
  sha: z.string(),
  size: z.number(),
  encoding: z.string().optional(),
  content: z.string().optional(),
});
/** Older servers answer a folder as a plain list, whatever was asked for. */
const folder = z.array(z.unknown()).transform(() => null);
const entry = z.union([folder, file]);

const blob = z.object({ size: z.number(), encoding: z.string(), content: z.string() });

/** A file's bytes at a revision (spec/signoff §0.3); what was read at a commit once is never asked for again. */
export async function readFile(
  sources: Sources,
  path: string,
  revision: string,
): Promise<FileReading> {
  if (!isGitPath(path)) return known(null);
  const { blobs, requests } = sources;
  const { repositoryId, owner, name } = requests.place;
  const repository = repositoryId === null ? `${owner}/${name}` : String(repositoryId);
  const place = { repository, revision, path };
  const isCommit = /^[0-9a-f]{40}$/.test(revision);
  const seen = isCommit ? blobs.findPlace(place) : null;
  const reading =
    seen === null ? await readEntry(sources, path, revision) : await readBlob(sources, path, seen);
  if (isCommit && reading.kind === "known" && reading.value !== null) {
    blobs.rememberPlace(place, reading.value.blobSha);
  }
  return reading;
}

/** Each segment escaped, the slashes kept. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Git has no such names, and in an address they would lead elsewhere. */
function isGitPath(path: string): boolean {
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}

async function readEntry(sources: Sources, path: string, revision: string): Promise<FileReading> {
  const route = `GET /repos/{owner}/{repo}/contents/${encodePath(path)}`;
  const headers = { accept: "application/vnd.github.object+json" };
  try {
    const found = await sources.requests.read(entry, route, { ref: revision, headers });
    if (found?.type !== "file") return unknown("unreadable");
    if (found.size > FILE_BYTES) return unknown("too_large");
    return await readFound(sources, path, found);
  } catch (error) {
    return afterFailure(sources.requests, error);
  }
}

async function readFound(
  sources: Sources,
  path: string,
  { sha, size, encoding, content = "" }: z.output<typeof file>,
): Promise<FileReading> {
  const kept = sources.blobs.find(path, sha);
  if (kept !== null) return known(kept);
  if (encoding !== "base64") return readBlob(sources, path, sha);
  return decode(sources.blobs, { path, blobSha: sha, size, content });
}

/** Only a 404 from a readable repository that has the revision means that the file is not there. */
async function afterFailure(requests: Requests, error: unknown): Promise<FileReading> {
  if (failedAs(error, "gone")) {
    if (/no commit found/i.test(error.message)) return unknown("not_found");
    await requests.confirmThere();
    return known(null);
  }
  if (!failedAs(error, "forbidden") || error.status !== 403) throw error;
  return unknown(error.message.includes("too_large") ? "too_large" : "forbidden");
}

/** The bytes of a blob that a tree names; what was read once is never asked for again. */
export async function readBlob(
  sources: Sources,
  path: string,
  blobSha: string,
): Promise<FileReading> {
  const { requests, blobs } = sources;
  const kept = blobs.find(path, blobSha);
  if (kept !== null) return known(kept);
  const route = "GET /repos/{owner}/{repo}/git/blobs/{file_sha}";
  const { size, encoding, content } = await requests.read(blob, route, { file_sha: blobSha });
  if (encoding !== "base64") return unknown("unreadable");
  return decode(blobs, { path, blobSha, size, content });
}

interface Encoded {
  readonly path: string;
  readonly blobSha: string;
  readonly size: number;
  readonly content: string;
}

function decode(blobs: BlobCache, { path, blobSha, size, content }: Encoded): FileReading {
  const bytes = Uint8Array.from(Buffer.from(content, "base64"));
  // A file that arrived in part must not be judged as a whole one.
  if (bytes.byteLength !== size) return unknown("unreadable");
  return known(blobs.keep({ path, blobSha, bytes }));
}
