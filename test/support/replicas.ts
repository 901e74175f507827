/** Two processes' worth of sweepbot on one PostgreSQL database, and a GitHub that talks to both. */
import { type Host, startHost } from "../../src/host.ts";
import { startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { loadDictionary } from "../../src/words.ts";
import type { FreshLocation } from "./database.ts";
import { addBenchmarks, runningClock, settingsFor, type Story } from "./story.ts";

export interface Replicas extends Pick<Story, "github" | "repo" | "clock" | "errors" | "settle"> {
  /** Both replicas look at the pull request at the same moment, past the queue that keeps them apart. */
  readonly lookAtOnce: (pull: SimulatedPull) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts both; from then on GitHub's deliveries go to the one and to the other in turn. */
export async function startReplicas(
  { location, remove }: FreshLocation,
  repositorySettings: string,
): Promise<Replicas> {
  const clock = runningClock();
  const github = await startSimulator({ now: clock.now });
  const repo = addBenchmarks(github, { settings: repositorySettings });
  const errors: unknown[] = [];
  const open = (): Promise<Host> =>
    startHost(
      { ...settingsFor(github, ""), database: location },
      {
        dictionary: loadDictionary(),
        now: clock.now,
        politeRequests: false,
        retrySeconds: 0,
        onError: (error) => errors.push(error),
      },
    );
  const [one, other] = [await open(), await open()];
  let turn = 0;
  const nextTarget = (): void => {
    turn += 1;
    github.webhooks.target = `${(turn % 2 === 0 ? one : other).url}/api/github/webhooks`;
  };
  nextTarget();
  const settleOnce = async (): Promise<void> => {
    await github.webhooks.settled();
    await one.settled();
    await other.settled();
    nextTarget();
  };
  return {
    ...{ github, repo, clock, errors },
    // What one replica did is told to the other.
    settle: async () => {
      for (let round = 0; round < 3; round += 1) await settleOnce();
    },
    lookAtOnce: async (pull) => {
      const ref = (await one.bot.listPulls()).find((each) => each.pull === pull.number);
      if (ref === undefined) throw new Error(`#${pull.number} is not looked after`);
      await Promise.all([one, other, one, other].map(({ bot }) => bot.pass(ref)));
    },
    close: async () => {
      await one.close();
      await other.close();
      await github.close();
      await remove();
    },
  };
}
