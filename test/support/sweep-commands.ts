/** Sweep commands of a comment of mira's and what they are answered, in a few words. */
import type { CommandsVerdict, Reply } from "../../src/core/decide/commands.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import type { Comment } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import { aComment, aRun, FULL, labelled } from "./build.ts";
import { someFacts } from "./facts.ts";

/** Mira may write. */
export const WRITE = { mira: known("write" as const) };
/** The recommended label is on, put on by her. */
export const LABEL = { ...labelled([FULL]), permissions: WRITE };

/** The facts of a pull request with these comments. */
export function commandFacts(comments: readonly Comment[], more: Partial<Facts> = {}): Facts {
  return someFacts({
    permissions: WRITE,
    ...more,
    comments: [...(more.comments ?? []), ...comments],
  });
}

export function verdictOf(body: string, more: Partial<Facts> = {}): CommandsVerdict {
  return decide(commandFacts([aComment({ id: 100, body })], more)).commands;
}

/** A reply in a few words. */
export function short(reply: Reply): string {
  if (reply.kind === "sweepReplaced") return `replaced by ${reply.counts}`;
  if (!("verdict" in reply)) return reply.kind;
  const { verdict } = reply;
  if ("obstacle" in verdict) return `blocked: ${verdict.obstacle.code}`;
  return "code" in verdict ? `${verdict.kind}: ${verdict.code}` : verdict.kind;
}

/** The answer to a comment in a few words. */
export function answerTo(body: string, more: Partial<Facts> = {}): string {
  const { answers, waiting } = verdictOf(body, more);
  if (waiting.length > 0) return "waiting";
  return answers.map(({ replies }) => replies.map(short).join(", ")).join("; ");
}

/** The plan key of the label's sweep. */
export const KEY = ((): string => {
  const { decision } = decide(someFacts(LABEL)).sweep;
  if (!("plan" in decision)) throw new Error("no plan");
  return decision.plan.key;
})();
/** That sweep is running. */
export const RUNNING = { ...LABEL, runs: [aRun(900, { planKey: KEY, status: "in_progress" })] };
