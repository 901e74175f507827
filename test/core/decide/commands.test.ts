import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { CommandsVerdict } from "../../../src/core/decide/commands.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPull, aRun, FULL, MINUTE_MS, NOW } from "../../support/build.ts";
import { someFacts } from "../../support/facts.ts";
import { fullSweep } from "../../support/reuse.ts";

const WRITE = { mira: known("write" as const) };

function verdictOf(comments: readonly Comment[], more: Partial<Facts> = {}): CommandsVerdict {
  return decide(someFacts({ permissions: WRITE, ...fullSweep(), comments, ...more })).commands;
}

/** What a comment by mira is answered: "done: help", or "waiting", or "nothing". */
function answerTo(body: string, more: Partial<Facts> = {}): string {
  const { answers, waiting } = verdictOf([aComment({ id: 1, body })], more);
  if (waiting.length > 0) return "waiting";
  return (
    answers
      .map(
        ({ record, replies }) => `${record.outcome}: ${replies.map(({ kind }) => kind).join(", ")}`,
      )
      .join() || "nothing"
  );
}

describe("what a command is answered", () => {
  const unread = { permissions: { mira: unknown("forbidden" as const) } };
  const late = aComment({ id: 1, body: "/help", createdAt: NOW - 11 * MINUTE_MS });
  const seen = { reactionCounts: { eyes: 1 } };
  test.each<[string, string, Partial<Facts>, string]>([
    ["/help", "/help", {}, "done: help"],
    ["help is for readers", "/help", { permissions: { mira: known("read") } }, "done: help"],
    ["a bad argument (decision 2)", "/reuse-sweep-run abc", {}, "refused: badArguments"],
    ["a near miss", "/reuse-sweep-rum", {}, "refused: unknownCommand"],
    ["a stranger's word", "/deploy", {}, "nothing"],
    ["no command at all", "Thanks!", {}, "nothing"],
    ["a quote (CMD-02)", "> /help", {}, "nothing"],
    [
      "too little permission",
      "/reuse-sweep-run",
      { permissions: { mira: known("triage") } },
      "refused: noPermission",
    ],
    [
      "no permission at all",
      "/help",
      { permissions: { mira: known("none") } },
      "refused: noPermission",
    ],
    ["permission not readable yet (decision 3)", "/help", unread, "waiting"],
    ["permission not asked yet", "/help", { permissions: {} }, "waiting"],
    [
      "permission still not readable after ten minutes",
      "/help",
      { ...unread, comments: [{ ...late, ...seen }] },
      "refused: permissionUnknown",
    ],
    [
      "permission not readable at the first sight, however old the command is",
      "/help",
      { ...unread, comments: [late] },
      "waiting",
    ],
    [
      "permission not readable yet, and seen before",
      "/help",
      { ...unread, comments: [aComment({ id: 1, body: "/help", ...seen })] },
      "waiting",
    ],
    ["a run to reuse", "/reuse-sweep-run 900", { runs: [aRun(900)] }, "done: reuse"],
    [
      "CMD-10: text around it",
      "Looks good.\n\n/reuse-sweep-run 900\n\nthx",
      { runs: [aRun(900)] },
      "done: reuse",
    ],
    ["no run to reuse", "/reuse-sweep-run", {}, "refused: reuse"],
    [
      "a reuse that is not decided yet",
      "/reuse-sweep-run 900",
      { runs: [aRun(900)], commits: unknown("truncated") },
      "waiting",
    ],
    ["a cancellation", "/reuse-sweep-run cancel", {}, "done: reuseCancelled"],
    [
      "reuse of a closed pull request",
      "/reuse-sweep-run 900",
      { pull: aPull({ state: "closed" }) },
      "refused: pullClosed",
    ],
    [
      "the last of two wins (CMD)",
      "/reuse-sweep-run 800\n/reuse-sweep-run 900",
      { runs: [aRun(900)] },
      "done: reuse",
    ],
    [
      "a cancellation after an order",
      "/reuse-sweep-run 900\n/reuse-sweep-run cancel",
      {},
      "done: reuseCancelled",
    ],
    ["two different ones", "/help\n/reuse-sweep-run cancel", {}, "done: help, reuseCancelled"],
    ["one of two refused", "/help\n/reuse-sweep-run", {}, "refused: help, reuse"],
    ["the same twice is one", "/help\n/HELP", {}, "done: help"],
  ])("%s", (_story, body, more, said) => {
    expect(answerTo(body, more)).toBe(said);
  });

  test("the run of the last line is the one that is judged", () => {
    const { answers } = verdictOf(
      [aComment({ id: 1, body: "/reuse-sweep-run 900\n/reuse-sweep-run 901" })],
      {
        runs: [aRun(900), aRun(901)],
      },
    );
    expect(answers[0]?.replies).toMatchObject([{ judgement: { binding: { runId: 901 } } }]);
    expect(answers[0]?.record.marks).toHaveLength(2);
  });

  test("reuse is withheld under a label that shortens results, which is named (LBL-11)", () => {
    const labels = fullSweep([FULL, "agentx-fast"]);
    const { answers } = verdictOf([aComment({ id: 1, body: "/reuse-sweep-run 900" })], {
      ...labels,
      runs: [aRun(900)],
    });
    expect(answers[0]?.replies).toMatchObject([
      {
        judgement: {
          kind: "refused",
          rules: expect.arrayContaining([
            {
              rule: "no_incompatible_label_now",
              outcome: "fail",
              values: { labels: "agentx-fast" },
            },
          ]) as unknown,
        },
      },
    ]);
  });
});
