import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { startSimulator, type Simulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { appOctokit } from "./support.ts";

const DAY_MS = 86_400_000;
let github: Simulator;
let run: SimulatedRun;
let now: number;

beforeEach(async () => {
  now = Date.parse("2026-03-02T09:00:00Z");
  github = await startSimulator({ now: () => now });
  const repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  repo.addWorkflow(".github/workflows/run-sweep.yml", { inputs: [] });
  run = repo.startRun({ event: "push", workflow: ".github/workflows/run-sweep.yml" });
});
afterEach(async () => {
  await github.close();
});

/** Where a job's log is, or the status that GitHub answers instead. */
async function locate(jobId: number): Promise<string | number> {
  const octokit = appOctokit(github, "acme");
  try {
    const answer = await octokit.request("GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs", {
      ...{ owner: "acme", repo: "bench", job_id: jobId },
      request: { redirect: "manual" },
    });
    return String(answer.headers.location);
  } catch (error) {
    return (error as { status: number }).status;
  }
}

describe("the log of a job", () => {
  test("is there once the job has ended, with the time before each line", async () => {
    const job = run.addJob("eval / a").start();
    expect(await locate(job.id)).toBe(404);
    job.complete("failure", { log: "CUDA out of memory" });
    const answer = await fetch(String(await locate(job.id)));
    expect(await answer.text()).toBe(
      [
        "2026-03-02T09:00:00.0000000Z Current runner version: '2.330.0'",
        "2026-03-02T09:00:00.0000000Z CUDA out of memory",
        "2026-03-02T09:00:00.0000000Z ##[error]Process completed with exit code 1.",
        "",
      ].join("\n"),
    );
  });

  test("lies on another host, behind a link that is good for a minute and for nobody's token", async () => {
    const link = String(await locate(run.addJob("eval / a").complete("success").id));
    expect(new URL(link).host).not.toBe(new URL(github.url).host);
    const tried = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
      (await fetch(url, { headers })).status;
    expect(await tried(link, { authorization: "token secret" })).toBe(403);
    expect(await tried(link.replace(/sig=\w{4}/u, "sig=0000"))).toBe(403);
    expect(await tried(link)).toBe(200);
    now += 61_000;
    expect(await tried(link)).toBe(403);
  });

  test.each<[string, () => number, number]>([
    ["of a job that never ran", () => run.addJob("a").complete("skipped").id, 404],
    ["that never arrived", () => run.addJob("a").complete("failure", { log: null }).id, 404],
    ["of no job", () => 1, 404],
  ])("%s is not there", async (_, jobId, status) => {
    expect(await locate(jobId())).toBe(status);
  });

  test("is gone after ninety days", async () => {
    const { id } = run.addJob("eval / a").complete("failure");
    now += 91 * DAY_MS;
    expect(await locate(id)).toBe(410);
  });
});

test("what GitHub notes on a job stands on its check run", async () => {
  const { id } = run
    .addJob("eval / a")
    .complete("cancelled", { annotations: ["It took too long."] });
  const { data } = await appOctokit(github, "acme").rest.checks.listAnnotations({
    ...{ owner: "acme", repo: "bench", check_run_id: id },
  });
  expect(data).toMatchObject([
    { path: ".github", annotation_level: "failure", message: "It took too long." },
  ]);
});
