import { createRequire } from "node:module";
import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { pullRequest } from "../../src/github/translate.ts";
import { api, failureOf, gitHub, page, repo, sha, times, watchRequests } from "./given.ts";
import { atMs, pullJson } from "./samples.ts";

watchRequests();

const repositoryJson = {
  id: 4711,
  name: "bench",
  owner: { login: "octo" },
  default_branch: "main",
};

describe("the repository", () => {
  test("is read with its id and default branch", async () => {
    nock(api).get(repo).reply(200, repositoryJson);
    expect(await gitHub().readRepository()).toEqual({
      id: 4711,
      owner: "octo",
      name: "bench",
      defaultBranch: "main",
    });
  });

  test("is gone when another one has taken its name (IDN-10)", async () => {
    nock(api)
      .get(repo)
      .reply(200, { ...repositoryJson, id: 12 });
    expect(await failureOf(gitHub().readRepository())).toMatchObject({ kind: "gone" });
  });
});

describe("a pull request", () => {
  test("is read in our words", async () => {
    nock(api).get(`${repo}/pulls/7`).reply(200, pullJson());
    expect(await gitHub().readPull(7)).toEqual({
      number: 7,
      title: "Add a recipe",
      body: "",
      author: { id: 1, login: "mona", isBot: false },
      state: "open",
      draft: false,
      merged: false,
      mergeCommitSha: sha(3),
      mergeable: null,
      mergeState: "blocked",
      headSha: sha(1),
      headRef: "recipe",
      headRepository: { id: 5000, fullName: "mona/bench" },
      baseRef: "main",
      labels: ["full-sweep"],
      maintainerCanModify: true,
      createdAt: atMs,
      mergedAt: null,
    });
  });

  test.each([
    ["null", { sha: sha(1), ref: "recipe", repo: null }],
    ["absent (FRK-07)", { sha: sha(1), ref: "recipe" }],
  ])("survives a ghost author and a head repository that is %s", async (_, head) => {
    nock(api)
      .get(`${repo}/pulls/7`)
      .reply(200, pullJson({ user: null, head }));
    const pull = await gitHub().readPull(7);
    expect(pull).toMatchObject({ author: null, headRepository: null, headSha: sha(1) });
  });

  test.each([
    ["head.sha", { head: { ref: "recipe", repo: null } }],
    ["created_at", { created_at: "yesterday" }],
    ["user.type", { user: { id: 1, login: "mona" } }],
    ["state", { state: "maybe" }],
  ])("names the field %s when it is not as documented", async (field, over) => {
    nock(api).get(`${repo}/pulls/7`).reply(200, pullJson(over));
    const failure = await failureOf(gitHub().readPull(7));
    expect(failure).toMatchObject({ kind: "invalid", request: `GET ${repo}/pulls/7` });
    expect(failure.message).toContain(`"${field}"`);
  });

  test("is gone when its base is another repository's", async () => {
    const base = { sha: sha(2), ref: "main", repo: { id: 12 } };
    nock(api).get(`${repo}/pulls/7`).reply(200, pullJson({ base }));
    expect(await failureOf(gitHub().readPull(7))).toMatchObject({ kind: "gone" });
  });

  test("is understood in each of GitHub's own webhook examples", () => {
    const load = createRequire(import.meta.url);
    const events = load("@octokit/webhooks-examples") as {
      readonly name: string;
      readonly examples: readonly { readonly pull_request?: { readonly number: number } }[];
    }[];
    const pulls = events
      .filter(({ name }) => name === "pull_request")
      .flatMap(({ examples }) => examples.map((example) => example.pull_request));
    expect(pulls.length).toBeGreaterThan(20);
    for (const pull of pulls) {
      expect(pullRequest.parse(pull).pull.number).toBe(pull?.number);
    }
  });
});

