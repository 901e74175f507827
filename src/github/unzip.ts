import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import type { ArtifactFile } from "../core/model/results.ts";
import { known, type Reading, unknown } from "../core/model/reading.ts";

/** What one zip may hold; anything beyond is `too_large`, whatever the zip says about itself. */
export interface ZipLimits {
  readonly entries: number;
  /** Unpacked, in bytes: of one wanted file, and of all of them. */
  readonly fileBytes: number;
  readonly allBytes: number;
}

const ARTIFACT_LIMITS: ZipLimits = {
  entries: 2_000,
  fileBytes: 8 * 1024 * 1024,
  allBytes: 64 * 1024 * 1024,
};

const OPTIONS = { lazyEntries: true, validateEntrySizes: true, strictFileNames: true } as const;

/** Told apart from a zip that is broken. */
class TooLarge extends Error {}

/**
 * The wanted files of a zip, unpacked in memory. A zip that is broken, encrypted or names files outside
 * of itself is `unreadable`; nothing of it ever becomes a path.
 */
export async function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  limits = ARTIFACT_LIMITS,
): Promise<Reading<readonly ArtifactFile[]>> {
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes), OPTIONS);
    if (zip.entryCount > limits.entries) return unknown("too_large");
    return known(await readWanted(zip, isWanted, limits));
  } catch (error) {
    return unknown(error instanceof TooLarge ? "too_large" : "unreadable");
  }
}

async function readWanted(
  zip: ZipFile,
  isWanted: (name: string) => boolean,
  limits: ZipLimits,
): Promise<readonly ArtifactFile[]> {
  const files: ArtifactFile[] = [];
  let left = limits.allBytes;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName;
    if (name.endsWith("/") || !isWanted(name)) continue;
    if (entry.isEncrypted()) throw new Error(`${name} is encrypted`);
    const content = await readEntry(zip, entry, Math.min(limits.fileBytes, left));
    left -= content.byteLength;
    files.push({ name, bytes: content });
  }
  return files;
}

/** Unpacks one entry and stops at the limit: a bomb is never unpacked to its end. */
async function readEntry(zip: ZipFile, entry: Entry, most: number): Promise<Uint8Array> {
  if (entry.uncompressedSize > most) throw new TooLarge();
  const stream = await zip.openReadStreamPromise(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > most) throw new TooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
