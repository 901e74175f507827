/** Marks of Markdown that a line of ours may carry, and what stays of them. */
const LINE_MARKS: readonly (readonly [mark: RegExp, stays: string])[] = [
  [/\[((?:\\.|[^\]\\]){1,300})\]\([^()\s]{1,500}\)/gu, "$1"],
  [/(?<!`)`([^`\n]{1,300})`(?!`)/gu, "$1"],
];

const BLOCK_MARKS: readonly (readonly [mark: RegExp, stays: string])[] = [
  [/<!--[^]*?-->/gu, ""],
  [/^<details>[^]*/mu, ""],
  [/^\|[ :|-]*\|$/gmu, ""],
  [/^#{1,6} /gmu, ""],
  [/^\| (.*) \|$/gmu, "$1"],
  [/(?<!\\) \| /gu, " · "],
  [/\*\*([^*\n]{1,300})\*\*/gu, "$1"],
];

/** What escaping made of a value, taken back once the marks are gone. */
const ESCAPED: readonly (readonly [mark: RegExp, stays: string])[] = [
  [/\\([-\\`*_{}[\]()!|~$.+=/:])/gu, "$1"],
  [/&lt;/gu, "<"],
  [/&gt;/gu, ">"],
  [/&amp;/gu, "&"],
  [/\u200B/gu, ""],
];

/** A sentence for places that are not Markdown: links and code keep their text only. */
export function plainLine(text: string): string {
  return replaceAll(text, LINE_MARKS);
}

/** The lines of a comment of ours for a terminal, up to its first folded part; empty ones are left out. */
export function plainLines(markdown: string): readonly string[] {
  return replaceAll(markdown, [...BLOCK_MARKS, ...LINE_MARKS, ...ESCAPED])
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
}

function replaceAll(text: string, marks: readonly (readonly [RegExp, string])[]): string {
  return marks.reduce((left, [mark, stays]) => left.replace(mark, stays), text);
}
