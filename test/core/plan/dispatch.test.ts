import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { parseRunName } from "../../../src/core/decide/plan-key.ts";
import { planDispatch } from "../../../src/core/plan/dispatch.ts";
import { planSignoff } from "../../../src/core/plan/signoff.ts";
import type { Effect } from "../../../src/core/model/effect.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { DISPATCH_INPUTS, STATUS_DESCRIPTION_CHARACTERS } from "../../../src/core/model/limits.ts";
import {
  aComment,
  anArtifact,
  aPerson,
  APP,
  aPull,
  aRun,
  BASE,
  FULL,
  HEAD,
  labelled,
  NOW,
  ownComment,
  WORKFLOW,
} from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { formOf } from "../../support/checklist.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { answerWith } from "../../support/reuse.ts";

function dispatches(facts: Facts): readonly Effect[] {
  return planDispatch(decide(facts), facts, dictionary);
}

function workflowOf(facts: Facts): Extract<Effect, { kind: "dispatchWorkflow" }> {
  const [effect] = dispatches(facts);
  if (effect?.kind !== "dispatchWorkflow") throw new Error("nothing is dispatched");
  return effect;
}

describe("the sweep that was judged", () => {
  const facts = someFacts(labelled([FULL, "all-evals", "docs"]));

  test("is dispatched with everything it was judged on", () => {
    const { dispatch } = workflowOf(facts);
    expect(dispatch).toMatchObject({ workflow: WORKFLOW, ref: "main", headSha: HEAD });
    expect(dispatch.inputs).toMatchObject({
      "pull-request": "42",
      "head-sha": HEAD,
      "base-sha": BASE,
      "plan-key": dispatch.key,
      "trim-conc": "false",
      canary: "true",
      "fail-fast": "true",
      "all-evals": "true",
      "evals-only": "false",
      "agentx-fast": "false",
    });
    expect(dispatch.inputs["matrix-digest"]).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.parse(dispatch.inputs["labels-json"] ?? "")).toEqual([FULL, "all-evals", "docs"]);
    expect(Object.keys(dispatch.inputs).length).toBeLessThanOrEqual(DISPATCH_INPUTS);
  });

  test("puts a check run with the plan key beside it, under way", () => {
    const { check, dispatch } = workflowOf(facts);
    expect(check).toMatchObject({
      name: "sweepbot/sweep",
      externalId: dispatch.key,
      status: "in_progress",
      conclusion: null,
    });
  });

  test("runs the workflow of the branch that the repository names", () => {
    const config = configured({ sweep: { ref: "bench", workflow: ".github/workflows/x.yml" } });
    expect(workflowOf({ ...facts, config }).dispatch).toMatchObject({
      ref: "bench",
      workflow: ".github/workflows/x.yml",
    });
  });

  test("trims where the label says so", () => {
    const trimmed = someFacts(labelled(["sweep-enabled"]));
    expect(workflowOf(trimmed).dispatch.inputs).toMatchObject({
      "trim-conc": "true",
      canary: "false",
    });
  });

  test("carries a run name, where it carries one, that reads back as this sweep", () => {
    const { dispatch } = workflowOf(facts);
    const name = dispatch.inputs["run-name"];
    if (name !== undefined)
      expect(parseRunName(name)).toMatchObject({ pull: 42, key: dispatch.key });
    expect(dispatch.key).toMatch(/^[0-9a-f]{16}$/u);
  });

  test.each<[string, Facts]>([
    ["without a label", someFacts()],
    [
      "when observing (decision 12)",
      someFacts({ ...labelled([FULL]), config: configured({ sweep: { trigger: "observe" } }) }),
    ],
    [
      "while it runs",
      someFacts({
        ...labelled([FULL]),
        runs: [
          aRun(900, {
            planKey: workflowOf(someFacts(labelled([FULL]))).dispatch.key,
            status: "queued",
          }),
        ],
      }),
    ],
  ])("is not dispatched %s", (_story, quiet) => {
    expect(dispatches(quiet)).toEqual([]);
  });
});

