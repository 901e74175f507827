import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { FULL_LABEL, openRecipePull, runsOf, SCRIPT } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { FULL_JOBS } from "../support/full-sweep.ts";
import { documentUpstream, finishFully } from "../support/full-sweep-story.ts";
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
    upstream = documentUpstream(story);
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
    finishFully(run, pull, score);
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
    if (run !== undefined) finishFully(run, pull);
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
    upstream = documentUpstream(story);
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
    finishFully(run, pull);
    await story.settle();
    await sign(pull);
    expect(row(pull, 1)).toMatch(/^- ✅ /u);
    expect(row(pull, 2)).toMatch(/^- ✅ /u);
  });
});
