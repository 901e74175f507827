import { describe, expect, test } from "@jest/globals";
import { parseSignoff, type Signoff } from "../../../src/core/signoff/body.ts";
import { checkChecklist, type ChecklistFacts } from "../../../src/core/signoff/check-checklist.ts";
import { checkReuse, type ReuseOnRecord } from "../../../src/core/signoff/check-reuse.ts";
import { allChecks, CHECKS } from "../../../src/core/signoff/checks.ts";
import { parseTemplate } from "../../../src/core/signoff/template.ts";
import { formOf, ITEMS, templatePage, type Form } from "../../support/checklist.ts";

describe("check 4: reuse on record (spec/signoff §3.4)", () => {
  test.each([
    [{ kind: "authorised", runId: 900 }, "yes", "pass", "reuse_on_record"],
    [{ kind: "none" }, "yes", "fail", "reuse_none"],
    [{ kind: "refused", runId: 900 }, "yes", "fail", "reuse_refused"],
    [{ kind: "suspended", runId: 900, path: "a`b" }, "yes", "fail", "reuse_suspended"],
    [{ kind: "unknown" }, "yes", "human", "reuse_unreadable"],
    [{ kind: "none" }, "unknown", "human", "reuse_none"],
    [{ kind: "authorised", runId: 900 }, "unknown", "pass", "reuse_on_record"],
    [{ kind: "none" }, "no", "na", "no_benchmark_change"],
  ] as const satisfies readonly (readonly [ReuseOnRecord, string, string, string])[])(
    "%j, benchmark changed: %s",
    (reuse, changesBenchmark, outcome, code) => {
      expect(checkReuse({ reuse, changesBenchmark, labels: "ready" })).toMatchObject({
        outcome,
        code,
      });
    },
  );

  test("labels that make the merge refuse are noted, and change nothing", () => {
    const row = checkReuse({
      reuse: { kind: "authorised", runId: 900 },
      changesBenchmark: "yes",
      labels: "incompatible",
    });
    expect(row).toMatchObject({ outcome: "pass", notes: ["note_incompatible_label"] });
  });

  test("SGN-13: the order posted later turns the same facts green, without a new sign-off", () => {
    const facts = { changesBenchmark: "yes", labels: "ready" } as const;
    expect(checkReuse({ ...facts, reuse: { kind: "none" } }).outcome).toBe("fail");
    expect(checkReuse({ ...facts, reuse: { kind: "authorised", runId: 900 } }).outcome).toBe(
      "pass",
    );
  });
});

function signed(author: string, form: Form = {}): { author: string; signoff: Signoff } {
  const signoff = parseSignoff(formOf({ signed: author, ...form }));
  if (signoff === null) throw new Error("the fixture is no sign-off");
  return { author, signoff };
}

function checklist(form: Form, more: Partial<ChecklistFacts> = {}) {
  return checkChecklist({
    signed: [signed("mira", form)],
    template: parseTemplate(templatePage()),
    outcomes: {},
    coverage: [],
    ...more,
  });
}

const NA = { outcome: "na", code: "no_benchmark_change" } as const;
const FAILED = { outcome: "fail", code: "reuse_none" } as const;
const PENDING = { outcome: "human", code: "not_decided_yet" } as const;