test("an ingest is due once the merge run has its metadata, and once only", () => {
  const mergeSha = "d".repeat(40);
  const binding = { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true };
  const body = answerWith({ kind: "bound", commentId: 1, binding });
  const facts = someFacts({
    ...labelled([FULL]),
    pull: aPull({
      labels: [FULL],
      state: "closed",
      merged: true,
      mergeCommitSha: mergeSha,
      mergedAt: NOW,
    }),
    comments: [aComment({ id: 1, body: "/reuse-sweep-run 900" }), ownComment({ id: 2, body })],
    runs: [aRun(900)],
    merge: {
      mergeSha,
      run: aRun(950, { event: "push" }).run,
      artifacts: [anArtifact("changelog-metadata")],
      checkRuns: [],
    },
  });
  const [effect, ...others] = dispatches(facts);
  expect(effect).toMatchObject({
    kind: "dispatchRepository",
    dispatch: { payload: { "source-run-id": "900", "merge-run-id": "950" } },
  });
  expect(others).toEqual([]);
  const key = effect?.kind === "dispatchRepository" ? effect.dispatch.key : "";
  const claim = { key, kind: "ingest", state: "recorded", result: "sent", at: NOW } as const;
  expect(dispatches({ ...facts, claims: [claim] })).toEqual([]);
});

describe("the sign-off on GitHub", () => {
  const signed = someFacts({
    comments: [aComment({ id: 1, body: formOf({ signed: "zoe" }), author: aPerson("zoe") })],
    pushes: known([{ after: HEAD, at: NOW - 10 ** 7 }]),
    permissions: { zoe: known("write") },
    teams: { "acme/core": { zoe: known(true) } },
  });
  const planned = (facts: Facts): readonly Effect[] =>
    planSignoff(decide(facts), facts, dictionary);

  test("is a status always, and a report once somebody has signed", () => {
    expect(planned(someFacts()).map((effect) => effect.kind)).toEqual(["setStatus"]);
    expect(planned(signed).map((effect) => effect.kind)).toEqual(["setStatus", "createComment"]);
  });

  test("stands in the context of the configuration, on the head", () => {
    const config = configured({ signoff: { context: "review/owners" } });
    const [effect] = planned(someFacts({ config }));
    expect(effect).toMatchObject({
      status: { context: "review/owners", sha: HEAD, state: "pending" },
    });
    const description = effect?.kind === "setStatus" ? effect.status.description : "";
    expect(description).toBe("Waiting for a CODEOWNER sign-off on bbbbbbb");
    expect(description.length).toBeLessThanOrEqual(STATUS_DESCRIPTION_CHARACTERS);
  });

  test("carries the older marker, so that the older tool knows it", () => {
    const report = planned(signed).find((effect) => effect.kind === "createComment");
    expect(report).toMatchObject({
      tag: `signoff-${HEAD}`,
      body: expect.stringContaining(`<!-- codeowner-signoff-verify sha=${HEAD} -->`) as unknown,
    });
  });

  test("is not written when the pull request is closed (spec/signoff §1.3)", () => {
    expect(planned({ ...signed, pull: aPull({ state: "closed" }) })).toEqual([]);
  });

  test("is one remark, and no status, when the pull request is for another branch", () => {
    const elsewhere = { ...signed, pull: aPull({ baseRef: "release" }) };
    const effects = planned(elsewhere);
    expect(effects).toMatchObject([{ kind: "createComment", tag: "signoff-base" }]);
    expect(planned({ ...applied(elsewhere, effects), now: NOW })).toEqual([]);
    expect(planned({ ...someFacts(), pull: elsewhere.pull })).toEqual([]);
    const back = { ...applied(elsewhere, effects), pull: aPull() };
    expect(planned(back)).toContainEqual(
      expect.objectContaining({ kind: "deleteComment", tag: "signoff-base" }),
    );
  });

  test("replaces what somebody else has set in its context (architecture §4)", () => {
    const [effect] = planned(someFacts());
    if (effect?.kind !== "setStatus") throw new Error("no status");
    const forged = { ...effect.status, state: "success" as const, creator: aPerson("tov") };
    const effects = planned(someFacts({ statuses: [forged] }));
    expect(effects.map(({ kind }) => kind)).toEqual(["setStatus", "createComment"]);
    expect(effects[1]).toMatchObject({ body: expect.stringContaining("`tov` has set") as unknown });
    const own = { ...effect.status, creator: aPerson(APP.login) };
    expect(planned(someFacts({ statuses: [own] }))).toEqual([]);
  });
});
