import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import { modeOf, type SweepDecision } from "../../../src/core/decide/sweep.ts";
import { DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import type { ClaimFact, Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { known } from "../../../src/core/model/reading.ts";
import {
  aJob,
  aLabelEvent,
  aPull,
  aRun,
  EARLIER,
  FULL,
  HEAD,
  labelled,
  NOW,
} from "../../support/build.ts";
import { documentsOf, exampleFile, someFacts, someRevisions } from "../../support/facts.ts";

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

describe("one sweep, from label to end", () => {
  test.each<[string, Partial<Facts>, object]>([
    ["starts when nothing is known of it", {}, { kind: "start" }],
    [
      "is started again when only claimed: the dispatch finds out",
      { claims: [aClaim(null)] },
      { kind: "start" },
    ],
    [
      "is starting when recorded and not yet visible",
      { claims: [aClaim("900")] },
      { kind: "starting", since: NOW - 1_000 },
    ],
    [
      "has a failed trigger when GitHub refused (decision 13)",
      { claims: [aClaim("failed:Workflow does not have\n'workflow_dispatch' trigger")] },
      { kind: "triggerFailed", reason: "Workflow does not have\n'workflow_dispatch' trigger" },
    ],
    [
      "runs while its run is queued",
      { runs: [aRun(900, { planKey: KEY, status: "queued" })] },
      { kind: "running", runId: 900 },
    ],
    [
      "has ended with its run",
      { runs: [aRun(900, { planKey: KEY })] },
      { kind: "ended", runId: 900 },
    ],
    [
      "believes the run more than the record",
      { runs: [aRun(900, { planKey: KEY })], claims: [aClaim("failed:lost")] },
      { kind: "ended", runId: 900 },
    ],
    [
      "is not another sweep's run",
      { runs: [aRun(900, { planKey: OTHER_KEY })] },
      { kind: "start" },
    ],
    [
      "goes on although the person has lost the permission",
      { runs: [aRun(900, { planKey: KEY, status: "in_progress" })], permissions: {} },
      { kind: "running" },
    ],
  ])("%s", (_story, more, decision) => {
    expect(sweepOf(more).decision).toMatchObject(decision);
  });

  test("names exactly what was judged", () => {
    expect(sweepOf({}).decision).toMatchObject({
      plan: {
        key: KEY,
        headSha: HEAD,
        primary: { name: FULL },
        flags: { allEvals: false, evalsOnly: false, agentxFast: false },
        matrixDigest: expect.stringMatching(/^[0-9a-f]{64}$/u) as unknown,
      },
    });
  });

  test.each<[string, Partial<Facts>]>([
    ["a push", { pull: aPull({ labels: [FULL], headSha: EARLIER }) }],
    [
      "another recipe",
      {
        documents: documentsOf({
          recipes: exampleFile("configs/nvidia-master.yaml").replace(
            "conc-end: 64",
            "conc-end: 32",
          ),
        }),
      },
    ],
    ["another primary label", labelled(["full-sweep-enabled"])],
    ["a modifier", labelled([FULL, "evals-only"])],
    ["the label taken off and put on again", { labelEvents: [aLabelEvent(FULL, { id: 9_777 })] }],
    [
      "another pull request",
      {
        pull: aPull({ labels: [FULL], number: 43 }),
        documents: documentsOf({
          changelog:
            exampleFile("perf-changelog.yaml") +
            "\n- config-keys: [tiny-fp8-b200-vllm]\n  description: [Newer image]\n  pr-link: https://github.com/acme/gpu-benchmarks/pull/43\n",
        }),
      },
    ],
  ])("is another sweep after %s", (_story, more) => {
    expect(keyOf(sweepOf(more).decision)).not.toBe(KEY);
  });

  test.each<[string, Partial<Facts>]>([
    [
      "a priority label (decision 6)",
      {
        ...labelled([FULL, "skip_queue", "ci-patchwork"]),
        labelEvents: [...asked.labelEvents, aLabelEvent("skip_queue", { id: 9_500 })],
      },
    ],
    ["another title or body", { pull: aPull({ labels: [FULL], title: "x", body: "/sweep run" }) }],
    [
      "the base branch moving on",
      { revisions: known(someRevisions({ tipSha: EARLIER, behindBy: 3 })) },
    ],
    ["time", { now: NOW + 10 ** 9 }],
  ])("stays the same sweep after %s", (_story, more) => {
    expect(keyOf(sweepOf(more).decision)).toBe(KEY);
  });

  test("ten labels within a second are one sweep (LBL-03)", () => {
    const labels = [FULL, "all-evals", ...Array.from({ length: 8 }, (_, index) => `l${index}`)];
    const order = fc.shuffledSubarray(labels, { minLength: labels.length });
    const keys = new Set<string>();
    fc.assert(
      fc.property(order, (shuffled) => {
        const wanted = labelled(labels);
        const facts = someFacts({ ...wanted, pull: aPull({ labels: shuffled }) });
        keys.add(keyOf(decide(facts).sweep.decision));
      }),
      { numRuns: 20 },
    );
    expect(keys.size).toBe(1);
  });

  test("a mode names the label and its modifiers in one order", () => {
    const [primary] = DEFAULT_CONFIG.labels.primary;
    if (primary === undefined) throw new Error("no primary label");
    const all = { allEvals: true, evalsOnly: true, agentxFast: true };
    expect(modeOf(primary, all)).toBe("sweep-enabled+all-evals+evals-only+agentx-fast");
  });
});

describe("the run that is shown", () => {
  const newest = aRun(950, { planKey: OTHER_KEY });
  const own = aRun(900, { planKey: KEY, status: "in_progress" });
  test.each<[string, Partial<Facts>, readonly RunFacts[], number | null]>([
    ["is the present sweep's, though another is newer", {}, [newest, own], 900],
    ["is the newest when the present sweep has none", {}, [newest], 950],
    ["is the newest when nothing is asked for", labelled([]), [newest, own], 950],
    ["is none when there is none", {}, [], null],
    ["is not one that somebody only named", {}, [{ ...newest, belongs: false }], null],
    ["is one of its own behind a named one", {}, [aRun(960, { belongs: false }), newest], 950],
  ])("%s", (_story, more, runs, id) => {
    expect(sweepOf({ ...more, runs }).shown?.run.id ?? null).toBe(id);
  });

  test.each<[string, RunFacts, number | undefined]>([
    ["counts the planned jobs of the present sweep", { ...own, jobs: [aJob("eval / x")] }, 24],
    ["counts only what is there for another one", { ...newest, jobs: [aJob("eval / x")] }, 1],
    ["shows no progress while no job is there", { ...newest, jobs: [] }, undefined],
    ["shows no progress where jobs were not read", newest, undefined],
  ])("%s", (_story, run, total) => {
    expect(decide(someFacts({ ...asked, runs: [run] })).progress?.total).toBe(total);
  });
});