describe("the list of pull requests", () => {
  const openQuery = "state=open&sort=created&direction=asc";
  const closedQuery = "state=closed&sort=updated&direction=desc";
  const day = (number: number): string => `2026-01-0${number}T00:00:00Z`;
  const listed = (number: number, state: string, updated_at: string): object =>
    pullJson({ number, state, updated_at });

  test("has all open ones and the closed ones until an older one, newest first", async () => {
    page(
      `${repo}/pulls?per_page=100&${closedQuery}`,
      [listed(5, "closed", day(8)), listed(4, "closed", day(6)), listed(3, "closed", day(2))],
      `${repo}/pulls?page=2`,
    );
    page(`${repo}/pulls?per_page=100&${openQuery}`, [listed(1, "open", day(1))], "/open?page=2");
    page("/open?page=2", [listed(2, "open", day(7))]);
    const pulls = await gitHub().listPulls(Date.parse(day(5)));
    expect(pulls.map(({ number, state }) => `${number} ${state}`)).toEqual([
      "5 closed",
      "2 open",
      "4 closed",
      "1 open",
    ]);
  });

  test("names one that was reopened meanwhile once, as open", async () => {
    page(`${repo}/pulls?per_page=100&${closedQuery}`, [listed(5, "closed", day(8))]);
    page(`${repo}/pulls?per_page=100&${openQuery}`, [listed(5, "open", day(9))]);
    const pulls = await gitHub().listPulls(0);
    expect(pulls).toEqual([
      { number: 5, headSha: sha(1), updatedAt: Date.parse(day(9)), state: "open" },
    ]);
  });
});

describe("the pull requests of a commit", () => {
  const path = `${repo}/commits/${sha(1)}/pulls?per_page=100`;

  test("leave out those within a fork", async () => {
    const fork = { base: { sha: sha(2), ref: "main", repo: { id: 5000 } } };
    page(path, [pullJson(), pullJson({ number: 1, ...fork }), pullJson({ number: 9 })]);
    expect(await gitHub().listPullsOfCommit(sha(1))).toEqual([7, 9]);
  });

  test("are none for a commit that is not here", async () => {
    nock(api)
      .get(path)
      .reply(422, { message: `No commit found for SHA: ${sha(1)}` });
    expect(await gitHub().listPullsOfCommit(sha(1))).toEqual([]);
  });
});

describe("changed files", () => {
  const first = `${repo}/pulls/7/files?per_page=100`;
  const fileJson = (index: number): object => ({
    filename: `f${index}`,
    status: "added",
    sha: sha(index),
  });

  test.each([
    ["added", { status: "added", previousPath: null }],
    ["copied", { status: "added", previousPath: null }],
    ["modified", { status: "modified", previousPath: null }],
    ["changed", { status: "modified", previousPath: null }],
    ["removed", { status: "removed", previousPath: null }],
    ["renamed", { status: "renamed", previousPath: "old" }],
  ])("translate the status %s", async (status, expected) => {
    page(first, [{ filename: "new", previous_filename: "old", status, sha: sha(1) }]);
    const reading = await gitHub().listChangedFiles(7);
    expect(reading).toEqual({
      kind: "known",
      value: [{ path: "new", blobSha: sha(1), ...expected }],
    });
  });

  test("leave out what is unchanged", async () => {
    page(first, [{ filename: "same", status: "unchanged", sha: sha(1) }]);
    expect(await gitHub().listChangedFiles(7)).toEqual({ kind: "known", value: [] });
  });

  test("are unreadable when a blob is withheld", async () => {
    page(first, [{ filename: "secret", status: "modified", sha: null }]);
    expect(await gitHub().listChangedFiles(7)).toEqual({ kind: "unknown", cause: "unreadable" });
  });

  test.each([
    [2_999, "known"],
    [3_000, "unknown"],
  ])("%d of them are %s (LIM-03)", async (count, kind) => {
    const files = times(count, fileJson);
    for (let number = 1; number <= 30; number += 1) {
      const path = number === 1 ? first : `/files?page=${number}`;
      const next = number === 30 ? undefined : `/files?page=${number + 1}`;
      page(path, files.slice((number - 1) * 100, number * 100), next);
    }
    const reading = await gitHub().listChangedFiles(7);
    expect(reading.kind).toBe(kind);
    expect(reading.kind === "known" ? reading.value.length : reading.cause).toBe(
      kind === "known" ? count : "truncated",
    );
  });
});
