import { describe, expect, test } from "@jest/globals";
import { findEarlierDuplicates } from "../../../src/core/changelog/identity.ts";
import { repairChangelog } from "../../../src/core/changelog/repair.ts";
import { lostFieldProblems } from "../../../src/core/changelog/lost-fields.ts";
import { PATH, applied, brokenRules, entry, file, judge, link, terms } from "./story.ts";

const A = entry("a", link(10));
const N = entry("n", link(42));

function repaired(base: string, head: string, tip = base): string {
  const versions = { path: PATH, mergeBase: file(base), head: file(head), baseTip: file(tip) };
  const repair = repairChangelog(versions, terms());
  return repair.kind === "fixed"
    ? new TextDecoder().decode(repair.bytes)
    : brokenRules(repair.problems).join();
}

describe("public incidents", () => {
  test("CHG-01: refuses the file that loses its last line feed", () => {
    expect(brokenRules(judge(A, `${A}\n${N.trimEnd()}`).problems)).toEqual(["F1"]);
  });

  test("CHG-01: judges the next pull request by content, and names main's fault as main's", () => {
    const judged = judge(A.trimEnd(), `${A}\n${N}`);
    expect(judged).toMatchObject({ verdict: "valid", problems: [] });
    expect(judged.additions).toHaveLength(1);
    expect(judged.baseProblems).toMatchObject([{ rule: "F1", line: 5 }]);
  });

  test("CHG-03: refuses a corrected link beside a new entry, and shows the line to restore", () => {
    const old = entry("a", link("XXXX"));
    const head = `${entry("a", link(50))}\n${N}`;
    const { problems } = judge(old, head);
    expect(problems).toMatchObject([
      { rule: "D5", line: 5, replacement: `  pr-link: ${link("XXXX")}` },
    ]);
    expect(problems.map((problem) => applied(head, problem))).toEqual([`${old}\n${N}`]);
  });

  const BROKEN = `${A}\n- config-keys:\n    - b\n  description:\n     - "Tune"\n    - "Bump"\n  pr-link: ${link(11)}\n`;
  const MENDED = BROKEN.replace('     - "Tune"', '    - "Tune"');

  test("CHG-05: accepts the repair of a broken base together with the new entry", () => {
    const judged = judge(BROKEN, `${MENDED}\n${N}`);
    expect(judged).toMatchObject({ verdict: "valid", problems: [] });
    expect(judged.additions.map(({ line }) => line)).toEqual([14]);
    expect(judged.baseProblems[0]).toMatchObject({ rule: "F6" });
  });

  test("CHG-05: a broken base does not open the sound entries beside it", () => {
    const judged = judge(BROKEN, `${MENDED.replace("Tune a", "Tuned a")}\n${N}`);
    expect(brokenRules(judged.problems)).toEqual(["D2"]);
  });

  test("CHG-05: as long as the fault stands the file is invalid, and the fault is still main's", () => {
    const judged = judge(BROKEN, `${BROKEN}\n${N}`);
    expect(judged.verdict).toBe("invalid");
    expect(brokenRules(judged.problems)).toEqual(["F6"]);
    expect(judged.baseProblems.map(({ line }) => line)).toEqual(
      judged.problems.map(({ line }) => line),
    );
  });

  test("CHG-07: refuses fields that a pure append adds to the last entry", () => {
    const head = `${A}  evals-only: true\n`;
    const { verdict, problems } = judge(A, head);
    expect(verdict).toBe("invalid");
    expect(problems).toMatchObject([{ rule: "D2", code: "entry_changed", line: 5, endLine: 6 }]);
    expect(problems.map((problem) => applied(head, problem))).toEqual([A]);
  });

  test("CHG-09: sees no addition when main's file was taken in a conflict", () => {
    expect(judge(A, A)).toMatchObject({ verdict: "valid", additions: [], corrections: [] });
  });

  test("CHG-11: refuses a missing empty line with the one-line fix", () => {
    const head = A + N;
    const { problems } = judge(A, head);
    expect(problems).toMatchObject([{ rule: "R2", line: 6, replacement: "\n- config-keys:" }]);
    expect(problems.map((problem) => applied(head, problem))).toEqual([`${A}\n${N}`]);
  });

  test("CHG-13: refuses trimmed spaces in old entries and offers every line as it was", () => {
    const spaced = `${entry("a", link(10))}  \n${entry("b", link(11))}  \n`;
    const head = `${spaced.replaceAll("  \n-", "\n-").replace(/ {2}\n$/u, "\n")}\n${N}`;
    const { problems } = judge(spaced, head);
    expect(problems.map(({ rule, line }) => [rule, line])).toEqual([
      ["R1", 6],
      ["R1", 12],
    ]);
    const restored = problems.toReversed().reduce(applied, head);
    expect(restored.startsWith(spaced)).toBe(true);
    expect(repaired(spaced, head)).toBe(`${spaced}\n${N}`);
  });

  test("CHG-15: reports the wrong place and the unfinished link together", () => {
    const history = ["a", "b", "c", "d", "e"].map((key) => entry(key)).join("\n");
    const head = history.replace(
      "- config-keys:\n    - d",
      `${entry("n", link("PLACEHOLDER"))}\n- config-keys:\n    - d`,
    );
    const { problems } = judge(history, head);
    expect(problems).toMatchObject([
      { rule: "D2", code: "entry_inserted", line: 19, endLine: 23 },
      { rule: "D6", line: 23, replacement: `  pr-link: ${link(42)}` },
    ]);
    expect(repaired(history, head)).toBe(`${history}\n${N}`);
  });

  test.each(["XXXX", "TBD", "test", "PENDING", link("XXXX"), link("TBD"), ""])(
    "CHG-17: refuses the placeholder %j on a pull request and on main",
    (word) => {
      const head = `${A}\n${entry("n", word === "" ? '""' : word)}`;
      expect(brokenRules(judge(A, head).problems)).toEqual(["D6"]);
      expect(brokenRules(judge(A, head, { mode: "main", pull: null }).problems)).toEqual(["D7"]);
    },
  );

  test("CHG-17: allows the agreed placeholder on a pull request alone", () => {
    const head = `${A}\n${entry("n", "XXX")}`;
    expect(judge(A, head).verdict).toBe("valid");
    expect(brokenRules(judge(A, head, { mode: "main", pull: null }).problems)).toEqual(["D7"]);
  });

  test("CHG-19: reports the flag that a merge of main dropped", () => {
    const before = judge(A, `${A}\n${entry("n", link(42), "  append-only: true\n")}`);
    const after = judge(A, `${A}\n${N}`);
    expect(lostFieldProblems(before.additions, after.additions, PATH)).toMatchObject([
      {
        code: "entry_field_lost",
        severity: "warning",
        line: 7,
        values: { field: "append-only", before: "true" },
      },
    ]);
  });

  test("CHG-21: a branch that is behind is not charged with main's entries", () => {
    const judged = judge(A, `${A}\n${N}`, { tip: `${A}\n${entry("m", link(41))}` });
    expect(judged.verdict).toBe("conflict");
    expect(judged.additions).toHaveLength(1);
    expect(brokenRules(judged.problems)).toEqual(["conflicts_with_main"]);
  });

  test("CHG-23: a removed first line of dashes is a change of history", () => {
    const judged = judge(`---\n${A}`, `${A}\n${N}`);
    expect(judged.problems).toMatchObject([
      { rule: "R1", line: 1, replacement: "---\n- config-keys:" },
    ]);
  });

  test("CHG-25: accepts an exact copy as one addition, and knows what it repeats", () => {
    const last = entry("b", link(42));
    const judged = judge(`${A}\n${last}`, `${A}\n${last}\n${last}`);
    expect(judged).toMatchObject({ verdict: "valid", additions: [{ line: 13 }] });
    const added = judged.additions.flatMap((addition) => addition.entry ?? []);
    const history = [null, added[0] ?? null];
    expect(findEarlierDuplicates(history, added)).toEqual([
      { added: 0, earlier: 1, link: link(42), count: 1 },
    ]);
  });
});

