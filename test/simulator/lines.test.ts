import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { hunksOf, linesOf, mergeTexts } from "../../src/simulator/git/lines.ts";

const lines = fc.array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 8 });
const text = fc.tuple(lines, fc.constantFrom("", "end")).map(([all, end]) => all.join("") + end);

describe("texts", () => {
  test("differ in hunks that lead from one to the other", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [from, to] = [linesOf(before), linesOf(after)];
        const rebuilt = [...from];
        for (const hunk of hunksOf(from, to).toReversed()) {
          rebuilt.splice(hunk.oldStart, hunk.oldLines.length, ...hunk.newLines);
        }
        expect(rebuilt.join("")).toBe(after);
      }),
    );
  });

  test("merge to the changed side when the other side did nothing, and to either when both did the same", () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeTexts(base, changed, base)).toBe(changed);
        expect(mergeTexts(base, base, changed)).toBe(changed);
        expect(mergeTexts(base, changed, changed)).toBe(changed);
      }),
    );
  });

  test("merge the same from both sides", () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        expect(mergeTexts(base, ours, theirs)).toBe(mergeTexts(base, theirs, ours));
      }),
    );
  });

  test.each([
    {
      name: "changes far apart merge",
      texts: ["1\n2\n3\n4\n", "0\n2\n3\n4\n", "1\n2\n3\n5\n"],
      merged: "0\n2\n3\n5\n",
    },
    {
      name: "changes of neighbouring lines conflict",
      texts: ["1\n2\n", "0\n2\n", "1\n3\n"],
      merged: null,
    },
    { name: "two appends conflict", texts: ["1\n", "1\na\n", "1\nb\n"], merged: null },
    {
      name: "an append and a change at the start merge",
      texts: ["1\n2\n3\n", "0\n2\n3\n", "1\n2\n3\n4\n"],
      merged: "0\n2\n3\n4\n",
    },
    {
      name: "a removed and a changed line conflict",
      texts: ["1\n2\n", "2\n", "0\n2\n"],
      merged: null,
    },
  ])("$name", ({ texts, merged }) => {
    const [base = "", ours = "", theirs = ""] = texts;
    expect(mergeTexts(base, ours, theirs)).toBe(merged);
  });
});

describe("long texts", () => {
  test("merge line by line where nobody touched the neighbours", () => {
    const base = Array.from({ length: 400 }, (_, n) => (n % 5 === 0 ? "same\n" : `line ${n}\n`));
    // Each even slot of ten lines may be changed by one side, each odd one by the other.
    const slots = fc.uniqueArray(fc.nat({ max: 19 }), { maxLength: 10 });
    const edited = (chosen: readonly number[], side: number): string[] =>
      base.map((line, n) =>
        chosen.includes(Math.floor(n / 20)) && n % 20 === 5 + 10 * side ? `${line}new\n` : line,
      );
    fc.assert(
      fc.property(slots, slots, (ours, theirs) => {
        const [a, b] = [edited(ours, 0), edited(theirs, 1)];
        const both = base.map((line, n) => (a[n] === line ? b[n] : a[n])).join("");
        expect(mergeTexts(base.join(""), a.join(""), b.join(""))).toBe(both);
      }),
    );
  });

  test("of 8,000 lines with changes at both ends are merged in well under a second", () => {
    const lines = Array.from({ length: 8_000 }, (_, n) =>
      n % 2 === 0 ? "- repeated:\n" : `${n}\n`,
    );
    const started = performance.now();
    const merged = mergeTexts(
      lines.join(""),
      `first\n${lines.join("")}`,
      `${lines.join("")}last\n`,
    );
    expect(merged).toBe(`first\n${lines.join("")}last\n`);
    // The plain comparison takes a hundred times as long.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
