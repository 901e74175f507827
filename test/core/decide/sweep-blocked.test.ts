import { describe, expect, test } from "@jest/globals";
import type { BlockedCode } from "../../../src/core/decide/sweep-obstacles.ts";
import { decideSweep, type SweepInput } from "../../../src/core/decide/sweep.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aLabelEvent, aPull, FULL, labelled, NOW } from "../../support/build.ts";
import { someFacts, someRevisions } from "../../support/facts.ts";

const asked = labelled([FULL]);
const modified: Partial<Facts> = {
  ...labelled([FULL, "all-evals"]),
  labelEvents: [...asked.labelEvents, aLabelEvent("all-evals", { id: 9_001, by: "tov" })],
  permissions: { mira: known("write"), tov: known("triage") },
};
const tooLarge = {
  kind: "tooLarge",
  family: "eval",
  jobs: 300,
  problems: [],
  changes: [],
} as const;
const read = {
  kind: "planned",
  digest: "d",
  families: {},
  pools: [],
  jobs: 1,
  keys: [],
  summary: [],
  totals: { jobs: 0, points: 0, gpuHours: 0 },
  changes: [],
  agentic: false,
} as const;
const planned: SweepInput["matrix"] = { ...read, warnings: [] };
const corrected = {
  kind: "valid",
  additions: 0,
  corrections: 1,
  keys: [],
  problems: [],
  baseProblems: [],
} as const;
const valid: SweepInput["changelog"] = { ...corrected, additions: 1, corrections: 0 };

interface Row {
  readonly code: BlockedCode;
  readonly story: string;
  readonly facts?: Partial<Facts>;
  readonly input?: Partial<SweepInput>;
  readonly values?: Readonly<Record<string, string | number>>;
}

const ROWS: readonly Row[] = [
  {
    code: "conflicting_labels",
    story: "two primary labels are on (decision 10)",
    facts: labelled([FULL, "sweep-enabled"]),
    values: { labels: `sweep-enabled, ${FULL}` },
  },
  {
    code: "not_default_branch",
    story: "it goes to another branch",
    facts: labelled([FULL], { baseRef: "release" }),
    values: { base: "release", expected: "main" },
  },
  { code: "draft", story: "it is a draft", facts: labelled([FULL], { draft: true }) },
  {
    code: "head_repository_deleted",
    story: "its head repository is gone (decision 11)",
    facts: labelled([FULL], { headRepository: null }),
  },
  {
    code: "fork_approval_unknown",
    story:
      "it comes from a fork, and nobody knows which commit was approved (fork.test.ts has the rest)",
    facts: labelled([FULL], { headRepository: { id: 999, fullName: "tov/gpu-benchmarks" } }),
  },
  {
    code: "revisions_unknown",
    story: "its commits could not be read",
    facts: { ...asked, revisions: unknown("forbidden") },
    values: { cause: "forbidden" },
  },
  {
    code: "skip_marker",
    story: "the newest commit carries the marker anywhere in its message",
    facts: {
      ...asked,
      revisions: known(someRevisions({ headMessage: "Typo\n\nnot worth it [skip-sweep] really" })),
    },
    values: { marker: "[skip-sweep]" },
  },
  {
    code: "changelog_unknown",
    story: "the changelog could not be read",
    input: { changelog: { kind: "unknown", cause: "too_large" } },
    values: { cause: "too_large" },
  },
  {
    code: "changelog_invalid",
    story: "the changelog breaks the contract",
    input: { changelog: { kind: "invalid", problems: [], baseProblems: [] } },
    values: { problems: 0 },
  },
  {
    code: "changelog_conflict",
    story: "the changelog conflicts with the base",
    input: { changelog: { ...valid, kind: "conflict" } },
  },
  {
    code: "no_changelog_entry",
    story: "no entry is added",
    input: { changelog: { kind: "untouched", recipePaths: [] } },
  },
  {
    code: "link_correction_only",
    story: "only a link is corrected (decision 18)",
    input: { changelog: corrected },
  },
  {
    code: "matrix_unknown",
    story: "the recipes could not be read",
    input: { matrix: { kind: "unknown", cause: "forbidden" } },
    values: { cause: "forbidden" },
  },
  {
    code: "matrix_problems",
    story: "the recipes have problems",
    input: { matrix: { kind: "problems", problems: [], changes: [] } },
    values: { problems: 0 },
  },
  {
    code: "matrix_empty",
    story: "no job is selected (decision 8)",
    input: { matrix: { kind: "empty", problems: [], changes: [] } },
  },
  {
    code: "matrix_too_large",
    story: "a family has more than 256 jobs (decision 8)",
    input: { matrix: tooLarge },
    values: { family: "eval", jobs: 300 },
  },
  {
    code: "requester_unknown",
    story: "the timeline does not show the label",
    facts: { ...asked, labelEvents: [] },
  },
  {
    code: "requester_unknown",
    story: "a deleted person put the label on",
    facts: {
      ...asked,
      labelEvents: asked.labelEvents.map((event) => ({ ...event, actor: null })),
    },
  },
  {
    code: "permission_unknown",
    story: "GitHub does not say what the person may do (decision 3)",
    facts: { ...asked, permissions: { mira: unknown("forbidden") } },
    values: { login: "mira" },
  },
  {
    code: "permission_unknown",
    story: "nobody has asked what the person may do",
    facts: { ...asked, permissions: {} },
    values: { login: "mira" },
  },
  {
    code: "no_permission",
    story: "the person may only triage",
    facts: { ...asked, permissions: { mira: known("triage") } },
    values: { login: "mira", permission: "triage" },
  },
  {
    code: "no_permission",
    story: "somebody with triage puts a modifier on beside the label of a writer",
    facts: modified,
    values: { login: "tov", permission: "triage" },
  },
  {
    code: "reuse_authorised",
    story: "results are going to be reused, and the label is older (LBL-05)",
    input: { reuseSince: NOW },
  },
];

