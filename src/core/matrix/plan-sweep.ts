import { parseChangelog } from "../contract/changelog-entry.ts";
import type { ChangelogFile, ScenarioType } from "../contract/changelog-entry.ts";
import { isMapping, parseMaster } from "../contract/master.ts";
import type { FileContent } from "../model/github.ts";
import { MATRIX_JOBS } from "../model/limits.ts";
import { hasErrors } from "../model/problem.ts";
import type { Problem } from "../model/problem.ts";
import { addedEntries } from "./added-entries.ts";
import { appendScopeProblems, writtenRecipes } from "./append-scope.ts";
import { recipeChanges } from "./changes.ts";
import type { RecipeChange } from "./changes.ts";
import { scenariosOf } from "./coverage.ts";
import type { SelectingEntry } from "./coverage.ts";
import { sweepDocument } from "./document.ts";
import type { SweepDocument } from "./document.ts";
import { familyCounts } from "./families.ts";
import { missingFile, parseInputs } from "./inputs.ts";
import type { ParsedInputs, SweepInputs, SweepPaths } from "./inputs.ts";
import { planRows } from "./plan-rows.ts";
import type { PlannedRows } from "./plan-rows.ts";
import { changelogProblem, selectRecipes } from "./select.ts";
import { summarize } from "./summary.ts";
import type { NominalMinutes, SummaryLine } from "./summary.ts";
import { trimConcurrency } from "./trim.ts";

export interface SweepOptions {
  readonly trimConc: boolean;
  readonly allEvals: boolean;
  readonly evalsOnly: boolean;
  /** How long one point takes, for estimates; the defaults of `summary.ts` when absent. */
  readonly nominalMinutes?: NominalMinutes;
}

export interface SweepRequest {
  readonly base: SweepInputs;
  readonly head: SweepInputs;
  readonly changelog: { readonly base: FileContent | null; readonly head: FileContent | null };
  readonly paths: SweepPaths;
  /** Written into the document as they are. */
  readonly refs: { readonly base: string; readonly head: string };
  readonly options: SweepOptions;
}

interface PlanParts {
  /** What the change does to recipes, selected or not. */
  readonly changes: readonly RecipeChange[];
  /** Entries whose link alone was corrected; they start nothing. */
  readonly linksCorrected: number;
}

export type SweepPlan = PlanParts &
  (
    | {
        readonly kind: "matrix";
        readonly document: SweepDocument;
        readonly rows: PlannedRows;
        readonly summary: readonly SummaryLine[];
        /** Findings that do not stop the sweep. */
        readonly warnings: readonly Problem[];
      }
    | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  );

const NO_CHANGELOG: FileContent = { path: "", blobSha: "", bytes: new Uint8Array() };

function modeProblems(
  changelog: ChangelogFile,
  entries: readonly SelectingEntry[],
  options: SweepOptions,
): Problem[] {
  const append = entries.filter(({ entry }) => entry["append-only"] === true);
  const first = append[0];
  if (first === undefined) return [];
  const at = [first.index, "append-only"];
  const mixed = append.length < entries.length ? ["append_only_mixed"] : [];
  const flagged = options.allEvals || options.evalsOnly ? ["append_only_with_eval_labels"] : [];
  return [...mixed, ...flagged].map((code) => changelogProblem(changelog, at, code, {}));
}

function appendScope(
  entries: readonly SelectingEntry[],
): ReadonlyMap<string, ReadonlySet<ScenarioType>> {
  const scope = new Map<string, Set<ScenarioType>>();
  for (const { entry, keys } of entries) {
    for (const key of keys) {
      scope.set(key, new Set([...(scope.get(key) ?? []), ...scenariosOf(entry)]));
    }
  }
  return scope;
}

function appendProblems(
  request: SweepRequest,
  base: ParsedInputs,
  entries: readonly SelectingEntry[],
): readonly Problem[] {
  if (!entries.some(({ entry }) => entry["append-only"] === true)) return [];
  const written = writtenRecipes(request.base.masters);
  const scope = appendScopeProblems(
    written,
    writtenRecipes(request.head.masters),
    appendScope(entries),
  );
  if (!hasErrors(base.problems)) return scope;
  const values = { problems: base.problems.length };
  const { path } = base.problems[0] ?? { path: request.paths.changelog };
  const code = "append_only_base_invalid";
  return [...scope, { code, severity: "error", path, line: 1, values }];
}

