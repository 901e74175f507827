import { describe, expect, test } from "@jest/globals";
import { canonicalizeLinks } from "../../../src/core/changelog/canonicalize.ts";
import { repairChangelog } from "../../../src/core/changelog/repair.ts";
import type { Repair } from "../../../src/core/changelog/repair-terms.ts";
import { PATH, brokenRules, entry, file, judge, link, terms } from "./story.ts";

const A = entry("a", link(10));
const B = entry("b", link(11));
const HISTORY = `${A}\n${B}`;
const N = entry("n", link(42));
const WANTED = `${HISTORY}\n${N}`;

interface Story {
  readonly base?: string;
  readonly head: string;
  readonly main?: string;
  readonly pull?: number | null;
}

function repair({ base = HISTORY, head, main = base, pull = 42 }: Story): Repair {
  const versions = { path: PATH, mergeBase: file(base), head: file(head), baseTip: file(main) };
  return repairChangelog(versions, terms({ pull }));
}

function textOf(result: Repair): string {
  return result.kind === "fixed"
    ? new TextDecoder().decode(result.bytes)
    : brokenRules(result.problems).join();
}

describe("the repair writes", () => {
  test.each([
    ["a missing empty line", HISTORY + N],
    ["too many empty lines", `${HISTORY}\n\n\n${N}`],
    ["the last line feed", `${HISTORY}\n${N.trimEnd()}`],
    ["LF for CRLF in the new entry", `${HISTORY}\n${N.replaceAll("\n", "\r\n")}`],
    ["LF for CRLF in the whole file", `${HISTORY}\n${N}`.replaceAll("\n", "\r\n")],
    ["a file without byte order mark", `\ufeff${HISTORY}\n${N}`],
    ["an end without empty lines", `${HISTORY}\n${N}\n\n`],
    ["the own link for a placeholder", `${HISTORY}\n${entry("n", "XXX")}`],
    ["the own link for TBD", `${HISTORY}\n${entry("n", "TBD")}`],
    ["the own link for another's", `${HISTORY}\n${entry("n", link(9))}`],
    ["the new entry after history", `${N}\n${HISTORY}`],
    ["the new entry out of the middle", `${A}\n${N}\n${B}`],
    ["history as it was", `${HISTORY.replace("\n\n", "\n")}\n${N}`],
    ["one space after the dash", `${HISTORY}\n- ${N.slice(1).replaceAll("\n  ", "\n   ")}`],
    ["the key without quotes", `${HISTORY}\n${N.replace("config-keys", '"config-keys"')}`],
    [
      "config-keys first",
      `${HISTORY}\n- description:\n    - "Tune n"\n  config-keys:\n    - n\n  pr-link: ${link(42)}\n`,
    ],
  ])("%s", (name, head) => {
    const wanted = name === "config-keys first" ? reorderedEntry() : WANTED;
    expect(textOf(repair({ head }))).toBe(wanted);
    expect(judge(HISTORY, wanted).verdict).toBe("valid");
  });

  function reorderedEntry(): string {
    return `${HISTORY}\n- config-keys:\n    - n\n  description:\n    - "Tune n"\n  pr-link: ${link(42)}\n`;
  }

  test("main's new entries before the own one", () => {
    const main = `${HISTORY}\n${entry("m", link(41))}`;
    expect(textOf(repair({ head: `${HISTORY}\n${N}`, main }))).toBe(`${main}\n${N}`);
  });

  test("no second separator where main ends in an empty line", () => {
    const main = `${HISTORY}\n${entry("m", link(41))}\n`;
    expect(textOf(repair({ head: WANTED, main }))).toBe(main + N);
  });

  test("the own link correction into main as it is now", () => {
    const base = `${entry("a", "XXX")}\n${B}`;
    const main = `${base}\n${entry("m", link(41))}`;
    expect(textOf(repair({ base, head: HISTORY, main }))).toBe(
      `${HISTORY}\n${entry("m", link(41))}`,
    );
  });

  test("main's file where only history was touched", () => {
    expect(textOf(repair({ head: `${HISTORY}\n# note\n` }))).toBe(HISTORY);
  });

  test("a copy of an old entry that is meant to run again", () => {
    const again = entry("b", link(42));
    expect(textOf(repair({ head: `${HISTORY}\n${again}` }))).toBe(`${HISTORY}\n${again}`);
  });

  test("the first entry of a file that main does not have yet", () => {
    const versions = { path: PATH, mergeBase: null, head: file(entry("n", "TBD")), baseTip: null };
    expect(textOf(repairChangelog(versions, terms()))).toBe(N);
  });

  test("nothing new where everything is right", () => {
    expect(repair({ head: WANTED })).toMatchObject({ kind: "fixed", changed: false });
    const open = `${HISTORY}\n${entry("n", "XXX")}`;
    expect(repair({ head: open, pull: null })).toMatchObject({ kind: "fixed", changed: false });
  });
});

