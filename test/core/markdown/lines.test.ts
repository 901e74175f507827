import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { readLines, textLines } from "../../../src/core/markdown/lines.ts";
import { hostileBodies } from "../../support/hostile.ts";

function kinds(body: string): string {
  return readLines(body)
    .map((line) => line.kind)
    .join(" ");
}

describe("what a line is made of", () => {
  test.each([
    ["a paragraph and a blank line", "a\n\nb", "text blank text"],
    ["a lone CR ends a line", "a\rb", "text text"],
    ["a fence with a longer closing", "```\na\n`````\nb", "fence code fence text"],
    ["a shorter closing does not close", "````\n```\n````", "fence code fence"],
    ["tildes do not close backticks", "```\n~~~\n```", "fence code fence"],
    ["backticks in the info string open nothing", "``` a`b\nc", "text text"],
    ["indented code", "a\n\n    b\n\nc", "text blank code blank text"],
    ["an indented line of a paragraph is no code", "a\n    b", "text text"],
    ["a list item's paragraph after a blank line", "- a\n\n  b", "text blank text"],
    ["a fence ends with its list item", "- ```\n  a\nb", "fence code text"],
    ["a fence ends with its quote", "> ```\n> a\nb", "quote quote text"],
    ["lazy lines stay in their quote", "> a\nb\n\nc", "quote quote blank text"],
    ["a list interrupts a quote", "> a\n- b", "quote text"],
    ["a number other than 1 does not interrupt", "a\n2. b", "text text"],
    ["a code span over three lines", "a `b\nc\nd` e", "text inline_code inline_code"],
    ["an escaped backtick opens nothing", "a \\`b\nc` d", "text text"],
    ["backticks of another length do not close", "a ``b\nc` d", "text text"],
    ["a paragraph's end ends a code span", "a `b\n\nc` d", "text blank text"],
    ["a heading's underline ends a code span", "a `b\n---\nc` d", "text text text"],
    ["an HTML comment", "<!-- a\n\nb -->\nc", "comment comment comment text"],
    [
      "a comment that a <div> leaves open",
      "<div>\n<!--\n\na\n-->\nb",
      "text text comment comment comment text",
    ],
    ["a tag over two lines", "a <b c='\nd'> e", "text comment"],
    ["a processing instruction", "<?a\nb?>\nc", "comment comment text"],
    ["an HTML quote", "<blockquote>\na\n</blockquote>\n\nb", "quote quote quote quote text"],
    ["tabs count as columns", "-\ta\n\n\tb", "text blank text"],
    ["an item that begins empty and stays empty ends", "-\n\n  ```\na", "blank blank fence code"],
  ])("%s", (_story, body, expected) => {
    expect(kinds(body)).toBe(expected);
  });

  test("keeps every line as it was written", () => {
    const body = "  a\t\r\n\r\n> b";
    expect(readLines(body).map((line) => line.text)).toEqual(["  a\t", "", "> b"]);
    expect(textLines(body)).toEqual([{ line: 1, kind: "text", text: "  a\t" }]);
  });
});

/** Which lines begin inside code or a quote, by a complete Markdown parser. */
function byParser(body: string): ReadonlySet<number> {
  const barred = new Set<number>();
  const bar = (first: number, last: number): void => {
    for (let line = first; line <= last; line += 1) barred.add(line);
  };
  const visit = (node: Nodes): void => {
    const [start, end] = [node.position?.start.line ?? 0, node.position?.end.line ?? 0];
    if (node.type === "code" || node.type === "blockquote") bar(start, end);
    else if (node.type === "inlineCode") bar(start + 1, end);
    else if ("children" in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(body));
  return barred;
}

test("agrees with a complete parser on which lines of text a command may stand on", () => {
  const piece = fc.constantFrom(
    ..."a|/a|   /a|> |>|- |  - |1. |    |  |```|~~~|````|`|``|\\`|---|===|# |* * *|\t| b `c".split(
      "|",
    ),
  );
  const line = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 9 }), (lines) => {
      const body = lines.join("\n");
      // Around empty items micromark and GitHub differ on what a paragraph may be interrupted by.
      fc.pre(!/(?:[-+*]|\d\.)[ \t]*$/mu.test(body.replaceAll(/^ {0,3}(?:---|\* \* \*) *$/gmu, "")));
      const barred = byParser(body);
      const commands = readLines(body).filter((each) => /^ {0,3}\/a/u.test(each.text));
      for (const each of commands) {
        expect([body, each.line, each.kind === "text"]).toEqual([
          body,
          each.line,
          !barred.has(each.line),
        ]);
      }
    }),
    { numRuns: 3_000 },
  );
});

test.each(Object.entries(hostileBodies()))(
  "reads every line of a hostile body: %s",
  (_name, body) => {
    expect(readLines(body)).toHaveLength(body.split(/\r\n|\n|\r/u).length);
  },
);
