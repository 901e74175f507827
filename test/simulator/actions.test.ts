import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import { appOctokit, statusOf } from "./support.ts";

const place = { owner: "acme", repo: "bench" } as const;
const FILE = ".github/workflows/run-sweep.yml";
const workflow = { ...place, workflow_id: "run-sweep.yml" } as const;
let github: Simulator;
let repo: SimulatedRepository;
let bot: ReturnType<typeof appOctokit>;
let now = 0;

beforeEach(async () => {
  now = Date.parse("2026-03-01T10:00:00Z");
  github = await startSimulator({ now: () => now });
  repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  bot = appOctokit(github, "acme");
});

afterEach(async () => {
  expect(github.crashes).toEqual([]);
  expect(github.unknownRoutes).toEqual([]);
  await github.close();
});

function dispatch(ref: string, inputs: Record<string, string>): Promise<number> {
  return statusOf(bot.rest.actions.createWorkflowDispatch({ ...workflow, ref, inputs }));
}

describe("a workflow dispatch", () => {
  test("starts a run on the tip of the branch, by the app, under the name the workflow gives it", async () => {
    repo.addWorkflow(FILE, { inputs: ["key"], runName: ({ key }) => `Sweep ${String(key)}` });
    const answer = await bot.request(
      "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
      {
        ...workflow,
        ref: "main",
        inputs: { key: "k1" },
        return_run_details: true,
      },
    );
    const { workflow_run_id: run_id } = answer.data as { workflow_run_id: number };
    expect(answer.status).toBe(200);
    expect((await bot.rest.actions.getWorkflowRun({ ...place, run_id })).data).toMatchObject({
      event: "workflow_dispatch",
      status: "queued",
      conclusion: null,
      display_title: "Sweep k1",
      head_branch: "main",
      head_sha: repo.tip(),
      path: FILE,
      actor: { login: "sweepbot[bot]" },
      run_attempt: 1,
    });
    expect(github.dispatches).toEqual([
      {
        repository: "acme/bench",
        workflow: FILE,
        ref: "main",
        inputs: { key: "k1" },
        runId: run_id,
      },
    ]);
  });

  test("answers without details when none are asked for", async () => {
    repo.addWorkflow(FILE, {});
    expect(await dispatch("main", {})).toBe(204);
    expect(repo.runs()).toHaveLength(1);
  });

  test("is refused for a commit, an undeclared or a missing input, and too many of them", async () => {
    const names = Array.from({ length: 25 }, (_, n) => `i${n}`);
    const some = (count: number): Record<string, string> =>
      Object.fromEntries(names.slice(0, count).map((name) => [name, "1"]));
    repo.addWorkflow(FILE, { inputs: { ...inputsOf(names), must: { required: true } } });
    const must = { must: "1" };
    expect(await dispatch("main", must)).toBe(204);
    expect(await dispatch(repo.tip(), must)).toBe(422);
    expect(await dispatch("gone", must)).toBe(422);
    expect(await dispatch("main", {})).toBe(422);
    expect(await dispatch("main", { ...must, other: "1" })).toBe(422);
    expect(await dispatch("main", { ...must, ...some(24) })).toBe(204);
    expect(await dispatch("main", { ...must, ...some(25) })).toBe(422);
    expect(repo.runs()).toHaveLength(2);
  });

  test("is refused for a workflow without the trigger, or that does not exist", async () => {
    expect(await dispatch("main", {})).toBe(404);
    repo.addWorkflow(FILE, { dispatchable: false });
    expect(await dispatch("main", {})).toBe(422);
  });
});

function inputsOf(names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.map((name) => [name, {}]));
}

describe("a workflow file", () => {
  const file = `
name: Run Sweep
run-name: "sweep \${{ inputs.key || 'by hand' }} of \${{ github.event.inputs.pr }}"
on:
  push:
  workflow_dispatch:
    inputs:
      key: { required: false, type: string }
      pr: { required: true, type: string }
      mode: { default: full }
`;

  test("says which inputs there are and how runs are called", async () => {
    repo.commit({ author: "mira", files: { [FILE]: file } });
    repo.addWorkflow(FILE);
    expect(await dispatch("main", { pr: "7", colour: "red" })).toBe(422);
    expect(await dispatch("main", { key: "k" })).toBe(422);
    expect(await dispatch("main", { pr: "7" })).toBe(204);
    expect(github.dispatches[0]?.inputs).toEqual({ pr: "7", mode: "full" });
    expect(repo.runs()[0]?.displayTitle).toBe("sweep by hand of 7");
    expect((await bot.rest.actions.getWorkflow(workflow)).data.name).toBe("Run Sweep");
  });

  test("has to be there", () => {
    expect(() => {
      repo.addWorkflow(".github/workflows/none.yml");
    }).toThrow("no file");
  });
});