describe("the repair refuses", () => {
  test.each([
    ["a changed old entry", { head: `${HISTORY.replace("Tune a", "Tuned a")}\n${N}` }, "D2"],
    ["a deleted old entry", { head: A }, "D1"],
    [
      "a correction beside an entry",
      { base: HISTORY.replace(link(10), "XXX"), head: WANTED },
      "D5",
    ],
    ["a correction to half a link", { head: HISTORY.replace(link(10), "later") }, "D4"],
    ["an unreadable file", { head: `${HISTORY}\n- config-keys: [\n` }, "F6"],
    ["an unknown field", { head: `${HISTORY}\n${N}  note: x\n` }, "F10"],
    ["a key written twice", { head: `${HISTORY}\n${N}  pr-link: XXX\n` }, "F6"],
    ["a tab that may mean anything", { head: `${HISTORY}\n${N.replace("Tune", "\t")}` }, "F3"],
    ["a NUL byte", { head: `${HISTORY}\n${N.replace("Tune", "\0")}` }, "F4"],
    ["conflict markers", { head: `${HISTORY}\n<<<<<<< HEAD\n${N}=======\n>>>>>>> main\n` }, "F6"],
    [
      "what main already has",
      { head: WANTED, main: `${HISTORY}\n${entry("n", link(41))}` },
      "X-NOTHING-LEFT",
    ],
    [
      "a main that is broken",
      { head: WANTED, main: `${HISTORY}\n- foo\n` },
      "main_is_broken,F8,F10",
    ],
  ] satisfies readonly (readonly [string, Story, string])[])("%s", (_name, story, rules) => {
    expect(textOf(repair(story))).toBe(rules);
  });

  test("a deleted file", () => {
    const versions = { path: PATH, mergeBase: file(A), head: null, baseTip: file(A) };
    expect(textOf(repairChangelog(versions, terms()))).toBe("D1");
    const gone = repairChangelog(versions, terms());
    expect(gone).toMatchObject({ problems: [{ code: "changelog_deleted" }] });
  });
});

describe("canonical links", () => {
  test("are written once and then stay", () => {
    const once = canonicalizeLinks(file(A), file(`${A}\n${entry("n", "XXX")}`), terms());
    expect(textOf(once)).toBe(`${A}\n${N}`);
    const twice = canonicalizeLinks(file(A), file(textOf(once)), terms());
    expect(twice).toMatchObject({ kind: "fixed", changed: false });
  });

  test("leave a pull request without a number alone", () => {
    const head = `${A}\n${entry("n", "XXX")}`;
    const result = canonicalizeLinks(file(A), file(head), terms({ pull: null }));
    expect(result).toMatchObject({ kind: "fixed", changed: false });
  });

  test("are not written over words that no one agreed on", () => {
    const result = canonicalizeLinks(file(A), file(`${A}\n${entry("n", "TBD")}`), terms());
    expect(textOf(result)).toBe("D6");
  });
});
