import { describe, expect, test } from "@jest/globals";
import { known } from "../../src/core/model/reading.ts";
import type { WorkflowRun } from "../../src/core/model/github.ts";
import { rerunOnce, type RerunEffect } from "../../src/github/rerun-run.ts";
import { aRun, NOW } from "../support/build.ts";
import type { KeptClaim } from "../support/claims.ts";
import { methodsOf } from "../support/github.ts";
import { failure, stage } from "./stage.ts";

const KEY = "rerun:1:900:1";
const effect: RerunEffect = {
  kind: "rerunRun",
  key: KEY,
  runId: 900,
  attempt: 1,
  which: "failed",
};
const asJudged = { attempt: 1, status: "completed", conclusion: "failure" } as const;

function given(
  run: Partial<WorkflowRun>,
  claim?: KeptClaim,
  rerunRun: () => Promise<void> = () => Promise.resolve(),
): ReturnType<typeof stage> {
  const readRun = (): Promise<ReturnType<typeof known<WorkflowRun>>> =>
    Promise.resolve(known(aRun(900, run).run));
  return stage({ readRun, rerunRun }, claim === undefined ? {} : { [KEY]: claim });
}

describe("a run is run again once for its key", () => {
  test("the judged attempt, ended: re-run and recorded", async () => {
    const { context, calls } = given(asJudged);
    expect(await rerunOnce(effect, context)).toEqual({ kind: "done", note: "rerun" });
    expect(calls.at(-1)).toEqual({ method: "rerunRun", args: [900, "failed"] });
    expect(await rerunOnce(effect, context)).toEqual({ kind: "done", note: "rerun" });
    expect(methodsOf(calls).filter((method) => method === "rerunRun")).toHaveLength(1);
  });

  test.each([
    ["has a further attempt", { ...asJudged, attempt: 2 }],
    ["is running", { ...asJudged, status: "in_progress", conclusion: null } as const],
  ])("a run that %s meanwhile is left alone, and the key is free again", async (_, run) => {
    const { context, calls } = given(run);
    expect(await rerunOnce(effect, context)).toEqual({ kind: "stale", note: "run_moved" });
    expect(methodsOf(calls)).toEqual(["readRun"]);
    const again = given(asJudged);
    expect(await rerunOnce(effect, { ...again.context, claims: context.claims })).toMatchObject({
      kind: "done",
    });
  });

  test("a refusal is recorded with its reason, once and for all", async () => {
    const refuse = (): Promise<void> => Promise.reject(failure("forbidden", 403));
    const { context } = given(asJudged, undefined, refuse);
    expect(await rerunOnce(effect, context)).toEqual({ kind: "done", note: "failed:POST /x: no" });
  });

  test("a server error leaves the claim, and the next try finds what happened", async () => {
    const fail = (): Promise<void> => Promise.reject(failure("unavailable", 502));
    const { context } = given(asJudged, undefined, fail);
    await expect(rerunOnce(effect, context)).rejects.toThrow();
    const after = given({ ...asJudged, attempt: 2, status: "queued", conclusion: null });
    const outcome = await rerunOnce(effect, { ...after.context, claims: context.claims });
    expect(outcome).toEqual({ kind: "done", note: "rerun" });
    expect(methodsOf(after.calls)).toEqual(["readRun"]);
  });

  test("a fresh claim without a further attempt is waited for, an old one is taken over", async () => {
    const fresh = given(asJudged, { at: NOW - 1_000, result: null });
    expect(await rerunOnce(effect, fresh.context)).toMatchObject({ kind: "waiting" });
    const old = given(asJudged, { at: NOW - 60_000, result: null });
    expect(await rerunOnce(effect, old.context)).toEqual({ kind: "done", note: "rerun" });
  });
});
