import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { loginsToAsk } from "../../../src/core/decide/needs.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { applied } from "../../support/apply.ts";
import { aComment } from "../../support/build.ts";
import { dictionary } from "../../support/facts.ts";
import { answerTo, commandFacts, RUNNING, short, WRITE } from "../../support/sweep-commands.ts";

describe("several", () => {
  test("of one comment: the last counts (CMD)", () => {
    expect(answerTo("/sweep cancel\n/sweep run\n/help", RUNNING)).toBe(
      "replaced by /sweep run [commit], refused: running, help",
    );
    expect(answerTo("/sweep run\n/sweep cancel", RUNNING)).toBe(
      "replaced by /sweep cancel, accepted",
    );
  });

  test("of several comments are carried out one after another", () => {
    const comments = ["/sweep cancel", "/sweep run", "/help", "/sweep cancel"].map((body, index) =>
      aComment({ id: 100 + index, body }),
    );
    let facts = commandFacts(comments, RUNNING);
    const said: unknown[] = [];
    for (let pass = 0; pass < 6; pass += 1) {
      const verdicts = decide(facts);
      const { answers, waiting } = verdicts.commands;
      said.push([
        ...answers.map(({ commentId, replies }) => [commentId, ...replies.map(short)]),
        waiting,
      ]);
      facts = applied(facts, plan(verdicts, facts, dictionary).effects);
    }
    expect(said.slice(0, 3)).toEqual([
      [
        [100, "accepted"],
        [102, "help"],
        [101, 103],
      ],
      [[101, "accepted"], [103]],
      [[103, "accepted"], []],
    ]);
    expect(facts.runs.map(({ run }) => run.status)).toEqual(["completed"]);
    expect(plan(decide(facts), facts, dictionary).effects).toEqual([]);
  });

  test("behind one that may not be judged yet do not wait for it", () => {
    const comments = [
      aComment({ id: 100, body: "/sweep run", author: { id: 4, login: "nora", isBot: false } }),
      aComment({ id: 101, body: "/sweep cancel" }),
    ];
    const { answers, waiting } = decide(
      commandFacts(comments, { ...RUNNING, permissions: { ...WRITE, nora: unknown("forbidden") } }),
    ).commands;
    expect([answers.map(({ commentId }) => commentId), waiting]).toEqual([[101], [100]]);
    expect(loginsToAsk(commandFacts(comments, RUNNING))).toEqual(
      expect.arrayContaining(["nora", "mira"]),
    );
  });
});
