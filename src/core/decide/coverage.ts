import { changedRecipes } from "../matrix/changed-recipes.ts";
import type { NewEntries } from "../matrix/new-entries.ts";
import { uncoveredFiles, type UncoveredSources } from "../matrix/uncovered.ts";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import { touchedKeysOf, type TouchedRecipes, touchedRecipes } from "../recipes/touched.ts";
import { contentOf } from "../model/file-content.ts";
import { measuredPaths } from "./gate-needs.ts";
import type { ChangelogVerdict, MatrixVerdict } from "./validation.ts";

/** What is measured anew without a new entry that says so, file by file (decision 19, case CHG-09). */
export function coverageProblems(
  facts: Facts,
  entries: NewEntries | null,
  verdicts: { readonly changelog: ChangelogVerdict; readonly matrix: MatrixVerdict },
): readonly Problem[] {
  const { changelog, matrix } = verdicts;
  return [
    // What the entries select is part of the plan, where there is one.
    ...(changelog.kind === "invalid" ? (entries?.problems ?? []) : []),
    ...(matrix.kind === "none" ? unnamedRecipes(facts, entries) : []),
    ...unnamedFiles(facts, entries),
  ];
}

/** Keys of the recipes that the pull request is about, in whatever way. */
export function touchedKeys(
  facts: Parameters<typeof touchedBy>[0],
  entries: NewEntries | null,
): readonly string[] {
  return touchedKeysOf(touchedBy(facts, entries));
}

/** The recipes that the pull request is about: changed, selected, or run by a script that it changes (decision 20). */
export function touchedBy(
  facts: Pick<Facts, "config" | "documents" | "files" | "gate">,
  entries: NewEntries | null,
): TouchedRecipes {
  const { documents, files, gate } = facts;
  return touchedRecipes({
    ...{ documents, entries },
    tree: gate.tree?.kind === "known" ? gate.tree.value.map(({ path }) => path) : null,
    changed: files.kind === "known" ? files.value : [],
    measured: measuredPaths(facts) ?? [],
  });
}

function recipesThatChange({ documents }: Facts): ReturnType<typeof changedRecipes> {
  const { masters } = documents;
  const isRead = masters.every(({ base, head }) => base.kind === "known" && head.kind === "known");
  if (!isRead) return [];
  return changedRecipes(
    masters.map(({ base }) => contentOf(base)),
    masters.map(({ head }) => contentOf(head)),
  );
}

function unnamedRecipes(facts: Facts, entries: NewEntries | null): readonly Problem[] {
  if (entries === null) return [];
  const named = new Set(entries.entries.flatMap((entry) => entry.keys));
  return recipesThatChange(facts)
    .filter(({ key, scenarios }) => scenarios.length > 0 && !named.has(key))
    .map(({ key, path, line, scenarios }) => {
      const values = { key, scenarios: scenarios.join(", ") };
      return { code: "recipe_without_entry", severity: "warning", path, line, values };
    });
}

function unnamedFiles(facts: Facts, entries: NewEntries | null): readonly Problem[] {
  const measured = measuredPaths(facts);
  const { changelog } = facts.config.inForce.paths;
  const unread = unreadCause(facts);
  if (unread !== null && facts.pull.state === "open") {
    const values = { cause: unread };
    return [{ code: "coverage_unknown", severity: "notice", path: changelog, line: 1, values }];
  }
  const sources = measured?.length === 0 ? null : uncoveredSources(facts, entries);
  return sources === null ? [] : uncoveredFiles(sources);
}

/** Why it cannot be said which recipes the changed files belong to; null where it can, or nothing asks. */
function unreadCause({ files, gate }: Facts): string | null {
  if (files.kind === "unknown") return files.cause;
  return gate.tree?.kind === "unknown" ? gate.tree.cause : null;
}

function uncoveredSources(facts: Facts, entries: NewEntries | null): UncoveredSources | null {
  const { files, gate, config, documents } = facts;
  const runners = contentOf(documents.runners.head);
  const measured = measuredPaths(facts);
  if (entries === null || runners === null || measured === null) return null;
  if (files.kind === "unknown" || gate.tree?.kind !== "known") return null;
  return {
    masters: entries.masters,
    runners,
    entries: entries.entries,
    tree: gate.tree.value.map(({ path }) => path),
    changed: files.value,
    measured,
    shared: config.inForce.paths.shared,
  };
}
