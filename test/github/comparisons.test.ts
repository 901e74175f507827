import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, gitHub, repo, sha, times, watchRequests } from "./given.ts";

watchRequests();

function compared(basehead: string, over: object = {}): void {
  nock(api)
    .get(`${repo}/compare/${basehead}?per_page=1`)
    .reply(200, {
      merge_base_commit: { sha: sha(3) },
      base_commit: { sha: sha(4) },
      ahead_by: 2,
      behind_by: 0,
      total_commits: 2,
      commits: [],
      ...over,
    });
}

const files = (...names: readonly string[]): object[] =>
  names.map((filename) => ({ filename, status: "modified", sha: sha(1) }));

test("gives the merge base and how far the two are apart", async () => {
  compared("main...topic", { behind_by: 5 });
  expect(await gitHub().compare("main", "topic")).toEqual({
    kind: "known",
    value: { mergeBaseSha: sha(3), baseSha: sha(4), aheadBy: 2, behindBy: 5 },
  });
});

test.each([
  [404, "not_found"],
  [403, "forbidden"],
])("answers %d with unknown, %s", async (status, cause) => {
  nock(api).get(`${repo}/compare/main...topic?per_page=1`).reply(status, { message: "No" });
  expect(await gitHub().compare("main", "topic")).toEqual({ kind: "unknown", cause });
});

describe("the paths that differ", () => {
  test("have old and new names, each once", async () => {
    const renamed = { filename: "b", previous_filename: "a", status: "renamed", sha: sha(1) };
    compared("old...new", { files: [renamed, ...files("b", "c")] });
    expect(await gitHub().listChangedPaths("old", "new")).toEqual({
      kind: "known",
      value: ["b", "a", "c"],
    });
  });

  test("have what only the base changed, too, after a force push", async () => {
    compared("old...new", { behind_by: 1, files: files("mine") });
    compared("new...old", { behind_by: 2, files: files("lost") });
    expect(await gitHub().listChangedPaths("old", "new")).toEqual({
      kind: "known",
      value: ["mine", "lost"],
    });
  });

  test.each([
    [299, { kind: "known", value: times(299, (index) => `f${index}`) }],
    [300, { kind: "unknown", cause: "truncated" }],
  ])("are an answer only under the cap: %d", async (count, expected) => {
    compared("old...new", { files: files(...times(count, (index) => `f${index}`)) });
    expect(await gitHub().listChangedPaths("old", "new")).toEqual(expected);
  });

  test("are unknown when a revision is not here", async () => {
    nock(api).get(`${repo}/compare/old...new?per_page=1`).reply(404, { message: "Not Found" });
    expect(await gitHub().listChangedPaths("old", "new")).toEqual({
      kind: "unknown",
      cause: "not_found",
    });
  });
});
