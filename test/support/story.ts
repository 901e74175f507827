import { readFileSync } from "node:fs";
import { join } from "node:path";
import { known, unknown } from "../../src/core/model/reading.ts";
import { startHost, type Host } from "../../src/host.ts";
import type { Settings } from "../../src/server/settings.ts";
import { parseWorkflowFile } from "../../src/simulator/acts/workflow-file.ts";
import { exampleRepository } from "../../src/simulator/example.ts";
import { startSimulator, type Simulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { loadDictionary } from "../../src/words.ts";
import { freshFolder } from "./database.ts";

const dictionary = loadDictionary();
export const WORKFLOW = ".github/workflows/run-sweep.yml";

export interface Clock {
  readonly now: () => number;
  readonly advance: (ms: number) => void;
}

/** A clock that only moves when a story says so, or by a second with each thing a person does. */
function storyClock(start = Date.parse("2026-03-02T09:00:00Z")): Clock {
  let time = start;
  return {
    now: () => time,
    advance: (ms) => {
      time += ms;
    },
  };
}

/** The real clock, set forward by what a story says: for what is measured against the database's own time. */
export function runningClock(): Clock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
}

export interface Story {
  readonly github: Simulator;
  readonly repo: SimulatedRepository;
  readonly host: Host;
  readonly clock: Clock;
  readonly errors: unknown[];
  /** Everything that was sent has been answered, stored, routed and looked at. */
  readonly settle: () => Promise<void>;
  /** The timer's pass over everything, and what follows from it. */
  readonly reconcile: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StoryOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly owner?: string;
  readonly name?: string;
  /** The text of `.github/sweepbot.yml`; with nothing said, results go to acme/results-app. */
  readonly settings?: string;
  readonly clock?: Clock;
  /** Under which address pictures are found; without it they are diagrams in the text. */
  readonly publicUrl?: string;
  /** What published pages of recipes say, by address; no other one answers. */
  readonly pages?: Readonly<Record<string, string>>;
}

const SETTINGS = "ingest:\n  repository: acme/results-app\n";

/** A benchmark repository on the simulated GitHub with sweepbot installed, and the people of the stories. */
export async function startStory(options: StoryOptions = {}): Promise<Story> {
  const clock = options.clock ?? storyClock();
  const github = await startSimulator({ now: clock.now });
  const repo = addBenchmarks(github, options);
  const folder = await freshFolder();
  const errors: unknown[] = [];
  const settings = { ...settingsFor(github, folder.folder), publicUrl: options.publicUrl ?? null };
  const host = await startHost(settings, {
    dictionary,
    now: clock.now,
    politeRequests: false,
    retrySeconds: 0,
    readPage: (url) => {
      const text = options.pages?.[url];
      return Promise.resolve(text === undefined ? unknown("unavailable") : known(text));
    },
    onError: (error) => errors.push(error),
  });
  github.webhooks.target = `${host.url}/api/github/webhooks`;
  const settle = async (): Promise<void> => {
    await github.webhooks.settled();
    await host.settled();
    // What the bot did sent webhooks of its own.
    await github.webhooks.settled();
    await host.settled();
  };
  return {
    github,
    repo,
    host,
    clock,
    errors,
    settle,
    reconcile: async () => {
      await host.reconcile();
      await settle();
    },
    close: async () => {
      await host.close();
      await github.close();
      await folder.remove();
    },
  };
}

/** The benchmark repository, the people around it, and the one that receives results. */
export function addBenchmarks(github: Simulator, options: StoryOptions = {}): SimulatedRepository {
  const { owner = "acme", name = "gpu-benchmarks", settings = SETTINGS } = options;
  const files = options.files ?? { ...exampleRepository(), ".github/sweepbot.yml": settings };
  const repo = github.addRepository({ owner, name, files });
  for (const login of ["mira", "nora", "amir", "tov", "zoe"]) github.addUser(login);
  github.addTeam(owner, "core", ["zoe"]);
  repo.setPermission("mira", "maintain");
  repo.setPermission("nora", "write");
  repo.setPermission("amir", "write");
  repo.setPermission("zoe", "write");
  repo.setPermission("tov", "read");
  repo.addWorkflow(WORKFLOW, SWEEP_WORKFLOW);
  github.addRepository({ owner, name: "results-app", files: { "README.md": "app\n" } });
  return repo;
}

/** The workflow that repositories copy, as GitHub reads it. */
const SWEEP_WORKFLOW = parseWorkflowFile(
  readFileSync(
    join(import.meta.dirname, "..", "..", "templates", "workflows", "run-sweep.yml"),
    "utf8",
  ),
);

/** Settings of a bot that talks to the simulator only. */
export function settingsFor(github: Simulator, folder: string): Settings {
  return {
    appId: github.app.id,
    privateKey: github.app.privateKey,
    webhookSecret: github.app.webhookSecret,
    port: 0,
    host: "127.0.0.1",
    database: { kind: "embedded", folder },
    githubApiUrl: github.url,
    publicUrl: null,
    logLevel: "silent",
    concurrency: 4,
    reconcileMinutes: 1_440,
    debounceMs: 20,
    dispatchGraceMs: 500,
  };
}
