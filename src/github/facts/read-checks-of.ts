import type { EarlyFacts } from "../../core/decide/needs.ts";
import { keepsChecks, spokenFor } from "../../core/decide/same-head.ts";
import type { Facts } from "../../core/model/facts.ts";
import { GitHubFailure } from "../errors.ts";
import type { GitHubReader } from "../port.ts";

/** The other pull request whose checks stand on the head; asked for only where they speak for another one, which may be gone since. */
export async function readChecksOf(
  github: GitHubReader,
  facts: EarlyFacts,
): Promise<Facts["checksOf"]> {
  const other = spokenFor(facts);
  if (other === null) return null;
  try {
    return keepsChecks(await github.readPull(other), facts) ? other : null;
  } catch (error) {
    if (error instanceof GitHubFailure && error.kind === "gone") return null;
    throw error;
  }
}
