import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import type { ReuseJudgement } from "../../../src/core/decide/reuse.ts";
import type { ReuseContext } from "../../../src/core/decide/reuse-rules.ts";
import type { Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { lastOf } from "../../../src/core/commands/order.ts";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { aLabelEvent, anArtifact, aRun, FULL, NOW, REPOSITORY } from "../../support/build.ts";
import { ask, brokenRule, fullSweep, judgeAgain, unchanged } from "../../support/reuse.ts";
import { describeShared } from "../../support/shared.ts";

const Run = z.looseObject({
  id: z.number(),
  event: z.string(),
  status: z.enum(["completed", "in_progress"]),
  conclusion: z.enum(["success", "failure", "cancelled", "timed_out", "skipped"]).nullable(),
  path: z.string(),
  head_sha: z.string(),
  run_attempt: z.number(),
});
const Comment = z.looseObject({ body: z.string() });
const Situation = z.looseObject({
  name: z.string(),
  pr: z.looseObject({ labels: z.array(z.looseObject({ name: z.string() })) }),
  comments: z.union([z.array(Comment), z.record(z.string(), z.array(Comment))]),
  pr_commits: z.array(z.string()),
  runs_api_order: z.array(Run),
  runs_by_id: z.record(z.string(), Run),
  artifacts: z.record(
    z.string(),
    z.array(z.looseObject({ name: z.string(), expired: z.boolean().optional() })),
  ),
  outcome: z.enum(["disabled", "fail", "reuse"]),
  code: z.string(),
  source_run_id: z.string().nullable(),
});
type Situation = z.infer<typeof Situation>;

/** Our rule for each reason of the present system. */
const RULES: Readonly<Record<string, string>> = {
  "missing-full-sweep-label": "one_full_label_now",
  "run-not-found": "run_exists",
  "bad-conclusion": "conclusion_usable",
  "not-completed": "run_completed",
  "wrong-event": "sweep_workflow",
  "sha-not-in-pr": "commit_in_pull",
  "no-result-artifacts": "results_available",
};

/** Situations that are not a judgement of a run: where they are decided instead. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "no associated PR": "a pass always looks at one pull request",
  "two PRs, one authorised": "each of the two is looked at by itself",
  "one PR, no command": "no authorisation is on record (decideMerge: no_reuse)",
  "command by CONTRIBUTOR": "permission is asked when the command is answered (decision 3)",
};

interface Asked {
  readonly runs: readonly RunFacts[];
  readonly context: ReuseContext;
  readonly pinned: number | null;
}

function sha(letter: string): string {
  return letter.toLowerCase().repeat(40).slice(0, 40);
}

function asked(situation: Situation, more: Partial<Facts> = {}): Asked {
  const runs = [...situation.runs_api_order, ...Object.values(situation.runs_by_id)].map((run) =>
    aRun(run.id, {
      event: run.event,
      status: run.status,
      conclusion: run.conclusion,
      path: run.path,
      sourceSha: sha(run.head_sha),
      artifacts: (situation.artifacts[String(run.id)] ?? []).map((artifact) =>
        anArtifact(artifact.name, { expired: artifact.expired ?? false }),
      ),
    }),
  );
  const commits = situation.pr_commits.map((each) => ({
    sha: sha(each),
    message: "",
    parents: [],
  }));
  const labels = situation.pr.labels.map((label) => label.name);
  const { comments } = situation;
  const body = (Array.isArray(comments) ? comments.at(-1) : undefined)?.body ?? "";
  const command = lastOf(parseCommands(body, { repository: REPOSITORY }), ["reuse-sweep-run"]);
  return {
    runs,
    context: unchanged({ ...fullSweep(labels), commits: known(commits), ...more }),
    pinned: command?.name === "reuse-sweep-run" ? command.args.run : null,
  };
}

function judge({ runs, context, pinned }: Asked): ReuseJudgement {
  return ask(pinned, runs, context);
}

describeShared("reuse at the merge", (shared) => {
  const text = readFileSync(join(shared, "vectors", "reuse.json"), "utf8");
  const situations = z
    .looseObject({ merge_time: z.array(Situation) })
    .parse(JSON.parse(text)).merge_time;
  const judged = situations.filter((each) => ELSEWHERE[each.name] === undefined);

  test.each(judged)("$name: $outcome ($code)", (situation) => {
    const judgement = judge(asked(situation));
    if (situation.outcome === "reuse") {
      const runId = Number(situation.source_run_id);
      expect(judgement).toMatchObject({ kind: "eligible", binding: { runId } });
    } else {
      expect(judgement.kind).toBe("refused");
      const rule = RULES[situation.code];
      if (rule !== undefined) expect(brokenRule(judgement)).toBe(rule);
    }
  });

  test.each(judged)(
    "$name: the merge agrees with the answer to the comment (decision 14)",
    (situation) => {
      const question = asked(situation);
      const judgement = judge(question);
      const again = judgeAgain(
        judgement,
        question.pinned !== null,
        question.runs,
        question.context,
      );
      expect(again.kind === "authorised").toBe(judgement.kind === "eligible");
    },
  );

  test("every other situation is one that is decided elsewhere", () => {
    const names = situations.map((each) => each.name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(ELSEWHERE)));
  });

  describe("where decisions 14 to 16 answer otherwise", () => {
    const auto = situations.find((each) => each.name === "auto: newest success w/ results");
    if (auto === undefined) throw new Error("the vectors have changed");

    test("a source run that started under evals-only is refused (decision 16)", () => {
      const labelEvents = [
        aLabelEvent(FULL, { createdAt: 0 }),
        aLabelEvent("evals-only", { createdAt: 0 }),
        aLabelEvent("evals-only", { kind: "unlabeled", createdAt: NOW }),
      ];
      expect(brokenRule(judge(asked(auto, { labelEvents })))).toBe("full_label_at_start");
    });

    test("two full labels at once are refused (decision 10)", () => {
      const labels = [FULL, "full-sweep-enabled"].map((name) => ({ name }));
      const judgement = judge(asked({ ...auto, pr: { labels } }));
      expect(brokenRule(judgement)).toBe("one_full_label_now");
    });

    test("the newest run is taken, though the list comes oldest first (decision 14)", () => {
      const judgement = judge(
        asked({ ...auto, runs_api_order: [...auto.runs_api_order].reverse() }),
      );
      expect(judgement).toMatchObject({ binding: { runId: 2 } });
    });
  });
});
