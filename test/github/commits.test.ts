import { expect, test } from "@jest/globals";
import nock from "nock";
import { api, gitHub, page, repo, sha, times, watchRequests } from "./given.ts";
import { at, commitJson, pullJson } from "./samples.ts";

watchRequests();

const first = `${repo}/pulls/7/commits?per_page=100`;

function pagesOfCommits(count: number): void {
  const commits = times(count, commitJson);
  const pages = Math.ceil(count / 100);
  for (let number = 1; number <= pages; number += 1) {
    const path = number === 1 ? first : `/commits?page=${number}`;
    const next = number === pages ? undefined : `/commits?page=${number + 1}`;
    page(path, commits.slice((number - 1) * 100, number * 100), next);
  }
}

function comparedCommits(basehead: string, total: number, given = total): void {
  const commits = times(given, commitJson);
  for (let number = 1; number <= Math.ceil(total / 100); number += 1) {
    page(`${repo}/compare/${basehead}?per_page=100&page=${number}`, {
      total_commits: total,
      commits: commits.slice((number - 1) * 100, number * 100),
    });
  }
}

test.each([1, 47, 100, 249])("are all read, oldest first, when there are %d", async (count) => {
  pagesOfCommits(count);
  const reading = await gitHub().listCommits(7);
  expect(reading).toMatchObject({ kind: "known" });
  expect(reading.kind === "known" && reading.value.map((commit) => commit.sha)).toEqual(
    times(count, sha),
  );
});

test("keep message and parents", async () => {
  page(first, [{ ...commitJson(1), parents: [{ sha: sha(8) }, { sha: sha(9) }] }]);
  expect(await gitHub().listCommits(7)).toEqual({
    kind: "known",
    value: [{ sha: sha(1), message: "step 1", parents: [sha(8), sha(9)] }],
  });
});

test.each([250, 251, 480])("come from the comparison when there are %d (LIM-01)", async (count) => {
  pagesOfCommits(250);
  nock(api).get(`${repo}/pulls/7`).reply(200, pullJson());
  comparedCommits(`main...${sha(1)}`, count);
  const reading = await gitHub().listCommits(7);
  expect(reading.kind === "known" && reading.value.map((commit) => commit.sha)).toEqual(
    times(count, sha),
  );
});

test("of a merged pull request are compared with the base before the merge", async () => {
  pagesOfCommits(250);
  const merged = pullJson({ merged: true, state: "closed", merged_at: at });
  nock(api).get(`${repo}/pulls/7`).reply(200, merged);
  comparedCommits(`${sha(2)}...${sha(1)}`, 251);
  const reading = await gitHub().listCommits(7);
  expect(reading.kind === "known" && reading.value.length).toBe(251);
});

test("are truncated when the comparison ends early", async () => {
  pagesOfCommits(250);
  nock(api).get(`${repo}/pulls/7`).reply(200, pullJson());
  comparedCommits(`main...${sha(1)}`, 400, 300);
  expect(await gitHub().listCommits(7)).toEqual({ kind: "unknown", cause: "truncated" });
});

test("are truncated when the comparison is not there", async () => {
  pagesOfCommits(250);
  nock(api).get(`${repo}/pulls/7`).reply(200, pullJson());
  nock(api)
    .get(`${repo}/compare/main...${sha(1)}?per_page=100&page=1`)
    .reply(404, { message: "Not Found" });
  expect(await gitHub().listCommits(7)).toEqual({ kind: "unknown", cause: "truncated" });
});
