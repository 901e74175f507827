import { describe, expect, test } from "@jest/globals";
import { suggestionBlock, suggestionsFor } from "../../../src/core/changelog/suggestions.ts";
import type { Suggestion } from "../../../src/core/changelog/suggestions.ts";
import { applied, entry, judge, link } from "./story.ts";

const A = entry("a", link(10));
const B = entry("b", link(11));
const HISTORY = `${A}  \n${B}`;
const N = entry("n", link(42));
const M = entry("m", link(42));

/** All suggestions accepted at once, as with GitHub's "add to batch". */
function accepted(text: string, suggestions: readonly Suggestion[]): string {
  return suggestions.toReversed().reduce((mended, { problem }) => applied(mended, problem), text);
}

describe("suggestions", () => {
  test.each([
    ["a missing separator", HISTORY + N],
    ["a separator of three lines", `${HISTORY}\n\n\n${N}`],
    ["a comment in the separator", `${HISTORY}# c\n\n${N}`],
    ["two entries run together", `${HISTORY}\n${N}${M}`],
    ["an empty line at the end", `${HISTORY}\n${N}\n`],
    ["a wrong link", `${HISTORY}\n${entry("n", "TBD")}`],
    ["CRLF in the new entry", `${HISTORY}\n${N.replaceAll("\n", "\r\n")}`],
    ["a tab at the end of a line", `${HISTORY}\n${N.replace("keys:", "keys:\t")}`],
    ["trimmed history", `${HISTORY.replace("  \n-", "\n-")}\n${N}`],
    ["edited history", `${HISTORY.replace("Tune b", "Tuned b")}\n${N}`],
    ["a deleted entry", `${A}  \n${N}`],
    ["fields added to the last entry", `${HISTORY}  evals-only: true\n\n${N}`],
    ["a comment before history", `# c\n${HISTORY}\n${N}`],
    ["a byte order mark", `\ufeff${HISTORY}\n${N}`],
    ["two spaces after the dash", `${HISTORY}\n- ${N.slice(1).replaceAll("\n  ", "\n   ")}`],
    ["several faults at once", `${HISTORY.replace("  \n-", "\n-")}${entry("n", "TBD")}${M}\n`],
  ])("mend %s with the clicks that they offer", (_name, head) => {
    const judged = judge(HISTORY, head);
    expect(judged.verdict).toBe("invalid");
    const suggestions = suggestionsFor(judged.problems);
    expect(suggestions).not.toHaveLength(0);
    expect(judge(HISTORY, accepted(head, suggestions)).problems).toEqual([]);
  });

  test("never overlap", () => {
    const head = `${HISTORY.replace("  \n-", "\n-")}${entry("n", "TBD").replace("keys:", "keys:\t")}${M}\n`;
    const suggestions = suggestionsFor(judge(HISTORY, head).problems);
    const ends = suggestions.map(({ startLine, endLine }) => [startLine, endLine]).flat();
    expect(ends).toEqual([...ends].sort((one, two) => one - two));
  });

  test("are not made for a fault that main has too", () => {
    const base = `${A}\n${B.replace('"Tune b"', '"Tune\tb"')}`;
    const judged = judge(base, `${base}\n${N}`);
    expect(judged.problems).toMatchObject([{ rule: "F3", line: 10 }]);
    expect(suggestionsFor(judged.problems)).toEqual([]);
    expect(suggestionsFor(judged.baseProblems)).toHaveLength(1);
  });

  test("are fenced so that back-ticks inside do not end them", () => {
    expect(suggestionBlock("a")).toBe("```suggestion\na\n```");
    expect(suggestionBlock("````")).toBe("`````suggestion\n````\n`````");
  });
});
