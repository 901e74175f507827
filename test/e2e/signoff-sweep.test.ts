import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { FULL_LABEL, openRecipePull, runsOf, SCRIPT } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { FULL_JOBS, fullBench, fullEvals } from "../support/full-sweep.ts";
import { bmkFiles, evalFiles } from "../support/results.ts";
import { botComments, status } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

const CONTEXT = "codeowner-signoff-verify";
const OBSERVED = "sweep:\n  trigger: observe\ningest:\n  repository: acme/results-app\n";

let story: Story;
afterEach(async () => {
  await expectAtRest(story);
});

function row(pull: SimulatedPull, check: number): string {
  const report = botComments(pull, "signoff").join("\n");
  return new RegExp(`^- \\S+ \\*\\*${check} · .*$`, "mu").exec(report)?.[0] ?? "";
}

/** Every job of the full sweep, with results; the image is the one that the pull request pins. */
function finish(run: SimulatedRun, pull: SimulatedPull, score = 0.94): void {
  run.start();
  for (const name of FULL_JOBS) run.addJob(name).complete("success");
  run.addArtifact("results_bmk", bmkFiles([fullBench(`vllm/vllm-openai:v0.22.${pull.number}`)]));
  const scores = { em_strict: score, em_flexible: score, score };
  run.addArtifact("eval_results_all", evalFiles(fullEvals(scores)));
  run.complete();
}

/** The upstream pull request that documents the recipe, merged. */
function documentUpstream(): string {
  const recipes = story.github.addRepository({
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

let upstream: string;

async function sign(pull: SimulatedPull): Promise<void> {
  // GitHub tells times in seconds: a sign-off within the second of the push would not count for it.
  story.clock.advance(5_000);
  const form = filledForm(story.repo, "nora");
  const actions = "https://github.com/acme/gpu-benchmarks/actions";
  pull.comment("nora", form.replace(`- ${actions}`, `- ${upstream}`));
  await story.settle();
}

describe("a sign-off of a pull request that sweepbot swept", () => {
  beforeAll(async () => {
    story = await startStory();
    upstream = documentUpstream();
  });
  afterAll(async () => {
    await story.close();
  });

  async function swept(score?: number): Promise<SimulatedPull> {
    const pull = openRecipePull(story.repo, { author: "amir" });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const [run] = runsOf(story.repo, pull);
    if (run === undefined) throw new Error("no run was dispatched");
    finish(run, pull, score);
    await story.settle();
    return pull;
  }

  test("waits for the sweep, and passes checks 1 and 2 by itself when that ends", async () => {
    const pull = openRecipePull(story.repo, { author: "amir" });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const [run] = runsOf(story.repo, pull);
    run?.start();
    await sign(pull);
    expect(row(pull, 1)).toMatch(/^- ➖ .*still in progress/u);
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^pending Sweep in progress/u);
    if (run !== undefined) finish(run, pull);
    await story.settle();
    expect(row(pull, 1)).toMatch(/^- ✅ .*is green and complete \(24 jobs\)/u);
    expect(row(pull, 2)).toMatch(/^- ✅ .*All evals of the run meet their bars \(4\)/u);
    expect(row(pull, 3)).toMatch(/^- ✅ .*their major arguments agree \(3\)/u);
  });

  test("fails check 2 when a score is below the bar", async () => {
    const pull = await swept(0.91);
    await sign(pull);
    expect(row(pull, 1)).toMatch(/^- ✅ /u);
    expect(row(pull, 2)).toMatch(/^- ❌ .*`gsm8k` of `tiny` is `0\.91`, below the bar of `0\.92`/u);
  });

  test("fails check 1 when a script changes after the sweep, and names it", async () => {
    const pull = await swept();
    story.clock.advance(60_000);
    pull.unlabel("nora", FULL_LABEL);
    pull.push({ [SCRIPT]: "echo other\n" });
    await sign(pull);
    expect(row(pull, 1)).toContain("❌");
    expect(row(pull, 1)).toContain(SCRIPT);
  });

  test("passes check 3 without a new sign-off once the upstream recipe is merged", async () => {
    const recipes = story.github.repository("vllm-project", "recipes");
    const later = recipes.openPull({
      author: "tov",
      branch: "later",
      title: "Tiny on B200",
      files: { "Tiny/B200.md": "B200: vllm serve tinylab/Tiny-8B --tensor-parallel-size 4\n" },
    });
    const before = upstream;
    upstream = `https://github.com/vllm-project/recipes/pull/${later.number}`;
    const pull = await swept();
    await sign(pull);
    upstream = before;
    expect(row(pull, 3)).toMatch(/^- ❌ .*is not merged \(open\)/u);
    later.merge("vllm-project", { method: "squash" });
    await story.reconcile();
    expect(row(pull, 3)).toMatch(/^- ✅ /u);
  });

  test("goes by an older run when a newer one failed", async () => {
    const pull = await swept();
    pull.push({ "README.md": `words for ${pull.number}\n` });
    await story.settle();
    const newer = runsOf(story.repo, pull).at(-1);
    newer?.start();
    newer?.addJob(FULL_JOBS[0] ?? "").complete("failure");
    newer?.complete();
    await sign(pull);
    expect(runsOf(story.repo, pull)).toHaveLength(2);
    expect(row(pull, 1)).toMatch(/^- ✅ /u);
    expect(row(pull, 2)).toMatch(/^- ✅ /u);
  });
});

describe("a sign-off where the repository's own workflow sweeps", () => {
  beforeAll(async () => {
    story = await startStory({ settings: OBSERVED });
    upstream = documentUpstream();
  });
  afterAll(async () => {
    await story.close();
  });

  test("goes by the run of the pull request", async () => {
    const pull = openRecipePull(story.repo, { author: "amir" });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const run = story.repo.startRun({
      event: "pull_request",
      workflow: ".github/workflows/run-sweep.yml",
      pull,
    });
    finish(run, pull);
    await story.settle();
    await sign(pull);
    expect(row(pull, 1)).toMatch(/^- ✅ /u);
    expect(row(pull, 2)).toMatch(/^- ✅ /u);
  });
});
