import { describe, expect, test } from "@jest/globals";
import nock from "nock";
import { api, failureOf, gitHub, times, watchRequests } from "./given.ts";

watchRequests();

interface Sent {
  readonly query: string;
  readonly variables: { readonly ids: readonly string[] };
}

/** One GraphQL question for exactly these node ids, and what it is answered. */
function asked(ids: readonly string[], body: nock.Body, status = 200): void {
  nock(api)
    .post("/graphql", (sent: Sent) => {
      expect(sent.variables.ids).toEqual(ids);
      const kinds = ["IssueComment", "PullRequestReview", "PullRequestReviewComment"];
      return kinds.every((kind) => sent.query.includes(`... on ${kind} {`));
    })
    .reply(status, body);
}

function edited(id: string, login: string | null): unknown {
  const lastEditedAt = login === null ? null : "2026-01-02T03:04:05Z";
  return { id, lastEditedAt, editor: login === null ? null : { __typename: "User", login } };
}

function refusal(type: string): nock.Body {
  return { data: null, errors: [{ type, message: "No" }] };
}

describe("who edited a text last", () => {
  test("is asked of GraphQL, by node id: a login, or nobody", async () => {
    const nodes = [edited("IC_1", "tov"), edited("PRR_2", null), edited("PRRC_3", "zoe")];
    asked(["IC_1", "PRR_2", "PRRC_3"], { data: { nodes } });
    expect(await gitHub().readEditors(["IC_1", "PRR_2", "PRRC_3"])).toEqual({
      kind: "known",
      value: { IC_1: "tov", PRR_2: null, PRRC_3: "zoe" },
    });
  });

  test("is a bot by the login that its comments have", async () => {
    const editor = { __typename: "Bot", login: "sweepbot" };
    const node = { id: "IC_1", lastEditedAt: "2026-01-02T03:04:05Z", editor };
    asked(["IC_1"], { data: { nodes: [node] } });
    expect(await gitHub().readEditors(["IC_1"])).toEqual({
      kind: "known",
      value: { IC_1: "sweepbot[bot]" },
    });
  });

  test("is nobody who counts where the account that edited is gone", async () => {
    const ghost = { id: "IC_1", lastEditedAt: "2026-01-02T03:04:05Z", editor: null };
    asked(["IC_1"], { data: { nodes: [ghost] } });
    expect(await gitHub().readEditors(["IC_1"])).toEqual({ kind: "known", value: { IC_1: "" } });
  });

  test("is left out for what was deleted meanwhile, never taken for nobody", async () => {
    asked(["IC_1", "IC_2"], { data: { nodes: [null, edited("IC_2", null)] } });
    expect(await gitHub().readEditors(["IC_1", "IC_2"])).toEqual({
      kind: "known",
      value: { IC_2: null },
    });
  });

  test("is asked for a hundred texts at a time", async () => {
    const ids = times(101, (index) => `IC_${index}`);
    const answer = (some: readonly string[]): void => {
      asked(some, { data: { nodes: some.map((id) => edited(id, null)) } });
    };
    answer(ids.slice(0, 100));
    answer(ids.slice(100));
    const editors = await gitHub().readEditors(ids);
    expect(Object.keys(editors.kind === "known" ? editors.value : {})).toEqual(ids);
  });

  test("needs no question where there is no text", async () => {
    expect(await gitHub().readEditors([])).toEqual({ kind: "known", value: {} });
  });

  test.each([
    ["NOT_FOUND", "not_found"],
    ["FORBIDDEN", "forbidden"],
  ])("is not known where GitHub says %s", async (type, cause) => {
    asked(["IC_1"], refusal(type));
    expect(await gitHub().readEditors(["IC_1"])).toEqual({ kind: "unknown", cause });
  });

  test("is not known where GitHub answers 403", async () => {
    asked(["IC_1"], { message: "Resource not accessible by integration" }, 403);
    expect(await gitHub().readEditors(["IC_1"])).toEqual({ kind: "unknown", cause: "forbidden" });
  });

  test("is a failure where a retry may heal it", async () => {
    asked(["IC_1"], refusal("RATE_LIMITED"));
    expect(await failureOf(gitHub().readEditors(["IC_1"]))).toMatchObject({ kind: "rateLimited" });
    asked(["IC_1"], { message: "Bad credentials" }, 401);
    expect(await failureOf(gitHub().readEditors(["IC_1"]))).toMatchObject({ kind: "forbidden" });
    asked(["IC_1"], { message: "Bad gateway" }, 502);
    expect(await failureOf(gitHub().readEditors(["IC_1"]))).toMatchObject({ kind: "unavailable" });
  });
});
