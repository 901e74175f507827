import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The best common ancestor of two commits; null when they have none, as in a shallow clone. */
export async function readMergeBase(
  repository: string,
  base: string,
  head: string,
): Promise<string | null> {
  try {
    const { stdout } = await run("git", ["-C", repository, "merge-base", base, head]);
    return stdout.trim();
  } catch {
    return null;
  }
}
