import { expect, test } from "@jest/globals";
import { decide } from "../../src/core/decide/decide.ts";
import { plan } from "../../src/core/plan/plan.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import { conclusionOf } from "../../src/records.ts";
import { aPull, FULL, labelled } from "../support/build.ts";
import { dictionary, someFacts } from "../support/facts.ts";

function concluded(facts: Facts): ReturnType<typeof conclusionOf> {
  const verdicts = decide(facts);
  return conclusionOf({ facts, verdicts, plan: plan(verdicts, facts, dictionary) });
}

test("what a look concluded is kept in codes", () => {
  expect(concluded(someFacts())).toMatchObject({
    head: "bbbbbbbbbbbb",
    changelog: "valid",
    matrix: "planned",
    sweep: "idle: no_label",
    reuse: "none",
    signoff: "status_waiting",
    merge: "notMerged",
  });
});

test("the reason stands beside what has one", () => {
  const merge = { mergeSha: "d".repeat(40), run: null, artifacts: [], checkRuns: [] };
  const pull = aPull({ state: "closed", merged: true, mergeCommitSha: merge.mergeSha });
  expect(concluded(someFacts({ pull, merge }))).toMatchObject({
    sweep: "idle: merged",
    merge: "nothing: no_reuse",
    effects: [],
  });
  expect(concluded(someFacts(labelled([FULL])))).toMatchObject({
    sweep: "start",
    effects: expect.arrayContaining(["dispatchWorkflow", "createComment"]) as unknown,
  });
});

test("the same facts conclude the same, so that it is kept once", () => {
  expect(JSON.stringify(concluded(someFacts()))).toBe(JSON.stringify(concluded(someFacts())));
});
