import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { BlobCache } from "../../src/github/blob-cache.ts";
import { ByteLru } from "../../src/github/byte-lru.ts";
import { sha } from "./given.ts";

describe("least recently used, by bytes", () => {
  test("drops what was not used for longest", () => {
    const lru = new ByteLru<string>(40);
    lru.set("a", "A", 10);
    lru.set("b", "B", 10);
    lru.set("c", "C", 10);
    lru.set("d", "D", 10);
    lru.get("a");
    lru.set("e", "E", 10);
    expect(["a", "b", "c", "d", "e"].map((key) => lru.get(key))).toEqual([
      "A",
      undefined,
      "C",
      "D",
      "E",
    ]);
  });

  test("forgets the old value when the new one is too big", () => {
    const lru = new ByteLru<string>(40);
    lru.set("a", "old", 10);
    lru.set("a", "new", 11);
    expect(lru.get("a")).toBeUndefined();
    expect(lru.bytes).toBe(0);
  });

  test("never holds more than its bytes and always what was put last, if it fits", () => {
    const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d", "e"), bytes: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const lru = new ByteLru<number>(100);
        for (const [index, { key, bytes }] of steps.entries()) {
          lru.set(key, index, bytes);
          expect(lru.bytes).toBeLessThanOrEqual(100);
          expect(lru.get(key)).toBe(bytes <= 25 ? index : undefined);
        }
      }),
    );
  });
});

describe("blobs", () => {
  const bytes = new Uint8Array([1, 2, 3]);

  test("are one object for one blob and path, and share bytes between paths", () => {
    const blobs = new BlobCache();
    const kept = blobs.keep({ path: "a", blobSha: sha(1), bytes });
    expect(blobs.keep({ path: "a", blobSha: sha(1), bytes: bytes.slice() })).toBe(kept);
    const moved = blobs.find("b", sha(1));
    expect(moved).toEqual({ path: "b", blobSha: sha(1), bytes });
    expect(moved?.bytes).toBe(kept.bytes);
    expect(blobs.find("b", sha(1))).toBe(moved);
  });

  test("are not found under a SHA that was never read", () => {
    expect(new BlobCache().find("a", sha(1))).toBeNull();
  });

  test("have places, apart by repository, commit and path", () => {
    const blobs = new BlobCache();
    const here = { repository: "1", revision: sha(5), path: "a" };
    blobs.rememberPlace(here, sha(1));
    expect(blobs.findPlace(here)).toBe(sha(1));
    expect(blobs.findPlace({ ...here, repository: "2" })).toBeNull();
    expect(blobs.findPlace({ ...here, revision: sha(6) })).toBeNull();
    expect(blobs.findPlace({ ...here, path: "b" })).toBeNull();
  });
});
