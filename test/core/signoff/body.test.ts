import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { NEAR_MISSES, nearMiss, parseSignoff } from "../../../src/core/signoff/body.ts";
import { formOf, ITEMS, PHRASE_LINE, templatePage } from "../../support/checklist.ts";
import { hostileBodies } from "../../support/hostile.ts";

const quoted = (text: string): string => text.replaceAll(/^/gmu, "> ");
const fenced = (text: string): string => `\`\`\`\n${text}\n\`\`\``;

describe("what is a sign-off (spec/signoff §6)", () => {
  test.each([
    ["the plain form", formOf(), true],
    ["1: in a quote", quoted(formOf()), false],
    ["2: in a fence", fenced(formOf()), false],
    ["3: the phrase alone in a reminder", `Please use the phrase ${PHRASE_LINE}`, false],
    ["5: another case", formOf().replace("CODEOWNER", "Codeowner"), false],
    ["6: indented by two spaces", `  ${formOf()}`, true],
    ["in bold", formOf().replace(PHRASE_LINE, `**${PHRASE_LINE}**`), true],
    ["indented by four spaces", formOf().replaceAll(/^/gmu, "    "), false],
    ["in an HTML comment", `<!--\n${formOf()}\n-->`, false],
    ["after words on its line", `I say: ${formOf()}`, false],
    ["with CRLF", formOf().replaceAll("\n", "\r\n"), true],
    ["below other text", `LGTM.\n\n${formOf()}`, true],
    ["with two items", `${PHRASE_LINE}\n- [x] a\n- [x] b`, false],
    ["with its items in a fence", `${PHRASE_LINE}\n${fenced("- [x] a\n- [x] b\n- [x] c")}`, false],
    ["80: 65,536 brackets", "[".repeat(65_536), false],
    ["over the limit of a comment", formOf() + "x".repeat(65_536), false],
  ])("%s", (_story, body, expected) => {
    expect(parseSignoff(body) !== null).toBe(expected);
  });

  test("SGN-19: the same text is read alike with CR LF and LF", () => {
    expect(parseSignoff(formOf().replaceAll("\n", "\r\n"))).toEqual(parseSignoff(formOf()));
  });
});

describe("items", () => {
  const itemsOf = (list: string) => parseSignoff(`${PHRASE_LINE}\n${list}`)?.items ?? [];

  test.each([
    ["7: [X]", "- [X] a\n- [X] b\n- [X] c", [true, true, true]],
    ["stars and numbers", "* [x] a\n+ [ ] b\n1. [x] c\n2) [x] d", [true, false, true, true]],
    [
      "check marks",
      "- [✓] a\n- [✔] b\n- [✔️] c\n- [ ] d\n- [] e",
      [true, true, true, false, false],
    ],
  ])("%s", (_story, list, expected) => {
    expect(itemsOf(list).map((item) => item.checked)).toEqual(expected);
  });

  test("hard wraps and plain sub-bullets belong to their item, other text does not", () => {
    const items = itemsOf("- [x] a\n  b\n  - c\n\n  d\n- [x] e\n\nother\n- [x] f\n- note");
    expect(items.map((item) => item.text)).toEqual(["a b c d", "e", "f"]);
  });

  test("nesting is seen, tabs counting four", () => {
    expect(itemsOf("- [x] a\n\t- [x] b\n- [x] c").map((item) => item.level)).toEqual([0, 1, 0]);
    expect(parseSignoff(formOf())?.items.map((item) => item.level)).toEqual(
      ITEMS.map((_, index) => (index === 7 ? 1 : 0)),
    );
  });

  test("comments are no part of an item", () => {
    expect(itemsOf("- [x] a <!-- b --> c\n- [x] d\n- [x] e")[0]?.text).toBe("a  c");
  });

  test("full-width and invisible characters are read as what they look like", () => {
    const signoff = parseSignoff(
      formOf().replace("- [x]", "-\u00A0［x］").replace("PR", "P\u200BR"),
    );
    expect(signoff?.items).toHaveLength(ITEMS.length);
  });
});

