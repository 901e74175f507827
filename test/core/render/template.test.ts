import { describe, expect, test } from "@jest/globals";
import { PLAIN, renderTemplate, type View } from "../../../src/core/render/template.ts";
import { MARKDOWN } from "../../../src/core/render/voice.ts";
import {
  describeProblem,
  renderPage,
  say,
  sayIfAny,
  type Words,
} from "../../../src/core/render/words.ts";
import { inLanguages } from "../../../src/core/render/languages.ts";
import { dictionary } from "../../support/facts.ts";

describe("a template", () => {
  test.each<[string, View, string]>([
    ["Run {{run}}", { run: 900 }, "Run 900"],
    ["{{name}}", { name: "a*b" }, "a\\*b"],
    ["{{{name}}}", { name: "a*b" }, "a*b"],
    ["`{{name}}`", { name: "a`b" }, "``a`b``"],
    ["`{{count}}`", { count: 3 }, "`3`"],
    ["{{#list}}{{item}} {{/list}}", { list: ["a_", "b"] }, "a\\_ b "],
    ["{{#list}}`{{item}}` {{/list}}", { list: ["a`"] }, "`` a` `` "],
    [
      "{{#rows}}{{name}}={{outer}};{{/rows}}",
      { rows: [{ name: "x" }, { name: "y" }], outer: 1 },
      "x=1;y=1;",
    ],
    ["{{#view}}{{name}}{{/view}}", { view: { name: "x" } }, "x"],
    ["{{#view}}{{name}}{{/view}}", { view: null }, ""],
    ["{{#flag}}on{{/flag}}{{^flag}}off{{/flag}}", { flag: false }, "off"],
    ["{{#flag}}on{{/flag}}", { flag: true }, "on"],
    ["{{#text}}{{text}}{{/text}}", { text: "" }, ""],
    ["{{#count}}{{count}}{{/count}}", { count: 0 }, ""],
    ["{{#count}}{{count}}{{/count}}", { count: 7 }, "7"],
    ["{{a}} &amp; <b>", { a: "<i>" }, "&lt;i&gt; &amp; <b>"],
  ])("%j with %j", (template, view, text) => {
    expect(renderTemplate(template, view, MARKDOWN)).toBe(text);
  });

  test.each<[string, View]>([
    ["{{run}}", {}],
    ["`{{run}}`", {}],
    ["{{#run}}x{{/run}}", {}],
    ["{{^run}}x{{/run}}", {}],
    ["{{#rows}}{{name}}{{/rows}}", { rows: [{ other: 1 }] }],
    ["{{#view}}{{name}}{{/view}}", { view: { other: 1 } }],
    ["{{toString}}", {}],
  ])("never leaves a slot open: %j throws", (template, view) => {
    expect(() => renderTemplate(template, view, PLAIN)).toThrow(/Slots without a value/u);
  });

  test("asks for nothing inside a section that is not shown", () => {
    expect(renderTemplate("{{#rows}}{{name}}{{/rows}}", { rows: [] }, PLAIN)).toBe("");
  });

  test("leaves text as it is where it is not Markdown", () => {
    expect(renderTemplate("{{a}} `{{a}}`", { a: "x*<@y>" }, PLAIN)).toBe("x*<@y> `x*<@y>`");
  });
});

describe("words", () => {
  const words: Words = {
    language: "en",
    sentences: { "x.hello": " Hello {{name}} " },
    problems: { p: { text: " What {{a}}", hint: "Do {{a}} " } },
    pages: { page: "P {{name}}\n" },
  };
  test("say a sentence without its outer blanks", () => {
    expect(say(words, "x.hello", { name: "Mira" }, PLAIN)).toBe("Hello Mira");
    expect(renderPage(words, "page", { name: "Mira" }, PLAIN)).toBe("P Mira\n");
    expect(sayIfAny(words, "x.other", {}, PLAIN)).toBeNull();
    expect(sayIfAny(words, "x.hello", { name: "" }, PLAIN)).toBe("Hello");
  });

  test("tell what is wrong and what to do", () => {
    const problem = { code: "p", severity: "error", path: "", line: 1, values: { a: 5 } } as const;
    expect(describeProblem(problem, words, PLAIN)).toEqual({ text: "What 5", hint: "Do 5" });
    expect(() => describeProblem({ ...problem, code: "q" }, words, PLAIN)).toThrow(
      /No problem "q" in en/u,
    );
  });

  test("do not make up what they have not", () => {
    expect(() => say(words, "x.other", {}, PLAIN)).toThrow(/No sentence "x.other" in en/u);
    expect(() => renderPage(words, "other", {}, PLAIN)).toThrow(/No page "other" in en/u);
  });
});

test("a message stands in every language, the first in full, the others folded", () => {
  const render = (each: Words): string => `${each.language}\n`;
  expect(inLanguages(["en"], dictionary, render)).toBe("en");
  expect(inLanguages(["zh", "en"], dictionary, render)).toBe(
    "zh\n\n<details><summary>English</summary>\n\nen\n\n</details>",
  );
  expect(inLanguages([], dictionary, render)).toBe("en");
});
