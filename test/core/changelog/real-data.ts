import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileContent } from "../../../src/core/model/github.ts";
import { PATH } from "./story.ts";

/** A bare clone of the real changelog's history, in a temporary folder. */
export interface RealHistory {
  /** The changelog at a revision; null where that commit has none. */
  changelogAt(revision: string): FileContent | null;
  remove(): void;
}

/** Clones the bundle of real changes; takes about a second. */
export function cloneRealHistory(shared: string): RealHistory {
  const folder = mkdtempSync(join(tmpdir(), "sweepbot-changelog-"));
  const bundle = join(shared, "data", "inferencex-data.bundle");
  execFileSync("git", ["clone", "--quiet", "--bare", bundle, folder], { stdio: "ignore" });
  const git = (...words: string[]): Buffer =>
    execFileSync("git", ["-C", folder, ...words], { maxBuffer: 16 * 1024 * 1024 });
  return {
    changelogAt(revision) {
      const [row = ""] = git("ls-tree", revision, "--", PATH).toString().split("\n");
      const blobSha = row.split(/\s+/u)[2];
      if (blobSha === undefined) return null;
      return { path: PATH, blobSha, bytes: new Uint8Array(git("cat-file", "blob", blobSha)) };
    },
    remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
