import type { FileContent } from "../core/model/github.ts";
import { ByteLru } from "./byte-lru.ts";

/** Room for file contents, in bytes. */
const blobCacheBytes = 64 * 1024 * 1024;
/** Room for the blob SHAs of paths at commits, in bytes. */
const placeCacheBytes = 4 * 1024 * 1024;

interface Blob {
  readonly bytes: Uint8Array;
  /** The same blob may stand at several paths; each has its one object. */
  readonly byPath: Map<string, FileContent>;
}

/** Where a file is looked for. `revision` must be a full commit SHA: only then does the answer never change. */
export interface FilePlace {
  readonly repository: string;
  readonly revision: string;
  readonly path: string;
}

/** File contents by blob SHA: never downloaded twice, and one object for one blob and path. */
export class BlobCache {
  readonly #blobs: ByteLru<Blob>;
  readonly #places = new ByteLru<string>(placeCacheBytes);

  constructor(maximumBytes = blobCacheBytes) {
    this.#blobs = new ByteLru(maximumBytes);
  }

  /** The content of a blob that was read before; null when it is not here (any more). */
  find(path: string, blobSha: string): FileContent | null {
    const blob = this.#blobs.get(blobSha);
    if (blob === undefined) return null;
    const content = blob.byPath.get(path) ?? { path, blobSha, bytes: blob.bytes };
    blob.byPath.set(path, content);
    return content;
  }

  /** Keeps a content and gives the object to hand out, which is the earlier one if there is one. */
  keep(content: FileContent): FileContent {
    const { path, blobSha, bytes } = content;
    const earlier = this.find(path, blobSha);
    if (earlier !== null) return earlier;
    this.#blobs.set(blobSha, { bytes, byPath: new Map([[path, content]]) }, bytes.byteLength);
    return content;
  }

  /** The blob SHA that was found at a place before; null when none was. */
  findPlace(place: FilePlace): string | null {
    return this.#places.get(placeKey(place)) ?? null;
  }

  rememberPlace(place: FilePlace, blobSha: string): void {
    const key = placeKey(place);
    this.#places.set(key, blobSha, 2 * (key.length + blobSha.length));
  }
}

function placeKey({ repository, revision, path }: FilePlace): string {
  return `${repository} ${revision} ${path}`;
}
