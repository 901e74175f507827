import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { shownLines } from "../../../src/core/changelog/diff-lines.ts";
import { suggestionsFor } from "../../../src/core/changelog/suggestions.ts";
import { hunkLines } from "../../../src/simulator/git/diff.ts";
import { GitStore } from "../../../src/simulator/git/store.ts";
import { entry, judge, link } from "./story.ts";

function shown(base: string, head: string): readonly string[] {
  const [before, after] = [base, head].map((text) => new TextEncoder().encode(text));
  return shownLines(before ?? new Uint8Array(), after ?? new Uint8Array()).map(
    ({ from, to }) => `${from}-${to}`,
  );
}

/** What another comparison of lines shows of the same change. */
function hunks(base: string, head: string): readonly string[] {
  const store = new GitStore();
  const [before, after] = [base, head].map((text) => ({
    sha: store.writeBlob(text),
    mode: "100644",
  }));
  const difference = { path: "f", previousPath: null, status: "modified" } as const;
  const lines = hunkLines(store, { ...difference, before: before ?? null, after: after ?? null });
  return lines.map(({ from, to }) => `${from}-${to}`);
}

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`);
const HISTORY = `${entry("a", link(10))}  \n${entry("b", link(11))}`;

describe("the lines that GitHub's diff shows", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["nothing of equal files", TEN.join(""), TEN.join(""), []],
    [
      "what is appended, and three lines before it",
      TEN.join(""),
      `${TEN.join("")}x\ny\n`,
      ["8-12"],
    ],
    ["a changed line", TEN.join(""), TEN.with(4, "x\n").join(""), ["2-8"]],
    ["the place of a line that is gone", TEN.join(""), TEN.toSpliced(4, 1).join(""), ["2-7"]],
    [
      "two changes far apart",
      TEN.join(""),
      TEN.with(0, "x\n").with(9, "y\n").join(""),
      ["1-4", "7-10"],
    ],
    [
      "two changes close by as one",
      TEN.join(""),
      TEN.with(2, "x\n").with(6, "y\n").join(""),
      ["1-10"],
    ],
    ["a missing last line feed", "a\nb\n", "a\nb", ["1-2"]],
    ["a whole new file", "", "a\nb\n", ["1-2"]],
  ])("are %s", (_, base, head, expected) => {
    expect(shown(base, head)).toEqual(expected);
    expect(hunks(base, head)).toEqual(expected);
  });

  test("agree with another comparison of lines wherever no line stands twice", () => {
    const change = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom("drop", "add", "edit"));
    fc.assert(
      fc.property(fc.uniqueArray(change, { selector: ([at]) => at, maxLength: 4 }), (changes) => {
        const lines = TEN.flatMap((line, at) => {
          const [, what] = changes.find(([place]) => place === at) ?? [];
          if (what === "drop") return [];
          if (what === "add") return [line, `new ${at}\n`];
          return [what === "edit" ? `other ${at}\n` : line];
        });
        expect(shown(TEN.join(""), lines.join(""))).toEqual(hunks(TEN.join(""), lines.join("")));
      }),
    );
  });

  test.each([
    ["a missing separator", HISTORY + entry("n", link(42))],
    [
      "a wrong link and trimmed history",
      `${HISTORY.replace("  \n-", "\n-")}\n${entry("n", "TBD")}`,
    ],
    ["edited history", `${HISTORY.replace("Tune b", "Tuned b")}\n${entry("n", link(42))}`],
    ["an empty line at the end", `${HISTORY}\n${entry("n", link(42))}\n`],
  ])("hold every replacement that is offered for %s", (_, head) => {
    const suggestions = suggestionsFor(judge(HISTORY, head).problems);
    const ranges = hunks(HISTORY, head).map((range) => range.split("-").map(Number));
    expect(suggestions).not.toEqual([]);
    for (const { startLine, endLine } of suggestions) {
      expect(ranges.some(([from = 0, to = 0]) => from <= startLine && endLine <= to)).toBe(true);
    }
  });
});
