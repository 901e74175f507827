import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, failureOf, gitHub, page, repo, sha, times, watchRequests } from "./given.ts";
import { at, atMs, commentJson, mona, robot } from "./samples.ts";

watchRequests();

const comments = `${repo}/issues/7/comments`;

describe("comments", () => {
  test("are read in our words", async () => {
    page(`${comments}?per_page=100`, [commentJson()]);
    expect(await gitHub().listComments(7)).toEqual([
      {
        id: 31,
        nodeId: "IC_31",
        author: { id: 1, login: "mona", isBot: false },
        appId: null,
        body: "/sweep plan",
        createdAt: atMs,
        updatedAt: atMs,
        url: "https://github.com/octo/bench/pull/7#issuecomment-31",
        reactionCounts: { "+1": 0, eyes: 2 },
      },
    ]);
  });

  test("of the app bear its id, and the author is a bot", async () => {
    const own = { user: robot, performed_via_github_app: { id: 99, slug: "sweepbot" } };
    page(`${comments}?per_page=100`, [commentJson(own)]);
    const [comment] = await gitHub().listComments(7);
    expect(comment).toMatchObject({ appId: 99, author: { login: "sweepbot[bot]", isBot: true } });
  });

  test.each([
    ["a person who writes through the app", mona],
    ["a deleted account", null],
  ])("of %s are not the app's", async (_, user) => {
    const through = { user, performed_via_github_app: { id: 99, slug: "sweepbot" } };
    page(`${comments}?per_page=100`, [commentJson(through)]);
    const [comment] = await gitHub().listComments(7);
    expect(comment).toMatchObject({ appId: null });
  });

  test("of a deleted account have no author, who is therefore no bot (IDN-08)", async () => {
    page(`${comments}?per_page=100`, [
      commentJson({ user: null, body: undefined, reactions: null }),
    ]);
    const [comment] = await gitHub().listComments(7);
    expect(comment).toMatchObject({ author: null, body: "", reactionCounts: {} });
  });

  test("come from all pages", async () => {
    const all = times(205, (id) => commentJson({ id }));
    page(`${comments}?per_page=100`, all.slice(0, 100), "/c?page=2");
    page("/c?page=2", all.slice(100, 200), "/c?page=3");
    page("/c?page=3", all.slice(200));
    const listed = await gitHub().listComments(7);
    expect(listed.map(({ id }) => id)).toEqual(times(205, (id) => id));
  });

  test("are a failure, not a shorter list, when a later page fails", async () => {
    page(`${comments}?per_page=100`, [commentJson()], "/c?page=2");
    nock(api).get("/c?page=2").reply(500, { message: "Server Error" });
    expect(await failureOf(gitHub().listComments(7))).toMatchObject({ kind: "unavailable" });
  });

  test.each([
    ["conflict", 409, { message: "Git Repository is empty." }],
    ["object", 200, { message: "not a list" }],
  ])("are a failure when the answer is a %s", async (_, status, body) => {
    nock(api).get(`${comments}?per_page=100`).reply(status, body);
    expect(await failureOf(gitHub().listComments(7))).toMatchObject({ kind: "invalid" });
  });

  test("never follow a link to another host", async () => {
    const link = '<https://elsewhere.test/c?page=2>; rel="next"';
    nock(api).get(`${comments}?per_page=100`).reply(200, [commentJson()], { link });
    expect(await failureOf(gitHub().listComments(7))).toMatchObject({ kind: "invalid" });
  });
});

describe("reviews", () => {
  const reviewJson = {
    id: 40,
    node_id: "PRR_40",
    user: mona,
    state: "APPROVED",
    body: "ok",
    commit_id: sha(1),
    submitted_at: at,
    html_url: "https://github.com/octo/bench/pull/7#pullrequestreview-40",
  };

  test("are read in our words", async () => {
    page(`${repo}/pulls/7/reviews?per_page=100`, [reviewJson]);
    expect(await gitHub().listReviews(7)).toEqual([
      {
        id: 40,
        nodeId: "PRR_40",
        author: { id: 1, login: "mona", isBot: false },
        state: "APPROVED",
        body: "ok",
        commitSha: sha(1),
        submittedAt: atMs,
        url: "https://github.com/octo/bench/pull/7#pullrequestreview-40",
      },
    ]);
  });

  test("may lack author, commit, body and time", async () => {
    const bare = { user: null, commit_id: null, body: null, state: "PENDING" };
    page(`${repo}/pulls/7/reviews?per_page=100`, [
      { ...reviewJson, ...bare, submitted_at: undefined },
    ]);
    const [review] = await gitHub().listReviews(7);
    expect(review).toMatchObject({ author: null, commitSha: null, body: "", submittedAt: null });
  });

  test("have comments of their own", async () => {
    page(`${repo}/pulls/7/comments?per_page=100`, [
      {
        id: 41,
        node_id: "PRRC_41",
        user: null,
        body: "here",
        original_commit_id: sha(1),
        created_at: at,
        updated_at: at,
        html_url: "https://github.com/octo/bench/pull/7#discussion_r41",
        diff_hunk: "@@",
      },
    ]);
    expect(await gitHub().listReviewComments(7)).toEqual([
      {
        id: 41,
        nodeId: "PRRC_41",
        author: null,
        body: "here",
        originalCommitSha: sha(1),
        createdAt: atMs,
        updatedAt: atMs,
        url: "https://github.com/octo/bench/pull/7#discussion_r41",
      },
    ]);
  });
});

test("label events, and drafts that became ready, are picked out of all pages of the issue's events, in their order", async () => {
  const event = (id: number, name: string, over: object = {}): object => ({
    id,
    event: name,
    actor: mona,
    label: { name: "full-sweep", color: "fff" },
    created_at: at,
    ...over,
  });
  page(
    `${repo}/issues/7/events?per_page=100`,
    [{ event: "renamed", id: 9 }, event(1, "labeled"), event(4, "ready_for_review"), {}],
    "/t?page=2",
  );
  page("/t?page=2", [{ id: 3, event: "closed" }, event(2, "unlabeled", { actor: null })]);
  const mine = { id: 1, login: "mona", isBot: false };
  expect(await gitHub().listIssueEvents(7)).toEqual({
    labels: [
      { id: 1, kind: "labeled", label: "full-sweep", actor: mine, createdAt: atMs },
      { id: 2, kind: "unlabeled", label: "full-sweep", actor: null, createdAt: atMs },
    ],
    ready: [{ id: 4, createdAt: atMs }],
  });
});
