import { createHash } from "node:crypto";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import { RECIPE_RULES } from "../recipes/checks.ts";
import { nextDeprecationLook } from "../recipes/deprecated.ts";
import type { RecipeFinding } from "../recipes/finding.ts";
import { judgeRecipes } from "../recipes/judge.ts";
import type { Signoff } from "../signoff/body.ts";
import type { CheckResult } from "../signoff/checks.ts";
import { recipeRows, untouchedRows } from "../signoff/recipe-rows.ts";
import { changesNoRecipe, recipeGround } from "./recipe-ground.ts";

/** What the checks 6 to 12 say while a pull request is being written. */
export type RecipesVerdict =
  /** Nothing that they look at is touched. */
  | { readonly kind: "none" }
  | {
      readonly kind: "checked";
      readonly findings: readonly RecipeFinding[];
      readonly problems: readonly Problem[];
      /** When a date that is still to come changes the verdict; null where none does. */
      readonly lookAgainMs: number | null;
    };

/** The same rules as at sign-off, without asking for one: what a reviewer would find, its author knows before. */
export function decideRecipes(facts: Facts): RecipesVerdict {
  const ground = recipeGround(facts);
  if (ground === null || RECIPE_RULES.length === 0) return { kind: "none" };
  const judgement = judgeRecipes(ground, null);
  const lookAgainMs = nextDeprecationLook(judgement.findings, facts.now);
  return { kind: "checked", ...judgement, lookAgainMs };
}

/** The rows of the checks 6 to 12 at sign-off, with what the signers have explained. */
export function recipeRowsOf(
  facts: Facts,
  covering: readonly { readonly signoff: Pick<Signoff, "detail"> }[],
): readonly CheckResult[] {
  const ground = recipeGround(facts);
  if (ground === null) return changesNoRecipe(facts) ? untouchedRows() : [];
  const details = covering.map(({ signoff }) => signoff.detail);
  const rows = recipeRows(judgeRecipes(ground, details).findings);
  if (rows.every(({ outcome }) => outcome !== "human")) return rows;
  // A person decides about what the files say, not only about where the finding stands in them.
  const files = textsDigest(facts.sourceFiles);
  return rows.map((row) =>
    row.outcome === "human" ? { ...row, evidence: { findings: row.evidence, files } } : row,
  );
}

/**
 * Names everything that was read at head and of the policy: another word anywhere gives another digest.
 * What was not read may say something else at every commit.
 */
function textsDigest(sources: Facts["sourceFiles"]): string {
  const hash = createHash("sha256");
  for (const side of sources === null ? [] : [sources.head, sources.policy]) {
    for (const path of Object.keys(side.texts).sort()) {
      const reading = side.texts[path];
      const said =
        reading?.kind === "known"
          ? { text: reading.value?.text ?? null }
          : { unreadAt: side.commitSha };
      hash.update(JSON.stringify([path, said]));
    }
  }
  return hash.digest("hex").slice(0, 32);
}
