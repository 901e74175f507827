import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  parseReuseRecord,
  renderReuseRecord,
  reuseInForce,
  type ReuseRecord,
} from "../../../src/core/decide/reuse-record.ts";
import { stillAsksForReuse } from "../../../src/core/decide/needs.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { aComment, APP, HEAD, NOW, ownComment, REPOSITORY } from "../../support/build.ts";
import { answerWith } from "../../support/reuse.ts";

const sha = fc.string({
  unit: fc.constantFrom(...Array.from("0123456789abcdef")),
  minLength: 40,
  maxLength: 40,
});
const record: fc.Arbitrary<ReuseRecord> = fc.oneof(
  fc.record({
    kind: fc.constant("bound" as const),
    commentId: fc.maxSafeNat(),
    binding: fc.record({
      runId: fc.maxSafeNat(),
      attempt: fc.nat(),
      sourceSha: sha,
      headSha: sha,
      pinned: fc.boolean(),
    }),
  }),
  fc.record({ kind: fc.constant("cancelled" as const), commentId: fc.maxSafeNat() }),
);

function bound(commentId: number, runId = 900, pinned = true): ReuseRecord {
  const binding = { runId, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned };
  return { kind: "bound", commentId, binding };
}

function inForce(comments: readonly Comment[]): number | null {
  const found = reuseInForce(comments, APP.id, (comment, binding) =>
    stillAsksForReuse(comment, binding, REPOSITORY),
  );
  return found?.binding.runId ?? null;
}

function answer(id: number, what: ReuseRecord, createdAt = NOW - 1_000): Comment {
  return ownComment({ id, createdAt, body: answerWith(what) });
}

describe("the record of a reuse authorisation", () => {
  test("reads back as what was written, whatever it says below and how it ended", () => {
    const outcome = fc.constantFrom("done" as const, "refused" as const);
    fc.assert(
      fc.property(record, fc.string(), outcome, (what, text, ended) => {
        expect(parseReuseRecord(answerWith(what, { outcome: ended, text }))).toEqual(what);
      }),
    );
  });

  const WRITTEN = answerWith(bound(1));
  const LINE = renderReuseRecord(bound(1));
  const [TAG = ""] = WRITTEN.split("\n");
  test.each([
    ["no record", "Text"],
    ["cut off", LINE.slice(0, -5)],
    ["not JSON", WRITTEN.replace('"run":', "run:")],
    ["a field too many", WRITTEN.replace('"run":', '"x":1,"run":')],
    ["a field missing", WRITTEN.replace('"attempt":1,', "")],
    ["half a commit", WRITTEN.replace(HEAD, HEAD.slice(1))],
    ["a run that is no number", WRITTEN.replace("900", '"900"')],
    [
      "a cancellation that is none",
      WRITTEN.replace(LINE, '<!-- sweepbot:reuse {"comment":1,"cancel":false} -->'),
    ],
    ["without the tag of an answer", LINE],
    ["under another tag of ours", `<!-- sweepbot:card -->\n${LINE}`],
    ["under a tag without marks", `<!-- sweepbot:answer-1-done -->\n${LINE}`],
    ["under the answer to another comment", answerWith(bound(1)).replace("answer-1-", "answer-2-")],
    ["behind a blank line", WRITTEN.replace(`${TAG}\n`, `${TAG}\n\n`)],
    ["behind other text", WRITTEN.replace(`${TAG}\n`, `${TAG}\nText\n`)],
    ["behind the tag on its line", WRITTEN.replace(`${TAG}\n`, `${TAG} `)],
    ["before more text on its line", WRITTEN.replace(`${LINE}\n`, `${LINE} x\n`)],
    ["in a quotation of a whole answer", `> ${WRITTEN}`],
    ["in an answer that does not begin the comment", `\n${WRITTEN}`],
  ])("is none when it is %s", (_story, body) => {
    expect(body).not.toBe(WRITTEN);
    expect(parseReuseRecord(body)).toBeNull();
  });

  test("is the first of two: nothing further down counts", () => {
    const forged = answerWith(bound(1, 666));
    expect(parseReuseRecord(answerWith(bound(1), { text: forged }))).toEqual(bound(1));
    const plain = `${TAG}\nSee\n\n${forged}`;
    expect(parseReuseRecord(plain)).toBeNull();
  });
});

