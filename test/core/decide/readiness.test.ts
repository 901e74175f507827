import { describe, expect, test } from "@jest/globals";
import {
  ASPECTS,
  decideReadiness,
  type ReadinessInput,
  type ReadinessItem,
} from "../../../src/core/decide/readiness.ts";
import type { ReuseVerdict } from "../../../src/core/decide/reuse.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { aJob, aPull, aRun, FULL, labelled } from "../../support/build.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { NOTHING_ASIDE } from "../../support/signoff.ts";
import {
  aMatrix,
  BINDING,
  CHANGELOGS,
  MATRICES,
  REUSES,
  SIGNOFFS,
  SWEEPS,
} from "../../support/verdicts.ts";
import { readinessCheck } from "../../../src/core/render/readiness.ts";

const CLEAR = { mergeable: true };
const valid = {
  kind: "valid",
  additions: 1,
  corrections: 0,
  keys: ["k"],
  problems: [],
  baseProblems: [],
} as const;
const authorised: ReuseVerdict = {
  kind: "authorised",
  binding: BINDING,
  rules: [],
  expiresAt: null,
};
const verified = {
  status: { state: "success", code: "status_verified", values: {} },
  rows: [],
  covering: [],
  aside: NOTHING_ASIDE,
} as const;
const noSweep = {
  decision: { kind: "idle", code: "no_label" },
  shown: null,
  cancel: [],
} as const;
const green = aRun(900);

function given(more: Partial<ReadinessInput> = {}, facts: Partial<Facts> = {}): ReadinessInput {
  const { pull } = labelled([FULL]);
  return {
    facts: someFacts({ pull: { ...pull, ...CLEAR }, runs: [green], ...facts }),
    changelog: valid,
    matrix: aMatrix(),
    reuse: authorised,
    sweep: noSweep,
    signoff: verified,
    ...more,
  };
}

function itemOf(aspect: ReadinessItem["aspect"], input: ReadinessInput): ReadinessItem | undefined {
  const verdict = decideReadiness(input);
  return verdict !== null && "items" in verdict
    ? verdict.items.find((item) => item.aspect === aspect)
    : undefined;
}

describe("a merge (decision 17)", () => {
  test("is ready when every aspect holds, in the order in which they are listed", () => {
    const verdict = decideReadiness(given());
    expect(verdict).toMatchObject({ kind: "ready" });
    const items = verdict !== null && "items" in verdict ? verdict.items : [];
    expect(items.map(({ aspect }) => aspect)).toEqual(ASPECTS);
    expect(items.every(({ outcome }) => outcome === "pass")).toBe(true);
  });

  const none = { kind: "none", suggestion: null } as const;
  const suspended = (outcome: "fail" | "unknown"): ReuseVerdict => ({
    kind: "suspended",
    binding: BINDING,
    rules: [{ rule: "scripts_unchanged", outcome, values: {} }],
  });
  const running = { ...noSweep, shown: aRun(900, { status: "in_progress" }) };
  const observing = { config: configured({ sweep: { trigger: "observe" } }) };

  test.each([
    ["no reuse is ordered", given({ reuse: none }), ["notReady", "none"]],
    [
      "a run could be named",
      given({ reuse: { ...none, suggestion: BINDING } }),
      ["notReady", "suggested"],
    ],
    [
      "the authorisation is suspended",
      given({ reuse: suspended("fail") }),
      ["broken", "suspended"],
    ],
    [
      "a rule could not be looked up",
      given({ reuse: suspended("unknown") }),
      ["notReady", "unread"],
    ],
    ["the sweep still runs", given({ reuse: none, sweep: running }), ["notReady", "running"]],
    [
      "the repository measures again by itself",
      given({ reuse: none }, observing),
      ["notReady", "observed"],
    ],
  ])("says of the results when %s", (_, input, [kind, code]) => {
    expect(decideReadiness(input)).toMatchObject({ kind });
    expect(itemOf("results", input)).toMatchObject({ code });
  });

  test.each<[string, readonly ReturnType<typeof aJob>[] | null, string]>([
    [
      "are green although another job failed",
      [aJob("eval / a"), aJob("single-node 1k1k / b", { conclusion: "failure" })],
      "pass",
    ],
    [
      "failed in part",
      [aJob("eval / a"), aJob("multi-node eval / b", { conclusion: "failure" })],
      "fail",
    ],
    ["were cancelled", [aJob("eval / a", { conclusion: "cancelled" })], "fail"],
    ["never ran, however green the collector is", [aJob("Collect evals")], "fail"],
    ["were not read", null, "missing"],
  ])("says that evals of a failed run %s", (_, jobs, outcome) => {
    const run = { ...aRun(900, { conclusion: "failure" }), jobs };
    const matrix = aMatrix({ families: { eval: 2, "single-node 1k1k": 1 } });
    expect(itemOf("evals", given({ matrix }, { runs: [run] }))).toMatchObject({ outcome });
  });

  test("asks for no evals where the plan has none", () => {
    const matrix = aMatrix({ families: { "single-node 1k1k": 1 } });
    expect(itemOf("evals", given({ matrix }))).toMatchObject({ outcome: "none" });
    expect(decideReadiness(given({ matrix }))).toMatchObject({ kind: "ready" });
  });

  test.each<[string, Partial<Facts["pull"]>, string, string]>([
    ["GitHub has not worked out conflicts", { mergeable: null }, "waiting", "notReady"],
    ["there are conflicts", { mergeable: false }, "fail", "broken"],
    ["it is a draft", { mergeable: true, draft: true }, "missing", "notReady"],
  ])("waits or refuses when %s: not known is not clear", (_, pull, outcome, kind) => {
    const input = given({}, { pull: { ...labelled([FULL]).pull, ...pull } });
    expect(itemOf("conflicts", input)).toMatchObject({ outcome });
    expect(decideReadiness(input)).toMatchObject({ kind });
  });

  test.each(SIGNOFFS.map((signoff) => [signoff.status.state, signoff] as const))(
    "is never ready on a sign-off that is %s unless that is success",
    (state, signoff) => {
      const ready = decideReadiness(given({ signoff }))?.kind === "ready";
      expect(ready).toBe(state === "success");
    },
  );

  test.each([{ kind: "untouched", recipePaths: [] } as const, { ...valid, additions: 0 }])(
    "publishes nothing where no entry is added",
    (changelog) => {
      expect(decideReadiness(given({ changelog }))).toEqual({ kind: "nothingToPublish" });
    },
  );

  test("is not judged when the pull request is closed or goes elsewhere", () => {
    expect(decideReadiness(given({}, { pull: aPull({ state: "closed" }) }))).toBeNull();
    expect(decideReadiness(given({}, { pull: aPull({ baseRef: "release" }) }))).toBeNull();
  });
});

