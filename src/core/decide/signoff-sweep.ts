/** What the checks 1 and 2 look at, from the facts: runs by the rules of the reuse verdict, and the full sweep that they have to be. */
import { writtenRecipes } from "../matrix/append-scope.ts";
import type { SweepPlan } from "../matrix/plan-sweep.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import { isBenchmarkFile } from "../recipes/benchmark-files.ts";
import { changesBenchmark } from "../signoff/scope.ts";
import type { Lane, RunRule, SweepCandidate, SweepFacts } from "../signoff/sweep-facts.ts";
import { contentOf } from "../model/file-content.ts";
import { touchedKeys } from "./coverage.ts";
import { isFromFork } from "./fork.ts";
import { entriesOf } from "./gate.ts";
import { familiesOf, inputsOf, planOf } from "./matrix.ts";
import type { ReuseVerdict } from "./reuse.ts";
import { judgeRun, type ReuseContext, type ReuseRule, type RuleResult } from "./reuse-rules.ts";

export interface SweepGround {
  readonly facts: Facts;
  readonly reuse: ReuseVerdict;
  readonly context: ReuseContext;
  /** Files and folders of this repository that decide its numbers. */
  readonly places: readonly string[];
}

/** Runs that are judged, newest first; older ones are history. */
export const JUDGED_RUNS = 10;

/** Every point of the recipes that new entries name, whatever the labels leave out; null where it cannot be planned. */
export function fullSweep(facts: Facts): Extract<SweepPlan, { kind: "matrix" }> | null {
  const { masters, runners, changelog } = facts.documents;
  const files = [...masters.flatMap(({ base, head }) => [base, head]), runners.base, runners.head];
  const isRead = [...files, changelog.base, changelog.head].every(({ kind }) => kind === "known");
  if (!isRead) return null;
  const options = { trimConc: false, allEvals: false, evalsOnly: false };
  const plan = planOf(facts, inputsOf(facts, "head"), options);
  return plan.kind === "matrix" ? plan : null;
}

/** What check 1 looks at. */
export function sweepFacts(ground: SweepGround, plan: ReturnType<typeof fullSweep>): SweepFacts {
  const { facts, places } = ground;
  const touched = submitted(facts);
  const planned = new Set(plan?.rows.throughput.map(({ key }) => key) ?? []);
  return {
    changesBenchmark: changesBenchmark(facts.files, places),
    removesOnly: removesOnly(facts, touched, places),
    isFork: isFromFork(facts),
    lanes: plan === null ? null : lanesOf(plan),
    unmeasured: touched.filter((key) => !planned.has(key)),
    guard: guardOf(facts),
    runs: facts.runs
      .filter(({ belongs }) => belongs)
      .slice(0, JUDGED_RUNS)
      .map((run) => candidateOf(run, ground)),
  };
}

/** Recipes that the pull request is about and that stand at head. */
function submitted(facts: Facts): readonly string[] {
  const standing = writtenRecipes(facts.documents.masters.map(({ head }) => contentOf(head)));
  return touchedKeys(facts, entriesOf(facts)).filter((key) => standing.has(key));
}

function lanesOf({ document }: Extract<SweepPlan, { kind: "matrix" }>): readonly Lane[] {
  return familiesOf(document, false).map(([name, rows]): Lane => ({
    name,
    kind: name.endsWith("eval") ? "eval" : "throughput",
    jobs: rows.length,
    mayStartAsCanary: name.startsWith("single-node "),
  }));
}

/** Nothing is left to be measured: whatever changes besides the data files goes away. */
function removesOnly(
  { files, config, documents }: Facts,
  touched: readonly string[],
  places: readonly string[],
): boolean {
  const isRead = documents.masters.every(
    ({ base, head }) => base.kind === "known" && head.kind === "known",
  );
  if (files.kind === "unknown" || !isRead || touched.length > 0) return false;
  const { masters, changelog } = config.inForce.paths;
  const changed = files.value.filter(({ path, previousPath }) =>
    [path, previousPath ?? path].some((each) => isBenchmarkFile(each, places)),
  );
  const isData = (path: string): boolean => masters.includes(path) || path === changelog;
  return (
    changed.length > 0 && changed.every(({ path, status }) => status === "removed" || isData(path))
  );
}

/** A changed file that itself says what jobs do, or what they report (spec/signoff §3.1, integrity guard). */
function guardOf({ files, config }: Facts): string | null {
  if (files.kind === "unknown") return null;
  const paths = files.value.flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
  return paths.find((path) => isDefinition(path, config.inForce.sweep.workflow)) ?? null;
}

function isDefinition(path: string, workflow: string): boolean {
  if (path === workflow || /^\.github\/(?:workflows|actions)\//u.test(path)) return true;
  return path.startsWith("utils/") && isBenchmarkFile(path, []);
}

function candidateOf(found: RunFacts, { context, reuse }: SweepGround): SweepCandidate {
  const { run, sourceSha, jobs } = found;
  const rules = judgeRun(found, "pinned", context);
  return {
    runId: run.id,
    url: run.url,
    sha: sourceSha,
    ranNothing: run.conclusion === "skipped" || (jobs?.every(isSkipped) ?? false),
    isCompleted: run.status === "completed",
    isSweep: outcomeOf(rules, "sweep_workflow").outcome === "pass",
    onCommits: outcomeOf(rules, "commit_in_pull"),
    fullAtStart: outcomeOf(rules, "full_label_at_start"),
    recipes: outcomeOf(rules, "recipes_unchanged"),
    scripts: outcomeOf(rules, "scripts_unchanged"),
    isReused: reuse.kind === "authorised" && reuse.binding.pinned && reuse.binding.runId === run.id,
    jobs,
  };
}

function isSkipped({ conclusion }: { readonly conclusion: string | null }): boolean {
  return conclusion === "skipped";
}

function outcomeOf(rules: readonly RuleResult[], wanted: ReuseRule): RunRule {
  const found = rules.find(({ rule }) => rule === wanted);
  return { outcome: found?.outcome ?? "unknown", path: String(found?.values["path"] ?? "") };
}
