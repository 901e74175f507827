import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Nodes, PhrasingContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { codeSpan, escapeText } from "../../../src/core/markdown/escape.ts";

const ZWSP = /\u200B/gu;
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "@mira",
        "<!--",
        "-->",
        "<b>",
        "[a](b)",
        "![",
        "`",
        "```",
        "\n",
        "\r\n",
        "| ",
        "*",
        "_",
        "~~",
        "&#64;",
        "https://x.y",
        "www.x.y",
        "#12",
        "\u202E",
        "\u200B",
        "$",
        "\\",
        "- ",
        "1. ",
        "/help",
        "\uD800",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(""));

function phrasing(sentence: string): readonly PhrasingContent[] {
  const [paragraph, ...others] = fromMarkdown(sentence).children;
  expect(others).toEqual([]);
  if (paragraph?.type !== "paragraph") throw new Error(`no paragraph: ${sentence}`);
  return paragraph.children;
}

/** What a reader should see of a text that is not cut. */
function seen(text: string): string {
  return text
    .replaceAll(/[\s\u0085]+/gu, " ")
    .replaceAll(/[\p{C}]/gu, "")
    .trim();
}

describe("text of a person in our sentence", () => {
  test("stays text, shown as it was written, and links, mentions and marks nothing", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeText(text, { most: 1_000 });
        const nodes: readonly Nodes[] = phrasing(`Before ${escaped}. After`);
        expect(nodes.map((node) => node.type)).toEqual(["text"]);
        const shown = nodes.map((node) => ("value" in node ? node.value : "")).join("");
        expect(shown.replaceAll(ZWSP, "")).toBe(`Before ${seen(text)}. After`);
        expect(shown).not.toMatch(/[@#](?!\u200B)|:\/\/|www\./u);
        expect(escaped).not.toMatch(/[<>\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
      }),
      { numRuns: 1_000 },
    );
  });

  test("stays text at the beginning of a line too", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const escaped = escapeText(text, { most: 1_000 });
        if (escaped !== "") expect(phrasing(escaped).map((node) => node.type)).toEqual(["text"]);
        expect(escaped).not.toMatch(/^\//u);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is cut between characters, with an ellipsis", () => {
    expect(escapeText("日本語😀😀", { most: 4 })).toBe("日本語😀…");
    expect(escapeText("日本", { most: 2 })).toBe("日本");
  });
});

describe("code spans", () => {
  test("hold exactly the text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const nodes = phrasing(`Before ${codeSpan(text, { most: 1_000 })} after`);
        expect(nodes.map((node) => node.type)).toEqual(["text", "inlineCode", "text"]);
        const value = nodes[1]?.type === "inlineCode" ? nodes[1].value : "";
        expect(value.replaceAll(ZWSP, "").trim()).toBe(seen(text));
        expect(value).not.toMatch(/<!--|-->/u);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["", "` `"],
    ["a", "`a`"],
    ["a`b", "``a`b``"],
    ["`", "`` ` ``"],
    ["abcdef", "`abcd…`"],
  ])("%j is %s", (text, span) => {
    expect(codeSpan(text, { most: 4 })).toBe(span);
  });

  test("do not end a table cell", () => {
    expect(codeSpan("a|b", { most: 9, inTable: true })).toBe("`a\\|b`");
  });

  test("carry no marker of ours out of a person's text", () => {
    expect(codeSpan("<!-- sweepbot:card -->", { most: 99 })).not.toContain("<!-- sweepbot:");
  });
});
