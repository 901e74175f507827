import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { parseSignoff } from "../../../src/core/signoff/body.ts";
import type { ChecklistItem } from "../../../src/core/signoff/checklist.ts";
import {
  compareWithTemplate,
  itemWords,
  longestCommonSubsequence,
} from "../../../src/core/signoff/match.ts";
import { parseTemplate, type TemplateItem } from "../../../src/core/signoff/template.ts";
import { formOf, ITEMS, templatePage, type Form } from "../../support/checklist.ts";
import { describeShared } from "../../support/shared.ts";

function templateOf(page: string): readonly TemplateItem[] {
  const reading = parseTemplate(page);
  return reading.kind === "template" ? reading.items : [];
}

function itemsOf(texts: readonly string[]): readonly ChecklistItem[] {
  return texts.map((text, line) => ({ text, checked: true, level: 0, line }));
}

function kindsOf(
  texts: readonly string[],
  template: readonly { readonly text: string }[],
): string[] {
  return compareWithTemplate(itemsOf(texts), template).rows.map((row) => row.kind);
}

describe("the template", () => {
  test("is the first fenced block that holds the phrase", () => {
    const reading = parseTemplate(`\`\`\`\nother\n\`\`\`\n${templatePage()}`);
    expect(reading).toMatchObject({ kind: "template" });
    expect(templateOf(templatePage()).map((item) => item.text)).toEqual(ITEMS);
  });

  test("is found without a fence, too", () => {
    expect(templateOf(`# Page\n\n${formOf()}`)).toHaveLength(ITEMS.length);
  });

  test.each([
    ["an empty page", ""],
    ["a page without the phrase", templatePage().replaceAll("CODEOWNER", "owner")],
    ["four items", templatePage(ITEMS.slice(0, 4))],
  ])("%s is unreadable", (_story, page) => {
    expect(parseTemplate(page)).toEqual({ kind: "unreadable" });
  });

  test("says which check each item speaks for", () => {
    const asks = templateOf(templatePage()).map(({ asks }) =>
      asks.kind === "check" ? asks.check : asks.kind,
    );
    expect(asks).toEqual(["mandatory", "1", "2", "9", "11", "10", "3", "3", "escapeHatch"]);
  });
});

describe("comparison", () => {
  const template = templateOf(templatePage());
  const compare = (form: Form) =>
    compareWithTemplate(parseSignoff(formOf(form))?.items ?? [], template);

  test("the form itself matches item by item", () => {
    expect(compare({}).rows).toEqual(
      ITEMS.map((_, item) => ({ kind: "matched", item, checked: true })),
    );
  });

  test.each([
    ["8: a nested item on the outer level", 7, ITEMS[7]],
    [
      "9: the instruction replaced by a link",
      1,
      "Confirmed that this PR has passed PR validation: https://example.test/runs/1",
    ],
    ["10: a note behind it", 4, `${ITEMS[4]} (N/A for AgentX in this PR, see below)`],
    ["a link without its target", 0, "Confirmed that this is the newest version of CHECKLIST.md"],
    ["a typo", 5, ITEMS[5].replace("inference", "inferense")],
  ])("%s still matches", (_story, index, text) => {
    expect(compare({ replaced: { [index]: text } }).rows[index]?.kind).toBe("matched");
  });

  test("11: a negated item is not the template's", () => {
    const { rows } = compare({ replaced: { 2: "Confirmed that this PR does not pass evals." } });
    expect(rows[2]?.kind).not.toBe("matched");
    const almost = compare({ replaced: { 5: ITEMS[5].replace("does not patch", "does patch") } });
    expect(almost.rows[5]).toEqual({ kind: "reworded", item: 5, negated: true });
  });

  test("12: the same item twice and another missing", () => {
    const { rows, duplicates } = compare({ replaced: { 3: ITEMS[5] } });
    expect(rows[3]).toEqual({ kind: "missing" });
    expect(duplicates).toEqual(
      [{ item: 5, template: 5 }].map((row) => expect.objectContaining({ template: row.template })),
    );
  });

  test("a paraphrase is reworded, a new item is extra", () => {
    const text = "Confirmed that nobody patched the inference engine; image must run as is";
    const { rows, extra } = compare({ replaced: { 5: text, 8: "I like this very much" } });
    expect(rows[5]?.kind).toMatch(/reworded|missing/u);
    expect(rows[8]).toEqual({ kind: "missing" });
    expect(extra).toEqual([8]);
  });

  test("an unticked item is matched and unticked", () => {
    expect(compare({ unticked: [3] }).rows[3]).toEqual({
      kind: "matched",
      item: 3,
      checked: false,
    });
  });

  test("an empty list has everything missing", () => {
    expect(kindsOf([], template)).toEqual(ITEMS.map(() => "missing"));
  });
});