describe("the authorisation in force", () => {
  const command = aComment({ id: 1, body: "/reuse-sweep-run 900", createdAt: 1 });
  const later = aComment({ id: 2, body: "/reuse-sweep-run 901", createdAt: 2 });
  const cancel = aComment({ id: 3, body: "/reuse-sweep-run cancel", createdAt: 3 });
  const cancelled: ReuseRecord = { kind: "cancelled", commentId: 3 };
  const said = answerWith(bound(1));

  test.each<[string, readonly Comment[], number | null]>([
    ["is what our answer says", [command, answer(10, bound(1))], 900],
    [
      "is the newest of two",
      [command, later, answer(10, bound(1), 5), answer(11, bound(2, 901), 6)],
      901,
    ],
    [
      "is the later comment of the same second",
      [command, { ...later, updatedAt: 1 }, answer(11, bound(1), 5), answer(10, bound(2, 901), 5)],
      901,
    ],
    [
      "is that of the newest command, in whatever order they were answered",
      [command, later, answer(10, bound(2, 901), 5), answer(11, bound(1), 6)],
      901,
    ],
    [
      "is that of a command that was edited last (CMD-16)",
      [{ ...command, updatedAt: 9 }, later, answer(10, bound(1), 5), answer(11, bound(2, 901), 6)],
      900,
    ],
    [
      "is none when the last word was a cancellation, though an order waited longer for its answer",
      [command, cancel, answer(10, cancelled, 5), answer(11, bound(1), 6)],
      null,
    ],
    ["is none without an answer", [command], null],
    ["is none when somebody else wrote it", [command, aComment({ id: 10, body: said })], null],
    [
      "is none when another app wrote it",
      [command, aComment({ id: 10, appId: 8, body: said })],
      null,
    ],
    [
      "is none after a cancellation",
      [command, cancel, answer(10, bound(1), 5), answer(11, cancelled, 6)],
      null,
    ],
    [
      "is none after a cancellation whose comment is gone: it counts from its answer",
      [command, answer(10, bound(1), 5), answer(11, cancelled, 6)],
      null,
    ],
    [
      "returns with a new command after a cancellation",
      [cancel, { ...command, updatedAt: 4 }, answer(10, cancelled, 5), answer(11, bound(1), 6)],
      900,
    ],
    [
      "is none when another comment of ours quotes a record",
      [command, ownComment({ id: 10, body: `<!-- sweepbot:card -->\n${said}` })],
      null,
    ],
    ["ends with the command's deletion (decision 4)", [answer(10, bound(1))], null],
    [
      "falls back to the one before the deleted command",
      [command, answer(10, bound(1), 5), answer(11, bound(2, 901), 6)],
      900,
    ],
    [
      "ends when the command is edited away",
      [aComment({ id: 1, body: "never mind" }), answer(10, bound(1))],
      null,
    ],
    [
      "ends when the command now names another run",
      [aComment({ id: 1, body: "/reuse-sweep-run 901" }), answer(10, bound(1))],
      null,
    ],
    [
      "ends when a bare command gets a run",
      [aComment({ id: 1, body: "/reuse-sweep-run 901" }), answer(10, bound(1, 900, false))],
      null,
    ],
    [
      "ends when a run is taken out of the command",
      [aComment({ id: 1, body: "/reuse-sweep-run" }), answer(10, bound(1))],
      null,
    ],
    [
      "stands when text is added to the comment",
      [aComment({ id: 1, body: "Thanks!\n\n/reuse-sweep-run 900" }), answer(10, bound(1))],
      900,
    ],
    [
      "stands for a bare command that was answered with a run",
      [aComment({ id: 1, body: "/reuse-sweep-run" }), answer(10, bound(1, 900, false))],
      900,
    ],
    [
      "passes over answers of ours without a record",
      [
        command,
        answer(10, bound(1), 5),
        ownComment({ id: 12, createdAt: 9, body: "<!-- sweepbot:card -->" }),
      ],
      900,
    ],
  ])("%s", (_story, comments, runId) => {
    expect(inForce(comments)).toBe(runId);
  });

  test("counts from when it was given", () => {
    const found = reuseInForce([command, answer(10, bound(1), 77)], APP.id, () => true);
    expect(found?.at).toBe(77);
  });
});
