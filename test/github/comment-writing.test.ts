import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { COMMENT_CHARACTERS } from "../../src/core/model/limits.ts";
import { api, failureOf, gitHub, repo, watchRequests } from "./given.ts";
import { commentJson } from "./samples.ts";

watchRequests();

const comments = `${repo}/issues/7/comments`;

describe("writing", () => {
  test("creates a comment and gives its id", async () => {
    nock(api)
      .post(comments, { body: "hello" })
      .reply(201, commentJson({ id: 77 }));
    expect(await gitHub().createComment(7, "hello")).toEqual({ id: 77 });
  });

  test("edits a comment", async () => {
    nock(api).patch(`${repo}/issues/comments/31`, { body: "new" }).reply(200, commentJson());
    await expect(gitHub().updateComment(31, "new")).resolves.toBeUndefined();
  });

  test("takes a comment of the greatest length and no longer one (LIM-13)", async () => {
    const body = "x".repeat(COMMENT_CHARACTERS);
    nock(api)
      .post(comments, { body })
      .reply(201, commentJson({ id: 77 }));
    await gitHub().createComment(7, body);
    await expect(gitHub().createComment(7, `${body}x`)).rejects.toThrow(RangeError);
    await expect(gitHub().updateComment(31, `${body}x`)).rejects.toThrow(RangeError);
  });

  test("reacts", async () => {
    nock(api)
      .post(`${repo}/issues/comments/31/reactions`, { content: "rocket" })
      .reply(200, { id: 1, content: "rocket" });
    await expect(gitHub().addReaction(31, "rocket")).resolves.toBeUndefined();
  });

  test.each([204, 404])("deletes a comment: %d is done (LBL-15)", async (status) => {
    nock(api).delete(`${repo}/issues/comments/31`).reply(status);
    await expect(gitHub().deleteComment(31)).resolves.toBeUndefined();
  });

  test.each([200, 404])("removes a label: %d is done (LBL-15)", async (status) => {
    nock(api).delete(`${repo}/issues/7/labels/full%20sweep%2F1`).reply(status, []);
    await expect(gitHub().removeLabel(7, "full sweep/1")).resolves.toBeUndefined();
  });

  test("does not take a refusal to delete for done", async () => {
    nock(api).delete(`${repo}/issues/comments/31`).reply(403, { message: "Forbidden" });
    expect(await failureOf(gitHub().deleteComment(31))).toMatchObject({ kind: "forbidden" });
  });
});

describe("minimising a comment", () => {
  const answers = (body: nock.Body): void => {
    nock(api)
      .post("/graphql", (sent: { query: string; variables: unknown }) => {
        expect(sent.variables).toEqual({ id: "IC_31" });
        return sent.query.includes("minimizeComment") && sent.query.includes("OUTDATED");
      })
      .reply(200, body);
  };
  const refusal = (type: string): nock.Body => ({ data: null, errors: [{ type, message: "No" }] });

  test("is asked of GraphQL", async () => {
    answers({ data: { minimizeComment: { clientMutationId: null } } });
    await expect(gitHub().minimizeComment("IC_31")).resolves.toBeUndefined();
  });

  test("is done when the comment is not there any more", async () => {
    answers(refusal("NOT_FOUND"));
    await expect(gitHub().minimizeComment("IC_31")).resolves.toBeUndefined();
  });

  test.each([
    ["FORBIDDEN", "forbidden", null],
    ["RATE_LIMITED", "rateLimited", 60_000],
    ["UNPROCESSABLE", "invalid", null],
  ])("fails with %s as %s", async (type, kind, retryAfterMs) => {
    answers(refusal(type));
    const failure = await failureOf(gitHub().minimizeComment("IC_31"));
    expect(failure).toMatchObject({ kind, retryAfterMs, request: "POST /graphql" });
  });

  test("fails with a server error as unavailable", async () => {
    nock(api).post("/graphql").reply(502, { message: "Bad gateway" });
    expect(await failureOf(gitHub().minimizeComment("IC_31"))).toMatchObject({
      kind: "unavailable",
      status: 502,
    });
  });
});
