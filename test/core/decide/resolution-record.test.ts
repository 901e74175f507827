import { describe, expect, test } from "@jest/globals";
import {
  recordNodes,
  renderResolutionRecord,
  resolutionsInForce,
} from "../../../src/core/decide/resolution-record.ts";
import { parseReuseRecord, renderReuseRecord } from "../../../src/core/decide/reuse-record.ts";
import {
  acknowledgements,
  renderStagingRecord,
  stagingSection,
} from "../../../src/core/decide/staging-record.ts";
import { renderSweepRecord, sweepRecords } from "../../../src/core/decide/sweep-record.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPerson, aPull, HEAD, NOW, ownComment } from "../../support/build.ts";
import { configured } from "../../support/facts.ts";
import { afterPass, ordered, SIGNED, signedFacts } from "../../support/signing.ts";

const OK = "/signoff-resolve 0 ok nobody else is there today";

describe("the record of a decision", () => {
  const record = {
    ...{ commentId: 10, mark: "0".repeat(8), check: 0, decision: "ok" as const },
    ...{ evidence: "0".repeat(32), login: "mira", at: NOW },
  };
  const line = renderResolutionRecord(record);
  const tag = "<!-- sweepbot:answer-10-done-00000000 -->";
  const inForce = (answer: Comment, editor: string | null = null): number =>
    resolutionsInForce({
      ...signedFacts(),
      editors: known({ [answer.nodeId]: editor }),
      comments: [answer, ...taken.comments.filter(({ id }) => id === 10)],
    }).length;
  const taken = afterPass(
    signedFacts(
      {
        config: configured({ signoff: { selfSignoff: "human" } }),
        pull: aPull({ author: aPerson("zoe") }),
      },
      [SIGNED, ordered(OK)],
    ),
  );
  const real = taken.comments.find(({ body }) => body.includes("sweepbot:resolve"))?.body ?? "";

  test.each<[string, Comment, number]>([
    ["in our own answer", ownComment({ id: 30, body: real }), 1],
    ["in the same words of a person", aComment({ id: 30, body: real }), 0],
    ["in the same words of another app", aComment({ id: 30, body: real, appId: 9 }), 0],
    ["below our words", ownComment({ id: 30, body: real.replace("\n", "\nText\n") }), 0],
    [
      "for another comment",
      ownComment({ id: 30, body: real.replace("answer-10-", "answer-11-") }),
      0,
    ],
    ["for a command that is not there", ownComment({ id: 30, body: `${tag}\n${line}\nText` }), 0],
    [
      "with a check that does not exist",
      ownComment({ id: 30, body: real.replace('"check":0', '"check":13') }),
      0,
    ],
  ])("%s", (_story, answer, count) => {
    expect(inForce(answer)).toBe(count);
  });

  test.each([
    ["nobody", null, 1],
    ["ourselves", "sweepbot[bot]", 1],
    ["somebody who may write here", "nora", 0],
    ["an account that is gone", "", 0],
  ])("in an answer that was edited last by %s", (_who, editor, count) => {
    expect(inForce(ownComment({ id: 30, body: real }), editor)).toBe(count);
  });

  test("in an answer of which nobody can tell who edited it", () => {
    const editors = unknown("forbidden");
    expect(resolutionsInForce({ ...taken, editors })).toEqual([]);
    expect(resolutionsInForce(taken)).toHaveLength(1);
    expect(recordNodes(taken)).toHaveLength(1);
  });

  test("says nothing that a person wrote", () => {
    expect(real).toContain(`"login":"mira"`);
    expect(real).toContain(`"check":0,"decision":"ok"`);
    expect(real).not.toContain("nobody else");
    expect(real).toContain(HEAD.slice(0, 7));
  });

  test("stands beside the records of other commands of the comment", () => {
    const binding = { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true };
    const request = { commentId: 10, mark: "1".repeat(8), runId: 900, attempt: 1 };
    const lines = [
      renderReuseRecord({ kind: "bound", commentId: 10, binding }),
      renderSweepRecord({ kind: "stopped", commentId: 10, runs: [], key: null }),
      ...Array.from({ length: 10 }, () => /^.*sweepbot:resolve.*$/mu.exec(real)?.[0] ?? ""),
      renderStagingRecord({ ...request, date: "2026-03-01", login: "mira" }),
      stagingSection("ordered", "Text"),
      "Text",
    ];
    const answer = ownComment({ id: 30, body: [tag, ...lines].join("\n") });
    expect(inForce(answer)).toBe(10);
    expect(parseReuseRecord(answer.body)).toMatchObject({ kind: "bound" });
    const facts = { ...signedFacts(), comments: [answer] };
    expect([sweepRecords(facts).length, acknowledgements(facts).length]).toEqual([1, 1]);
  });
});
