import { describe, expect, test } from "@jest/globals";
import { RECIPE_RULES, type RecipeRule } from "../../../src/core/recipes/checks.ts";
import type { RecipeFinding } from "../../../src/core/recipes/finding.ts";
import { judgeRecipes, type RecipeGround } from "../../../src/core/recipes/judge.ts";
import { policyPath } from "../../../src/core/recipes/policies.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { loadPolicies } from "../../../src/policies.ts";
import { file, S } from "../matrix/fixture.ts";
import { type Given, inputOf, MASTER } from "./recipe-input.ts";
import { known } from "../../../src/core/model/reading.ts";

const shipped = loadPolicies();
const KEY = "m-fp8-b200-vllm";
const RECIPE = { [KEY]: S("{tp: 4, conc-list: [4]}") };

/** A ground on which every policy is the shipped one. */
function ground(given: Given = {}, more: Partial<RecipeGround> = {}): RecipeGround {
  const overrides = Object.keys(shipped).map((name) => policyPath(name));
  const input = inputOf({ base: {}, head: RECIPE, ...given });
  const { policy } = input.sources;
  const absent = Object.fromEntries(overrides.map((path) => [path, known(null)] as const));
  const sources = {
    ...input.sources,
    policy: { ...policy, texts: { ...absent, ...policy.texts } },
  };
  const masters = input.parsed.head.masters;
  const entries = { entries: [], patterns: [], history: [], problems: [], masters };
  return { ...input, sources, entries, shipped, ...more };
}

const finding: RecipeFinding = {
  ...{ check: 9, outcome: "pass", code: "recipes_unread", values: { cause: "x" } },
  ...{ path: null, line: null, key: null },
};
/** A check that is content with everything. */
const CONTENT: RecipeRule = { check: 9, find: () => [finding] };

function judged(of: RecipeGround, rules: readonly RecipeRule[] = [CONTENT]): readonly string[] {
  return judgeRecipes(of, null, rules).findings.map(
    ({ check, outcome, code, path, line }) =>
      `${check} ${outcome} ${code}${path === null ? "" : ` ${path}:${line ?? ""}`}`,
  );
}

describe("checks are asked", () => {
  test("and what they say is told", () => {
    expect(judged(ground())).toEqual(["9 pass recipes_unread"]);
  });

  test("with points, parsed files, policies, and no sign-off", () => {
    const seen: unknown[] = [];
    const rule: RecipeRule = {
      check: 9,
      find: ({ points, parsed, policies, details }) => {
        seen.push(points.touched.length, parsed.head.masters.recipes.size, details);
        seen.push(Object.keys(policies).sort());
        return [finding];
      },
    };
    judgeRecipes(ground(), null, [rule]);
    expect(seen).toEqual([1, 1, null, Object.keys(shipped).sort()]);
  });

  test("but not about append-only where a whole repository is looked at", () => {
    const checks = (pull: number | null): readonly number[] => [
      ...new Set(judgeRecipes(ground({}, { pull }), null).findings.map(({ check }) => check)),
    ];
    expect(checks(null)).not.toContain(12);
    expect(checks(3)).toEqual(RECIPE_RULES.map(({ check }) => check));
  });
});

describe("a check is not asked, and never passes,", () => {
  const masters = (reading: RecipeGround["documents"]["masters"][number]["head"]) => {
    const given = ground();
    const [first] = given.documents.masters;
    if (first === undefined) throw new Error("no master");
    return { documents: { ...given.documents, masters: [{ ...first, head: reading }] } };
  };
  const side = ground().sources.head;
  const unread = { ...side, tree: unknown("truncated") };

  test.each<[string, Partial<RecipeGround>, string]>([
    ["a recipe file was not read", masters(unknown("too_large")), "recipes_unread_file"],
    ["a recipe file is not YAML", masters(known(file(MASTER, "{"))), "recipes_broken_file"],
    ["the changed files are not all known", { files: unknown("truncated") }, "recipes_unread"],
    [
      "the tree at head is not known",
      { sources: { ...ground().sources, head: unread } },
      "recipes_unread",
    ],
    [
      "the default branch is not known",
      { sources: { ...ground().sources, policy: unread } },
      "recipes_unread",
    ],
    [
      "a policy of the repository was not read",
      { sources: { ...ground().sources, policy: side } },
      "recipes_unread_file",
    ],
  ])("where %s", (_, more, code) => {
    expect(judged(ground({}, more))).toEqual([`9 human ${code}`]);
  });

  test("where the new entries cannot be told, besides what it says", () => {
    expect(judged(ground({}, { entries: null }))).toEqual([
      "9 pass recipes_unread",
      "9 human recipes_entries_unknown",
    ]);
  });

  test("about a recipe that is not valid, unless it has said so itself", () => {
    const broken = ground({ head: { [KEY]: "{image: 1}" } });
    expect(judged(broken)).toEqual([
      "9 pass recipes_unread",
      `9 human recipe_not_valid ${MASTER}:1`,
    ]);
    const aware: RecipeRule = { check: 9, find: () => [{ ...finding, key: KEY }] };
    expect(judged(broken, [aware])).toEqual(["9 pass recipes_unread"]);
  });
});

describe("a policy of the repository", () => {
  const own = (text: string): RecipeGround => {
    const given = ground();
    const path = policyPath("images");
    const { policy } = given.sources;
    const texts = { ...policy.texts, [path]: known({ path, text, shell: null }) };
    return { ...given, sources: { ...given.sources, policy: { ...policy, texts } } };
  };
  const inForce = (
    of: RecipeGround,
  ): { readonly same: boolean; readonly codes: readonly string[] } => {
    let seen: unknown;
    const rule: RecipeRule = {
      check: 9,
      find: ({ policies }) => {
        seen = policies.images;
        return [finding];
      },
    };
    const { problems } = judgeRecipes(of, null, [rule]);
    judgeRecipes(ground(), null, [
      { check: 9, find: ({ policies }) => [{ ...finding, key: JSON.stringify(policies.images) }] },
    ]).findings.forEach(({ key }) => {
      seen = JSON.stringify(seen) === key;
    });
    return { same: seen === true, codes: problems.map(({ code, path }) => `${code} ${path}`) };
  };

  test("stands in for the shipped one", () => {
    const text = (shipped["images"] ?? "").replace(/vllm/u, "other");
    expect(inForce(own(text))).toEqual({ same: false, codes: [] });
  });

  test("that is not valid is told, and the shipped one stays in force", () => {
    expect(inForce(own("no: [policy"))).toEqual({
      same: true,
      codes: ["policy_not_in_force .github/sweepbot/images.yml"],
    });
  });
});
