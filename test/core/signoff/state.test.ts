import { describe, expect, test } from "@jest/globals";
import { STATUS_DESCRIPTION_CHARACTERS } from "../../../src/core/model/limits.ts";
import type { Outcome } from "../../../src/core/model/outcome.ts";
import { NEAR_MISSES } from "../../../src/core/signoff/body.ts";
import {
  allChecks,
  CHECK_CODES,
  CHECKS,
  NOTE_CODES,
  type CheckResult,
} from "../../../src/core/signoff/checks.ts";
import {
  decideSignoffState,
  STATE_CODES,
  type SignoffStateFacts,
} from "../../../src/core/signoff/state.ts";
import { readWords, slotsOf } from "../../support/wording.ts";

describe("the commit status (spec/signoff §5.2)", () => {
  const facts: SignoffStateFacts = {
    scope: { kind: "required", path: "a", reason: "benchmark_file" },
    headSha: "abcdef0123456789",
    draft: false,
    covering: 1,
    stale: 0,
    voided: 0,
    withdrawn: false,
    unverifiable: false,
  };
  const rows = (outcomes: Readonly<Record<number, Outcome>>): readonly CheckResult[] =>
    CHECKS.map(({ check }) => ({
      check,
      outcome: outcomes[check] ?? "pass",
      code: "not_decided_yet",
      values: {},
      notes: [],
      evidence: {},
    }));

  const told = (
    all: readonly CheckResult[],
    codes: Readonly<Record<number, CheckResult["code"]>>,
  ): readonly CheckResult[] => all.map((row) => ({ ...row, code: codes[row.check] ?? row.code }));

  test.each([
    ["all passed or not applicable", rows({ 3: "na" }), {}, "success status_verified"],
    [
      "one failed, others open",
      rows({ 1: "fail", 3: "human", 4: "fail" }),
      {},
      "failure status_rejected",
    ],
    ["some open", rows({ 3: "human", 10: "human" }), {}, "pending status_needs_human"],
    [
      "a sweep in progress",
      told(rows({ 1: "human" }), { 1: "sweep_running" }),
      {},
      "pending status_sweep_running",
    ],
    [
      "a sweep in progress, and no reuse order yet: nobody can order one",
      told(rows({ 1: "human", 4: "fail" }), { 1: "sweep_running", 4: "reuse_none" }),
      {},
      "pending status_sweep_running",
    ],
    [
      "a sweep in progress, and something else failed",
      told(rows({ 0: "fail", 1: "human" }), { 1: "sweep_running" }),
      {},
      "failure status_rejected",
    ],
    ["a row is absent", rows({}).slice(1), {}, "error status_could_not_verify"],
    ["no row at all", [], {}, "error status_could_not_verify"],
    ["nothing signed yet", rows({}), { covering: 0 }, "pending status_waiting"],
    ["signed on an older commit", rows({}), { covering: 0, stale: 1 }, "pending status_stale"],
    ["withdrawn", rows({}), { covering: 0, withdrawn: true }, "pending status_withdrawn"],
    [
      "82: edited by somebody else",
      rows({}),
      { covering: 0, voided: 1, withdrawn: true, stale: 1 },
      "pending status_void",
    ],
    ["a draft never succeeds", rows({}), { draft: true }, "pending status_draft"],
    ["not required", [], { scope: { kind: "not_required" } }, "success status_not_required"],
    [
      "scope unknown counts as required",
      rows({}),
      { scope: { kind: "unknown" }, covering: 0 },
      "pending status_waiting",
    ],
    [
      "SGN-01: what cannot be verified is an error, shown",
      rows({}),
      { unverifiable: true },
      "error status_could_not_verify",
    ],
  ] as const)("%s", (_story, given, change, expected) => {
    const { state, code } = decideSignoffState(given, { ...facts, ...change });
    expect(`${state} ${code}`).toBe(expected);
  });

  test("a sweep in progress is waited for, unless something failed already", () => {
    const running = rows({ 1: "human", 3: "human" }).map((row) =>
      row.check === 1 ? { ...row, code: "sweep_running" as const } : row,
    );
    expect(decideSignoffState(running, facts)).toMatchObject({
      state: "pending",
      code: "status_sweep_running",
    });
    const failed = running.map((row) =>
      row.check === 4 ? { ...row, outcome: "fail" as const } : row,
    );
    expect(decideSignoffState(failed, facts).code).toBe("status_rejected");
  });

  test("names the checks, and today never succeeds by what is not decided", () => {
    expect(decideSignoffState(rows({ 1: "fail", 4: "fail" }), facts).values).toEqual({
      count: 2,
      checks: "1, 4",
    });
    expect(decideSignoffState(allChecks([]), facts).state).toBe("pending");
  });
});

describe("sentences", () => {
  const [en, zh] = [readWords("en", "signoff"), readWords("zh", "signoff")];
  test("are there for every code, in both languages, with the same slots", () => {
    const names = CHECKS.map(({ name }) => name);
    const own = [...CHECK_CODES, ...NOTE_CODES, ...STATE_CODES, ...NEAR_MISSES];
    // Of a sign-off that somebody else edited, /signoff-verify speaks, too.
    const codes = [...own, ...names, "edited_by_other"];
    expect([...en.keys()].sort()).toEqual([...codes].sort());
    expect([...zh.keys()]).toEqual([...en.keys()]);
    for (const [code, sentence] of en)
      expect(slotsOf(zh.get(code) ?? "")).toEqual(slotsOf(sentence));
  });

  test.each(STATE_CODES)("%s fits a status", (code) => {
    const worst = CHECKS.map(({ check }) => check).join(", ");
    for (const words of [en, zh]) {
      const filled = (words.get(code) ?? "").replaceAll(/\{\{\w+\}\}/gu, worst);
      expect(filled.length).toBeLessThanOrEqual(STATUS_DESCRIPTION_CHARACTERS);
    }
  });
});
