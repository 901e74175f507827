import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { codeSpan, escapeText } from "../../../src/core/markdown/escape.ts";
import { cutLine } from "../../../src/core/render/cut.ts";

describe("a line that is too long", () => {
  test.each([
    ["short", "one two", 10, null],
    ["at a blank", "one two three four", 12, "one two …"],
    ["without any blank", "一二三四五六七八九十", 6, "一二三四 …"],
    ["before a code span", "one `two three` four", 10, "one …"],
    ["after a code span", "one `two` three four", 14, "one `two` …"],
    ["before a link", "one [two](https://a.test/long) three", 20, "one …"],
    ["before a span with two fences", "one ``a ` b`` two three", 12, "one …"],
    ["not within an escape", String.raw`aaaaaaa\*bbbbbbb`, 10, "aaaaaaa …"],
  ])("is cut %s", (_story, line, most, expected) => {
    expect(cutLine(line, most)).toBe(expected);
  });

  const piece = fc.oneof(
    fc.string({ maxLength: 30 }).map((text) => codeSpan(text, { most: 30 })),
    fc.string({ maxLength: 30 }).map((text) => escapeText(text, { most: 30 })),
    fc.constantFrom("words of ours,", "[link](https://github.com/acme/x)", "**bold**"),
  );

  test("stays within its length, and what it shows as code is code before, too", () => {
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), (pieces) => {
        const line = pieces.join(" ");
        const cut = cutLine(line, 60);
        if (cut === null) return;
        expect(cut.length).toBeLessThanOrEqual(60);
        expect(codesOf(line).slice(0, codesOf(cut).length)).toEqual(codesOf(cut));
      }),
    );
  });
});

function codesOf(markdown: string): readonly string[] {
  const [paragraph] = fromMarkdown(`x ${markdown}`).children;
  if (paragraph?.type !== "paragraph") return [];
  return paragraph.children.flatMap((node) => (node.type === "inlineCode" ? [node.value] : []));
}