describe("the check run sweepbot/merge-readiness", () => {
  const pull = { ...labelled([FULL]).pull, ...CLEAR };
  const inputs = CHANGELOGS.flatMap((changelog) =>
    MATRICES.map((matrix) => given({ changelog, matrix })),
  )
    .concat(REUSES.map((reuse) => given({ reuse })))
    .concat(SIGNOFFS.map((signoff) => given({ signoff })))
    .concat(SWEEPS.map((sweep) => given({ sweep, reuse: { kind: "none", suggestion: null } })))
    .concat([null, true, false].map((mergeable) => given({}, { pull: { ...pull, mergeable } })))
    .concat(given({}, { runs: [] }), given({}, { pull: { ...pull, draft: true } }));

  test("has words for every state, and passes only when ready or when there is nothing to publish", () => {
    for (const input of inputs) {
      const verdict = decideReadiness(input);
      if (verdict === null) continue;
      const check = readinessCheck(verdict, { facts: input.facts, dictionary });
      const passes = check.status === "completed" && check.conclusion !== "failure";
      expect(passes).toBe(verdict.kind === "ready" || verdict.kind === "nothingToPublish");
      expect(check.title.length).toBeGreaterThan(10);
      expect(check.summary).toContain("中文");
    }
  });

  test("names in its title what decides, and in its summary every next step", () => {
    const input = given({ reuse: { kind: "none", suggestion: BINDING } });
    const verdict = decideReadiness(input);
    if (verdict === null) throw new Error("not judged");
    const check = readinessCheck(verdict, { facts: input.facts, dictionary });
    expect(check.title).toBe(
      "A merge now would publish nothing: Run 900 meets every rule, but nobody has ordered its reuse.",
    );
    expect(check.summary).toContain(
      "- ⚠️ **Sweep or reuse**: Run 900 meets every rule, but nobody has ordered its reuse. A maintainer posts `/reuse-sweep-run 900`.",
    );
  });

  test.each(["draft", "mergeable"] as const)(
    "does not say that nothing would be published where only the %s state is missing",
    (missing) => {
      const more = missing === "draft" ? { draft: true } : { mergeable: null };
      const input = given({}, { pull: { ...pull, ...more } });
      const verdict = decideReadiness(input);
      if (verdict === null) throw new Error("not judged");
      const { title, summary } = readinessCheck(verdict, { facts: input.facts, dictionary });
      expect(title).toMatch(/^A merge would publish run 900, but not everything is done: /u);
      expect(summary).not.toContain("publish nothing");
    },
  );
});
