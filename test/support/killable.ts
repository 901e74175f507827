import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { freshFolder } from "./database.ts";
import { addBenchmarks, settingsFor, type StoryOptions } from "./story.ts";

const PROGRAM = join(import.meta.dirname, "host-process.ts");

/** A simulated GitHub, and the bot beside it in a process of its own that can be killed at any moment. */
export interface Killable {
  readonly github: Simulator;
  readonly repo: SimulatedRepository;
  /** Starts the bot on the same data folder as before; resolves when it answers. */
  start(): Promise<void>;
  /** `kill -9`: takes effect at once, nothing is written any more. */
  kill(): void;
  /** Resolves when the killed process is gone; webhooks are lost from then on. */
  gone(): Promise<void>;
  /** The timer's pass over everything; resolves when nothing is left to do. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the pair; the bot is not started yet. */
export async function openKillable(options: StoryOptions = {}): Promise<Killable> {
  const github = await startSimulator();
  const repo = addBenchmarks(github, options);
  const { folder, remove } = await freshFolder();
  const settings = JSON.stringify(settingsFor(github, folder));
  let child: ChildProcess | null = null;
  let exited: Promise<unknown> = Promise.resolve();
  const gone = async (): Promise<void> => {
    await exited;
    github.webhooks.target = null;
  };
  return {
    github,
    repo,
    start: async () => {
      child = fork(PROGRAM, { env: { ...process.env, STORY_SETTINGS: settings }, execArgv: [] });
      exited = once(child, "exit");
      const [message] = (await once(child, "message")) as [{ readonly url: string }];
      github.webhooks.target = `${message.url}/api/github/webhooks`;
    },
    kill: () => child?.kill("SIGKILL"),
    gone,
    settle: async () => {
      await github.webhooks.settled();
      if (child === null) throw new Error("the bot is not started");
      const settled = once(child, "message");
      child.send("settle");
      await settled;
    },
    close: async () => {
      child?.kill("SIGKILL");
      await gone();
      await github.close();
      await remove();
    },
  };
}