describe("check 5: the latest checklist (spec/signoff §3.5)", () => {
  test.each([
    ["the whole form", {}, {}, "pass checklist_complete"],
    ["an item left out", { left: [3] }, {}, "fail checklist_items_missing"],
    [
      "13: nothing ticked",
      { unticked: ITEMS.map((_, index) => index) },
      {},
      "fail checklist_nothing_checked",
    ],
    [
      "14: unticked, its check does not apply",
      { unticked: [4] },
      { "11": NA },
      "pass checklist_complete",
    ],
    [
      "15: unticked, its check applies, no detail",
      { unticked: [3] },
      { "9": FAILED },
      "fail checklist_unchecked",
    ],
    [
      "16: the same, explained",
      { unticked: [3], detail: "because" },
      { "9": FAILED },
      "human checklist_unchecked_explained",
    ],
    [
      "the same, explained, hatch unticked",
      { unticked: [3, 8], detail: "because" },
      { "9": FAILED },
      "fail checklist_unchecked",
    ],
    [
      "unticked, its check not decided yet",
      { unticked: [3] },
      { "9": PENDING },
      "human checklist_unchecked_undecided",
    ],
    [
      "unticked, its check not even listed",
      { unticked: [3] },
      {},
      "human checklist_unchecked_undecided",
    ],
    ["17: only the hatch unticked", { unticked: [8] }, {}, "pass checklist_complete"],
    [
      "a mandatory item unticked, explained",
      { unticked: [0], detail: "because" },
      {},
      "fail checklist_unchecked",
    ],
    [
      "20: the placeholder",
      { signed: "FILL_IN_GITHUB_USERNAME" },
      {},
      "fail checklist_signature_placeholder",
    ],
    ["20: another login", { signed: "tov" }, {}, "fail checklist_signature_other"],
    ["the login in another case", { signed: "MIRA" }, {}, "pass checklist_complete"],
  ] as const)("%s", (_story, form, outcomes, expected) => {
    const { check, outcome, code } = checklist(form, { outcomes });
    expect([check, `${outcome} ${code}`]).toEqual([5, expected]);
  });

  test("21: no signature passes with a note", () => {
    expect(checklist({ signed: null })).toMatchObject({
      outcome: "pass",
      notes: ["note_signature_absent"],
    });
  });

  test("SGN-11: names the missing items by their first words", () => {
    const row = checklist({ left: [1, 3] });
    expect(row.values).toEqual({
      count: 2,
      items:
        "`Confirmed that this PR has passed PR validation. …`, `Confirmed that drafts of speculative decoding use chat …`",
    });
  });

  test("18 and 19: says which earlier version was copied, or since when it is not the latest", () => {
    const at = (day: string): number => Date.parse(`${day}T10:00:00Z`);
    const versions = [[], [3], [1, 3]].map((left) =>
      parseTemplate(templatePage(ITEMS.filter((_, index) => !left.includes(index)))),
    );
    const days = ["2026-07-20", "2026-07-10", "2026-07-01"];
    const revisions = versions.map((version, index) => ({
      at: at(days[index] ?? ""),
      items: version.kind === "template" ? version.items : [],
    }));
    const noted = (left: readonly number[], signedOn?: string) => {
      const given = signed("mira", { left });
      const form = signedOn === undefined ? given : { ...given, at: at(signedOn) };
      const { notes, values } = checklist({}, { signed: [form], revisions });
      return [...notes, values["date"]];
    };
    expect(noted([3])).toEqual(["note_matches_older_template", "2026-07-10"]);
    expect(noted([1, 3])).toEqual(["note_matches_older_template", "2026-07-01"]);
    expect(noted([2])).toEqual([undefined]);
    expect(noted([3], "2026-07-21")).toEqual(["note_matches_older_template", "2026-07-10"]);
    expect(noted([3], "2026-07-19")).toEqual(["note_became_stale", "2026-07-20"]);
    expect(noted([1, 3], "2026-07-05")).toEqual(["note_became_stale", "2026-07-10"]);
  });

  test("an unreadable template needs a person, and nobody's form is a failure", () => {
    expect(checklist({}, { template: { kind: "unreadable" } }).outcome).toBe("human");
    expect(checklist({}, { signed: [] })).toMatchObject({
      outcome: "fail",
      code: "checklist_no_signoff",
    });
  });

  const path = (signers: readonly string[]) => ({
    path: "a",
    rule: { line: 1, catchAll: false },
    owners: [],
    covered: "yes" as const,
    signers,
  });

  test("each path needs one good form among its own signers; others lower nothing", () => {
    const forms = [signed("alva"), signed("nora", { left: [3] })];
    const judge = (...coverage: ReturnType<typeof path>[]) =>
      checklist({}, { signed: forms, coverage }).outcome;
    expect(judge(path(["alva"]))).toBe("pass");
    expect(judge(path(["alva", "nora"]))).toBe("pass");
    expect(judge(path(["alva"]), path(["nora"]))).toBe("fail");
    expect(judge()).toBe("pass");
  });
});

test("all thirteen checks are listed, and what is not decided never passes", () => {
  const rows = allChecks([
    checkReuse({ reuse: { kind: "unknown" }, changesBenchmark: "no", labels: "ready" }),
  ]);
  expect(rows.map((row) => row.check)).toEqual(CHECKS.map(({ check }) => check));
  expect(rows).toHaveLength(13);
  expect(rows.filter((row) => row.outcome !== "na").every((row) => row.outcome === "human")).toBe(
    true,
  );
});
