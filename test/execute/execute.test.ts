import { describe, expect, test } from "@jest/globals";
import type { Effect, StatusContent } from "../../src/core/model/effect.ts";
import { execute } from "../../src/github/execute.ts";
import { HEAD } from "../support/build.ts";
import type { Call } from "../support/github.ts";
import { check, stage, starting } from "./stage.ts";

const status: StatusContent = {
  sha: HEAD,
  context: "x",
  state: "success",
  description: "y",
  targetUrl: null,
};
describe("each effect is one call", () => {
  test.each<[Effect, Call]>([
    [
      { kind: "createComment", tag: "card", body: "Hi" },
      { method: "createComment", args: [42, "Hi"] },
    ],
    [
      { kind: "updateComment", commentId: 5, tag: "card", body: "Hi" },
      { method: "updateComment", args: [5, "Hi"] },
    ],
    [
      { kind: "deleteComment", commentId: 5, tag: "card" },
      { method: "deleteComment", args: [5] },
    ],
    [
      { kind: "minimizeComment", nodeId: "C_5", tag: "card" },
      { method: "minimizeComment", args: ["C_5"] },
    ],
    [
      { kind: "react", commentId: 5, content: "rocket" },
      { method: "addReaction", args: [5, "rocket"] },
    ],
    [
      { kind: "createCheckRun", check },
      { method: "createCheckRun", args: [check] },
    ],
    [
      { kind: "updateCheckRun", checkRunId: 60, check },
      { method: "updateCheckRun", args: [60, check] },
    ],
    [
      { kind: "setStatus", status },
      { method: "setStatus", args: [status] },
    ],
    [
      { kind: "removeLabel", label: "x" },
      { method: "removeLabel", args: [42, "x"] },
    ],
    [
      { kind: "cancelRun", runId: 900 },
      { method: "cancelRun", args: [900] },
    ],
    [
      {
        kind: "dispatchRepository",
        dispatch: {
          ...{ kind: "ingest", key: "k", owner: "acme", name: "app" },
          ...{ eventType: "e", payload: {} },
        },
      },
      { method: "dispatchRepository", args: [{ owner: "acme", name: "app" }, "e", {}] },
    ],
  ])("$kind", async (effect, call) => {
    const { context, calls, audit } = stage();
    expect(await execute([effect], context)).toEqual({ lookAgainMs: null });
    expect(calls).toEqual([call]);
    expect(audit.map(({ code }) => code)).toEqual([effect.kind]);
  });

  test("a dispatch takes its steps in their order, and once", async () => {
    const { context, calls } = stage();
    await execute([starting, starting], context);
    expect(calls.filter(({ method }) => method === "dispatchWorkflow")).toHaveLength(1);
  });
});
