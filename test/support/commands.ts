/** A story told with commands: what people post, and what becomes of the sweep. */
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "./acts.ts";
import { answer } from "./seen.ts";
import type { Story } from "./story.ts";

/** The bot's reactions to a command that was carried out, and to one that was not. */
export const DONE = ["eyes", "rocket"];
export const REFUSED = ["-1", "eyes"];
const MINUTE_MS = 60_000;

/** Posts a comment a minute later and lets the bot look at it; gives the comment's id. */
export async function say(
  story: Story,
  pull: SimulatedPull,
  login: string,
  body: string,
): Promise<number> {
  story.clock.advance(MINUTE_MS);
  const { id } = pull.comment(login, body);
  await story.settle();
  return id;
}

/** A pull request that measures something, with labels on. */
export async function opened(story: Story, labels: readonly string[] = []): Promise<SimulatedPull> {
  const pull = openRecipePull(story.repo);
  for (const label of labels) pull.label("nora", label);
  await story.settle();
  return pull;
}

/** One whose sweep has ended. */
export async function swept(
  story: Story,
  conclusion: string,
  labels: readonly string[] = [FULL_LABEL],
): Promise<SimulatedPull> {
  const pull = await opened(story, labels);
  finishSweep(newestRun(story, pull), conclusion);
  await story.settle();
  return pull;
}

/** The newest run that the bot started for a pull request. */
export function newestRun({ repo }: Story, pull: SimulatedPull): SimulatedRun {
  const run = runsOf(repo, pull).at(-1);
  if (run === undefined) throw new Error("no run was dispatched");
  return run;
}

/** How each run that the bot started has ended, oldest first; null for one that goes on. */
export function ends({ repo }: Story, pull: SimulatedPull): readonly (string | null)[] {
  return runsOf(repo, pull).map((run) => run.conclusion);
}

/** The English half of the answer to a comment. */
export function english(pull: SimulatedPull, id: number): string {
  return answer(pull, id).split("<details><summary>中文")[0] ?? "";
}

/** Delivers what told of a comment ten times more. */
export async function redeliver({ github, settle }: Story, id: number): Promise<void> {
  const delivery = github.webhooks.deliveries.find(
    ({ event, body }) => event === "issue_comment" && body.includes(`"id":${id},`),
  );
  if (delivery === undefined) throw new Error(`nothing told of comment ${id}`);
  for (let time = 0; time < 10; time += 1) await github.webhooks.redeliver(delivery.id);
  await settle();
}
