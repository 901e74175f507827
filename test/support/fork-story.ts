import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "./acts.ts";
import { startStory, type Story } from "./story.ts";

/** A story with somebody outside, fay, who works in a fork. */
export interface ForkedStory {
  readonly story: Story;
  readonly fork: SimulatedRepository;
  /** People do one thing after another, and GitHub counts in seconds. */
  readonly later: () => void;
  readonly openFromFork: () => Promise<SimulatedPull>;
  /** The same, with mira's label on it and its sweep started. */
  readonly openApproved: () => Promise<SimulatedPull>;
  /** Takes the label off if it is on, and puts it on again. */
  readonly relabel: (pull: SimulatedPull) => void;
  /** Which commits were measured, and how each run ended. */
  readonly measured: (
    pull: SimulatedPull,
  ) => readonly (readonly [string | undefined, string | null])[];
  /** How often the bot has taken a label off this pull request. */
  readonly removals: (pull: SimulatedPull) => number;
}

/** The benchmark repository and a fork of it. */
export async function startForkedStory(): Promise<ForkedStory> {
  const story = await startStory();
  story.github.addUser("fay");
  const fork = story.repo.fork("fay");
  const later = (): void => {
    story.clock.advance(11_000);
  };
  const openFromFork = async (): Promise<SimulatedPull> => {
    const pull = openRecipePull(story.repo, { author: "fay", headRepository: fork });
    await story.settle();
    later();
    return pull;
  };
  return {
    story,
    fork,
    later,
    openFromFork,
    openApproved: async () => {
      const pull = await openFromFork();
      pull.label("mira", FULL_LABEL);
      await story.settle();
      later();
      return pull;
    },
    relabel: (pull) => {
      later();
      if (pull.labels.includes(FULL_LABEL)) pull.unlabel("mira", FULL_LABEL);
      later();
      pull.label("mira", FULL_LABEL);
    },
    measured: (pull) =>
      runsOf(story.repo, pull).map((run) => [run.inputs["head-sha"], run.conclusion]),
    removals: (pull) =>
      story.github.requests.filter(
        ({ method, path }) =>
          method === "DELETE" && path.includes(`/issues/${pull.number}/labels/`),
      ).length,
  };
}

/** A push by the author; returns the new head. */
export function pushTo(pull: SimulatedPull): string {
  return pull.push({ "benchmarks/note.sh": `echo ${pull.headSha}\n` });
}

/** A commit as the card names it. */
export function short(sha: string): string {
  return `\`${sha.slice(0, 7)}\``;
}