test.each([
  ["[a b](https://x.test) c", ["a", "b", "c"]],
  ["A: https://x.test/y z", ["a", "z"]],
  ["Done. Please link to the run that shows this. More", ["done", "more"]],
  ["it isn't 5 %", ["it", "isn", "t", "5"]],
  ["", []],
])("the words of %j", (text, words) => {
  expect(itemWords(text)).toEqual(words);
});

test("the longest common subsequence keeps the order", () => {
  expect(longestCommonSubsequence(["a", "b", "c", "d"], ["b", "a", "c", "x", "d"])).toBe(3);
  expect(longestCommonSubsequence([], ["a"])).toBe(0);
});

describeShared("the checklist of the real repository, over its history", (shared) => {
  let folder = "";
  let versions: readonly (readonly TemplateItem[])[] = [];
  let latest: readonly TemplateItem[] = [];
  const git = (...words: string[]): string =>
    execFileSync("git", ["-C", folder, ...words], { encoding: "utf8" });

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "checklist-"));
    const bundle = join(shared, "data", "inferencex-data.bundle");
    execFileSync("git", ["clone", "--quiet", "--bare", bundle, folder]);
    const path = "docs/PR_REVIEW_CHECKLIST.md";
    const commits = git("log", "--format=%H", "--", path).trim().split("\n");
    versions = commits.map((commit) => templateOf(git("show", `${commit}:${path}`)));
    latest = versions[0] ?? [];
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const texts = (items: readonly TemplateItem[]): string[] => items.map((item) => item.text);
  const matchedAll = (kinds: readonly string[]): boolean =>
    kinds.every((kind) => kind === "matched");

  test("every version is read, the latest with 15 items, one of them nested", () => {
    expect(versions.length).toBeGreaterThan(10);
    expect(versions.every((items) => items.length >= 8)).toBe(true);
    expect(latest).toHaveLength(15);
    expect(latest.filter((item) => item.level === 1)).toHaveLength(1);
  });

  test("each of the 15 items speaks for one check, or must be ticked", () => {
    const asks = latest.map(({ asks }) => (asks.kind === "check" ? asks.check : asks.kind));
    expect(asks).toEqual([
      ...["mandatory", "mandatory", "1", "2", "9", "11", "7", "8", "6a", "6b", "3", "3"],
      ...["10", "12", "escapeHatch"],
    ]);
  });

  test("no version is stale against itself", () => {
    for (const items of versions) expect(matchedAll(kindsOf(texts(items), items))).toBe(true);
  });

  test("SGN-11: a form of any older list is stale, naming what is missing", () => {
    const older = versions.filter((items) => texts(items).join() !== texts(latest).join());
    expect(older.length).toBeGreaterThan(8);
    for (const items of older) expect(matchedAll(kindsOf(texts(items), latest))).toBe(false);
  });

  test("an item left out is noticed, all 15 of 15", () => {
    for (const index of latest.keys()) {
      const kinds = kindsOf(texts(latest).toSpliced(index, 1), latest);
      expect(kinds.flatMap((kind, at) => (kind === "matched" ? [] : [at]))).toEqual([index]);
    }
  });

  test("an item replaced by a copy of another is noticed, all 210 of 210", () => {
    let noticed = 0;
    for (const [index, item] of latest.entries()) {
      for (const other of latest.keys()) {
        if (other === index) continue;
        const kinds = kindsOf(texts(latest).toSpliced(other, 1, item.text), latest);
        if (kinds[other] !== "matched" && kinds[index] === "matched") noticed += 1;
      }
    }
    expect(noticed).toBe(210);
  });

  test("items of 15 words and more may lose every tenth, unless that turns the meaning round", () => {
    const negation = /^(?:not|no|never|without|cannot|isn|doesn|don|didn|won)$/u;
    for (const [index, item] of latest.entries()) {
      const words = itemWords(item.text);
      if (words.length < 15) continue;
      for (let offset = 0; offset < 10; offset += 1) {
        const kept = words.filter((word, at) => at % 10 !== offset || negation.test(word));
        const kinds = kindsOf(texts(latest).toSpliced(index, 1, kept.join(" ")), latest);
        expect([index, offset, kinds[index]]).toEqual([index, offset, "matched"]);
      }
    }
  });

  test("a negated item is not taken for the template's, all 15 of 15", () => {
    for (const [index, item] of latest.entries()) {
      const negated = /\b(?:Verified|verified|linked|provided)\b/u.test(item.text)
        ? item.text.replace(/\b(?:Verified|verified|linked|provided)\b/u, "not $&")
        : `Not ${item.text}`;
      const kinds = kindsOf(texts(latest).toSpliced(index, 1, negated), latest);
      expect([index, kinds[index]]).not.toEqual([index, "matched"]);
    }
  });
});