describe("a run", () => {
  test("keeps its id over re-runs, and its successful jobs when only failed ones run again", async () => {
    repo.addWorkflow(FILE, {});
    const run = repo.startRun({ event: "push", workflow: FILE });
    run.addJob("good").complete("success");
    run.addJob("bad").complete("failure", { failedStep: "Benchmark" });
    run.complete();
    expect(run.conclusion).toBe("failure");
    const one = { ...place, run_id: run.id };
    const jobs = async (filter: "latest" | "all"): Promise<string[]> => {
      const { data } = await bot.rest.actions.listJobsForWorkflowRun({ ...one, filter });
      return data.jobs.map((job) => `${job.name} ${String(job.run_attempt)} ${job.status}`);
    };
    const { data: first } = await bot.rest.actions.listJobsForWorkflowRun(one);
    const failed = first.jobs[1]?.steps?.filter((step) => step.conclusion === "failure");
    expect(failed?.map((step) => step.name)).toEqual(["Benchmark"]);
    expect(await statusOf(bot.rest.actions.reRunWorkflowFailedJobs(one))).toBe(201);
    expect(await statusOf(bot.rest.actions.reRunWorkflow(one))).toBe(403);
    expect([run.attempt, run.status, run.conclusion]).toEqual([2, "queued", null]);
    expect(await jobs("latest")).toEqual(["good 1 completed", "bad 2 queued"]);
    expect(await jobs("all")).toEqual(["good 1 completed", "bad 1 completed", "bad 2 queued"]);
    const old = await bot.rest.actions.getWorkflowRunAttempt({ ...one, attempt_number: 1 });
    expect(old.data).toMatchObject({ conclusion: "failure", run_attempt: 1 });
  });

  test("runs again job by job only where a job did not succeed, and nothing runs again after a month", async () => {
    repo.addWorkflow(FILE, {});
    const run = repo.startRun({ event: "push", workflow: FILE });
    const one = { ...place, run_id: run.id };
    const refusalOf = async (request: Promise<unknown>): Promise<unknown> => {
      const error: unknown = await request.catch((thrown: unknown) => thrown);
      return (error as { readonly status?: number; readonly message?: string }).message;
    };
    expect(await refusalOf(bot.rest.actions.reRunWorkflow(one))).toContain("is already running");
    run.addJob("good").complete("success");
    run.complete();
    expect(await refusalOf(bot.rest.actions.reRunWorkflowFailedJobs(one))).toContain(
      "This workflow run cannot be retried",
    );
    now += 31 * 24 * 3_600_000;
    expect(await refusalOf(bot.rest.actions.reRunWorkflowFailedJobs(one))).toContain(
      "Unable to retry this workflow run because it was created over a month ago",
    );
    expect(await refusalOf(bot.rest.actions.reRunWorkflow(one))).toContain(
      "Unable to re-run this workflow run because it was created over a month ago",
    );
    expect(run.attempt).toBe(1);
  });

  test("is cancelled with its open jobs, once", async () => {
    repo.addWorkflow(FILE, {});
    const run = repo.startRun({ event: "push", workflow: FILE });
    run.addJob("done").complete("success");
    run.addJob("open").start();
    const one = { ...place, run_id: run.id };
    expect(await statusOf(bot.rest.actions.cancelWorkflowRun(one))).toBe(202);
    expect(run.jobs.map((job) => job.conclusion)).toEqual(["success", "cancelled"]);
    expect(await statusOf(bot.rest.actions.cancelWorkflowRun(one))).toBe(409);
    expect(run.conclusion).toBe("cancelled");
  });

  test("names only pull requests whose head it still is", async () => {
    repo.addWorkflow(FILE, {});
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", files: { b: "1\n" } });
    const run = repo.startRun({ event: "pull_request", workflow: FILE, pull });
    const numbers = async (): Promise<unknown> => {
      const { data } = await bot.rest.actions.getWorkflowRun({ ...place, run_id: run.id });
      return data.pull_requests?.map(({ number }) => number);
    };
    expect(await numbers()).toEqual([1]);
    pull.push({ b: "2\n" });
    expect(await numbers()).toEqual([]);
  });

  test("is found by event, branch, head, state, actor and time", async () => {
    repo.addWorkflow(FILE, {});
    const pull = repo.openPull({ author: "mira", branch: "f", title: "F", files: { b: "1\n" } });
    const old = repo.startRun({ event: "push", workflow: FILE });
    old.complete("failure");
    now += 60_000;
    const young = repo.startRun({ event: "pull_request", workflow: FILE, pull });
    const found = async (query: object): Promise<number[]> => {
      const { data } = await bot.rest.actions.listWorkflowRuns({ ...workflow, ...query });
      return data.workflow_runs.map(({ id }) => id);
    };
    expect(await found({})).toEqual([young.id, old.id]);
    expect(await found({ event: "push" })).toEqual([old.id]);
    expect(await found({ branch: "f" })).toEqual([young.id]);
    expect(await found({ head_sha: pull.headSha })).toEqual([young.id]);
    expect(await found({ status: "failure" })).toEqual([old.id]);
    expect(await found({ status: "queued" })).toEqual([young.id]);
    expect(await found({ actor: "mira" })).toEqual([young.id]);
    expect(await found({ created: ">=2026-03-01T10:01:00Z" })).toEqual([young.id]);
    expect(await found({ created: ">2026-03-01T10:00:00Z" })).toEqual([young.id]);
    expect(await found({ created: "<2026-03-01T10:01:00Z" })).toEqual([old.id]);
    expect(await found({ created: "2026-03-01" })).toEqual([young.id, old.id]);
    expect(await found({ created: "2026-02-01..2026-03-01T10:00:30Z" })).toEqual([old.id]);
    expect(await found({ created: "<=2026-02-28" })).toEqual([]);
    expect(
      await statusOf(bot.rest.actions.listWorkflowRuns({ ...workflow, created: ">soon" })),
    ).toBe(422);
  });

  test("shows at most 1,000 runs when a filter is used", async () => {
    repo.addWorkflow(FILE, {});
    for (let n = 0; n < 1_005; n += 1) repo.startRun({ event: "push", workflow: FILE });
    const count = async (query: object): Promise<number> =>
      (await bot.rest.actions.listWorkflowRuns({ ...workflow, ...query, per_page: 1 })).data
        .total_count;
    expect([await count({}), await count({ event: "push" })]).toEqual([1_005, 1_000]);
  });
});
