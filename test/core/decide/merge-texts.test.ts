import { describe, expect, test } from "@jest/globals";
import { mergeTexts } from "../../../src/core/decide/merge-texts.ts";

function merged(base: string, ours: string, theirs: string): string | null {
  const [one, two, three] = [base, ours, theirs].map((text) => new TextEncoder().encode(text));
  if (one === undefined || two === undefined || three === undefined) throw new Error("no text");
  const bytes = mergeTexts(one, two, three);
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

const BASE = "a\nb\nc\nd\ne\n";

describe("a merge line by line", () => {
  test.each([
    ["nothing", BASE, BASE, BASE],
    ["what only we changed", "a\nB\nc\nd\ne\n", BASE, "a\nB\nc\nd\ne\n"],
    ["what only they changed", BASE, "a\nb\nc\nD\ne\n", "a\nb\nc\nD\ne\n"],
    ["both, in lines apart", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n", "A\nb\nc\nd\nE\n"],
    ["what both changed alike", "a\nX\nc\nd\ne\n", "a\nX\nc\nd\ne\n", "a\nX\nc\nd\ne\n"],
    ["lines put in and taken out", "a\nnew\nb\nc\nd\ne\n", "a\nb\nc\nd\n", "a\nnew\nb\nc\nd\n"],
    ["characters of all kinds", "é\nb\nc\nd\ne\n", "a\nb\nc\nd\n中\n", "é\nb\nc\nd\n中\n"],
  ])("takes %s", (_what, ours, theirs, expected) => {
    expect(merged(BASE, ours, theirs)).toBe(expected);
  });

  test.each([
    ["the same line in two ways", "a\nX\nc\nd\ne\n", "a\nY\nc\nd\ne\n"],
    ["lines beside each other", "a\nX\nc\nd\ne\n", "a\nb\nY\nd\ne\n"],
    ["what was appended to the same end", `${BASE}ours\n`, `${BASE}theirs\n`],
    ["what is not text", "a\0\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\n"],
  ])("leaves %s to people", (_what, ours, theirs) => {
    expect(merged(BASE, ours, theirs)).toBeNull();
  });

  test("is quick for the longest recipe files", () => {
    const lines = Array.from({ length: 12_000 }, (_, at) =>
      at % 9 === 0 ? `key-${at}:\n` : "  tp: 8\n",
    );
    const [ours, theirs] = [lines.with(100, "  tp: 4\n"), lines.with(11_000, "  tp: 2\n")];
    const began = performance.now();
    expect(merged(lines.join(""), ours.join(""), theirs.join(""))).toBe(
      lines.with(100, "  tp: 4\n").with(11_000, "  tp: 2\n").join(""),
    );
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});
