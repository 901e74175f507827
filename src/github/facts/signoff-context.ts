import type { PullRequest } from "../../core/model/github.ts";
import type { GitHubReader } from "../port.ts";
import { type LastGoodStore, readConfig } from "./read-config.ts";

/**
 * The context of the sign-off status on a pull request that could not be looked at; null where none is
 * written, because it is closed or goes to another branch (spec/signoff §1.3).
 */
export async function readSignoffContext(
  github: GitHubReader,
  pull: PullRequest,
  lastGood: LastGoodStore,
): Promise<string | null> {
  const { id, defaultBranch } = await github.readRepository();
  if (pull.state === "closed" || pull.baseRef !== defaultBranch) return null;
  const tip = await github.readBranchTip(defaultBranch);
  if (tip === null) return null;
  return (await readConfig(github, id, tip, lastGood)).inForce.signoff.context;
}