describe("detail and signature", () => {
  test.each([
    ["the invitation", undefined, true],
    ["nothing", "", true],
    ["punctuation", "- \n\n * ...", true],
    ["words", "- See the run", false],
  ])("detail with %s", (_story, detail, isEmpty) => {
    const form = detail === undefined ? formOf() : formOf({ detail });
    expect(parseSignoff(form)?.detail.isEmpty).toBe(isEmpty);
  });

  test("links are kept once, without what trails them", () => {
    const detail =
      "see [it](https://a.test/1), https://a.test/2). <https://a.test/1> http://b.test";
    expect(parseSignoff(formOf({ detail }))?.detail.links).toEqual([
      "https://a.test/1",
      "https://a.test/2",
    ]);
  });

  test("the section ends at another heading", () => {
    expect(parseSignoff(formOf({ detail: "a\n## Other\nb" }))?.detail.text).toBe("a");
  });

  test.each([
    ["Signed: `mira`", { kind: "login", login: "mira" }],
    ["Signed: @mira", { kind: "login", login: "mira" }],
    ["**Signed:** Mira-1", { kind: "login", login: "Mira-1" }],
    ["Signed: `FILL_IN_GITHUB_USERNAME`", { kind: "placeholder" }],
    ["Signed:", { kind: "absent" }],
    ["", { kind: "absent" }],
  ])("%s", (line, expected) => {
    expect(parseSignoff(`${formOf({ signed: null })}\n\n${line}`)?.signature).toEqual(expected);
  });
});

describe("near misses", () => {
  test.each([
    ["a sign-off", formOf(), null],
    ["a quoted sign-off", quoted(formOf()), null],
    ["the empty form in its fence", templatePage(), null],
    ["the filled form in a fence", fenced(formOf()), "in_code_block"],
    ["the filled form, indented", formOf().replaceAll(/^/gmu, "    "), "in_code_block"],
    ["boxes in a fence below the phrase", `${PHRASE_LINE}\n${fenced(formOf())}`, "in_code_block"],
    ["the phrase alone", PHRASE_LINE, "too_few_items"],
    ["the phrase within a line", `I say: ${formOf()}`, "not_at_line_start"],
    ["another case", formOf().replace("CODEOWNER", "codeowner"), "altered_phrase"],
    [
      "other words",
      formOf().replace("a PR reviewer and CODEOWNER", "reviewer and code owner"),
      "altered_phrase",
    ],
    ["a form that is too long", formOf() + "x".repeat(65_536), "too_long"],
    ["a reminder that names the phrase", `Use the phrase ${PHRASE_LINE}`, null],
    ["another list", "The owner wants:\n- [x] a\n- [x] b\n- [x] c", null],
    ["any comment", "LGTM", null],
  ])("%s", (_story, body, expected) => {
    expect(nearMiss(body)).toBe(expected);
  });

  test("every reason is reached above", () => {
    expect([...NEAR_MISSES].sort()).toEqual([
      "altered_phrase",
      "in_code_block",
      "not_at_line_start",
      "too_few_items",
      "too_long",
    ]);
  });
});

test("any text is read without an exception", () => {
  const piece = fc.constantFrom(
    PHRASE_LINE,
    "\n",
    "- [x] ",
    "  ",
    "Signed: ",
    "### Additional detail",
    "```",
    "> ",
    "<!--",
    "a b",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const body = pieces.join("");
      const signoff = parseSignoff(body);
      expect(signoff === null || signoff.items.length >= 3).toBe(true);
      expect(signoff === null || nearMiss(body) === null).toBe(true);
    }),
  );
});

test.each(Object.entries(hostileBodies()))("reads a hostile body: %s", (_name, body) => {
  expect(parseSignoff(body)?.items.length ?? 0).toBeLessThanOrEqual(200);
  expect([null, ...NEAR_MISSES]).toContain(nearMiss(body));
});
