import { expect } from "@jest/globals";
import type { Story } from "./story.ts";

/** Longer than any pause after which the bot brings the card up to date by itself. */
const PAUSE_MS = 60_000;

/** Earlier pull requests of the same repository belong to earlier stories. */
const NEWEST = 3;

/**
 * What holds at the end of every story: after one more pass, planning again gives an empty plan for
 * the pull
 * requests; GitHub was asked for nothing that does not exist, and nothing failed.
 */
export async function expectAtRest(story: Story): Promise<void> {
  const { github, host } = story;
  await story.settle();
  story.clock.advance(PAUSE_MS);
  const refs = (await host.bot.listPulls()).toSorted((a, b) => b.pull - a.pull).slice(0, NEWEST);
  for (const ref of refs) await host.bot.pass(ref);
  await story.settle();
  for (const ref of refs) {
    const { plan } = await host.bot.look(ref);
    expect({ pull: ref.pull, effects: plan.effects }).toEqual({ pull: ref.pull, effects: [] });
  }
  expect(github.unknownRoutes).toEqual([]);
  expect(github.crashes).toEqual([]);
  expect(story.errors).toEqual([]);
}
