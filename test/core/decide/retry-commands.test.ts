import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aComment, aJob, aPerson, aRun, FULL, labelled, NOW } from "../../support/build.ts";
import { LOST } from "../../support/causes.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";

const asked = someFacts({
  ...labelled([FULL]),
  config: configured({ sweep: { autoRetry: 2 } }),
  permissions: { mira: known("write") },
});
const { decision } = decide(asked).sweep;
const KEY = "plan" in decision ? decision.plan.key : "";
const jobs = [aJob("eval / a", { id: 1, conclusion: "failure", runnerName: "b200-01" })];

function says(body: string): Facts["comments"][number] {
  return aComment({ id: 70, body, author: aPerson("mira") });
}

/** A run that only a machine failed, and somebody who wants something of it. */
function factsOf(claims: readonly ClaimFact[] = [], body = "/sweep cancel"): Facts {
  const runs = [aRun(900, { planKey: KEY, conclusion: "failure", jobs })];
  return { ...asked, runs, claims, causes: { 1: known(LOST) }, comments: [says(body)] };
}

describe("`/sweep cancel` while a sweep is about to run again by itself", () => {
  test("stops that, and nothing runs again in the same look", () => {
    const facts = factsOf();
    const verdicts = decide(facts);
    expect(verdicts.commands.answers[0]?.replies).toMatchObject([
      { verdict: { kind: "accepted", stop: { runs: [{ id: 900, attempt: 1 }] }, retry: true } },
    ]);
    expect(verdicts.retry).toEqual({ kind: "none" });
    const { effects } = plan(verdicts, facts, dictionary);
    expect(effects.map(({ kind }) => kind)).not.toContain("rerunRun");
    const said = effects.flatMap((effect) => (effect.kind === "createComment" ? effect.body : []));
    expect(said.join()).toContain("are not run again by themselves");
  });

  test("stops the attempt that was asked for already, as soon as it shows", () => {
    const sent = { key: "retry:501:900:1", kind: "rerun", result: "rerun", at: NOW } as const;
    const verdicts = decide(factsOf([{ ...sent, state: "recorded" }]));
    expect(verdicts.commands.answers[0]?.replies).toMatchObject([
      {
        verdict: {
          stop: {
            runs: [
              { id: 900, attempt: 1 },
              { id: 900, attempt: 2 },
            ],
          },
        },
      },
    ]);
  });
});

describe("`/sweep rerun` of a run that would run again by itself", () => {
  const isRerun = ({ kind }: { readonly kind: string }): boolean => kind === "rerunRun";

  test("is the only re-run, and none of the budget", () => {
    const facts = factsOf([], "/sweep rerun");
    const verdicts = decide(facts);
    expect(verdicts.retry).toEqual({ kind: "none" });
    expect(plan(verdicts, facts, dictionary).effects.filter(isRerun)).toHaveLength(1);
  });

  test.each<[string | null, string]>([
    ["rerun", "none"],
    [null, "none"],
    ["failed:no", "due"],
  ])("leaves it alone while GitHub shows the attempt before: %s", (result, kind) => {
    const { rerun } = decide(factsOf([], "/sweep rerun")).commands;
    const key = rerun?.rerun.key ?? "";
    const state = result === null ? ("claimed" as const) : ("recorded" as const);
    const claim: ClaimFact = { key, kind: "rerun", state, result, at: NOW };
    const facts = factsOf([claim], "done");
    expect([key.endsWith(":900:1:failed"), decide(facts).retry.kind]).toEqual([true, kind]);
  });
});
