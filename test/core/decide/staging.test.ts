import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { judgeStaging, type StagingJudgement } from "../../../src/core/decide/staging.ts";
import { STAGING_RULES } from "../../../src/core/decide/staging-rules.ts";
import type { Facts, RunFacts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  aComment,
  aLabelEvent,
  anArtifact,
  type AnyRun,
  aPull,
  aRun,
  EARLIER,
  FULL,
  HEAD,
  MINUTE_MS,
  NOW,
  PULL,
} from "../../support/build.ts";
import { configured, someFacts } from "../../support/facts.ts";
import { fullSweep } from "../../support/reuse.ts";
import { anOrder, recorded } from "../../support/sweep-orders.ts";

const DROPPED = "d".repeat(40);
const COMPLETE = ["changelog-metadata", "results_bmk"];

/** A run that may be staged. */
function aSweep(id: number, more: AnyRun = {}): RunFacts {
  return aRun(id, { artifacts: COMPLETE, ...more });
}

function judged(
  runId: number | null,
  runs: readonly RunFacts[],
  facts: Partial<Facts> = {},
): StagingJudgement {
  return judgeStaging(runId, runs, someFacts({ ...fullSweep(), ...facts }));
}

/** The run that is staged, or the first rule that keeps it from being staged. */
function outcome(judgement: StagingJudgement): string | number {
  if (judgement.kind === "eligible") return judgement.run.id;
  const rule = judgement.rules.find((each) => each.outcome !== "pass");
  return `${rule?.outcome ?? "?"}: ${rule?.rule ?? "?"}`;
}

describe("a run that is named for staging (spec/control-plane §4.3)", () => {
  test.each<[string, RunFacts, Partial<Facts>, string | null]>([
    ["all green", aSweep(900), {}, null],
    ["failed, with results", aSweep(900, { conclusion: "failure" }), {}, null],
    ["cancelled, with results", aSweep(900, { conclusion: "cancelled" }), {}, null],
    [
      "with agentic results only",
      aSweep(900, { artifacts: ["changelog-metadata", "bmk_agentic_x"] }),
      {},
      null,
    ],
    [
      "of a closed pull request",
      aSweep(900),
      { pull: aPull({ labels: [FULL], state: "closed" }) },
      null,
    ],
    [
      "with a modifier on, which counts for reuse only",
      aSweep(900),
      fullSweep([FULL, "evals-only"]),
      null,
    ],
    ["timed out", aSweep(900, { conclusion: "timed_out" }), {}, "conclusion_usable"],
    ["in progress", aSweep(900, { status: "in_progress" }), {}, "conclusion_usable"],
    ["without metadata", aSweep(900, { artifacts: ["results_bmk"] }), {}, "metadata_available"],
    [
      "with expired metadata",
      aSweep(900, {
        artifacts: [anArtifact("changelog-metadata", { expired: true }), "results_bmk"],
      }),
      {},
      "metadata_available",
    ],
    [
      "without results",
      aSweep(900, { artifacts: ["changelog-metadata"] }),
      {},
      "results_available",
    ],
    [
      "with expired results",
      aSweep(900, {
        artifacts: ["changelog-metadata", anArtifact("results_bmk", { expired: true })],
      }),
      {},
      "results_available",
    ],
    ["that is not there", aSweep(901), {}, "run_exists"],
    [
      "while only a trimmed label is on",
      aSweep(900),
      { pull: aPull({ labels: ["sweep-enabled"] }) },
      "full_label_now",
    ],
    ["while no label is on", aSweep(900), { pull: aPull() }, "full_label_now"],
    [
      "of a fork's e2e workflow",
      aSweep(900, { path: ".github/workflows/e2e-tests.yml" }),
      {},
      "sweep_workflow",
    ],
    ["for a push", aSweep(900, { event: "push" }), {}, "sweep_workflow"],
    ["that a person dispatched", aSweep(900, { event: "workflow_dispatch" }), {}, "sweep_workflow"],
    [
      "of another pull request (STG-10)",
      aSweep(900, { sourceSha: DROPPED, pullNumbers: [7] }),
      {},
      "tied_to_pull",
    ],
    [
      "on a dropped commit that GitHub ties to it (STG-02)",
      aSweep(900, { sourceSha: DROPPED, pullNumbers: [PULL] }),
      {},
      null,
    ],
  ])("%s", (_story, run, facts, broken) => {
    expect(outcome(judged(900, [run], facts))).toBe(broken === null ? 900 : `fail: ${broken}`);
  });

  test.each<[string, string, boolean]>([
    ["before the first label (STG-04)", "08:55:00", false],
    ["in the second of the label", "09:00:00", true],
    ["while the label was on", "09:00:01", true],
    ["in the second in which it was taken off", "12:00:00", false],
    ["in the gap (STG-04)", "12:00:04", false],
    ["in the second in which it was put on again", "12:00:09", true],
  ])("%s: created at %s", (_story, time, isFull) => {
    const at = (clock: string): number => Date.parse(`2026-03-02T${clock}.500Z`);
    const labelEvents = [
      aLabelEvent(FULL, { id: 1, createdAt: at("09:00:00") }),
      aLabelEvent(FULL, { id: 2, kind: "unlabeled", createdAt: at("12:00:00") }),
      aLabelEvent(FULL, { id: 3, createdAt: at("12:00:09") }),
    ];
    const createdAt = Date.parse(`2026-03-02T${time}Z`);
    const facts = { pull: aPull({ labels: [FULL] }), labelEvents };
    const { rules } = judged(900, [aSweep(900, { createdAt })], facts);
    const rule = rules.find((each) => each.rule === "full_label_then");
    expect(rule?.outcome).toBe(isFull ? "pass" : "fail");
  });

  test("one that /sweep run ordered counts as started with the order's label", () => {
    const run = aSweep(900, { planKey: "f".repeat(16) });
    const order = (primary: string): Partial<Facts> => ({
      pull: aPull(),
      labelEvents: [],
      comments: [recorded(anOrder({ primary, at: NOW - 30 * MINUTE_MS }))],
    });
    expect(outcome(judged(900, [run], order(FULL)))).toBe(900);
    expect(outcome(judged(900, [run], order("sweep-enabled")))).toBe("fail: full_label_now");
  });

  test("commits that could not be read are not known, which is not no", () => {
    const run = aSweep(900, { sourceSha: DROPPED });
    expect(outcome(judged(900, [run], { commits: unknown("truncated") }))).toBe(
      "unknown: tied_to_pull",
    );
  });
});

