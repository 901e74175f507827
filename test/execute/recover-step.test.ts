import { describe, expect, test } from "@jest/globals";
import type { RecoveryAct } from "../../src/core/model/effect.ts";
import { recoverOnce } from "../../src/github/recover-step.ts";
import { APP, aPull, NOW, ownComment } from "../support/build.ts";
import { methodsOf } from "../support/github.ts";
import { failure, stage } from "./stage.ts";

const KEY = "recover-501-42-71-pull";
const SHA = "e".repeat(40);
const BRANCH = "sweepbot/recover-42-900";
const act: RecoveryAct = { kind: "pull", branch: BRANCH, base: "main", title: "Again", body: "" };
const effect = { kind: "recover", key: KEY, act } as const;
const none = (): Promise<never[]> => Promise.resolve([]);
const own = { number: 50, state: "open", merged: false, author: APP.login } as const;

describe("a step of a recovery is done once for its key", () => {
  test("and recorded", async () => {
    const { context, calls } = stage({ openPull: () => Promise.resolve({ number: 50 }) });
    expect(await recoverOnce(effect, context)).toEqual({ kind: "done", note: "50" });
    expect(await recoverOnce(effect, context)).toEqual({ kind: "done", note: "50" });
    expect(methodsOf(calls)).toEqual(["openPull"]);
  });

  test("by one of two processes at the same time: the other waits", async () => {
    const { context, calls } = stage({
      openPull: () => Promise.resolve({ number: 50 }),
      listPullsFrom: none,
    });
    const outcomes = await Promise.all([
      recoverOnce(effect, context),
      recoverOnce(effect, context),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["done", "waiting"]);
    expect(methodsOf(calls).filter((method) => method === "openPull")).toHaveLength(1);
  });

  test("and found again after a crash", async () => {
    const { context, calls } = stage(
      { listPullsFrom: () => Promise.resolve([own]) },
      { [KEY]: { at: NOW - 1, result: null } },
    );
    expect(await recoverOnce(effect, context)).toEqual({ kind: "done", note: "50" });
    expect(methodsOf(calls)).toEqual(["listPullsFrom"]);
  });

  test("also where another process without our records was quicker", async () => {
    const { context } = stage({
      openPull: () => Promise.reject(failure("invalid", 422)),
      listPullsFrom: () => Promise.resolve([own]),
    });
    expect(await recoverOnce(effect, context)).toEqual({ kind: "done", note: "50" });
  });

  test("and what GitHub refuses is recorded as that", async () => {
    const { context } = stage({
      openPull: () => Promise.reject(failure("invalid", 422)),
      listPullsFrom: none,
    });
    expect(await recoverOnce(effect, context)).toMatchObject({
      note: expect.stringMatching(/^failed:/u),
    });
  });

  test("but what fails for a moment is thrown and tried again", async () => {
    const { context } = stage({ openPull: () => Promise.reject(failure("unavailable", 502)) });
    await expect(recoverOnce(effect, context)).rejects.toThrow("no");
  });
});

describe("what an earlier try has come to", () => {
  const carrier = { sourceSha: SHA, message: "Take in" };
  const acts: readonly RecoveryAct[] = [
    { kind: "branch", branch: BRANCH, parent: SHA, message: "Begin" },
    { kind: "authorise", pull: 50, body: "<!-- sweepbot:recovery -->\nText" },
    { kind: "label", pull: 50, label: "full-sweep" },
    { kind: "entries", branch: BRANCH, headSha: "a".repeat(40), commit: null, carrier },
  ];
  test.each(acts.map((each) => [each.kind, each] as const))(
    "%s is seen on GitHub",
    async (_, each) => {
      const { context } = stage(
        {
          readBranchTip: () => Promise.resolve(SHA),
          listComments: () =>
            Promise.resolve([ownComment({ id: 5, body: "<!-- sweepbot:recovery -->\nText" })]),
          readPull: () => Promise.resolve(aPull({ labels: ["full-sweep"] })),
        },
        { [KEY]: { at: NOW - 1, result: null } },
      );
      const outcome = await recoverOnce({ kind: "recover", key: KEY, act: each }, context);
      expect(outcome).toMatchObject({ kind: "done" });
    },
  );
});
