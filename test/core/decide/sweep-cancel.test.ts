import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import type { SweepDecision } from "../../../src/core/decide/sweep.ts";
import type { ClaimFact, Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aRun, EARLIER, FULL, labelled, NOW } from "../../support/build.ts";
import { configured, documentsOf, someFacts, someRevisions } from "../../support/facts.ts";

const asked = labelled([FULL]);
/** The key of the sweep that `asked` asks for. */
const KEY = keyOf(decide(someFacts(asked)).sweep.decision);
const OTHER_KEY = "0".repeat(16);

function keyOf(decision: SweepDecision): string {
  if (!("plan" in decision)) throw new Error(`no plan in ${decision.kind}`);
  return decision.plan.key;
}

function sweepOf(more: Partial<Facts>): ReturnType<typeof decide>["sweep"] {
  return decide(someFacts({ ...asked, ...more })).sweep;
}

function aClaim(result: string | null): ClaimFact {
  const state = result === null ? ("claimed" as const) : ("recorded" as const);
  return { key: KEY, kind: "sweep", state, result, at: NOW - 1_000 };
}

describe("which runs are cancelled (decision 7)", () => {
  const old = aRun(800, { planKey: OTHER_KEY, status: "in_progress", sourceSha: EARLIER });
  const own = aRun(900, { planKey: KEY, status: "queued" });
  const foreign = aRun(700, { status: "in_progress" });
  const ended = aRun(600, { planKey: OTHER_KEY });
  const running = [own, old, foreign, ended];

  test.each<[string, Partial<Facts>, readonly RunFacts[], readonly number[]]>([
    ["a replacement starts", {}, [old, foreign, ended], [800]],
    ["the replacement runs", {}, running, [800]],
    ["the replacement is recorded and not yet visible", { claims: [aClaim("900")] }, [old], [800]],
    ["the label is removed", labelled([]), running, [900, 800]],
    ["it is closed", labelled([FULL], { state: "closed" }), running, [900, 800]],
    ["it is merged", labelled([FULL], { state: "closed", merged: true }), running, [900, 800]],
    ["it becomes a draft", labelled([FULL], { draft: true }), running, [900, 800]],
    [
      "a push carries [skip-sweep]",
      { revisions: known(someRevisions({ headMessage: "[skip-sweep]" })) },
      running,
      [],
    ],
    [
      "a push breaks the changelog",
      { documents: documentsOf({ changelog: "broken" }) },
      running,
      [],
    ],
    ["a second primary label is put on", labelled([FULL, "sweep-enabled"]), running, []],
    ["GitHub refused the replacement", { claims: [aClaim("failed:no")] }, [old], []],
    [
      "the repository's own workflow is in charge (decision 12)",
      { config: configured({ sweep: { trigger: "observe" } }) },
      running,
      [],
    ],
    ["the permission of the new requester is not known", { permissions: {} }, [old], []],
  ])("when %s", (_story, more, runs, cancelled) => {
    expect(sweepOf({ ...more, runs }).cancel).toEqual(cancelled);
  });

  test("runs that somebody else started are never touched", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (draft, merged, on) => {
        const more = labelled(on ? [FULL] : [], {
          draft,
          merged,
          state: merged ? "closed" : "open",
        });
        expect(sweepOf({ ...more, runs: [foreign] }).cancel).toEqual([]);
      }),
    );
  });
});
