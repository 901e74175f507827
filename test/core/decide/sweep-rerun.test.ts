import { describe, expect, test } from "@jest/globals";
import type { CommandsVerdict } from "../../../src/core/decide/commands.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { applied } from "../../support/apply.ts";
import { type AnyRun, aComment, aJob, aPull, aRun, EARLIER, NOW } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import { anOrder, recorded } from "../../support/sweep-orders.ts";

const DAY_MS = 24 * 3_600_000;

/** A pull request whose own workflow ran once, and a comment with a command. */
function factsOf(body: string, run: AnyRun = {}, more: Partial<Facts> = {}): Facts {
  const { comments = [], ...others } = more;
  return someFacts({
    permissions: { mira: known("write") },
    runs: [aRun(900, { conclusion: "failure", ...run })],
    comments: [...comments, aComment({ id: 100, body })],
    ...others,
  });
}

/** What is asked of GitHub, or why nothing is. */
function outcome({ answers, waiting, rerun }: CommandsVerdict): string {
  if (rerun !== null)
    return `${rerun.rerun.which} of ${rerun.rerun.runId}.${rerun.rerun.attempt}${waiting.length > 0 ? "" : ", answered"}`;
  const [reply] = answers[0]?.replies ?? [];
  if (reply?.kind !== "sweepRerun") return reply?.kind ?? "nothing";
  return "code" in reply.verdict ? reply.verdict.code : reply.verdict.kind;
}

const green = aJob("eval / a");
const red = aJob("eval / b", { conclusion: "failure" });

