/** Stories in which everything that a sign-off asks for is there: a full sweep with its results, and the recipe upstream. */
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_JOBS, fullBench, fullEvals } from "./full-sweep.ts";
import { bmkFiles, evalFiles } from "./results.ts";
import type { Story } from "./story.ts";

/** Every job of the full sweep, with results; the image is the one that the pull request pins. */
export function finishFully(run: SimulatedRun, pull: SimulatedPull, score = 0.94): void {
  run.start();
  for (const name of FULL_JOBS) run.addJob(name).complete("success");
  run.addArtifact("results_bmk", bmkFiles([fullBench(`vllm/vllm-openai:v0.22.${pull.number}`)]));
  const scores = { em_strict: score, em_flexible: score, score };
  run.addArtifact("eval_results_all", evalFiles(fullEvals(scores)));
  run.complete();
}

/** The upstream pull request that documents the recipe, merged; gives its address. */
export function documentUpstream({ github }: Pick<Story, "github">): string {
  const recipes = github.addRepository({
    owner: "vllm-project",
    name: "recipes",
    files: { "README.md": "recipes\n" },
    installed: false,
  });
  const pull = recipes.openPull({
    author: "tov",
    branch: "tiny",
    title: "Tiny",
    files: { "Tiny/Tiny-8B.md": "On B200: vllm serve tinylab/Tiny-8B --tensor-parallel-size 8\n" },
  });
  pull.merge("vllm-project", { method: "squash" });
  return `https://github.com/vllm-project/recipes/pull/${pull.number}`;
}
