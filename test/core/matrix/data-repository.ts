/** The real data files of the shared material, cloned into a temporary folder as a bare repository. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GitObjects } from "../../../src/cli/git/objects.ts";
import { GitFiles } from "../../../src/cli/git/sweep-files.ts";

export interface DataRepository {
  readonly folder: string;
  readonly files: GitFiles;
  remove(): Promise<void>;
}

/** Clones the bundle; the caller removes it. */
export function cloneData(shared: string): DataRepository {
  const folder = mkdtempSync(join(tmpdir(), "sweepbot-data-"));
  const bundle = join(shared, "data", "inferencex-data.bundle");
  execFileSync("git", ["clone", "--quiet", "--bare", bundle, folder]);
  const objects = new GitObjects(folder);
  return {
    folder,
    files: new GitFiles(objects),
    remove: async () => {
      await objects.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