describe("without a run, the newest that meets every rule is taken", () => {
  test.each<[string, readonly RunFacts[], Partial<Facts>, string | number]>([
    ["of several", [aSweep(900), aSweep(910)], {}, 910],
    [
      "an older one where the newest left its metadata only",
      [aSweep(910, { artifacts: ["changelog-metadata"] }), aSweep(900)],
      {},
      900,
    ],
    ["none at all", [], {}, "fail: run_exists"],
    [
      "none on a dropped commit, though GitHub ties it (STG-02)",
      [aSweep(900, { sourceSha: DROPPED, pullNumbers: [PULL] })],
      {},
      "fail: tied_to_pull",
    ],
    ["none that was only named", [aSweep(900, { belongs: false })], {}, "fail: run_exists"],
    [
      "none in place of a newer one that is not known",
      [aSweep(910, { sourceSha: DROPPED }), aSweep(900, { sourceSha: EARLIER })],
      { commits: unknown("truncated") },
      "unknown: tied_to_pull",
    ],
  ])("%s", (_story, runs, facts, wanted) => {
    expect(outcome(judged(null, runs, facts))).toBe(wanted);
  });
});

describe("the answer", () => {
  const asked = (body: string, more: Partial<Facts> = {}): ReturnType<typeof decide>["commands"] =>
    decide(
      someFacts({
        ...fullSweep(),
        labelEvents: [aLabelEvent(FULL, { createdAt: Date.parse("2026-02-01T00:00:00Z") })],
        comments: [aComment({ id: 100, body })],
        permissions: { mira: known("write") },
        runs: [aSweep(900, { attempt: 2, createdAt: Date.parse("2026-03-01T23:59:59Z") })],
        ...more,
      }),
    ).commands;

  test("lists every rule, and records run, attempt, day and person", () => {
    const [reply] = asked("/stage-results").answers[0]?.replies ?? [];
    if (reply?.kind !== "staging") throw new Error("no reply");
    expect(reply.judgement.rules.map(({ rule }) => rule)).toEqual([...STAGING_RULES]);
    expect(reply.record).toEqual({
      commentId: 100,
      mark: expect.stringMatching(/^[0-9a-f]{8}$/u),
      ...{ runId: 900, attempt: 2, date: "2026-03-01", login: "mira" },
    });
  });

  test("of several in one comment the last counts", () => {
    const [answer] = asked("/stage-results 12\n/stage-results 900").answers;
    expect(answer?.replies.map(({ kind }) => kind)).toEqual(["stagingReplaced", "staging"]);
    expect(answer?.record.outcome).toBe("done");
  });

  test("waits for what could not be read", () => {
    expect(asked("/stage-results", { commits: unknown("truncated") }).waiting).toEqual([100]);
  });

  test("names of settings are the settings'", () => {
    const config = configured({ results: { metadataArtifact: "meta", artifacts: ["out"] } });
    const run = aSweep(900, { artifacts: ["meta", "out"], headSha: HEAD });
    expect(outcome(judged(900, [run], { config }))).toBe(900);
    expect(outcome(judged(900, [aSweep(900)], { config }))).toBe("fail: metadata_available");
  });
});
