/** Situations of a reuse request, for tests: what is known, and the same question asked at the comment and at the merge. */
import {
  judgeBinding,
  judgeReuse,
  type ReuseJudgement,
  type ReuseVerdict,
} from "../../src/core/decide/reuse.ts";
import { type AnswerOutcome, answerTag } from "../../src/core/decide/answered.ts";
import { type ReuseRecord, renderReuseRecord } from "../../src/core/decide/reuse-record.ts";
import type { ReuseContext } from "../../src/core/decide/reuse-rules.ts";
import type { Facts, RunFacts } from "../../src/core/model/facts.ts";
import { fullBody } from "../../src/core/plan/comments.ts";
import { aLabelEvent, FULL, HEAD, labelled, NOW } from "./build.ts";
import { someFacts } from "./facts.ts";

/** Labels of a full sweep, on long before any run. */
export function fullSweep(labels: readonly string[] = [FULL]): Pick<Facts, "pull" | "labelEvents"> {
  const { pull } = labelled(labels);
  return {
    pull,
    labelEvents: labels.map((label, index) =>
      aLabelEvent(label, { id: index, createdAt: NOW - 10 ** 7 }),
    ),
  };
}

/** A context in which nothing that was measured has changed since. */
export function unchanged(facts: Partial<Facts> = {}): ReuseContext {
  return {
    facts: someFacts({ ...fullSweep(), ...facts }),
    recipesUnchanged: () => ({ rule: "recipes_unchanged", outcome: "pass", values: {} }),
    scriptsUnchanged: () => ({ rule: "scripts_unchanged", outcome: "pass", values: {} }),
  };
}

/** The first rule that fails, and what is known about it. */
export function brokenRule({ rules }: Pick<ReuseJudgement, "rules">): string | null {
  return rules.find((rule) => rule.outcome === "fail")?.rule ?? null;
}

/** What was judged at the comment, judged again as the binding that it gave or would have given. */
export function judgeAgain(
  judgement: ReuseJudgement,
  pinned: boolean,
  runs: readonly RunFacts[],
  context: ReuseContext,
): ReuseVerdict {
  const runId = judgement.kind === "eligible" ? judgement.binding.runId : (judgement.runId ?? 0);
  const run = runs.find((each) => each.run.id === runId);
  const binding = {
    runId,
    attempt: run?.run.attempt ?? 1,
    sourceSha: run?.sourceSha ?? HEAD,
    headSha: HEAD,
    pinned,
  };
  return judgeBinding(binding, runs, context);
}

/** Judges a request for a named run, or for any. */
export function ask(
  runId: number | null,
  runs: readonly RunFacts[],
  context: ReuseContext = unchanged(),
): ReuseJudgement {
  return judgeReuse({ runId, pinned: runId !== null }, runs, context);
}

/** Our answer that authorises or withdraws, as it is posted: the tag, the record, and what it says. */
export function answerWith(
  record: ReuseRecord,
  { outcome = "done", text = "Text" }: { outcome?: AnswerOutcome; text?: string } = {},
): string {
  const tag = answerTag({ commentId: record.commentId, outcome, marks: ["00000000"] });
  return fullBody({ tag, body: `${renderReuseRecord(record)}\n${text}`, upkeep: "once" });
}
