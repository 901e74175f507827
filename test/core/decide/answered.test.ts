import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  answersGiven,
  answerTag,
  commandMark,
  type AnswerRecord,
} from "../../../src/core/decide/answered.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import { pendingCommands } from "../../../src/core/decide/needs.ts";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { marker } from "../../../src/core/plan/comments.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known } from "../../../src/core/model/reading.ts";
import {
  aComment,
  aPerson,
  APP,
  MINUTE_MS,
  NOW,
  ownComment,
  REPOSITORY,
} from "../../support/build.ts";
import { configured, someFacts } from "../../support/facts.ts";

function markOf(body: string): string {
  const [command] = parseCommands(body, { repository: REPOSITORY });
  if (command === undefined) throw new Error(`no command: ${body}`);
  return commandMark(command);
}

function answered(
  commentId: number,
  bodies: readonly string[],
  more: Partial<Comment> = {},
): Comment {
  const tag = answerTag({ commentId, outcome: "done", marks: bodies.map(markOf) });
  return ownComment({ id: 100 + commentId, body: `${marker(tag)}\nText`, ...more });
}

describe("a command is answered once (decision 4)", () => {
  const help = aComment({ id: 1, body: "/help" });
  test.each<[string, readonly Comment[], readonly number[]]>([
    ["not yet", [help], [1]],
    ["answered", [help, answered(1, ["/help"])], []],
    ["delivered twice, with another id (WHK-02)", [help, help, answered(1, ["/help"])], []],
    [
      "edited, the command as it was (CMD-14)",
      [{ ...help, body: "Oops.\n\n/help" }, answered(1, ["/help"])],
      [],
    ],
    [
      "edited to another command",
      [{ ...help, body: "/reuse-sweep-run 900" }, answered(1, ["/help"])],
      [1],
    ],
    [
      "answered by somebody else",
      [help, aComment({ id: 2, body: answered(1, ["/help"]).body })],
      [1],
    ],
    ["answered by another app", [help, answered(1, ["/help"], { appId: 8 })], [1]],
    ["the same in another comment", [help, { ...help, id: 2 }, answered(1, ["/help"])], [2]],
    ["the answer deleted", [help], [1]],
  ])("%s", (_story, comments, pending) => {
    expect(pendingCommands(someFacts({ comments })).map(({ comment }) => comment.id)).toEqual(
      pending,
    );
  });

  test("an edited comment runs only what its earlier text did not have", () => {
    const comments = [
      aComment({ id: 1, body: "/help\n/reuse-sweep-run cancel" }),
      answered(1, ["/help"]),
    ];
    const [pending] = pendingCommands(someFacts({ comments }));
    expect(pending?.commands).toMatchObject([{ name: "reuse-sweep-run cancel" }]);
  });

  test("a comment full of commands is answered for its first ten, and never again", () => {
    const body = Array.from({ length: 30 }, (_, index) => `/reuse-sweep-run x${index}`).join("\n");
    const comment = aComment({ id: 1, body });
    const facts = someFacts({ comments: [comment], permissions: { mira: known("write") } });
    const { answers } = decide(facts).commands;
    expect(answers[0]?.record.marks).toHaveLength(10);
    const record = answers[0]?.record ?? { commentId: 1, outcome: "done" as const, marks: [] };
    const answer = ownComment({ id: 2, body: marker(answerTag(record)) });
    expect(pendingCommands(someFacts({ comments: [comment, answer] }))).toEqual([]);
  });

  test("what means the same has the same mark", () => {
    expect(markOf("/Reuse-Sweep-Run  900")).toBe(markOf("   /reuse-sweep-run 900"));
    expect(markOf("/reuse-sweep-run https://github.com/acme/gpu-benchmarks/actions/runs/900")).toBe(
      markOf("/reuse-sweep-run 900"),
    );
    expect(markOf("/reuse-sweep-run 901")).not.toBe(markOf("/reuse-sweep-run 900"));
  });

  test("the record reads back from the comment's first line", () => {
    const mark = fc.string({
      unit: fc.constantFrom(...Array.from("0123456789abcdef")),
      minLength: 8,
      maxLength: 8,
    });
    const record: fc.Arbitrary<AnswerRecord> = fc.record({
      commentId: fc.maxSafeNat(),
      outcome: fc.constantFrom("done" as const, "refused" as const),
      marks: fc.array(mark, { minLength: 1, maxLength: 10 }),
    });
    fc.assert(
      fc.property(record, fc.string(), (what, text) => {
        const body = `${marker(answerTag(what))}\n${text}`;
        expect(answersGiven([ownComment({ id: 9, body })], APP.id)).toEqual([what]);
        expect(answersGiven([ownComment({ id: 9, body: `x${body}` })], APP.id)).toEqual([]);
      }),
    );
  });
});

describe("whose comments are read", () => {
  const body = "/help";
  const old = NOW - 73 * 60 * MINUTE_MS;
  test.each<[string, Partial<Comment>, object, boolean]>([
    ["a person's", {}, {}, true],
    ["a bot's are not (CMD-04)", { author: aPerson("helper[bot]") }, {}, false],
    [
      "a bot's that the repository names",
      { author: aPerson("Helper[bot]") },
      { commands: { allowedBots: ["helper[bot]"] } },
      true,
    ],
    ["our own are not", { appId: APP.id, author: aPerson("mira") }, {}, false],
    ["a deleted person's are not", { author: null }, {}, false],
    ["older than 72 hours are not", { createdAt: old }, {}, false],
    ["old, edited just now", { createdAt: old, updatedAt: NOW }, {}, true],
    [
      "within a longer time of the repository",
      { createdAt: old },
      { commands: { maxAgeHours: 100 } },
      true,
    ],
  ])("%s", (_story, more, settings, isRead) => {
    const facts = someFacts({
      comments: [aComment({ id: 1, body, ...more })],
      config: configured(settings),
    });
    expect(pendingCommands(facts).length > 0).toBe(isRead);
  });
});
