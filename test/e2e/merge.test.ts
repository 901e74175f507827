import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import {
  appended,
  authorise,
  CHANGELOG,
  entryText,
  nextNumber,
  NVIDIA,
  openRecipePull,
  RUNNERS,
  SCRIPT,
} from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card } from "../support/seen.ts";
import { startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

async function openAuthorised(): Promise<{
  readonly pull: SimulatedPull;
  readonly run: SimulatedRun;
}> {
  const pull = openRecipePull(story.repo);
  return { pull, run: await authorise(story, pull) };
}

/** What was sent to the receiving repository for a pull request. */
function sentFor(run: SimulatedRun): readonly unknown[] {
  return story.github.repositoryDispatches.filter(
    ({ payload }) => payload["source-run-id"] === String(run.id),
  );
}

describe("merging with a run to reuse", () => {
  test("hands exactly that run over, once the merge run has the changelog metadata", async () => {
    const { pull, run } = await openAuthorised();
    const sha = pull.merge("mira", { method: "squash" });
    await story.settle();
    expect(sentFor(run)).toEqual([]);
    expect(card(pull)).toContain("Waiting for the run on the default branch");

    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    await story.settle();
    expect(sentFor(run)).toEqual([]);
    expect(card(pull)).toContain("Waiting for `changelog-metadata`");

    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    expect(sentFor(run)).toEqual([
      expect.objectContaining({
        repository: "acme/results-app",
        eventType: "ingest-results",
        payload: {
          "source-run-id": String(run.id),
          "merge-run-id": String(mergeRun.id),
          key: expect.stringMatching(/^ingest-/u),
        },
      }),
    ]);
    expect(card(pull)).toContain(`Run ${run.id} was handed to \`acme/results-app\``);
    await story.reconcile();
    await story.reconcile();
    expect(sentFor(run)).toHaveLength(1);
    const published = story.repo.state().checkRuns.find((each) => each.sha === sha);
    expect(published).toMatchObject({ name: "sweepbot/publication", conclusion: "success" });
  });

  test.each(["merge", "rebase"] as const)("works for a %s, too", async (method) => {
    const { pull, run } = await openAuthorised();
    const sha = pull.merge("mira", { method });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    expect(sentFor(run)).toHaveLength(1);
  });

  test("hands nothing over when a measured file changed after the run", async () => {
    const { pull, run } = await openAuthorised();
    pull.push({ [SCRIPT]: "#!/usr/bin/env bash\nexit 1\n" }, { message: "Other [skip-sweep]" });
    await story.settle();
    expect(card(pull)).toMatch(/❌ \| \*\*Reuse\*\* .*tiny\\?_fp8\\?_b200\\?_vllm\.sh/u);
    const sha = pull.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    expect(sentFor(run)).toEqual([]);
    expect(card(pull)).toContain("the authorised run no longer meets every rule");
  });

  test("hands nothing over when the merge run ends without metadata", async () => {
    const { pull, run } = await openAuthorised();
    const sha = pull.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start().complete("failure");
    await story.settle();
    expect(sentFor(run)).toEqual([]);
    expect(card(pull)).toContain("ended without `changelog-metadata`");

    mergeRun.rerun("all", "mira").addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    expect(sentFor(run)).toHaveLength(1);
  });

  test("says what the receiving repository refused", async () => {
    const { pull, run } = await openAuthorised();
    const end = story.github.faults.add({
      method: "POST",
      path: /\/repos\/acme\/results-app\/dispatches$/u,
      status: 422,
      body: { message: "Validation failed" },
    });
    const sha = pull.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    await story.reconcile();
    end();
    expect(sentFor(run)).toEqual([]);
    expect(card(pull)).toContain("Publishing failed");
  });
});

test("merging without a run to reuse hands nothing over and says so", async () => {
  const before = story.github.repositoryDispatches.length;
  const pull = openRecipePull(story.repo);
  await story.settle();
  const sha = pull.merge("mira", { method: "squash" });
  const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
  mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
  mergeRun.complete("success");
  await story.settle();
  expect(story.github.repositoryDispatches).toHaveLength(before);
  expect(card(pull)).toContain("Merged without a run to reuse");
});

test("a pull request that is closed without a merge hands nothing over", async () => {
  const { pull, run } = await openAuthorised();
  pull.close("nora");
  await story.settle();
  await story.reconcile();
  expect(sentFor(run)).toEqual([]);
  expect(card(pull)).toContain("closed");
});

test("results of agentic workloads go out as the other event, with the database they are for", async () => {
  const { repo } = story;
  const number = nextNumber(repo);
  const recipe = `
agent-fp8-b200-vllm:
  { image: "vllm/vllm-openai:v0.22.0", model: tinylab/Tiny-8B, model-prefix: tiny, precision: fp8,
    framework: vllm, runner: "cluster:x", multinode: false,
    scenarios: { agentic-coding: [ { search-space: [ { tp: 8, kv-offloading: none, conc-list: [4] } ] } ] } }
`;
  const runners = `${repo.read(RUNNERS) ?? ""}  "cluster:x": [x_0, x_1]
hardware:
  "cluster:x": { available-cpu-dram-mib: 2000000, gpus-per-node: 8 }
`;
  const pull = repo.openPull({
    author: "nora",
    branch: "agents",
    title: "Agents",
    files: {
      [NVIDIA]: `${repo.read(NVIDIA) ?? ""}${recipe}`,
      [RUNNERS]: runners,
      [CHANGELOG]: appended(repo, entryText(number, ["agent-fp8-b200-vllm"])),
    },
  });
  const run = await authorise(story, pull);
  const sha = pull.merge("mira", { method: "squash" });
  const mergeRun = repo.pushRun(WORKFLOW, sha).start();
  mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
  mergeRun.complete("success");
  await story.settle();
  expect(sentFor(run)).toEqual([
    expect.objectContaining({
      eventType: "ingest-agentic-results",
      payload: expect.objectContaining({ "database-target": "production" }),
    }),
  ]);
});
