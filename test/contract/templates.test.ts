import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import Mustache from "mustache";
import type { Words } from "../../src/core/render/words.ts";
import { loadDictionary } from "../../src/words.ts";
import { codeUse } from "../support/code-use.ts";
import { readTexts } from "../support/literals.ts";

const TEMPLATES = join(import.meta.dirname, "..", "..", "templates");
const { en, zh } = loadDictionary();

/** All texts of a language, by a name that says where they stand. */
function textsOf({ sentences, problems, pages }: Words): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(sentences),
    ...Object.entries(pages).map(([name, text]) => [`${name}.md`, text] as const),
    ...Object.entries(problems).flatMap(([code, { text, hint }]) => [
      [`problems.${code}.text`, text] as const,
      [`problems.${code}.hint`, hint] as const,
    ]),
  ]);
}

/** Three words in a row: a sentence, more often than not. */
const WORDS = /(?:[A-Za-z'’]{2,}[ ,;:]+){2,}[A-Za-z'’]{2,}/u;

type Span = readonly [type: string, name: string, start: number, end: number, inner?: unknown];

/** The slots and sections of a text with the way each is filled: `name`, `&raw`, `#section`. */
function fillingsOf(text: string): readonly string[] {
  const collect = (spans: readonly Span[]): readonly string[] =>
    spans.flatMap(([type, name, , , inner]) => [
      ...(type === "text" ? [] : [type === "name" ? name : `${type}${name}`]),
      ...(Array.isArray(inner) ? collect(inner as Span[]) : []),
    ]);
  return [...new Set(collect(Mustache.parse(text) as unknown as Span[]))].sort();
}

describe("the two languages", () => {
  test("have the same files", () => {
    const files = (language: string): readonly string[] => readdirSync(join(TEMPLATES, language));
    expect(files("zh")).toEqual(files("en"));
    expect(files("en").length).toBeGreaterThan(15);
  });

  test("have the same codes", () => {
    expect([...textsOf(zh).keys()].sort()).toEqual([...textsOf(en).keys()].sort());
  });

  test("fill every text with the same slots, in the same way", () => {
    const chinese = textsOf(zh);
    const different = [...textsOf(en)].flatMap(([code, text]) => {
      const slots = { code, en: fillingsOf(text), zh: fillingsOf(chinese.get(code) ?? "") };
      return String(slots.en) === String(slots.zh) ? [] : [slots];
    });
    expect(different).toEqual([]);
  });

  test("are each what they are called", () => {
    const HAN = /\p{Script=Han}/u;
    const english = [...textsOf(en)].filter(([, text]) => HAN.test(text));
    expect(english.map(([code]) => code)).toEqual([]);
    const chinese = textsOf(zh);
    const untranslated = [...textsOf(en)].filter(
      ([code, text]) => WORDS.test(withoutSlots(text)) && !HAN.test(chinese.get(code) ?? ""),
    );
    expect(untranslated.map(([code]) => code)).toEqual([]);
  });

  test("leave no sentence empty", () => {
    const empty = [en, zh].flatMap((words) =>
      [...textsOf(words)].filter(([, text]) => text.trim() === "").map(([code]) => code),
    );
    expect(empty).toEqual([]);
  });
});

function withoutSlots(text: string): string {
  return text.replace(/\{\{\{?.*?\}?\}\}/gu, "").replace(/`[^`]*`/gu, "");
}

describe("every text is used", () => {
  const isUsed = codeUse();

  /** Nothing asks for these: each is to be used or to go. */
  test("by src, where its code stands or is joined from words that stand there", () => {
    const unused = Object.keys(en.sentences).filter((name) => {
      const [area = "", ...code] = name.split(".");
      // Settings have words for the schema; test/contract/config-schema.test.ts holds them.
      return area !== "config-fields" && !isUsed(area, code.join("."));
    });
    expect(unused).toEqual([]);
  });

  test("problems and pages, too", () => {
    const codes = [...Object.keys(en.problems), ...Object.keys(en.pages)];
    expect(codes.filter((code) => !isUsed("problems", code))).toEqual([]);
  });

  test("and a code that nobody asks for would be found", () => {
    expect(isUsed("card", "sweep_no_label")).toBe(true);
    expect(isUsed("card", "sweep_no_lable")).toBe(false);
    expect(isUsed("reuse", "run_exists_pass")).toBe(true);
    expect(isUsed("reuse", "run_vanished_pass")).toBe(false);
  });
});

describe("sentences stand in templates, not in code", () => {
  /** Where texts of several words are not read by people who use the bot, and why. */
  const ELSEWHERE: readonly (readonly [path: string, why: string])[] = [
    ["src/queue/", "SQL"],
    ["src/simulator/", "GitHub's own words"],
    ["src/cli/demo/", "what the people of the demonstration write"],
    ["src/server/metrics.ts", "help texts of metrics, read by machines and those who run them"],
    ["src/core/signoff/", "phrases that are looked for, not written"],
    ["src/core/decide/matrix.ts", "names of job families"],
    ["src/core/recipes/models-table.ts", "headings that are looked for, not written"],
    ["src/github/conversation.ts", "GraphQL"],
    ["src/github/editors.ts", "GraphQL"],
    ["src/github/pulls.ts", "the message of a failure"],
    ["src/github/runs.ts", "the message of a failure"],
    ["src/server/pages.ts", "a header"],
    ["src/server/picture-route.ts", "a header"],
  ];
  const texts = readTexts("src").literals.filter(({ context }) => context === "value");
  const sentences = texts.filter(({ parts }) => WORDS.test(parts.join(" ")));

  test("no text of three words or more", () => {
    const strays = sentences.filter(
      ({ path }) => !ELSEWHERE.some(([place]) => path.startsWith(place)),
    );
    expect(strays).toEqual([]);
  });

  test("and each place that may have some does", () => {
    const idle = ELSEWHERE.filter(
      ([place]) => !sentences.some((each) => each.path.startsWith(place)),
    );
    expect(idle).toEqual([]);
  });

  test("no Chinese but its own name", () => {
    const han = texts.filter(({ parts }) => /\p{Script=Han}/u.test(parts.join("")));
    expect(han.map(({ parts }) => parts)).toEqual([["中文"]]);
  });
});
