import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, failureOf, gitHub, repo, sha, watchRequests } from "./given.ts";

watchRequests();

const tip = sha(1);
const route = `${repo}/commits?path=docs%2FA.md&sha=${tip}&per_page=20`;
const commit = (id: string, date: string | null): object => ({
  sha: id,
  commit: { message: "x", committer: date === null ? null : { name: "m", date } },
});

describe("the commits that changed a file", () => {
  test("are the newest ones, with their times; one without a time is left out", async () => {
    nock(api)
      .get(route)
      .reply(200, [
        commit(sha(3), "2026-03-02T10:00:00Z"),
        commit(sha(2), null),
        commit(sha(1), "2026-03-01T10:00:00Z"),
      ]);
    expect(await gitHub().listFileCommits("docs/A.md", tip, 20)).toEqual({
      kind: "known",
      value: [
        { sha: sha(3), at: Date.parse("2026-03-02T10:00:00Z") },
        { sha: sha(1), at: Date.parse("2026-03-01T10:00:00Z") },
      ],
    });
  });

  test.each([
    [404, "not_found"],
    [403, "forbidden"],
  ])("are unknown after %d", async (status, cause) => {
    nock(api).get(route).reply(status, { message: "no" });
    expect(await gitHub().listFileCommits("docs/A.md", tip, 20)).toEqual({
      kind: "unknown",
      cause,
    });
  });

  test("are asked for again after a server error", async () => {
    nock(api).get(route).reply(502, { message: "no" });
    const failure = await failureOf(gitHub().listFileCommits("docs/A.md", tip, 20));
    expect(failure).toMatchObject({ kind: "unavailable" });
  });
});
