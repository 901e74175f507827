/** Stories of the staging site: runs that may be staged, and what the receiving side tells of them. */
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { personOctokit } from "../simulator/support.ts";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "./acts.ts";
import { botComments } from "./seen.ts";
import type { Story } from "./story.ts";

export const STAGING_SETTINGS = `languages: [en]
ingest: { repository: acme/results-app }
staging: { repository: acme/results-app }
`;

type Place = Pick<Story, "repo" | "settle">;

/** A pull request with a run that may be staged. */
export async function staged(
  story: Place,
): Promise<{ readonly pull: SimulatedPull; readonly run: SimulatedRun }> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const run = runsOf(story.repo, pull).at(-1);
  if (run === undefined) throw new Error("no run was dispatched");
  run.addArtifact("changelog-metadata", { "changelog_metadata.json": "{}" });
  finishSweep(run);
  await story.settle();
  return { pull, run };
}

/** What was handed over to be staged for a pull request, oldest first. */
export function handedOver(
  { github }: Pick<Story, "github">,
  pull: SimulatedPull,
): readonly Readonly<Record<string, unknown>>[] {
  return github.repositoryDispatches
    .filter(({ eventType }) => eventType === "stage-results")
    .map(({ payload }) => payload)
    .filter((payload) => payload["pr-number"] === String(pull.number));
}

/** The receiving side's answer to what was handed over last, as its workflow sends it. */
export async function callBack(
  { github, repo }: Pick<Story, "github" | "repo">,
  pull: SimulatedPull,
  event: "started" | "completed",
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const asked = handedOver({ github }, pull).at(-1) ?? {};
  const copied = ["pr-number", "run-id", "run-date", "requested-by", "comment-id"];
  await personOctokit(github, "mira").rest.repos.createDispatchEvent({
    owner: repo.owner,
    repo: repo.name,
    event_type: `stage-results-${event}`,
    client_payload: {
      ...Object.fromEntries(copied.map((name) => [name, asked[name]])),
      "source-repository": "acme/results-app",
      "app-run-id": "71",
      ...(event === "completed" ? { "stage-succeeded": "true" } : {}),
      ...more,
    },
  });
}

/** The part of the newest answer that says how far its request is. */
export function progress(pull: SimulatedPull): string {
  const answers = botComments(pull, "answer-").join("\n");
  const found = answers.match(
    /<!-- sweepbot:staging [a-z]+ -->\n[\s\S]*?\n<!-- sweepbot:staging end/gu,
  );
  return found?.at(-1) ?? "";
}
