import { describe, expect, test } from "@jest/globals";
import { decide, type Verdicts } from "../../../src/core/decide/decide.ts";
import { decideSignoff } from "../../../src/core/decide/signoff.ts";
import type { ReuseVerdict } from "../../../src/core/decide/reuse.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPerson, EARLIER, FULL, HEAD, NOW } from "../../support/build.ts";
import { formOf } from "../../support/checklist.ts";
import { configured, someFacts } from "../../support/facts.ts";
import { fullSweep, unchanged } from "../../support/reuse.ts";

const BODY = formOf({ signed: "zoe" });
const PUSHED = NOW - 600_000;
const pushes = known([
  { after: HEAD, at: PUSHED },
  { after: EARLIER, at: PUSHED - 600_000 },
]);
const signed = aComment({ id: 1, body: BODY, author: aPerson("zoe") });
/** Zoe of the core team has signed after the newest push. */
const given: Partial<Facts> = {
  comments: [signed],
  pushes,
  permissions: { zoe: known("write") },
  teams: { "acme/core": { zoe: known(true) } },
};

function signoffOf(more: Partial<Facts>): Verdicts["signoff"] {
  return decide(someFacts({ ...given, ...more })).signoff;
}

function row(verdict: Verdicts["signoff"], check: number): string {
  const found = verdict.rows.find((each) => each.check === check);
  return `${found?.outcome ?? "-"} ${found?.code ?? "-"}`;
}

describe("check 0: whose sign-off it is", () => {
  const files = known([
    {
      path: "configs/nvidia-master.yaml",
      previousPath: null,
      status: "modified" as const,
      blobSha: "1",
    },
  ]);
  test.each<[string, Partial<Facts>, string]>([
    ["a member of the owning team", {}, "pass owners_covered"],
    ["not a member", { teams: { "acme/core": { zoe: known(false) } } }, "fail owners_missing"],
    [
      "a team that cannot be read (IDN-04)",
      { teams: { "acme/core": { zoe: unknown("forbidden") } } },
      "human owners_unknown",
    ],
    ["a team that nobody has asked about", { teams: {} }, "human owners_unknown"],
    [
      "a member by the configuration, without asking",
      { teams: {}, config: configured({ signoff: { teams: { "Acme/Core": ["ZOE"] } } }) },
      "pass owners_covered",
    ],
    [
      "not a member by the configuration, whatever GitHub says",
      { config: configured({ signoff: { teams: { "acme/core": ["nora"] } } }) },
      "fail owners_missing",
    ],
    ["not the owner of the recipe file", { files }, "fail owners_missing"],
    [
      "CODEOWNERS cannot be read",
      { documents: { ...someFacts().documents, codeowners: unknown("too_large") } },
      "human owners_unreadable",
    ],
    [
      "no CODEOWNERS at all",
      { documents: { ...someFacts().documents, codeowners: known(null) } },
      "human owners_unreadable",
    ],
  ])("%s", (_story, more, expected) => {
    expect(row(signoffOf(more), 0)).toBe(expected);
  });
});

describe("check 4: reuse on record", () => {
  const binding = { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true };
  const broken = { rule: "scripts_unchanged", outcome: "fail", values: { path: "a.sh" } } as const;
  const unread = {
    rule: "commit_in_pull",
    outcome: "unknown",
    values: { sha: "b", cause: "truncated" },
  } as const;
  const gone = { rule: "run_exists", outcome: "fail", values: { run: 900, attempt: "" } } as const;
  test.each<[string, ReuseVerdict, string]>([
    ["no order", { kind: "none", suggestion: null }, "fail reuse_none"],
    [
      "authorised",
      { kind: "authorised", binding, rules: [], expiresAt: null },
      "pass reuse_on_record",
    ],
    [
      "suspended because a file changed",
      { kind: "suspended", binding, rules: [broken] },
      "fail reuse_suspended",
    ],
    [
      "suspended for another reason",
      { kind: "suspended", binding, rules: [gone] },
      "fail reuse_refused",
    ],
    ["not known", { kind: "suspended", binding, rules: [unread] }, "human reuse_unreadable"],
  ])("%s", (_story, reuse, expected) => {
    expect(row(decideSignoff(someFacts(given), reuse, unchanged()), 4)).toBe(expected);
  });

  test.each([
    [[FULL], []],
    [[], ["note_no_full_sweep_label"]],
    [["sweep-enabled"], ["note_no_full_sweep_label"]],
    [[FULL, "full-sweep-enabled"], ["note_several_sweep_labels"]],
    [[FULL, "agentx-fast"], ["note_incompatible_label"]],
    [[FULL, "Evals-Only"], ["note_incompatible_label"]],
  ])("labels %j are noted as %j", (labels, notes) => {
    const reuse: ReuseVerdict = { kind: "authorised", binding, rules: [], expiresAt: null };
    const verdict = decideSignoff(
      someFacts({ ...given, ...fullSweep(labels) }),
      reuse,
      unchanged(),
    );
    expect(verdict.rows.find(({ check }) => check === 4)?.notes).toEqual(notes);
  });
});

describe("check 5: the latest checklist", () => {
  test.each<[string, Facts["documents"]["checklist"], string]>([
    ["there is none", known(null), "human checklist_template_unreadable"],
    ["it cannot be read", unknown("too_large"), "human checklist_template_unreadable"],
    ["another form", someFacts().documents.checklist, "fail checklist_items_missing"],
  ])("%s", (_story, checklist, expected) => {
    const documents = { ...someFacts().documents, checklist };
    expect(row(signoffOf({ documents }), 5)).toBe(expected);
  });
});
