/** Stories of lost publications: a merge whose results did not arrive, and the pull request that publishes them again. */
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "./acts.ts";
import { botComments } from "./seen.ts";
import { type Story, WORKFLOW } from "./story.ts";

export type Place = Pick<Story, "repo" | "settle">;

export interface Lost {
  readonly pull: SimulatedPull;
  readonly run: SimulatedRun;
  readonly mergeSha: string;
}

/** A pull request with a green sweep that was merged without anybody's `/reuse-sweep-run`. */
export async function lost(place: Place, method: "squash" | "merge" = "squash"): Promise<Lost> {
  const { pull, run } = await swept(place);
  const mergeSha = pull.merge("mira", { method });
  await place.settle();
  return { pull, run, mergeSha };
}

/** A pull request with a full sweep that has ended. */
async function swept(
  place: Place,
  conclusion = "success",
): Promise<{ readonly pull: SimulatedPull; readonly run: SimulatedRun }> {
  const pull = openRecipePull(place.repo);
  pull.label("nora", FULL_LABEL);
  await place.settle();
  const run = runsOf(place.repo, pull).at(-1);
  if (run === undefined) throw new Error("no run was dispatched");
  finishSweep(run, conclusion);
  await place.settle();
  return { pull, run };
}

/** The same where the repository's own workflow runs sweeps. */
export async function sweptByItself(
  place: Place,
  conclusion = "success",
): Promise<{ readonly pull: SimulatedPull; readonly run: SimulatedRun }> {
  const pull = openRecipePull(place.repo);
  pull.label("nora", FULL_LABEL);
  const run = place.repo.startRun({ event: "pull_request", workflow: WORKFLOW, pull });
  finishSweep(run, conclusion);
  await place.settle();
  return { pull, run };
}

/** The comment that says what became of the publication; empty while there is none. */
export function publication(pull: SimulatedPull): string {
  const found = botComments(pull, "publication");
  if (found.length > 1) throw new Error("told twice");
  return found[0] ?? "";
}

/** Every pull request that sweepbot has opened, oldest first. */
export function recoveries({ repo }: Pick<Story, "repo">): readonly SimulatedPull[] {
  return [...repo.record.issues.values()]
    .filter((issue) => issue.pull !== null && issue.author.login === "sweepbot[bot]")
    .map(({ number }) => repo.pull(number));
}