const TWO = `${entry("a", link(10))}\n${entry("b", link(11))}`;
const SMALL_FILES: readonly (readonly [string, string, string, string])[] = [
  ["append, blank line first", TWO, `${TWO}\n${N}`, "valid"],
  ["insert at top", TWO, `${N}\n${TWO}`, "D2"],
  ["CRLF in the new entry only", TWO, `${TWO}\n${N.replaceAll("\n", "\r\n")}`, "F2"],
  ["duplicate pr-link key in the new entry", TWO, `${TWO}\n${N}  pr-link: ${link(42)}\n`, "F6"],
  ["blank separator removed plus append", TWO, `${TWO.replace("\n\n", "\n")}\n${N}`, "R1"],
  [
    "wildcard plus a literal it covers",
    TWO,
    `${TWO}\n${N.replace("    - n\n", '    - "n*"\n    - n1\n')}`,
    "valid",
  ],
  ["description as text", TWO, `${TWO}\n${N.replace('\n    - "Tune n"', " Tune n")}`, "F10"],
  ["comment line only", TWO, `${TWO}# a remark\n`, "R8"],
  ["link correction only", TWO.replace(link(10), "XXX"), TWO, "valid"],
  ["first line --- removed plus append", `---\n${TWO}`, `${TWO}\n${N}`, "R1"],
];

describe("small made-up files (table C)", () => {
  test.each(SMALL_FILES)("%s", (_name, base, head, wanted) => {
    const judged = judge(base, head);
    expect(brokenRules(judged.problems)[0] ?? judged.verdict).toBe(wanted);
  });
});
