import { describe, expect, test } from "@jest/globals";
import { known, unknown } from "../../../src/core/model/reading.ts";
import type { UpstreamDocument, UpstreamLink } from "../../../src/core/model/upstream.ts";
import { upstreamName } from "../../../src/core/model/upstream.ts";
import type { ArgumentsVerdict } from "../../../src/core/recipes/major-arguments.ts";
import {
  checkRecipeLink,
  type RecipeLinkFacts,
} from "../../../src/core/signoff/check-recipe-link.ts";
import { parseRecipeLink } from "../../../src/core/signoff/recipe-link.ts";

const VLLM = "https://github.com/vllm-project/recipes/pull/12";
const SGLANG = "https://github.com/sgl-project/sglang/pull/345";
const PAGE = "https://recipes.vllm.ai/acme/Tiny";

describe("links that name an upstream recipe (spec/signoff §3.3 a)", () => {
  test.each([
    [VLLM, VLLM],
    [`${VLLM}/files#diff-1`, VLLM],
    ["https://github.com/VLLM-project/Recipes/pull/12", VLLM],
    [SGLANG, SGLANG],
    [`${PAGE}?tab=b200#top`, PAGE],
    ["https://docs.sglang.io/cookbook/acme/tiny", "https://docs.sglang.io/cookbook/acme/tiny"],
  ])("%s", (text, name) => {
    const link = parseRecipeLink(text);
    expect(link === null ? null : upstreamName(link)).toBe(name);
  });

  test.each([
    ["case 53: the template's own start page", "https://recipes.vllm.ai/"],
    ["one segment", "https://recipes.vllm.ai/acme"],
    ["the introduction", "https://docs.sglang.io/cookbook/intro"],
    ["another part of the documentation", "https://docs.sglang.io/start/install"],
    ["a branch", "https://github.com/vllm-project/recipes/tree/tiny"],
    ["a file", "https://github.com/vllm-project/recipes/blob/main/Tiny.md"],
    ["a commit", "https://github.com/vllm-project/recipes/commit/0123456"],
    ["an issue", "https://github.com/vllm-project/recipes/issues/12"],
    ["another repository", "https://github.com/vllm-project/vllm/pull/12"],
    ["a look-alike", "https://github.com/vllm-projects/recipes/pull/12"],
    ["a host that only ends so", "https://evil-recipes.vllm.ai/acme/Tiny"],
    ["a host that only begins so", "https://recipes.vllm.ai.example.com/acme/Tiny"],
    ["not https", "http://recipes.vllm.ai/acme/Tiny"],
    ["with a port", "https://recipes.vllm.ai:8443/acme/Tiny"],
    ["with a password", "https://a:b@recipes.vllm.ai/acme/Tiny"],
    ["with an escaped slash", "https://recipes.vllm.ai/acme/%2e%2e%2fadmin"],
    ["no number", "https://github.com/vllm-project/recipes/pull/new"],
    ["no address", "recipes"],
  ])("are not %s", (_, text) => {
    expect(parseRecipeLink(text)).toBeNull();
  });
});

const merged = (paths: readonly string[]): UpstreamDocument => ({
  state: "merged",
  paths,
  text: "vllm serve",
});
const published: UpstreamDocument = { state: "published", paths: [], text: "page" };

function links(...texts: readonly string[]): readonly UpstreamLink[] {
  return texts.flatMap((text) => parseRecipeLink(text) ?? []);
}

function facts(more: Partial<RecipeLinkFacts> = {}): RecipeLinkFacts {
  return {
    keys: known(["tiny-fp8-b200-vllm"]),
    links: links(VLLM),
    upstream: { [VLLM]: known(merged(["Tiny.md"])) },
    compare: () => ({ kind: "match", count: 4 }),
    ...more,
  };
}