function sizeProblems(document: SweepDocument, changelog: ChangelogFile, at: number): Problem[] {
  const counts = Object.entries(familyCounts(document));
  if (counts.every(([, jobs]) => jobs === 0)) {
    return [changelogProblem(changelog, [at], "matrix_empty", {})];
  }
  return counts
    .filter(([, jobs]) => jobs > MATRIX_JOBS)
    .map(([family, jobs]) => {
      const values = { family, jobs, limit: MATRIX_JOBS };
      return changelogProblem(changelog, [at], "matrix_too_large", values);
    });
}

interface Stage {
  readonly request: SweepRequest;
  readonly base: ParsedInputs;
  readonly head: ParsedInputs;
  readonly changelog: ChangelogFile;
  readonly entries: readonly SelectingEntry[];
}

function matrix(stage: Stage, parts: PlanParts, warnings: readonly Problem[]): SweepPlan {
  const { request, entries, changelog } = stage;
  const { options, refs } = request;
  const planned = planRows(stage, entries, options);
  const throughput = options.trimConc ? trimConcurrency(planned.throughput) : planned.throughput;
  const rows = { ...planned, throughput };
  const document = sweepDocument(throughput, rows.evals, {
    ...refs,
    entries: entries.map(({ entry }) => entry),
  });
  const findings = [...warnings, ...planned.problems];
  if (!hasErrors(findings)) {
    findings.push(...sizeProblems(document, changelog, entries[0]?.index ?? 0));
  }
  if (hasErrors(findings)) return { kind: "problems", problems: findings, ...parts };
  const summary = summarize(rows, stage.head, options.nominalMinutes);
  return { kind: "matrix", document, rows, summary, warnings: findings, ...parts };
}

function changelogProblems(changelog: ChangelogFile, added: readonly number[]): readonly Problem[] {
  return [
    ...changelog.document.problems,
    ...added.flatMap((index) => changelog.entryProblems[index] ?? []),
  ];
}

/** True when every master file is there and is a mapping: only then is a key that is not found unknown. */
function readable({ masters }: SweepInputs): boolean {
  return masters.every((file) => file !== null && isMapping(parseMaster(file).document.value));
}

/** Recipes that now measure something else without a new entry that says so (decision 19). */
function unannounced(changes: readonly RecipeChange[]): Problem[] {
  return changes
    .filter(({ unselected }) => unselected.length > 0)
    .map(({ key, path, line, unselected }) => {
      const values = { key, scenarios: unselected.join(", ") };
      return { code: "recipe_without_entry", severity: "warning", path, line, values };
    });
}

/**
 * What a change would run, or everything that keeps it from running (spec/matrix §4, decisions 8, 18 to 21).
 * Entries are compared, not diff text; the byte contract of the changelog is judged elsewhere.
 */
export function planSweep(request: SweepRequest): SweepPlan {
  const base = parseInputs(request.base, request.paths);
  const head = parseInputs(request.head, request.paths);
  const changelog = parseChangelog(request.changelog.head ?? NO_CHANGELOG);
  const missing = request.changelog.head === null ? [missingFile(request.paths.changelog)] : [];
  const before = parseChangelog(request.changelog.base ?? NO_CHANGELOG);
  const { added, linksCorrected, problems: history } = addedEntries(before, changelog);
  const available = [...writtenRecipes(request.head.masters).keys()];
  const selection = selectRecipes(changelog, added, head.masters.recipes, available);
  const { entries } = selection;
  const changes = recipeChanges({ base, head, request, changelog, entries });
  const comparable =
    missing.length + history.length === 0 && changelog.document.value !== undefined;
  const nothing = comparable && added.length === 0;
  const problems = [
    ...missing,
    ...head.problems,
    ...history,
    ...(nothing ? [changelogProblem(changelog, [], "changelog_nothing_added", {})] : []),
    ...changelogProblems(changelog, added),
    ...modeProblems(changelog, entries, request.options),
    ...(readable(request.head) ? selection.problems : []),
    ...appendProblems(request, base, entries),
    ...unannounced(changes),
  ];
  const parts = { changes, linksCorrected };
  if (hasErrors(problems)) return { kind: "problems", problems, ...parts };
  return matrix({ request, base, head, changelog, entries }, parts, problems);
}
