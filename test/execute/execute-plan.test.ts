import { describe, expect, test } from "@jest/globals";
import type { Effect } from "../../src/core/model/effect.ts";
import { execute } from "../../src/github/execute.ts";
import { aPull, EARLIER, NOW } from "../support/build.ts";
import type { KeptClaim } from "../support/claims.ts";
import { dispatch, failure, stage, starting } from "./stage.ts";

describe("a plan is carried out", () => {
  const hi: Effect = { kind: "createComment", tag: "card", body: "Hi" };
  const react: Effect = { kind: "react", commentId: 5, content: "eyes" };

  test("in its order", async () => {
    const { context, calls } = stage();
    await execute([react, hi, { kind: "cancelRun", runId: 1 }], context);
    expect(calls.map(({ method }) => method)).toEqual([
      "addReaction",
      "createComment",
      "cancelRun",
    ]);
  });

  test("up to the first failure, which is thrown; what was done is on record", async () => {
    const { context, calls, audit } = stage({
      createComment: () => Promise.reject(new Error("502")),
    });
    await expect(execute([react, hi, react], context)).rejects.toThrow("502");
    expect(calls.map(({ method }) => method)).toEqual(["addReaction", "createComment"]);
    expect(audit.map(({ code }) => code)).toEqual(["react"]);
  });

  test("and goes on when a run cannot be cancelled yet; the next look tries again soon", async () => {
    const { context, calls } = stage({ cancelRun: () => Promise.resolve("not_yet") });
    const done = await execute([{ kind: "cancelRun", runId: 1 }, hi], context);
    expect(calls.map(({ method }) => method)).toEqual(["cancelRun", "createComment"]);
    expect(done).toEqual({ lookAgainMs: 5_000 });
  });

  test("with nothing to do when it is empty", async () => {
    const { context, calls } = stage();
    expect(await execute([], context)).toEqual({ lookAgainMs: null });
    expect(calls).toEqual([]);
  });

  test("and says when to look again for what is not shown yet", async () => {
    const { context, audit } = stage({}, { [dispatch.key]: { at: NOW - 10_000, result: null } });
    expect(await execute([hi, starting], context)).toEqual({ lookAgainMs: 20_000 });
    expect(audit[1]).toMatchObject({
      code: "dispatchWorkflow",
      detail: { outcome: { kind: "waiting" } },
    });
  });

  test.each([
    ["first", 1_000, 20_000],
    ["last", 20_000, 1_000],
  ])("and looks again after the shortest wait, be it the %s", async (_story, one, other) => {
    const claimed = (waitMs: number): KeptClaim => ({ at: NOW + waitMs - 30_000, result: null });
    const { context } = stage({}, { one: claimed(one), other: claimed(other) });
    const effects = ["one", "other"].map((key): Effect => ({
      ...starting,
      dispatch: { ...dispatch, key },
    }));
    expect(await execute(effects, context)).toEqual({ lookAgainMs: 1_000 });
  });

  test.each([
    ["gone", 404],
    ["forbidden", 403],
    ["invalid", 422],
  ] as const)("to its end, though a reaction is refused (%s, %i)", async (kind, statusCode) => {
    const { context, calls, audit } = stage({
      addReaction: () => Promise.reject(failure(kind, statusCode)),
    });
    await execute([react, hi], context);
    expect(calls.map(({ method }) => method)).toEqual(["addReaction", "createComment"]);
    expect(audit[0]).toMatchObject({
      code: "react",
      detail: { outcome: { kind: "done", note: "POST /x: no" } },
    });
  });

  test.each([
    ["unavailable", 502],
    ["forbidden", 401],
    ["secondaryLimit", 403],
  ] as const)("not past a reaction that a retry may heal (%s, %i)", async (kind, statusCode) => {
    const { context, calls } = stage({
      addReaction: () => Promise.reject(failure(kind, statusCode)),
    });
    await expect(execute([react, hi], context)).rejects.toThrow("POST /x: no");
    expect(calls.map(({ method }) => method)).toEqual(["addReaction"]);
  });

  test("not past the moment when another process has taken the pull request", async () => {
    const controller = new AbortController();
    const { context, calls, audit } = stage({
      createComment: () => {
        controller.abort(new Error("taken"));
        return Promise.resolve({ id: 1 });
      },
    });
    const running = execute([hi, react], { ...context, signal: controller.signal });
    await expect(running).rejects.toThrow("taken");
    expect(calls.map(({ method }) => method)).toEqual(["createComment"]);
    expect(audit.map(({ code }) => code)).toEqual(["createComment"]);
  });

  test("and leaves out what has changed since it was decided", async () => {
    const { context, audit } = stage({
      readPull: () => Promise.resolve(aPull({ headSha: EARLIER })),
    });
    await execute([starting], context);
    expect(audit).toMatchObject([{ detail: { outcome: { kind: "stale", note: "head_moved" } } }]);
  });

  test("the audit keeps how long a comment is, not what it says", async () => {
    const { context, audit } = stage();
    await execute([hi], context);
    expect(audit).toEqual([
      {
        code: "createComment",
        detail: { kind: "createComment", tag: "card", characters: 2, outcome: { kind: "done" } },
      },
    ]);
  });
});
