import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { upstreamLinks } from "../../../src/core/decide/signoff-links.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { upstreamName } from "../../../src/core/model/upstream.ts";
import { aComment, aPerson, APP } from "../../support/build.ts";
import { type Form, formOf, ITEMS } from "../../support/checklist.ts";
import { aFile, documentsOf, exampleFile } from "../../support/facts.ts";
import { NVIDIA, row, situation } from "../../support/swept.ts";

const PULL = "https://github.com/vllm-project/recipes/pull/12";
const OTHER = "https://github.com/sgl-project/sglang/pull/5";
const PATH = "docs/PR_REVIEW_CHECKLIST.md";
const checklist = aFile(PATH, `\`\`\`\n${formOf({ signed: "FILL_IN_GITHUB_USERNAME" })}\n\`\`\`\n`);

function signed(form: Form, more: Partial<Facts> = {}): Partial<Facts> {
  const body = formOf({ signed: "zoe", ...form });
  return {
    comments: [aComment({ id: 1, body, author: aPerson("zoe") })],
    documents: { ...situation().documents, checklist },
    ...more,
  };
}

function links(facts: Partial<Facts>): readonly string[] {
  return upstreamLinks(situation(facts)).map(upstreamName);
}

describe("links that are followed", () => {
  test("stand in the section for details", () => {
    expect(links(signed({ detail: `see ${PULL} and https://example.test/a` }))).toEqual([PULL]);
  });

  test("or in an item about recipes, and in no other", () => {
    expect(links(signed({ replaced: { 7: `${ITEMS[7]}: ${OTHER}` } }))).toEqual([OTHER]);
    expect(links(signed({ replaced: { 1: `${ITEMS[1]} ${OTHER}` } }))).toEqual([]);
  });

  test("are none of the template's own", () => {
    const text = formOf({ replaced: { 7: `${ITEMS[7]} like ${OTHER}` } });
    const own = aFile(PATH, `\`\`\`\n${text}\n\`\`\`\n`);
    const facts = signed({ replaced: { 7: `${ITEMS[7]} like ${OTHER}` } });
    const documents = { ...situation().documents, checklist: own };
    expect(links({ ...facts, documents })).toEqual([]);
  });

  test("are at most five, each once, and only those of people", () => {
    const many = Array.from({ length: 9 }, (_, index) => `${PULL}${index}`).join(" ");
    expect(links(signed({ detail: `${many} ${many}` }))).toHaveLength(5);
    const [comment] = signed({ detail: PULL }).comments ?? [];
    if (comment === undefined) throw new Error("no comment");
    for (const author of [null, aPerson("x[bot]")]) {
      expect(links({ comments: [{ ...comment, author }] })).toEqual([]);
    }
    expect(links({ comments: [{ ...comment, appId: APP.id }] })).toEqual([]);
  });
});

describe("check 3 in a pull request", () => {
  const open = known({ state: "open", paths: [], text: "" } as const);

  test("asks for single-node vLLM and SGLang recipes only (cases 55 and 56)", () => {
    expect(row(3, signed({}))).toBe("fail recipe_link_missing");
    const text = exampleFile(NVIDIA).replace("framework: vllm", "framework: atom");
    const recipes = text.replace(/vllm\/vllm-openai:v\S+/u, "rocm/atom:v1");
    const documents = { ...documentsOf({ recipes }), checklist };
    expect(row(3, { ...signed({}), documents })).toBe("na recipe_link_not_needed");
  });

  test("does not pass what could not be read", () => {
    const documents = { ...situation().documents, checklist };
    const masters = documents.masters.map((each) => ({ ...each, head: unknown("too_large") }));
    expect(row(3, { ...signed({}), documents: { ...documents, masters } })).toBe(
      "human recipe_link_unread",
    );
    expect(row(3, { ...signed({}), files: unknown("truncated") })).toBe("human recipe_link_unread");
    expect(row(3, signed({ detail: PULL }))).toBe("fail recipe_link_unverified");
  });

  test("leaves arguments that nobody could compare to a person", () => {
    const merged = known({ state: "merged", paths: ["Tiny.md"], text: "vllm serve" } as const);
    const facts = signed({ detail: PULL }, { upstream: { [PULL]: merged } });
    expect(row(3, facts)).toBe("human recipe_arguments_by_person");
  });

  test("is asked again every hour while the upstream pull request is open", () => {
    const wait = (more: Partial<Facts>): number | undefined => {
      const facts = situation(signed({ detail: PULL }, { upstream: { [PULL]: open }, ...more }));
      return decide(facts).signoff.rows.find(({ check }) => check === 3)?.lookAgainMs;
    };
    expect(wait({})).toBe(3_600_000);
    expect(
      wait({ upstream: { [PULL]: known({ state: "merged", paths: ["a"], text: "" }) } }),
    ).toBeUndefined();
  });
});
