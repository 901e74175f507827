import { createRequire } from "node:module";
import { describe, expect, test } from "@jest/globals";
import { sightingOf } from "../../src/github/sightings.ts";
import { at, atMs, type Json, runJson } from "./samples.ts";

const repository = { id: 7 };
const job = {
  id: 31,
  run_id: 900,
  run_attempt: 2,
  name: "eval / tiny",
  status: "in_progress",
  conclusion: null,
  started_at: at,
  completed_at: null,
  html_url: null,
  runner_name: "b200-01",
  labels: ["b200"],
  steps: [],
};

describe("what a delivery tells of a run", () => {
  test("is a job's whole state, for its attempt", () => {
    expect(sightingOf("workflow_job", { repository, workflow_job: job })).toEqual({
      kind: "job",
      repositoryId: 7,
      runId: 900,
      attempt: 2,
      job: {
        id: 31,
        name: "eval / tiny",
        status: "in_progress",
        conclusion: null,
        startedAt: atMs,
        completedAt: null,
        url: null,
        runnerName: "b200-01",
        labels: ["b200"],
        failedStep: null,
      },
    });
  });

  test("is understood in each of GitHub's own examples", () => {
    const load = createRequire(import.meta.url);
    const examples = (
      load("@octokit/webhooks-examples") as {
        readonly name: string;
        readonly examples: readonly { readonly workflow_job: Json }[];
      }[]
    ).flatMap((event) => (event.name === "workflow_job" ? event.examples : []));
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) {
      const { id, name } = example.workflow_job;
      expect(sightingOf("workflow_job", example)).toMatchObject({ job: { id, name } });
    }
  });

  test("is the first attempt's where none is named", () => {
    const unnamed = { ...job, run_attempt: undefined };
    expect(sightingOf("workflow_job", { repository, workflow_job: unnamed })).toMatchObject({
      attempt: 1,
    });
  });

  test("is the run's whole state", () => {
    const workflow_run = runJson({ id: 900, status: "completed", conclusion: "failure" });
    expect(sightingOf("workflow_run", { repository, workflow_run })).toMatchObject({
      kind: "run",
      repositoryId: 7,
      run: { id: 900, status: "completed", conclusion: "failure" },
    });
  });

  test.each<[string, string, unknown]>([
    ["another event", "check_run", { repository, workflow_job: job }],
    ["a job without an id", "workflow_job", { repository, workflow_job: { ...job, id: null } }],
    ["a job of no run", "workflow_job", { repository, workflow_job: { ...job, run_id: "x" } }],
    [
      "a job in a state that GitHub does not have",
      "workflow_job",
      { repository, workflow_job: { ...job, status: "odd" } },
    ],
    ["a run of no repository", "workflow_run", { workflow_run: runJson() }],
    ["a run that is none", "workflow_run", { repository, workflow_run: {} }],
    ["nothing", "workflow_run", null],
  ])("is nothing for %s", (_story, event, payload) => {
    expect(sightingOf(event, payload)).toBeNull();
  });
});
