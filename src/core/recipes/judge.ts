import { codeSpan } from "../markdown/escape.ts";
import { writtenRecipes } from "../matrix/append-scope.ts";
import type { Problem } from "../model/problem.ts";
import { type Obstacle, obstacleOf, pointSides } from "./build-input.ts";
import { RECIPE_RULES, recipeFindings, type RecipeRule } from "./checks.ts";
import type { FRAME_CODES } from "./codes.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput, SignoffDetail } from "./input.ts";
import { policiesInForce, type PolicyTexts } from "./policies.ts";
import { submittedKeys } from "./touched.ts";

/** Everything that was read, before anything is worked out from it. */
export type RecipeGround = Omit<RecipeInput, "details" | "parsed" | "points" | "policies"> & {
  readonly shipped: PolicyTexts;
};

export interface RecipeJudgement {
  readonly findings: readonly RecipeFinding[];
  /** What is wrong with the policies that the repository has of its own. */
  readonly problems: readonly Problem[];
}

const PATH_CHARACTERS = 120;

/**
 * What the checks of recipes say about a pull request or a whole repository. Where something that
 * all of them need is not known, each of them says that a person has to look (spec/signoff §0.1).
 */
export function judgeRecipes(
  ground: RecipeGround,
  details: readonly SignoffDetail[] | null,
  rules: readonly RecipeRule[] = rulesFor(ground),
): RecipeJudgement {
  const { documents, sources, files, keys, places } = ground;
  const obstacle = obstacleOf(documents, sources, files);
  if (obstacle !== null) return blocked(obstacle, rules);
  const policy = policiesInForce(ground.shipped, sources.policy);
  if (policy.kind === "unknown") return blocked({ ...policy, kind: "unread" }, rules);
  const trees = { head: sources.head.tree, base: sources.base.tree };
  const { parsed, points } = pointSides({ documents, trees, keys, places });
  const input = { ...ground, parsed, points, policies: policy.policies, details };
  const found = recipeFindings(input, rules);
  const findings = [
    ...found,
    ...invalidRecipes(input, rules, found),
    ...(ground.entries === null ? said(rules, "recipes_entries_unknown") : []),
  ];
  return { findings, problems: policy.problems };
}

/** A whole repository adds nothing to itself: append-only does not apply there. */
function rulesFor({ pull }: RecipeGround): readonly RecipeRule[] {
  return RECIPE_RULES.filter(({ check }) => pull !== null || check !== 12);
}

function blocked(obstacle: Obstacle, rules: readonly RecipeRule[]): RecipeJudgement {
  const { path } = obstacle;
  const file = path === null ? {} : { path: codeSpan(path, { most: PATH_CHARACTERS }) };
  if (obstacle.kind === "broken") {
    return { findings: said(rules, "recipes_broken_file", file), problems: [] };
  }
  const code = path === null ? "recipes_unread" : "recipes_unread_file";
  return { findings: said(rules, code, { cause: obstacle.cause, ...file }), problems: [] };
}

function said(
  rules: readonly RecipeRule[],
  code: (typeof FRAME_CODES)[number],
  values: RecipeFinding["values"] = {},
): readonly RecipeFinding[] {
  const common = { outcome: "human", code, values, path: null, line: null, key: null } as const;
  return rules.map(({ check }) => ({ check, ...common }));
}

/** A submitted recipe that is not valid has no points: where a check says nothing of it, this is said. */
function invalidRecipes(
  { keys, parsed, documents }: RecipeInput,
  rules: readonly RecipeRule[],
  found: readonly RecipeFinding[],
): readonly RecipeFinding[] {
  const masters = documents.masters.map(({ head }) => (head.kind === "known" ? head.value : null));
  const written = writtenRecipes(masters);
  return submittedKeys(keys)
    .filter((key) => !parsed.head.masters.recipes.has(key))
    .flatMap((key) => {
      const document = written.get(key)?.document;
      const values = { key: codeSpan(key, { most: PATH_CHARACTERS }) };
      const place = {
        path: document?.path ?? null,
        line: document?.lineOf([key]) ?? null,
        key,
      };
      const told = new Set(found.filter((each) => each.key === key).map(({ check }) => check));
      const silent = rules.filter(({ check }) => !told.has(check));
      return said(silent, "recipe_not_valid", values).map((each) => ({ ...each, ...place }));
    });
}