describe("check 3: the recipe is documented upstream, merged, with the same arguments", () => {
  const judged = (more: Partial<RecipeLinkFacts>): string => {
    const { outcome, code } = checkRecipeLink(facts(more));
    return `${outcome} ${code}`;
  };

  test.each<[string, Partial<RecipeLinkFacts>, string]>([
    ["merged", {}, "pass recipe_link_holds"],
    [
      "case 55: nothing that has to be documented",
      { keys: known([]), links: [] },
      "na recipe_link_not_needed",
    ],
    ["what is submitted is not known", { keys: unknown("truncated") }, "human recipe_link_unread"],
    ["no link", { links: [] }, "fail recipe_link_missing"],
    [
      "case 52 and SGN-17: open",
      { upstream: { [VLLM]: known({ ...merged([]), state: "open" }) } },
      "fail recipe_link_not_merged",
    ],
    [
      "a draft",
      { upstream: { [VLLM]: known({ ...merged([]), state: "draft" }) } },
      "fail recipe_link_not_merged",
    ],
    [
      "closed without a merge",
      { upstream: { [VLLM]: known({ ...merged([]), state: "closed" }) } },
      "fail recipe_link_not_merged",
    ],
    ["not there", { upstream: { [VLLM]: unknown("not_found") } }, "fail recipe_link_unverified"],
    [
      "not to be read",
      { upstream: { [VLLM]: unknown("forbidden") } },
      "fail recipe_link_unverified",
    ],
    [
      "not answering",
      { upstream: { [VLLM]: unknown("unavailable") } },
      "human recipe_link_unavailable",
    ],
    ["never read", { upstream: {} }, "fail recipe_link_unverified"],
    [
      "case 54: an SGLang change of kernels only",
      { links: links(SGLANG), upstream: { [SGLANG]: known(merged(["python/kernel.py"])) } },
      "fail recipe_link_no_cookbook",
    ],
    [
      "an SGLang change of the cookbook",
      { links: links(SGLANG), upstream: { [SGLANG]: known(merged(["docs_new/cookbook/a.mdx"])) } },
      "pass recipe_link_holds",
    ],
    [
      "a page",
      { links: links(PAGE), upstream: { [PAGE]: known(published) } },
      "pass recipe_link_holds",
    ],
    [
      "a page that is not there",
      { links: links(PAGE), upstream: { [PAGE]: unknown("not_found") } },
      "fail recipe_link_unpublished",
    ],
    [
      "one that counts beside one that does not",
      {
        links: links(SGLANG, VLLM),
        upstream: { [VLLM]: known(merged(["Tiny.md"])), [SGLANG]: unknown("not_found") },
      },
      "pass recipe_link_holds",
    ],
    [
      "other arguments",
      { compare: () => ({ kind: "contradiction", items: ["--tp 8 / 4"] }) },
      "fail recipe_arguments_differ",
    ],
    [
      "arguments that are not found",
      { compare: () => ({ kind: "unclear", items: ["--tp 8"] }) },
      "human recipe_arguments_unclear",
    ],
    [
      "arguments that nobody compared",
      { compare: () => ({ kind: "notCompared" }) },
      "human recipe_arguments_by_person",
    ],
  ])("%s", (_, more, expected) => {
    expect(judged(more)).toBe(expected);
  });

  test("only texts of links that count are compared", () => {
    const seen: (readonly string[])[] = [];
    const compare = (texts: readonly string[]): ArgumentsVerdict => {
      seen.push(texts);
      return { kind: "notCompared" };
    };
    const upstream = {
      [VLLM]: known({ ...merged(["a"]), text: "one" }),
      [SGLANG]: known({ ...merged(["a"]), text: "two" }),
    };
    checkRecipeLink(facts({ links: links(VLLM, SGLANG), upstream, compare }));
    expect(seen).toEqual([["one"]]);
  });

  test("is looked at again by itself while it waits for something upstream", () => {
    const wait = (more: Partial<RecipeLinkFacts>): number | undefined =>
      checkRecipeLink(facts(more)).lookAgainMs;
    expect(wait({ upstream: { [VLLM]: known({ ...merged([]), state: "open" }) } })).toBe(3_600_000);
    expect([wait({}), wait({ links: [] })]).toEqual([undefined, undefined]);
  });
});
