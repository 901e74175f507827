import { entryIdentity } from "../changelog/identity.ts";
import { parseChangelog } from "../contract/changelog-entry.ts";
import { writtenRecipes } from "../matrix/append-scope.ts";
import { matrixDigest } from "../matrix/document.ts";
import { same } from "../matrix/same.ts";
import type { Facts, SourceFacts } from "../model/facts.ts";
import type { FileReading } from "../model/github.ts";
import { isWithin } from "../model/places.ts";
import { contentOf } from "../model/file-content.ts";
import { planOf } from "./matrix.ts";
import { recoveredHere } from "./recovery-record.ts";
import { recoveredScripts } from "./recovery-scripts.ts";
import type { ReuseContext, RuleResult } from "./reuse-rules.ts";
import type { MatrixVerdict } from "./validation.ts";

/** What judging reuse needs: the facts, and whether what a run measured is still what stands at head (decision 15). */
export function reuseContext(facts: Facts, matrix: MatrixVerdict): ReuseContext {
  return {
    facts,
    recipesUnchanged: (sha) => {
      const copies = recoveredHere(facts)?.sourceSha === sha;
      return recipesUnchanged(sha, { facts, matrix, copies });
    },
    scriptsUnchanged: (sha) => recoveredScripts(sha, facts, matrix) ?? scriptsUnchanged(sha, facts),
  };
}

export interface RecipesGround {
  readonly facts: Facts;
  readonly matrix: MatrixVerdict;
  /** The entries of this change are copies of those that the run measured, which stand before it, too. */
  readonly copies: boolean;
}

/**
 * What the entries of this change select would be measured at the commit exactly as at head: the same
 * jobs from its recipes and runners, and every entry was there already. Rows that nobody measured
 * are never published.
 */
export function recipesUnchanged(
  sha: string,
  { facts, matrix, copies }: RecipesGround,
): RuleResult {
  if (sha === facts.pull.headSha) return { rule: RECIPES, outcome: "pass", values: {} };
  const source = facts.sources[sha];
  if (source === undefined) return recipesUnknown("unreadable");
  const unread = [...source.masters, source.runners, source.changelog].find(
    (file) => file.kind === "unknown",
  );
  if (unread?.kind === "unknown") return recipesUnknown(unread.cause);
  if (matrix.kind !== "planned") return recipesUnknown(matrix.kind);
  const { paths } = facts.config.inForce;
  if (lacksEntry(source, facts, copies)) return recipesChanged(paths.changelog);
  const inputs = { masters: source.masters.map(contentOf), runners: contentOf(source.runners) };
  const measured = planOf(facts, inputs);
  if (measured.kind === "matrix" && matrixDigest(measured.document) === matrix.digest) {
    return { rule: RECIPES, outcome: "pass", values: {} };
  }
  return recipesChanged(changedKey(source, facts, matrix.keys) ?? paths.runners);
}

const RECIPES = "recipes_unchanged";

function recipesUnknown(cause: string): RuleResult {
  return { rule: RECIPES, outcome: "unknown", values: { cause } };
}

function recipesChanged(path: string): RuleResult {
  return { rule: RECIPES, outcome: "fail", values: { path } };
}

/** True when an entry that this change adds was not in the changelog at the commit. */
function lacksEntry(source: SourceFacts, facts: Facts, copies: boolean): boolean {
  const { changelog } = facts.documents;
  const [before, now, then] = [changelog.base, changelog.head, source.changelog].map(entryCounts);
  return [...(now ?? [])].some(([identity, count]) => {
    const [earlier, measured] = [before?.get(identity) ?? 0, then?.get(identity) ?? 0];
    if (count <= earlier) return false;
    return copies ? measured < count - earlier : count > measured;
  });
}

function entryCounts(file: FileReading): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const content = contentOf(file);
  for (const entry of content === null ? [] : parseChangelog(content).entries) {
    if (entry === null) continue;
    const identity = entryIdentity(entry);
    counts.set(identity, (counts.get(identity) ?? 0) + 1);
  }
  return counts;
}

/** The first selected recipe that is written differently, to name it. */
function changedKey(source: SourceFacts, facts: Facts, keys: readonly string[]): string | null {
  const then = writtenRecipes(source.masters.map(contentOf));
  const now = writtenRecipes(facts.documents.masters.map((file) => contentOf(file.head)));
  return keys.find((key) => !same(then.get(key)?.value, now.get(key)?.value)) ?? null;
}

/** No script that a sweep runs differs between the commit and head. */
function scriptsUnchanged(sha: string, facts: Facts): RuleResult {
  const rule = "scripts_unchanged";
  if (sha === facts.pull.headSha) return { rule, outcome: "pass", values: {} };
  const changed = facts.sources[sha]?.changedPaths;
  if (changed === undefined || changed.kind === "unknown") {
    return { rule, outcome: "unknown", values: { cause: changed?.cause ?? "unreadable" } };
  }
  const { measured } = facts.config.inForce.paths;
  const path = changed.value.find((each) => isWithin(each, measured));
  return path === undefined
    ? { rule, outcome: "pass", values: {} }
    : { rule, outcome: "fail", values: { path } };
}
