import type { SimulatedPull } from "../../simulator/story/pull.ts";
import type { SimulatedRun } from "../../simulator/story/run.ts";
import { benchRows, evalRows } from "./rows.ts";
import { type DemoWorld, INGEST, OWNER, RECEIVER } from "./world.ts";

export interface Stage {
  readonly world: DemoWorld;
  readonly pull: SimulatedPull;
}

export interface Chapter {
  /** Sentence code in `templates/<language>/demo.yml`. */
  readonly title: string;
  readonly act: (stage: Stage) => void | Promise<void>;
}

const SWEEP_LABEL = "full-sweep-fail-fast";
const SECOND_LABEL = "full-sweep-enabled";
const WORKFLOW = ".github/workflows/run-sweep.yml";
const CHANGELOG = "perf-changelog.yaml";
const RECIPES = "configs/nvidia-master.yaml";
const SCRIPT = "benchmarks/single_node/fixed_seq_len/tiny_fp8_b200_vllm.sh";

const ENTRY = `- config-keys:
    - tiny-fp8-b200-vllm
  description:
    - "Update the vLLM image from v0.21.0 to v0.22.0"
  pr-link: XXX
`;

/** Opens the pull request of the story: the entry stands before history, which breaks the contract. */
export function openPull({ repo, github }: DemoWorld): SimulatedPull {
  github.webhooks.hold();
  const pull = repo.openPull({
    author: "tov",
    branch: "vllm-0.22",
    title: "Update vLLM for tiny on B200",
    files: {
      [CHANGELOG]: `${ENTRY}\n${text(repo.read(CHANGELOG))}`,
      [RECIPES]: text(repo.read(RECIPES)).replace("v0.21.0", "v0.22.0"),
    },
  });
  for (const login of ["mira", "nora", "amir", "zoe", "mira"]) pull.requestReview(login);
  return pull;
}

export const CHAPTERS: readonly Chapter[] = [
  {
    title: "open",
    act: async ({ world }: Stage): Promise<void> => {
      await world.github.webhooks.release();
    },
  },
  {
    title: "fix",
    act: ({ world, pull }: Stage): void => {
      const history = text(world.repo.read(CHANGELOG));
      pull.push({ [CHANGELOG]: `${history}\n${ENTRY}` }, { author: "tov", message: "Append" });
    },
  },
  {
    title: "stranger",
    act: ({ pull }: Stage): void => {
      pull.label("tov", SWEEP_LABEL);
    },
  },
  {
    title: "label",
    act: ({ pull }: Stage): void => {
      pull.unlabel("nora", SWEEP_LABEL);
      pull.label("nora", SWEEP_LABEL);
    },
  },
  {
    title: "second",
    act: ({ pull }: Stage): void => {
      pull.label("nora", SECOND_LABEL);
    },
  },
  {
    title: "cleared",
    act: ({ pull }: Stage): void => {
      pull.unlabel("nora", SECOND_LABEL);
    },
  },
  {
    title: "progress",
    act: ({ world }: Stage): void => {
      const run = newestRun(world);
      run.start();
      const jobs = addJobs(run);
      for (const job of jobs.slice(0, 9)) job.start();
      for (const job of jobs.slice(0, 6)) job.complete("success");
      jobs[6]?.complete("failure", {
        failedStep: "Start the server",
        log: "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.",
      });
    },
  },
  {
    title: "push",
    act: ({ world, pull }: Stage): void => {
      const script = text(world.repo.read(SCRIPT)).replace("--port", "--max-num-seqs 256 --port");
      pull.push({ [SCRIPT]: script }, { author: "tov", message: "Mend the start-up" });
    },
  },
  {
    title: "finish",
    act: ({ world }: Stage): void => {
      const run = newestRun(world);
      run.start();
      for (const job of addJobs(run)) job.start().complete("success");
      run.addArtifact("results_bmk", { "agg_bmk.json": JSON.stringify(benchRows()) });
      run.addArtifact("eval_results_all", { "agg_eval_all.json": JSON.stringify(evalRows()) });
      run.complete("success");
    },
  },
  { title: "help", act: ({ pull }: Stage): void => void pull.comment("amir", "/help") },
  {
    title: "early",
    act: ({ pull }: Stage): void => void pull.comment("mira", "/reuse-sweep-run 7"),
  },
  { title: "reuse", act: ({ pull }: Stage): void => void pull.comment("mira", "/reuse-sweep-run") },
  {
    title: "signoff",
    act: ({ world, pull }: Stage): void => {
      pull.comment("nora", filledChecklist(text(world.repo.read("docs/PR_REVIEW_CHECKLIST.md"))));
    },
  },
  {
    title: "merge",
    act: async ({ world, pull }: Stage): Promise<void> => {
      const sha = pull.merge("mira", { method: "squash" });
      const run = world.repo.pushRun(WORKFLOW, sha);
      run.start();
      await world.settle();
      run.addArtifact("changelog-metadata", { "changelog_metadata.json": "{}" });
      run.complete("success");
    },
  },
  {
    title: "received",
    act: async ({ world }: Stage): Promise<void> => {
      const { repositoryDispatches: sent } = world.github;
      const key = String(sent.at(-1)?.payload["key"]);
      const receiver = world.github.repository(OWNER, RECEIVER);
      const told = {
        event: "repository_dispatch",
        workflow: INGEST,
        displayTitle: `Ingest ${key}`,
      };
      receiver.startRun(told).complete("success");
      await world.host.reconcile();
    },
  },
  {
    title: "again",
    act: async ({ world }: Stage): Promise<void> => {
      for (const { id } of [...world.github.webhooks.deliveries].reverse()) {
        await world.github.webhooks.redeliver(id);
      }
      await world.host.reconcile();
    },
  },
];

function newestRun({ github, repo }: DemoWorld): SimulatedRun {
  const dispatch = github.dispatches.at(-1);
  if (dispatch === undefined) throw new Error("no sweep was started");
  return repo.run(dispatch.runId);
}

/** The jobs of the plan: the canary, two concurrency ladders in two shapes, and their evals. */
function addJobs(run: SimulatedRun): ReturnType<SimulatedRun["addJob"]>[] {
  const points = [4, 8].flatMap((tp) => [4, 8, 16, 32, 64].map((conc) => `tp${tp} conc${conc}`));
  const named = (family: string): string[] => points.map((point) => `${family} / tiny ${point}`);
  const evals = points.filter((point) => /conc(?:16|64)$/u.test(point));
  const [canary = "", ...rest] = named("single-node 1k1k");
  const names = [
    canary.replace(/^.* \/ /u, "canary / "),
    ...rest,
    ...named("single-node 8k1k"),
    ...evals.map((point) => `eval / tiny ${point}`),
  ];
  return names.map((name) => run.addJob(name));
}

/** The form of the checklist with every box ticked, the upstream recipe and the owner's name under it. */
function filledChecklist(page: string): string {
  const form = page.split("```")[1] ?? "";
  return form
    .trim()
    .replaceAll("- [ ]", "- [x]")
    .replace("insert any additional info here", "https://github.com/vllm-project/recipes/pull/1")
    .replace("FILL_IN_GITHUB_USERNAME", "nora");
}

function text(content: string | Uint8Array | null): string {
  if (content === null) return "";
  return typeof content === "string" ? content : new TextDecoder().decode(content);
}