describe("/sweep rerun", () => {
  test.each<[string, string, readonly [run: AnyRun, more?: Partial<Facts>], string]>([
    ["failed jobs of a failed run", "/sweep rerun", [{}], "failed of 900.1"],
    [
      "failed jobs of one that timed out",
      "/sweep rerun failed",
      [{ conclusion: "timed_out" }],
      "failed of 900.1",
    ],
    [
      "all jobs of a failed run",
      "/sweep rerun all",
      [{ jobs: [green, red], attempt: 3 }],
      "all of 900.3",
    ],
    ["all jobs of a green run", "/sweep rerun all", [{ conclusion: "success" }], "all of 900.1"],
    [
      "all jobs of a cancelled run, whatever was asked",
      "/sweep rerun",
      [{ conclusion: "cancelled" }],
      "all of 900.1",
    ],
    ["nothing of a green run", "/sweep rerun", [{ conclusion: "success" }], "nothing_failed"],
    ["nothing where every job is green", "/sweep rerun", [{ jobs: [green] }], "nothing_failed"],
    [
      "nothing while it goes on",
      "/sweep rerun all",
      [{ status: "in_progress", conclusion: null }],
      "running",
    ],
    [
      "nothing that never started",
      "/sweep rerun all",
      [{ conclusion: "startup_failure" }],
      "startup_failure",
    ],
    [
      "nothing that waits for an approval",
      "/sweep rerun all",
      [{ conclusion: "action_required" }],
      "action_required",
    ],
    ["nothing of another commit", "/sweep rerun", [{ sourceSha: EARLIER }], "other_commit"],
    [
      "nothing older than 30 days",
      "/sweep rerun",
      [{ createdAt: NOW - 30 * DAY_MS - 1 }],
      "too_old",
    ],
    ["what is 30 days old", "/sweep rerun", [{ createdAt: NOW - 30 * DAY_MS }], "failed of 900.1"],
    ["nothing where there is no run", "/sweep rerun", [{}, { runs: [] }], "no_run"],
    ["nothing of another pull request", "/sweep rerun", [{ belongs: false }], "no_run"],
    [
      "nothing of a closed pull request",
      "/sweep rerun",
      [{}, { pull: aPull({ state: "closed" }) }],
      "closed",
    ],
    [
      "nothing that no label asks for any more",
      "/sweep rerun",
      [{ planKey: "f".repeat(16) }],
      "not_wanted",
    ],
    [
      "nothing that an order for another commit asks for",
      "/sweep rerun",
      [{ planKey: "f".repeat(16) }, { comments: [recorded(anOrder({ headSha: EARLIER }))] }],
      "not_wanted",
    ],
    [
      "nothing for a reader",
      "/sweep rerun",
      [{}, { permissions: { mira: known("read") } }],
      "noPermission",
    ],
  ])("%s", (_story, body, [run, more], said) => {
    expect(outcome(decide(factsOf(body, run, more)).commands)).toBe(said);
  });

  test("takes the run of an order, which goes on without a label", () => {
    const comments = [recorded(anOrder())];
    const { decision } = decide(factsOf("/help", {}, { comments, runs: [] })).sweep;
    const planKey = "plan" in decision ? decision.plan.key : null;
    const facts = factsOf("/sweep rerun", { planKey }, { comments });
    expect(outcome(decide(facts).commands)).toBe("failed of 900.1");
    const after = applied(facts, plan(decide(facts), facts, dictionary).effects);
    expect(decide(after).sweep).toMatchObject({ decision: { kind: "running" }, cancel: [] });
  });

  test("is done once for its comment, then answered, and then there is nothing left to do", () => {
    const before = factsOf("/sweep rerun");
    const first = plan(decide(before), before, dictionary);
    expect(first.effects.filter(({ kind }) => kind === "rerunRun")).toHaveLength(1);
    expect(first.lookAgainMs).toBe(0);
    const between = applied(before, first.effects);
    expect(outcome(decide(between).commands)).toBe("done");
    const after = applied(between, plan(decide(between), between, dictionary).effects);
    expect(plan(decide(after), after, dictionary).effects).toEqual([]);
  });

  /** The claim that a pass has made for the command. */
  function claimOf(body: string, run: AnyRun, more: Partial<ClaimFact>): ClaimFact {
    const { rerun } = decide(factsOf(body, run)).commands;
    const key = rerun?.rerun.key ?? "";
    return { key, kind: "rerun", state: "recorded", result: "rerun", at: NOW, ...more };
  }

  test("that a crash has cut short is settled as it was decided, whatever the run looks like now", () => {
    const cut = claimOf("/sweep rerun", {}, { state: "claimed", result: null });
    const facts = factsOf(
      "/sweep rerun",
      { attempt: 2, status: "queued", conclusion: null },
      { claims: [cut] },
    );
    const { rerun, waiting } = decide(facts).commands;
    expect(rerun).toMatchObject({
      isNew: false,
      rerun: { key: cut.key, runId: 900, attempt: 1, which: "failed" },
    });
    expect(waiting).toEqual([100]);
    expect(plan(decide(facts), facts, dictionary).lookAgainMs).not.toBe(0);
  });

  test("says that it was widened, and that a reuse was bound to the attempt before", () => {
    const done = claimOf("/sweep rerun", { conclusion: "cancelled" }, {});
    const [answer] = decide(factsOf("/sweep rerun", { attempt: 2 }, { claims: [done] })).commands
      .answers;
    expect(answer).toMatchObject({
      record: { outcome: "done" },
      replies: [
        {
          verdict: {
            kind: "done",
            widened: true,
            loosensReuse: false,
            rerun: { attempt: 1, which: "all" },
          },
        },
      ],
    });
  });

  test("that GitHub refused is refused with its reason, and not tried again", () => {
    const refused = claimOf("/sweep rerun", {}, { result: "failed:POST /x: no\nmore" });
    const { answers, rerun } = decide(factsOf("/sweep rerun", {}, { claims: [refused] })).commands;
    expect(rerun).toBeNull();
    expect(answers[0]).toMatchObject({
      record: { outcome: "refused" },
      replies: [{ verdict: { reason: "POST /x: no\nmore" } }],
    });
  });

  test("is another command when its words change, and the same when they mean the same (CMD-14)", () => {
    const done = claimOf("/sweep rerun", {}, {});
    expect(outcome(decide(factsOf("/sweep rerun failed", {}, { claims: [done] })).commands)).toBe(
      "done",
    );
    expect(
      outcome(decide(factsOf("/sweep rerun all", { attempt: 2 }, { claims: [done] })).commands),
    ).toBe("all of 900.2");
  });
});
