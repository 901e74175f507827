import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, failureOf, gitHub, octokit, repo, sha, watchRequests } from "./given.ts";
import { commentJson, pullJson } from "./samples.ts";
import { ConditionalRequests } from "../../src/github/conditional.ts";

watchRequests();

const comments = `${repo}/issues/7/comments`;
const moved = `${api}/repositories/4711`;

function redirect(status: number, path: string): [number, nock.Body, nock.ReplyHeaders] {
  const location = `${moved}${path}`;
  return [status, { message: "Moved Permanently", url: location }, { location }];
}

describe("a renamed repository (IDN-10)", () => {
  test.each([301, 302, 307, 308])("is read where %d points", async (status) => {
    nock(api)
      .get(`${repo}/pulls/7`)
      .reply(...redirect(status, "/pulls/7"))
      .get("/repositories/4711/pulls/7")
      .reply(200, pullJson());
    expect(await gitHub().readPull(7)).toMatchObject({ number: 7, headSha: sha(1) });
  });

  test.each([301, 302, 307, 308])(
    "is written to where %d points, with the body",
    async (status) => {
      nock(api)
        .post(comments, { body: "hello" })
        .reply(...redirect(status, "/issues/7/comments"))
        .post("/repositories/4711/issues/7/comments", { body: "hello" })
        .reply(201, commentJson({ id: 77 }));
      expect(await gitHub().createComment(7, "hello")).toEqual({ id: 77 });
    },
  );

  test("takes deletions, which have no body", async () => {
    nock(api)
      .delete(`${repo}/issues/comments/31`)
      .reply(...redirect(301, "/issues/comments/31"))
      .delete("/repositories/4711/issues/comments/31", "")
      .reply(204);
    await expect(gitHub().deleteComment(31)).resolves.toBeUndefined();
  });

  test("is paged on from where the first page was", async () => {
    nock(api)
      .get(`${comments}?per_page=100`)
      .reply(...redirect(301, "/issues/7/comments?per_page=100"))
      .get("/repositories/4711/issues/7/comments?per_page=100")
      .reply(200, [commentJson()], {
        link: `<${moved}/issues/7/comments?per_page=100&page=2>; rel="next"`,
      })
      .get("/repositories/4711/issues/7/comments?per_page=100&page=2")
      .reply(200, [commentJson({ id: 32 })]);
    expect(await gitHub().listComments(7)).toHaveLength(2);
  });

  test("keeps the accept header and is never cached as an answer", async () => {
    const client = octokit();
    new ConditionalRequests().attach(client, "1");
    const accept = { reqheaders: { accept: "application/vnd.github.object+json" } };
    const file = { type: "file", encoding: "base64", size: 1, sha: sha(7), content: "eA==" };
    for (let time = 0; time < 2; time += 1) {
      nock(api, accept)
        .get(`${repo}/contents/a?ref=main`)
        .reply(301, {}, { location: `${moved}/contents/a?ref=main`, etag: '"r"' })
        .get("/repositories/4711/contents/a?ref=main")
        .reply(200, file);
      const reading = await gitHub({ octokit: client }).readFile("a", "main");
      expect(reading).toMatchObject({ kind: "known", value: { blobSha: sha(7) } });
    }
  });
});

describe("a redirect is not followed", () => {
  test.each([
    ["to another repository", { location: `${api}/repositories/12/pulls/7` }, "gone"],
    ["to another host", { location: "https://elsewhere.test/repositories/4711" }, "invalid"],
    ["to nowhere", {}, "invalid"],
  ])("%s", async (_, headers, kind) => {
    nock(api).get(`${repo}/pulls/7`).reply(301, { message: "Moved Permanently" }, headers);
    expect(await failureOf(gitHub().readPull(7))).toMatchObject({ kind });
  });

  test("for ever", async () => {
    nock(api)
      .get(`${repo}/pulls/7`)
      .reply(...redirect(301, "/pulls/7"));
    nock(api)
      .get("/repositories/4711/pulls/7")
      .times(3)
      .reply(...redirect(301, "/pulls/7"));
    expect(await failureOf(gitHub().readPull(7))).toMatchObject({ kind: "invalid" });
  });
});

test("another repository that an event is sent to may have moved, too", async () => {
  nock(api)
    .post("/repos/octo/results/dispatches")
    .reply(307, {}, { location: `${api}/repositories/12/dispatches` })
    .post("/repositories/12/dispatches", { event_type: "ingest", client_payload: {} })
    .reply(204);
  const work = gitHub().dispatchRepository({ owner: "octo", name: "results" }, "ingest", {});
  await expect(work).resolves.toBeUndefined();
});
