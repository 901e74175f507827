import { describe, expect, test } from "@jest/globals";
import { answerTag } from "../../../src/core/decide/answered.ts";
import {
  recoveredHere,
  recoveryOrders,
  renderRecoveryRecord,
} from "../../../src/core/decide/recovery-record.ts";
import { reuseInForce } from "../../../src/core/decide/reuse-record.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, APP, aPull, HEAD, NOW, ownComment, REPOSITORY } from "../../support/build.ts";
import { answerWith } from "../../support/reuse.ts";
import {
  anAttempt,
  mergedFacts,
  someRecovery,
  TIP,
  verdictsOf,
} from "../../support/recovery-facts.ts";

const record = {
  ...{ commentId: 71, mark: "0123abcd", pull: 42, runId: 900, attempt: 1, sourceSha: HEAD },
  ...{ landedSha: TIP, label: "full-sweep", pinned: true, login: "mira" },
};

describe("the authorisation on a recovery pull request", () => {
  const line = renderRecoveryRecord(record);
  const bodies = {
    ours: `<!-- sweepbot:recovery -->\n${line}\nText`,
    quoted: `<!-- sweepbot:card -->\nText\n<!-- sweepbot:recovery -->\n${line}\n`,
    bare: `${line}\nText`,
  };
  const shown = (comment: Comment): unknown =>
    reuseInForce([comment], APP.id, () => false)?.binding.runId ?? null;

  test("is our own comment, which needs no command beside it", () => {
    expect(shown(ownComment({ id: 5, body: bodies.ours }))).toBe(900);
    expect(
      recoveredHere({ comments: [ownComment({ id: 5, body: bodies.ours })], app: APP }),
    ).toEqual(record);
  });

  test.each([
    ["by anybody else, whatever it says", aComment({ id: 5, body: bodies.ours })],
    ["by another app", aComment({ id: 5, body: bodies.ours, appId: 99 })],
    ["of ours that only quotes one", ownComment({ id: 5, body: bodies.quoted })],
    ["of ours without the tag", ownComment({ id: 5, body: bodies.bare })],
  ])("is no comment %s", (_whose, comment) => {
    expect(shown(comment)).toBeNull();
    expect(recoveredHere({ comments: [comment], app: APP })).toBeNull();
  });

  test("is withdrawn by a later cancellation", () => {
    const cancelled = ownComment({
      id: 9,
      createdAt: NOW,
      body: answerWith({ kind: "cancelled", commentId: 8 }),
    });
    const comments = [ownComment({ id: 5, body: bodies.ours }), cancelled];
    expect(reuseInForce(comments, APP.id, () => false)).toBeNull();
  });

  test("is the order of that very pull request in an answer, whatever the label is called", () => {
    const odd = { ...record, label: "a {b} <!-- -->" };
    const tag = answerTag({ commentId: 71, outcome: "done", marks: ["0123abcd"] });
    const body = `<!-- sweepbot:${tag} -->\n${renderRecoveryRecord(odd)}\nText`;
    const comments = [ownComment({ id: 80, body })];
    expect(recoveryOrders({ comments, app: APP, pull: aPull() })).toEqual([odd]);
    expect(recoveryOrders({ comments, app: APP, pull: aPull({ number: 43 }) })).toEqual([]);
    expect(
      recoveryOrders({ comments: [aComment({ id: 80, body })], app: APP, pull: aPull() }),
    ).toEqual([]);
  });
});

describe("how far a recovery is", () => {
  const tag = answerTag({ commentId: 71, outcome: "done", marks: ["0123abcd"] });
  const answer = ownComment({
    id: 80,
    body: `<!-- sweepbot:${tag} -->\n${renderRecoveryRecord(record)}\nText`,
  });
  const authorisation = ownComment({
    id: 81,
    body: `<!-- sweepbot:recovery -->\n${renderRecoveryRecord(record)}\nText`,
  });
  const pull = aPull({ number: 50 });
  const labels = ["full-sweep-fail-fast"];
  const whole = { pull: { ...pull, labels }, comments: [authorisation] };
  const at = (
    attempt: Parameters<typeof anAttempt>[0] | null,
    more: Partial<Facts> = {},
  ): unknown => {
    const attempts = attempt === null ? [] : [anAttempt(attempt)];
    const recovery = someRecovery({ attempts, ground: null });
    const { progress } =
      verdictsOf(mergedFacts(null, { comments: [answer], recovery, ...more })).recovery ?? {};
    return progress?.state === "step" ? progress.step.kind : (progress?.state ?? null);
  };

  test.each<[string, Parameters<typeof anAttempt>[0] | null, string]>([
    ["nothing stands", null, "branch"],
    ["the branch stands", {}, "pull"],
    ["the pull request is open", { pull }, "authorise"],
    ["the run is authorised", { pull, comments: [authorisation] }, "label"],
    ["the label is on", whole, "entries"],
    [
      "somebody else has written what authorises",
      { pull, comments: [{ ...authorisation, appId: null }] },
      "authorise",
    ],
    ["the file could not be read", { ...whole, changelog: unknown("too_large") }, "waiting"],
    ["it was merged", { pull: { ...pull, state: "closed", merged: true } }, "merged"],
    ["it was closed", { pull: { ...pull, state: "closed" } }, "closed"],
  ])("%s: %s", (_story, attempt, expected) => {
    expect(at(attempt)).toBe(expected);
  });

  test("whoever asked must still be allowed to", () => {
    expect(at({}, { permissions: { mira: known("read") } })).toBe("stopped");
    expect(at({}, { permissions: { mira: unknown("unreadable") } })).toBe("waiting");
    expect(at(null, { comments: [] })).toBeNull();
  });

  test.each<[string, Partial<ClaimFact>, string]>([
    ["claimed and not settled", { state: "claimed", result: null }, "pull"],
    ["refused by GitHub", { result: "failed:no" }, "stopped"],
    ["done a moment ago and not shown yet", { result: "50" }, "waiting"],
    ["done long ago and gone", { result: "50", at: NOW - 3_600_000 }, "stopped"],
  ])("a step that was %s", (_story, claim, expected) => {
    const key = `recover-${REPOSITORY.id}-42-71-pull`;
    const claims = [
      { key, kind: "recover", state: "recorded", result: null, at: NOW, ...claim } as const,
    ];
    expect(at({}, { claims })).toBe(expected);
  });
});
