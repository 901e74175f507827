import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  approvalOfHead,
  countingApprovals,
  DELIVERY_SLACK_MS,
  labelApproval,
} from "../../../src/core/decide/approval.ts";
import type { LabelHead } from "../../../src/core/model/fork.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aLabelEvent, aPerson, EARLIER, FULL, HEAD } from "../../support/build.ts";
import { aLabelHead } from "../../support/fork.ts";

const AT = Date.parse("2026-03-02T11:30:00Z");
const event = aLabelEvent(FULL, { createdAt: AT });

function head(atText: string, headSha = HEAD, more: Partial<LabelHead> = {}): LabelHead {
  return aLabelHead({ at: Date.parse(atText), headSha, ...more });
}

function approved(...heads: readonly LabelHead[]): string | null {
  return labelApproval(event, heads)?.headSha ?? null;
}

describe("which commit a label approves", () => {
  test.each<[string, readonly LabelHead[], string | null]>([
    ["none without a delivery", [], null],
    ["the head of the delivery of the same second", [head("2026-03-02T11:30:00Z")], HEAD],
    ["the same, told in another time zone", [head("2026-03-02T13:30:00+02:00")], HEAD],
    ["the head of a delivery a second later", [head("2026-03-02T11:30:01Z")], HEAD],
    ["the head of a delivery two seconds later", [head("2026-03-02T11:30:02Z")], HEAD],
    ["none by a delivery that was filled in later than that", [head("2026-03-02T11:30:03Z")], null],
    ["none by the delivery of an earlier label", [head("2026-03-02T11:29:59Z")], null],
    ["none by one of the same time of another day", [head("2026-03-01T11:30:00Z")], null],
    [
      "none by somebody else's delivery",
      [head("2026-03-02T11:30:00Z", HEAD, { sender: { id: 77, login: "mira" } })],
      null,
    ],
    ["none by another label's", [head("2026-03-02T11:30:00Z", HEAD, { label: "docs" })], null],
    [
      "whatever the case of the label",
      [head("2026-03-02T11:30:00Z", HEAD, { label: FULL.toUpperCase() })],
      HEAD,
    ],
    [
      "the earliest of two with different heads",
      [head("2026-03-02T11:30:02Z", HEAD), head("2026-03-02T11:30:01Z", EARLIER)],
      EARLIER,
    ],
    [
      "none where two of the same second disagree",
      [head("2026-03-02T11:30:00Z", HEAD), head("2026-03-02T11:30:00Z", EARLIER)],
      null,
    ],
    [
      "the one that two of the same second agree on",
      [head("2026-03-02T11:30:00Z"), head("2026-03-02T11:30:00Z")],
      HEAD,
    ],
  ])("%s", (_story, heads, sha) => {
    expect(approved(...heads)).toBe(sha);
  });

  test("none where a deleted person put it on", () => {
    const ghost = aLabelEvent(FULL, { createdAt: AT, actor: null });
    expect(labelApproval(ghost, [head("2026-03-02T11:30:00Z")])).toBeNull();
  });

  test("counts whole seconds, as GitHub gives them: parts of the event's second do not matter", () => {
    const late = aLabelEvent(FULL, { createdAt: AT + 900 });
    expect(labelApproval(late, [head("2026-03-02T11:30:00Z")])?.headSha).toBe(HEAD);
  });

  test("is never one that no delivery from the event on has shown, whatever came before and after", () => {
    const aHead = fc.record({
      offset: fc.integer({ min: -10, max: 10 }),
      sha: fc.constantFrom(HEAD, EARLIER),
    });
    fc.assert(
      fc.property(fc.array(aHead, { maxLength: 6 }), (drawn) => {
        const heads = drawn.map(({ offset, sha }) =>
          aLabelHead({ at: AT + offset * 1_000, headSha: sha }),
        );
        const fitting = heads.filter(({ at }) => at >= AT && at <= AT + DELIVERY_SLACK_MS);
        const sha = labelApproval(event, heads)?.headSha;
        if (sha === undefined) return;
        const [first] = fitting.toSorted((a, b) => a.at - b.at);
        expect(sha).toBe(first?.headSha);
      }),
    );
  });
});

describe("whose approval counts", () => {
  const approval = { headSha: HEAD, actor: aPerson("mira"), at: AT };
  test.each([
    ["admin", true],
    ["maintain", true],
    ["write", true],
    ["triage", false],
    ["read", false],
    ["none", false],
  ] as const)("%s permission: %s", (permission, counts) => {
    const found = countingApprovals([approval], { mira: known(permission) });
    expect(found).toEqual(counts ? [approval] : []);
  });

  test("nobody's while GitHub does not say what they may do, and no program's", () => {
    expect(countingApprovals([approval], {})).toEqual([]);
    expect(countingApprovals([approval], { mira: unknown("forbidden") })).toEqual([]);
    const robot = { ...approval, actor: aPerson("labeler[bot]") };
    expect(countingApprovals([robot], { "labeler[bot]": known("admin") })).toEqual([]);
  });

  test("covers the whole SHA, never a beginning of it (FRK-03)", () => {
    expect(approvalOfHead([approval], HEAD)).toBe(approval);
    expect(approvalOfHead([approval], HEAD.slice(0, 12))).toBeNull();
    expect(approvalOfHead([{ ...approval, headSha: HEAD.slice(0, 12) }], HEAD)).toBeNull();
  });
});
