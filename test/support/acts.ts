import type { Story } from "./story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";

export const CHANGELOG = "perf-changelog.yaml";
export const NVIDIA = "configs/nvidia-master.yaml";
export const AMD = "configs/amd-master.yaml";
export const RUNNERS = "configs/runners.yaml";
export const SCRIPT = "benchmarks/single_node/fixed_seq_len/tiny_fp8_b200_vllm.sh";
export const FULL_LABEL = "full-sweep-fail-fast";

/** The text of a changelog entry that begins with the blank line before it. */
export function entryText(pull: number, keys: readonly string[] = ["tiny-fp8-b200-vllm"]): string {
  return [
    "",
    "- config-keys:",
    ...keys.map((key) => `    - ${key}`),
    "  description:",
    '    - "Newer image"',
    `  pr-link: https://github.com/acme/gpu-benchmarks/pull/${pull}`,
    "",
  ].join("\n");
}

/** The changelog of the default branch with an entry at its end. */
export function appended(repo: SimulatedRepository, entry: string): string {
  return `${repo.read(CHANGELOG) ?? ""}${entry}`;
}

/** The NVIDIA recipes with another image for the first of them. */
export function recipesWith(repo: SimulatedRepository, image: string): string {
  return (repo.read(NVIDIA) ?? "").replace(/vllm\/vllm-openai:v\S+/u, `vllm/vllm-openai:${image}`);
}

export interface RecipePull {
  readonly author?: string;
  readonly draft?: boolean;
  readonly labels?: readonly string[];
  readonly image?: string;
  /** The text that is appended to the changelog, for the number the pull request will get. */
  readonly entry?: (pull: number) => string;
  readonly message?: string;
  readonly headRepository?: SimulatedRepository;
}

/** Opens a pull request that changes one recipe and appends an entry for it. */
export function openRecipePull(repo: SimulatedRepository, options: RecipePull = {}): SimulatedPull {
  const number = nextNumber(repo);
  const { author = "nora", image = `v0.22.${number}`, entry = entryText } = options;
  const pull = repo.openPull({
    author,
    branch: `recipe-${number}`,
    title: options.message ?? "Newer image for tiny-fp8-b200-vllm",
    files: { [NVIDIA]: recipesWith(repo, image), [CHANGELOG]: appended(repo, entry(number)) },
    draft: options.draft ?? false,
    labels: options.labels ?? [],
    ...(options.headRepository === undefined ? {} : { headRepository: options.headRepository }),
  });
  if (pull.number !== number) throw new Error(`expected #${number}, got #${pull.number}`);
  return pull;
}

/** The number that the next issue or pull request gets. */
export function nextNumber(repo: SimulatedRepository): number {
  return Math.max(0, ...repo.record.issues.keys()) + 1;
}

/** The runs that the bot started for a pull request, oldest first. */
export function runsOf(repo: SimulatedRepository, pull: SimulatedPull): readonly SimulatedRun[] {
  return repo.runs().filter((run) => run.inputs["pull-request"] === String(pull.number));
}

/** Runs a few jobs, uploads results and ends the run. */
export function finishSweep(run: SimulatedRun, conclusion = "success"): SimulatedRun {
  run.start();
  run.addJob("single-node 1k1k / tiny conc4").complete("success");
  run.addJob("single-node 1k1k / tiny conc8").complete(conclusion);
  run.addArtifact("results_bmk", { "agg.json": "[]" });
  run.complete();
  return run;
}

/** Sweeps the pull request and names the run for reuse. */
export async function authorise(
  story: Pick<Story, "repo" | "settle">,
  pull: SimulatedPull,
): Promise<SimulatedRun> {
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const [run] = runsOf(story.repo, pull);
  if (run === undefined) throw new Error("no run was dispatched");
  finishSweep(run);
  await story.settle();
  pull.comment("mira", `/reuse-sweep-run ${run.id}`);
  await story.settle();
  return run;
}
