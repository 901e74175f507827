import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type CheckCode, type CheckResult, CHECKS } from "../../../src/core/signoff/checks.ts";
import type { Outcome } from "../../../src/core/model/outcome.ts";
import { evidenceHash } from "../../../src/core/signoff/evidence-hash.ts";
import {
  applyResolutions,
  beforeResolution,
  type Resolution,
} from "../../../src/core/signoff/resolutions.ts";
import { decideSignoffState } from "../../../src/core/signoff/state.ts";
import { EARLIER, HEAD } from "../../support/build.ts";

function aRow(more: Partial<CheckResult> = {}): CheckResult {
  return {
    ...{ check: 3, outcome: "human", code: "checklist_unchecked_explained" },
    ...{ values: { count: 1 }, notes: [], evidence: { author: "zoe", detail: "new hardware" } },
    ...more,
  };
}

const ROW = aRow();

function word(more: Partial<Resolution> = {}): Resolution {
  return {
    ...{ check: 3, decision: "ok", evidence: evidenceHash(ROW, HEAD), login: "mira" },
    ...{ url: "https://github.com/acme/x/pull/1#issuecomment-1", at: 10 },
    ...more,
  };
}

/** What a row comes to: outcome and code. */
function applied(row: CheckResult, words: readonly Resolution[], head = HEAD): string {
  const [result] = applyResolutions([row], words, head);
  return `${result?.outcome} ${result?.code} ${result?.notes.join()}`.trim();
}

describe("a person's decision on a row (spec/signoff §5.4)", () => {
  const unchanged = "human checklist_unchecked_explained";
  const other = word({ evidence: "0".repeat(32) });
  test.each<[string, readonly Resolution[], string]>([
    ["none", [], unchanged],
    ["an ok", [word()], "pass resolved_ok"],
    ["a rejection", [word({ decision: "reject" })], "fail resolved_reject"],
    ["one on another check", [word({ check: 4 })], unchanged],
    ["one about other evidence", [other], `${unchanged} note_decided_otherwise`],
    [
      "the newest of several",
      [word({ at: 20, decision: "reject" }), word({ at: 10 })],
      "fail resolved_reject",
    ],
    [
      "the newest of several, the other way round",
      [word({ at: 10, decision: "reject" }), word({ at: 20 })],
      "pass resolved_ok",
    ],
    ["a newer one about other evidence", [word(), { ...other, at: 20 }], "pass resolved_ok"],
  ])("%s", (_story, words, expected) => {
    expect(applied(ROW, words)).toBe(expected);
  });

  test.each<Outcome>(["fail", "pass", "na"])(
    "never changes a row that is %s (case 87)",
    (outcome) => {
      const row = aRow({ outcome });
      const words = [word({ evidence: evidenceHash(row, HEAD) }), word()];
      expect(applyResolutions([row], words, HEAD)).toEqual([row]);
    },
  );

  test("names who decided and where, and remembers what the rules said", () => {
    const [row = ROW] = applyResolutions([ROW], [word()], HEAD);
    expect(row.values).toEqual({ login: "mira", url: word().url });
    expect(beforeResolution(row)).toBe(ROW);
    expect(beforeResolution(ROW)).toBe(ROW);
  });

  test("on every open check makes the status a success, and one rejection a failure", () => {
    const rows = CHECKS.map(({ check }) => aRow({ check }));
    const words = rows.map((row) =>
      word({ check: row.check, evidence: evidenceHash(row, HEAD), at: row.check }),
    );
    const state = (given: readonly Resolution[]): string => {
      const { code, values } = decideSignoffState(applyResolutions(rows, given, HEAD), {
        ...{ scope: { kind: "unknown" }, headSha: HEAD, draft: false, covering: 1 },
        ...{ stale: 0, withdrawn: false, voided: 0, unverifiable: false },
      });
      return `${code} ${values["checks"] ?? ""}`.trim();
    };
    expect(state(words)).toBe("status_verified");
    expect(state(words.slice(1))).toBe("status_needs_human 0");
    const rejected = words.map((each) =>
      each.check === 7 ? { ...each, decision: "reject" as const } : each,
    );
    expect(state(rejected)).toBe("status_rejected 7");
  });

  test("leaves all other rows alone", () => {
    const others = [aRow({ check: 2 }), aRow({ check: 4, outcome: "fail" })];
    expect(applyResolutions([...others, ROW], [word()], HEAD).slice(0, 2)).toEqual(others);
  });
});

describe("carried to another commit", () => {
  test("when the evidence is the same there", () => {
    expect(applied(ROW, [word()], EARLIER)).toBe("pass resolved_ok");
  });

  test.each<[string, Partial<CheckResult>]>([
    ["the evidence", { evidence: { author: "zoe", detail: "another reason" } }],
    ["what is said of it", { values: { count: 2 } }],
    ["the reason for asking a person", { code: "checklist_unchecked_undecided" }],
  ])("not when %s differs", (_story, more) => {
    expect(applied(aRow(more), [word()], EARLIER)).toMatch(/^human .*note_decided_otherwise$/u);
  });

  test.each<[CheckCode, unknown]>([
    ["not_decided_yet", {}],
    ["not_decided_yet", { something: 1 }],
    ["owners_unreadable", { paths: [] }],
    ["reuse_unreadable", { reuse: { kind: "unknown" }, labels: "ready" }],
    ["checklist_template_unreadable", { author: null, comparison: null }],
    ["owners_unknown", { paths: [], lists: [[], {}, null, ""] }],
  ])("never for %s, which has no evidence: %j", (code, evidence) => {
    const row = aRow({ code, evidence });
    const words = [word({ evidence: evidenceHash(row, HEAD) })];
    expect(applied(row, words, HEAD)).toMatch(/^pass/u);
    expect(applied(row, words, EARLIER)).toMatch(/^human/u);
  });
});

describe("the hash of evidence", () => {
  const hashOf = (evidence: unknown): string => evidenceHash(aRow({ evidence }), HEAD);

  test("does not depend on the order of keys", () => {
    const both = [
      { a: 1, b: { c: [1, 2], d: "x" } },
      { b: { d: "x", c: [1, 2] }, a: 1 },
    ];
    expect(new Set(both.map(hashOf)).size).toBe(1);
    expect(hashOf(both[0])).toMatch(/^[0-9a-f]{32}$/u);
  });

  test("is another for every difference", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        const isSame = hashOf({ x: 1, one }) === hashOf({ x: 1, one: other });
        // Keys in another order are the only difference that is none.
        expect(isSame && [one, other].every((each) => typeof each !== "object")).toBe(false);
      }),
    );
  });

  test.each<[string, unknown, unknown]>([
    ["maps", new Map([["a", 1]]), new Map([["a", 2]])],
    ["sets", new Set([1]), new Set([2])],
    ["bytes", new Uint8Array([1]), new Uint8Array([2])],
    ["large numbers", 1n, 2n],
    ["the order of a list", [1, 2], [2, 1]],
    ["a number and its text", 1, "1"],
  ])("tells %s apart", (_story, one, other) => {
    expect(hashOf({ x: one })).not.toBe(hashOf({ x: other }));
  });
});
