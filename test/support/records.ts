import { listClaims } from "../../src/queue/claims.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { Story } from "./story.ts";

/** What the bot's database has recorded for the sweeps of a pull request: run ids, oldest first. */
export async function recordedRun(
  story: Story,
  pull: SimulatedPull,
): Promise<readonly (string | null)[]> {
  const claims = await listClaims(story.host.database, {
    installationId: story.github.installationId(story.repo.owner),
    repositoryId: story.repo.id,
    owner: story.repo.owner,
    name: story.repo.name,
    pull: pull.number,
  });
  return claims.filter(({ kind }) => kind === "sweep").map(({ result }) => result);
}
