import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, failureOf, gitHub, page, repo, sha, times, watchRequests } from "./given.ts";
import { atMs, runJson } from "./samples.ts";

watchRequests();

const workflow = ".github/workflows/run-sweep.yml";
const runs = `${repo}/actions/workflows/run-sweep.yml/runs`;

describe("workflow runs", () => {
  test("are read in our words", async () => {
    page(`${runs}?per_page=100`, { total_count: 1, workflow_runs: [runJson()] });
    expect(await gitHub().listRuns(workflow, {})).toEqual([
      {
        id: 900,
        attempt: 2,
        attemptStartedAt: atMs,
        displayTitle: "sweep 7 key-1",
        event: "workflow_dispatch",
        status: "completed",
        conclusion: "failure",
        headSha: sha(1),
        headBranch: "recipe",
        path: workflow,
        actor: { id: 1, login: "mona", isBot: false },
        createdAt: atMs,
        updatedAt: atMs,
        url: "https://github.com/octo/bench/actions/runs/900",
        pullNumbers: [7],
      },
    ]);
  });

  test("survive ghosts, missing lists and a status that is not set yet", async () => {
    const bare = { actor: null, head_branch: null, pull_requests: null, status: null };
    page(`${runs}?per_page=100`, {
      total_count: 1,
      workflow_runs: [runJson({ ...bare, conclusion: null, path: workflow })],
    });
    const [run] = await gitHub().listRuns(workflow, {});
    expect(run).toMatchObject({
      actor: null,
      headBranch: null,
      pullNumbers: [],
      status: "requested",
      conclusion: null,
      path: workflow,
    });
  });

  test("are asked for by event, branch, head and time", async () => {
    nock(api)
      .get(runs)
      .query({
        per_page: "100",
        event: "workflow_dispatch",
        branch: "main",
        head_sha: sha(1),
        created: ">=2026-01-02T03:04:05Z",
      })
      .reply(200, { total_count: 0, workflow_runs: [] });
    const query = { event: "workflow_dispatch", branch: "main", headSha: sha(1) };
    expect(await gitHub().listRuns(workflow, { ...query, createdSince: atMs + 999 })).toEqual([]);
  });

  test("from before the millisecond asked for are left out", async () => {
    nock(api)
      .get(runs)
      .query(true)
      .reply(200, { total_count: 1, workflow_runs: [runJson()] });
    expect(await gitHub().listRuns(workflow, { createdSince: atMs + 1 })).toEqual([]);
  });

  test("stop when there are enough", async () => {
    const list = times(5, (index) => runJson({ id: 905 - index }));
    page(`${runs}?per_page=5`, { total_count: 40, workflow_runs: list }, "/never");
    expect(await gitHub().listRuns(workflow, { most: 5 })).toHaveLength(5);
  });

  test("of all workflows are listed without a name", async () => {
    page(`${repo}/actions/runs?per_page=100`, { total_count: 1, workflow_runs: [runJson()] });
    expect(await gitHub().listRuns(null, {})).toHaveLength(1);
  });

  test("are none for a workflow that is not there, only while the repository is", async () => {
    nock(api).get(`${runs}?per_page=100`).reply(404).get(repo).reply(200, {});
    expect(await gitHub().listRuns(workflow, {})).toEqual([]);
    nock(api).get(`${runs}?per_page=100`).reply(404).get(repo).reply(404);
    expect(await failureOf(gitHub().listRuns(workflow, {}))).toMatchObject({ kind: "gone" });
  });

  test("beyond GitHub's 1,000 results are searched for further back", async () => {
    const created = (index: number): string => new Date(atMs - index * 1000).toISOString();
    const all = times(1_150, (index) => runJson({ id: 5_000 - index, created_at: created(index) }));
    for (let number = 1; number <= 10; number += 1) {
      const path = number === 1 ? `${runs}?per_page=100` : `/runs?page=${number}`;
      const next = number === 10 ? undefined : `/runs?page=${number + 1}`;
      const list = all.slice((number - 1) * 100, number * 100);
      page(path, { total_count: 1_150, workflow_runs: list }, next);
    }
    const before = created(999).replace(".000", "");
    nock(api)
      .get(runs)
      .query({ per_page: "100", created: `<=${before}` })
      .reply(
        200,
        { total_count: 151, workflow_runs: all.slice(999, 1_099) },
        {
          link: `<${api}/more>; rel="next"`,
        },
      )
      .get("/more")
      .reply(200, { total_count: 151, workflow_runs: all.slice(1_099) });
    const listed = await gitHub().listRuns(workflow, {});
    expect(listed.map(({ id }) => id)).toEqual(times(1_150, (index) => 5_000 - index));
  });

  test("can be read one by one", async () => {
    nock(api).get(`${repo}/actions/runs/900`).reply(200, runJson());
    expect(await gitHub().readRun(900)).toMatchObject({ kind: "known", value: { id: 900 } });
    nock(api).get(`${repo}/actions/runs/901`).reply(404);
    expect(await gitHub().readRun(901)).toEqual({ kind: "unknown", cause: "not_found" });
  });
});
