import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Host, startHost } from "../../host.ts";
import { exampleRepository } from "../../simulator/example.ts";
import { type Simulator, startSimulator } from "../../simulator/simulator.ts";
import type { SimulatedRepository } from "../../simulator/story/repository.ts";
import type { Settings } from "../../server/settings.ts";
import type { Language } from "../../core/model/config.ts";
import type { Dictionary } from "../../core/render/words.ts";

export interface DemoWorld {
  readonly github: Simulator;
  readonly repo: SimulatedRepository;
  readonly host: Host;
  readonly errors: readonly unknown[];
  /** Moves the clock of the simulated GitHub and of the bot. */
  readonly advance: (ms: number) => void;
  /** Resolves when the bot has nothing left to do. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export const OWNER = "acme";
/** The repository that receives results, and its workflow. */
export const RECEIVER = "results-app";
export const INGEST = "ingest.yml";
/** Names that differ from InferenceX's, and comments that begin in the language of the transcript. */
const SETTINGS = `ingest:
  repository: ${OWNER}/${RECEIVER}
signoff:
  teams:
    acme/core: [zoe]
`;

/** A benchmark repository on the simulated GitHub, with people and sweepbot installed on an embedded database. */
export async function startWorld(
  port: number,
  dictionary: Dictionary,
  language: Language = "en",
): Promise<DemoWorld> {
  let time = Date.now();
  const now = (): number => time;
  const github = await startSimulator({ now });
  const repo = populate(github, language);
  const folder = await mkdtemp(join(tmpdir(), "sweepbot-demo-"));
  const errors: unknown[] = [];
  const host = await startHost(settingsOf(github, port, folder), {
    dictionary,
    now,
    politeRequests: false,
    gatherMs: 20,
    onError: (error) => errors.push(error),
  });
  github.webhooks.target = `${host.url}/api/github/webhooks`;
  return {
    github,
    repo,
    host,
    errors,
    advance: (ms) => {
      time += ms;
    },
    settle: async () => {
      // What the bot does sends webhooks of its own.
      for (let round = 0; round < 2; round += 1) {
        await github.webhooks.settled();
        await host.settled();
      }
    },
    close: async () => {
      await host.close();
      await github.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The people, their permissions, the guarded repository and the one that receives results. */
function populate(github: Simulator, language: Language): SimulatedRepository {
  for (const login of ["mira", "nora", "amir", "tov", "zoe"]) github.addUser(login);
  github.addTeam(OWNER, "core", ["zoe"]);
  const languages = language === "zh" ? "languages: [zh, en]\n" : "";
  const files = { ...exampleRepository(), ".github/sweepbot.yml": `${languages}${SETTINGS}` };
  const repo = github.addRepository({ owner: OWNER, name: "gpu-benchmarks", files });
  repo.setPermission("mira", "maintain");
  for (const login of ["nora", "amir", "zoe"]) repo.setPermission(login, "write");
  repo.setPermission("tov", "read");
  repo.addWorkflow(".github/workflows/run-sweep.yml");
  documentUpstream(github);
  github
    .addRepository({ owner: OWNER, name: RECEIVER, files: { "README.md": "results\n" } })
    .addWorkflow(`.github/workflows/${INGEST}`, { dispatchable: false });
  return repo;
}

/** The page that documents the recipe upstream, merged there as pull request 1. */
function documentUpstream(github: Simulator): void {
  const files = { "README.md": "recipes\n" };
  const page = "On B200: vllm serve tinylab/Tiny-8B --tensor-parallel-size 8\n";
  github
    .addRepository({ owner: "vllm-project", name: "recipes", files, installed: false })
    .openPull({
      author: "tov",
      branch: "tiny",
      title: "Tiny 8B on B200",
      files: { "Tiny/Tiny-8B.md": page },
    })
    .merge("vllm-project", { method: "squash" });
}

function settingsOf(github: Simulator, port: number, folder: string): Settings {
  return {
    appId: github.app.id,
    privateKey: github.app.privateKey,
    webhookSecret: github.app.webhookSecret,
    port,
    host: "127.0.0.1",
    database: { kind: "embedded", folder },
    githubApiUrl: github.url,
    publicUrl: port === 0 ? null : `http://localhost:${port}`,
    logLevel: "silent",
    concurrency: 4,
    reconcileMinutes: 1_440,
    debounceMs: 20,
    dispatchGraceMs: 1_000,
  };
}
