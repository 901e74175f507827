/** Orders to merge as facts: a pull request that may be merged by command, and our answer to whoever asked for it. */
import { decide, type Verdicts } from "../../src/core/decide/decide.ts";
import { answerTag, commandMark } from "../../src/core/decide/answered.ts";
import {
  END_CODES,
  type MergeOrder,
  type MergeStage,
  orderSection,
  renderOrder,
} from "../../src/core/decide/order-record.ts";
import type { OrderStep, OrderVerdict } from "../../src/core/decide/order.ts";
import { newestOrder } from "../../src/core/decide/orders.ts";
import { parseCommands } from "../../src/core/commands/parse.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import type { Comment } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import { aComment, aRun, HEAD, NOW, ownComment, PULL, REPOSITORY } from "./build.ts";
import { configured, someFacts, someRevisions } from "./facts.ts";
import { fullSweep } from "./reuse.ts";

export const COMMAND = 600;
export const MERGING = { merge: { withReuse: true, requireSignoff: false } };

/** A pull request with a green full sweep, in a repository that merges by command. */
export function mergeable(more: Partial<Facts> = {}): Facts {
  return someFacts({
    ...fullSweep(),
    config: configured(MERGING),
    // What brought the head here was not to be measured again.
    revisions: known(someRevisions({ headMessage: "Newer image [skip-sweep]" })),
    runs: [aRun(900)],
    permissions: { mira: known("write") },
    ...more,
  });
}

export function aMergeOrder(more: Partial<MergeOrder> = {}): MergeOrder {
  const source = aRun(900).sourceSha;
  const binding = { runId: 900, attempt: 1, sourceSha: source, headSha: HEAD, pinned: false };
  return { commentId: COMMAND, binding, kept: false, login: "mira", ...more };
}

/** The command, and our answer that accepted it and has come so far. */
export function ordered(
  stage: MergeStage = { step: "queued" },
  order: MergeOrder = aMergeOrder(),
): readonly Comment[] {
  const body = "/merge-with-reuse";
  const marks = parseCommands(body, { repository: REPOSITORY }).map(commandMark);
  const tag = answerTag({ commentId: order.commentId, outcome: "done", marks });
  const lines = [
    `<!-- sweepbot:${tag} -->`,
    renderOrder(order),
    orderSection(stage, "Text"),
    "Accepted",
  ];
  const createdAt = NOW - 60_000;
  return [
    aComment({ id: order.commentId, body, createdAt }),
    ownComment({ id: order.commentId + 1, body: lines.join("\n"), createdAt }),
  ];
}

/** Its turn has come. */
export const TURN: Pick<Facts, "mergeQueue"> = {
  mergeQueue: [{ pull: PULL, at: NOW - 60_000, holdsTurn: true }],
};

/** The step of the order in one word or two. */
export function stepIn(facts: Facts): string {
  return stepText(decide(facts));
}

function stepText({ order }: Verdicts): string {
  if (order === null) return "none";
  const { step } = order;
  return step.kind === "abandoned" ? `abandoned: ${step.end.code}` : step.kind;
}

/** An order at every step, and abandoned for every reason. */
export function orderVerdicts(): readonly OrderVerdict[] {
  const facts = mergeable({ comments: ordered() });
  const standing = newestOrder(facts);
  if (standing === null) throw new Error("nothing was ordered");
  const checking = { head: HEAD, since: NOW, until: NOW, pending: [], isBlocked: false };
  const values = {
    ...{ base: "next", sha: "abc1234", login: "mira", run: 900, context: "signoff", paths: "a" },
    ...{
      problems: 1,
      reason: "no",
      names: "unit",
      state: "blocked",
      rule: "run_exists",
      attempt: 2,
    },
  };
  const steps: readonly OrderStep[] = [
    { kind: "merged" },
    { kind: "queued", ahead: 0, takesTurn: true },
    { kind: "queued", ahead: 2, takesTurn: false },
    { kind: "preparing", since: NOW, commit: null },
    { kind: "checking", checking },
    { kind: "checking", checking: { ...checking, isBlocked: true } },
    { kind: "checking", checking: { ...checking, pending: ["unit"] } },
    { kind: "merging", checking, key: "key" },
    ...END_CODES.map((code): OrderStep => ({ kind: "abandoned", end: { code, values } })),
  ];
  return steps.map((step) => ({ standing, step }));
}
