/** Orders and stops of sweeps, as our answers record them, for tests of what they mean. */
import { answerTag } from "../../src/core/decide/answered.ts";
import {
  renderSweepRecord,
  type SweepOrder,
  type SweepRecord,
  type SweepStop,
} from "../../src/core/decide/sweep-record.ts";
import type { Comment } from "../../src/core/model/github.ts";
import { aPerson, FULL, HEAD, MINUTE_MS, NOW, ownComment } from "./build.ts";

/** Comment of the command; its answer has the next id. */
export const ORDER_ID = 70;

/** Mira's order for the head, ten minutes ago, when no label event was newer than 9,000. */
export function anOrder(more: Partial<SweepOrder> = {}): SweepRecord {
  return {
    kind: "ordered",
    commentId: ORDER_ID,
    headSha: HEAD,
    primary: FULL,
    named: false,
    after: 9_000,
    at: NOW - 10 * MINUTE_MS,
    actor: aPerson("mira"),
    ...more,
  };
}

/** A stop of nothing, a comment later. */
export function aStop(more: Partial<SweepStop> = {}): SweepRecord {
  return { kind: "stopped", commentId: ORDER_ID + 2, runs: [], key: null, ...more };
}

/** Our answer that records it. */
export function recorded(record: SweepRecord, more: Partial<Comment> = {}): Comment {
  const { commentId } = record;
  const tag = answerTag({ commentId, outcome: "done", marks: ["00000000"] });
  const body = `<!-- sweepbot:${tag} -->\n${renderSweepRecord(record)}\nText`;
  return ownComment({ id: commentId + 1, body, ...more });
}
