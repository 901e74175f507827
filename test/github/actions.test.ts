import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, failureOf, gitHub, page, repo, times, watchRequests } from "./given.ts";
import { at, atMs, runJson } from "./samples.ts";

watchRequests();

const workflow = ".github/workflows/run-sweep.yml";
const dispatches = `${repo}/actions/workflows/run-sweep.yml/dispatches`;

describe("jobs", () => {
  const jobJson = {
    id: 1,
    name: "bench (b200)",
    status: "completed",
    conclusion: "failure",
    started_at: at,
    completed_at: at,
    html_url: "https://github.com/octo/bench/actions/runs/900/job/1",
    runner_name: "b200-01",
    steps: [
      { name: "Set up job", conclusion: "success", number: 1 },
      { name: "Launch server", conclusion: "timed_out", number: 2 },
      { name: "Upload", conclusion: "failure", number: 3 },
    ],
  };
  const first = `${repo}/actions/runs/900/jobs?per_page=100&filter=latest`;

  test("name the first step that failed", async () => {
    page(first, { total_count: 1, jobs: [jobJson] });
    expect(await gitHub().listJobs(900)).toEqual([
      {
        id: 1,
        name: "bench (b200)",
        status: "completed",
        conclusion: "failure",
        startedAt: atMs,
        completedAt: atMs,
        url: "https://github.com/octo/bench/actions/runs/900/job/1",
        runnerName: "b200-01",
        labels: [],
        failedStep: "Launch server",
      },
    ]);
  });

  test("that have not begun have neither steps nor runner", async () => {
    const waiting = { status: "queued", conclusion: null, completed_at: null, html_url: null };
    const bare = { ...jobJson, ...waiting, runner_name: null, steps: undefined };
    page(first, { total_count: 1, jobs: [bare] });
    const [job] = await gitHub().listJobs(900);
    expect(job).toMatchObject({ failedStep: null, runnerName: null, completedAt: null, url: null });
  });

  test("come from all pages", async () => {
    const jobs = times(256, (id) => ({ ...jobJson, id }));
    page(first, { total_count: 256, jobs: jobs.slice(0, 100) }, "/jobs?page=2");
    page("/jobs?page=2", { total_count: 256, jobs: jobs.slice(100, 200) }, "/jobs?page=3");
    page("/jobs?page=3", { total_count: 256, jobs: jobs.slice(200) });
    expect(await gitHub().listJobs(900)).toHaveLength(256);
  });
});

test("artifacts tell size and expiry", async () => {
  const json = { id: 1, name: "results", size_in_bytes: 9, expired: false, url: "…" };
  page(`${repo}/actions/runs/900/artifacts?per_page=100`, {
    total_count: 2,
    artifacts: [
      { ...json, expires_at: at, created_at: at },
      { ...json, id: 2, expires_at: null, created_at: null },
    ],
  });
  const artifact = { name: "results", sizeBytes: 9, expired: false };
  expect(await gitHub().listArtifacts(900)).toEqual([
    { ...artifact, id: 1, expiresAt: atMs, createdAt: atMs },
    { ...artifact, id: 2, expiresAt: null, createdAt: null },
  ]);
});

describe("cancelling a run", () => {
  const cancel = `${repo}/actions/runs/900/cancel`;
  const refused = { message: "Cannot cancel a workflow run that is completed" };

  test.each([202, 404])("is done after %d", async (status) => {
    nock(api).post(cancel).reply(status, {});
    await expect(gitHub().cancelRun(900)).resolves.toBe("done");
  });

  test("is done when the run has ended", async () => {
    nock(api).post(cancel).reply(409, refused);
    nock(api).get(`${repo}/actions/runs/900`).reply(200, runJson());
    await expect(gitHub().cancelRun(900)).resolves.toBe("done");
  });

  test("is not done when the run only cannot be cancelled yet", async () => {
    nock(api).post(cancel).reply(409, { message: "re-run that has not yet queued" });
    const queued = runJson({ status: "queued", conclusion: null });
    nock(api).get(`${repo}/actions/runs/900`).reply(200, queued);
    await expect(gitHub().cancelRun(900)).resolves.toBe("not_yet");
  });
});

describe("re-running a run", () => {
  test.each([
    ["failed", "rerun-failed-jobs"],
    ["all", "rerun"],
  ] as const)("with %s jobs asks for %s", async (which, action) => {
    nock(api).post(`${repo}/actions/runs/900/${action}`).reply(201, {});
    await expect(gitHub().rerunRun(900, which)).resolves.toBeUndefined();
  });

  test("is refused while it runs", async () => {
    const message = "This workflow is already running";
    nock(api).post(`${repo}/actions/runs/900/rerun`).reply(403, { message });
    expect(await failureOf(gitHub().rerunRun(900, "all"))).toMatchObject({ kind: "forbidden" });
  });
});

describe("dispatching a workflow", () => {
  const body = { ref: "main", inputs: { key: "k" }, return_run_details: true };

  test("gives the run id", async () => {
    nock(api).post(dispatches, body).reply(200, { workflow_run_id: 901, run_url: "…" });
    const dispatched = await gitHub().dispatchWorkflow(workflow, "main", { key: "k" });
    expect(dispatched).toEqual({ runId: 901 });
  });

  test("gives none where GitHub gives none", async () => {
    nock(api).post(dispatches, body).reply(204);
    const dispatched = await gitHub().dispatchWorkflow("run-sweep.yml", "main", { key: "k" });
    expect(dispatched).toEqual({ runId: null });
  });

  test("is refused for a ref that is no branch", async () => {
    nock(api).post(dispatches).reply(422, { message: "No ref found for: main" });
    const failure = await failureOf(gitHub().dispatchWorkflow(workflow, "main", {}));
    expect(failure).toMatchObject({ kind: "invalid", status: 422, request: `POST ${dispatches}` });
  });

  test.each([25, 26])("takes 25 inputs, not 26: %d", async (count) => {
    const inputs = Object.fromEntries(times(count, (index) => [`i${index}`, ""]));
    if (count === 25) nock(api).post(dispatches).reply(204);
    const work = gitHub().dispatchWorkflow(workflow, "main", inputs);
    if (count === 25) await expect(work).resolves.toEqual({ runId: null });
    else await expect(work).rejects.toThrow(RangeError);
  });
});

describe("dispatching to a repository", () => {
  const target = { owner: "octo", name: "results" };

  test("sends the event there", async () => {
    nock(api)
      .post("/repos/octo/results/dispatches", {
        event_type: "ingest",
        client_payload: { key: "k" },
      })
      .reply(204);
    const work = gitHub().dispatchRepository(target, "ingest", { key: "k" });
    await expect(work).resolves.toBeUndefined();
  });

  test("fails where the app is not installed", async () => {
    nock(api).post("/repos/octo/results/dispatches").reply(404);
    const work = gitHub().dispatchRepository(target, "ingest", {});
    expect(await failureOf(work)).toMatchObject({ kind: "gone" });
  });
});