function verdictOf({ facts, input }: Pick<Row, "facts" | "input">): ReturnType<typeof decideSweep> {
  return decideSweep({
    facts: someFacts(facts ?? asked),
    changelog: valid,
    matrix: planned,
    reuseSince: null,
    ...input,
  });
}

describe("a sweep that is asked for does not start", () => {
  test.each(ROWS)("$code: $story", ({ code, facts, input, values = {} }) => {
    expect(verdictOf({ ...(facts && { facts }), ...(input && { input }) }).decision).toEqual({
      kind: "blocked",
      code,
      values,
    });
  });

  test("without any of these it starts, so each row is the only obstacle", () => {
    expect(verdictOf({}).decision).toMatchObject({ kind: "start" });
  });

  test("a matrix that was never planned starts nothing", () => {
    expect(verdictOf({ input: { matrix: { kind: "none" } } }).decision).toMatchObject({
      kind: "blocked",
      code: "revisions_unknown",
    });
  });

  test.each(["admin", "maintain", "write"] as const)("%s permission is enough", (permission) => {
    const facts = { ...asked, permissions: { mira: known(permission) } };
    expect(verdictOf({ facts }).decision.kind).toBe("start");
  });

  test.each(["triage", "read", "none"] as const)("%s permission is not", (permission) => {
    const facts = { ...asked, permissions: { mira: known(permission) } };
    expect(verdictOf({ facts }).decision).toMatchObject({ code: "no_permission" });
  });

  test("a label put on after the authorisation starts one all the same (LBL-05)", () => {
    const [event] = asked.labelEvents;
    const at = event?.createdAt ?? 0;
    expect(verdictOf({ input: { reuseSince: at } }).decision.kind).toBe("blocked");
    expect(verdictOf({ input: { reuseSince: at - 1 } }).decision.kind).toBe("start");
  });
});

describe("nothing is asked for", () => {
  test.each([
    ["no label is on", aPull(), "no_label"],
    ["only modifiers are on", aPull({ labels: ["all-evals"] }), "no_label"],
    ["it is closed", aPull({ labels: [FULL], state: "closed" }), "closed"],
    [
      "it is merged (LBL-07: no marker matters)",
      aPull({ labels: [FULL], state: "closed", merged: true }),
      "merged",
    ],
  ] as const)("%s", (_story, pull, code) => {
    expect(verdictOf({ facts: { ...asked, pull } }).decision).toEqual({ kind: "idle", code });
  });
});
