import type { Config } from "../model/config.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { Artifact } from "../model/github.ts";
import { isFromFork } from "./fork.ts";
import { hasLabel, selectLabels } from "./labels.ts";
import { recoveredHere } from "./recovery-record.ts";
import { labelsAtStart, labelsStanding } from "./sweep-request.ts";

/** The rules a run must meet to be reused, in the order in which they are shown (spec/control-plane §3.4, §3.5; decisions 14 to 16). */
export const REUSE_RULES = [
  "one_full_label_now",
  "no_incompatible_label_now",
  "run_exists",
  "sweep_workflow",
  "run_completed",
  "conclusion_usable",
  "commit_in_pull",
  "results_available",
  "full_label_at_start",
  "recipes_unchanged",
  "scripts_unchanged",
] as const;
export type ReuseRule = (typeof REUSE_RULES)[number];

export interface RuleResult {
  readonly rule: ReuseRule;
  readonly outcome: "pass" | "fail" | "unknown";
  /** Fills the slots of the rule's sentence. */
  readonly values: Readonly<Record<string, string | number>>;
}

export interface ReuseContext {
  readonly facts: Pick<
    Facts,
    "app" | "comments" | "config" | "pull" | "repository" | "labelEvents" | "commits" | "now"
  >;
  /** Whether the recipes that this pull request selects are the same at the commit as at head. */
  readonly recipesUnchanged: (sha: string) => RuleResult;
  readonly scriptsUnchanged: (sha: string) => RuleResult;
}

/** Rules about the pull request alone; no run is needed to judge them. */
export function judgePull(context: ReuseContext): readonly RuleResult[] {
  const { config } = context.facts;
  const labels = labelsStanding(context.facts);
  const selection = selectLabels(labels, config.inForce);
  const full = selection.kind === "one" && selection.primary.full;
  const incompatible = incompatibleLabels(labels, config.inForce);
  return [
    result("one_full_label_now", full, { labels: labelText(selection) }),
    result("no_incompatible_label_now", incompatible.length === 0, {
      labels: incompatible.join(", "),
    }),
  ];
}

/** Every rule for one run. A run named by a person may have failed jobs; one found by sweepbot may not. */
export function judgeRun(
  candidate: RunFacts,
  mode: "pinned" | "automatic",
  context: ReuseContext,
): readonly RuleResult[] {
  return [...judgePull(context), ...judgeSource(candidate, mode, context)];
}

/** The rules about the run alone: they hold or not whatever has become of the pull request since. */
export function judgeSource(
  candidate: RunFacts,
  mode: "pinned" | "automatic",
  context: ReuseContext,
): readonly RuleResult[] {
  const { run } = candidate;
  const { config } = context.facts;
  const usable = mode === "pinned" ? ["success", "failure", "cancelled"] : ["success"];
  return [
    result("run_exists", true, { run: run.id }),
    sweepWorkflow(candidate, context),
    result("run_completed", run.status === "completed", { status: run.status }),
    result("conclusion_usable", usable.includes(run.conclusion ?? ""), {
      conclusion: run.conclusion ?? run.status,
      allowed: usable.join(", "),
    }),
    commitInPull(candidate, context),
    resultsAvailable(candidate.artifacts, config.inForce),
    fullLabelAtStart(candidate, context),
    context.recipesUnchanged(candidate.sourceSha),
    context.scriptsUnchanged(candidate.sourceSha),
  ];
}

/** Unexpired artifacts that hold results (spec/control-plane §3.4 step 7). */
export function resultArtifacts(
  artifacts: readonly Artifact[],
  config: Config,
): readonly Artifact[] {
  return artifacts.filter(({ name, expired }) => !expired && isResultArtifact(name, config));
}

/** True for artifacts that hold results, by the names in the settings. */
export function isResultArtifact(name: string, { results }: Config): boolean {
  return (
    results.artifacts.includes(name) ||
    results.artifactPrefixes.some((prefix) => name.startsWith(prefix))
  );
}

function incompatibleLabels(labels: readonly string[], config: Config): readonly string[] {
  return [config.labels.agentxFast, config.labels.evalsOnly].filter((name) =>
    hasLabel(labels, name),
  );
}

function labelText(selection: ReturnType<typeof selectLabels>): string {
  if (selection.kind === "none") return "none";
  return selection.kind === "one" ? selection.primary.name : selection.labels.join(", ");
}

/** A fork's own run took its workflow from the fork: whoever wrote that decides what it "measured". */
function sweepWorkflow({ run, planKey }: RunFacts, { facts }: ReuseContext): RuleResult {
  const isOfFork = run.event === "pull_request" && isFromFork(facts);
  const isStarted = run.event === "workflow_dispatch" && planKey !== null;
  const isSweep = isStarted || (run.event === "pull_request" && !isOfFork);
  return result("sweep_workflow", isSweep && run.path === facts.config.inForce.sweep.workflow, {
    path: run.path,
    event: run.event,
    fork: isOfFork ? 1 : "",
  });
}

function commitInPull(candidate: RunFacts, context: ReuseContext): RuleResult {
  const { commits } = context.facts;
  const sha = candidate.sourceSha.slice(0, 7);
  if (commits.kind === "unknown") {
    return { rule: "commit_in_pull", outcome: "unknown", values: { sha, cause: commits.cause } };
  }
  const there = commits.value.some((commit) => commit.sha === candidate.sourceSha);
  if (!there && recoveredHere(context.facts)?.runId === candidate.run.id) {
    // The commit is on its way into the recovery pull request.
    return { rule: "commit_in_pull", outcome: "unknown", values: { sha, cause: "unavailable" } };
  }
  return result("commit_in_pull", there, { sha });
}

function resultsAvailable(artifacts: readonly Artifact[], config: Config): RuleResult {
  const found = resultArtifacts(artifacts, config);
  const names = [...config.results.artifacts, ...config.results.artifactPrefixes];
  const expired = artifacts.filter(
    (artifact) => artifact.expired && names.some((name) => artifact.name.startsWith(name)),
  );
  return result("results_available", found.length > 0, {
    found: found.map((artifact) => artifact.name).join(", "),
    expired: expired.map((artifact) => artifact.name).join(", "),
  });
}

/** What a recovery publishes was started under another pull request's labels, and judged by them when it was ordered. */
function fullLabelAtStart(candidate: RunFacts, context: ReuseContext): RuleResult {
  const { config } = context.facts;
  const { sourceSha, run } = candidate;
  const recovered = recoveredHere(context.facts);
  if (recovered?.runId === run.id) {
    return result("full_label_at_start", true, { labels: recovered.label });
  }
  const then = labelsAtStart(context.facts, { createdAt: run.createdAt, sourceSha });
  const selection = selectLabels(then, config.inForce);
  const incompatible = incompatibleLabels(then, config.inForce);
  const full = selection.kind === "one" && selection.primary.full && incompatible.length === 0;
  return result("full_label_at_start", full, {
    labels: [labelText(selection), ...incompatible].join(", "),
  });
}

function result(
  rule: ReuseRule,
  holds: boolean,
  values: Record<string, string | number>,
): RuleResult {
  return { rule, outcome: holds ? "pass" : "fail", values };
}
