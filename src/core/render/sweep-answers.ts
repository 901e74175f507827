import type { Reply } from "../decide/commands.ts";
import type { CancelVerdict } from "../decide/sweep-cancel.ts";
import type { SweepReply } from "../decide/sweep-commands.ts";
import type { Blocked } from "../decide/sweep-obstacles.ts";
import type { RerunVerdict } from "../decide/sweep-rerun.ts";
import type { RunVerdict } from "../decide/sweep-run.ts";
import { explainText, type Seen, statusText } from "./explain.ts";
import { sweepRow } from "./rows.ts";
import type { View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { joined, say, sayIfAny, type Words } from "./words.ts";

const KINDS: ReadonlySet<string> = new Set<SweepReply["kind"]>([
  "sweepRun",
  "sweepCancel",
  "sweepRerun",
  "sweepReplaced",
  "sweepStatus",
  "explain",
]);

/** True for the answers to commands about sweeps. */
export function isSweepReply(reply: Reply): reply is SweepReply {
  return KINDS.has(reply.kind);
}

/** What is said to one command about sweeps, in one language. */
export function sweepText(reply: SweepReply, seen: Seen | undefined, words: Words): string {
  switch (reply.kind) {
    case "sweepRun":
      return runText(reply.verdict, words);
    case "sweepCancel":
      return cancelText(reply.verdict, words);
    case "sweepRerun":
      return rerunText(reply.verdict, words);
    case "sweepReplaced":
      return told(words, "replaced", { usage: reply.usage, counts: reply.counts });
    case "sweepStatus":
      return statusText(shown(seen), words);
    case "explain":
      return explainText(shown(seen), words);
  }
}

function shown(seen: Seen | undefined): Seen {
  if (seen === undefined) throw new Error("nothing was seen");
  return seen;
}

function told(words: Words, code: string, view: View = {}): string {
  return say(words, `sweep.${code}`, view, MARKDOWN);
}

function runText(verdict: RunVerdict, words: Words): string {
  switch (verdict.kind) {
    case "accepted": {
      const { headSha, primary } = verdict.order;
      return told(words, "run_accepted", { sha: headSha.slice(0, 7), label: primary });
    }
    case "blocked":
      return obstacleText(verdict.obstacle, words);
    case "refused":
      return told(words, `run_${verdict.code}`, verdict.values);
  }
}

/** The same sentences as on the card, with the next step of the line that is in the way. */
function obstacleText(obstacle: Blocked, words: Words): string {
  const { code, values } = sweepRow({ decision: obstacle, shown: null, cancel: [] });
  const again = isPassing(obstacle) ? told(words, "run_unread") : null;
  const next =
    again ??
    sayIfAny(words, `card.${code}_next`, values, MARKDOWN) ??
    sayIfAny(words, `card.${obstacle.code}_next`, values, MARKDOWN);
  return joined([say(words, `card.${code}`, values, MARKDOWN), next ?? ""], words);
}

/** What the card waits for: a command that was refused for it waits for nothing and has to be given again. */
function isPassing({ code }: Blocked): boolean {
  return code.endsWith("_unknown") || code.startsWith("fork_test_merge_");
}

function cancelText(verdict: CancelVerdict, words: Words): string {
  if (verdict.kind === "refused") return told(words, "cancel_nothing_runs");
  const { runs, stop, retry } = verdict;
  const sentences = [
    ...runs.map(({ id, url }) => told(words, "cancel_run", { run: id, url })),
    ...(stop.key === null ? [] : [told(words, "cancel_start")]),
    ...(retry ? [told(words, "cancel_retry")] : []),
    told(words, "cancel_next"),
  ];
  return joined(sentences, words);
}

function rerunText(verdict: RerunVerdict, words: Words): string {
  switch (verdict.kind) {
    case "asked":
      return told(words, "rerun_asked", { run: verdict.rerun.runId });
    case "failed":
      return told(words, "rerun_failed", { reason: verdict.reason });
    case "refused":
      return told(words, `rerun_${verdict.code}`, verdict.values);
    case "done": {
      const { rerun, url, widened, loosensReuse } = verdict;
      const view = { run: rerun.runId, url, attempt: rerun.attempt + 1 };
      const sentences = [
        told(words, `rerun_done_${rerun.which}`, view),
        widened ? told(words, "rerun_widened") : "",
        loosensReuse ? told(words, "rerun_loosens_reuse", view) : "",
      ];
      return joined(sentences, words);
    }
  }
}
