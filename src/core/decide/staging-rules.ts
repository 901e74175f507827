import type { Facts, RunFacts } from "../model/facts.ts";
import { resultArtifacts } from "./reuse-rules.ts";
import { hasLabel } from "./labels.ts";
import { labelsAtStart, labelsStanding } from "./sweep-request.ts";

/** The rules a run must meet to be staged, in the order in which they are shown (spec/control-plane §4.1, §4.2). */
export const STAGING_RULES = [
  "full_label_now",
  "run_exists",
  "sweep_workflow",
  "tied_to_pull",
  "full_label_then",
  "conclusion_usable",
  "metadata_available",
  "results_available",
] as const;
export type StagingRule = (typeof STAGING_RULES)[number];

export interface StagingRuleResult {
  readonly rule: StagingRule;
  readonly outcome: "pass" | "fail" | "unknown";
  /** Fills the slots of the rule's sentence. */
  readonly values: Readonly<Record<string, string | number>>;
}

export type StagingGround = Pick<
  Facts,
  "app" | "comments" | "config" | "pull" | "labelEvents" | "commits"
>;

const CONCLUSIONS: readonly string[] = ["success", "failure", "cancelled"];

/** The rules that can be judged without a run. */
export function judgeStagedPull(facts: StagingGround): readonly StagingRuleResult[] {
  return [fullLabel("full_label_now", labelsStanding(facts), facts)];
}

/** Every rule for one run. One that a person named may have lost its commit to a rebase (case STG-02). */
export function judgeStagedRun(
  candidate: RunFacts,
  named: boolean,
  facts: StagingGround,
): readonly StagingRuleResult[] {
  const { run, sourceSha } = candidate;
  const { createdAt, status, conclusion } = run;
  const { metadataArtifact } = facts.config.inForce.results;
  const metadata = candidate.artifacts.filter(({ name }) => name === metadataArtifact);
  const results = resultArtifacts(candidate.artifacts, facts.config.inForce);
  const ended = status === "completed" && CONCLUSIONS.includes(conclusion ?? "");
  return [
    ...judgeStagedPull(facts),
    result("run_exists", true, { run: run.id }),
    result("sweep_workflow", isSweepRun(candidate, facts), { path: run.path, event: run.event }),
    tiedToPull(candidate, named, facts),
    fullLabel("full_label_then", labelsAtStart(facts, { createdAt, sourceSha }), facts),
    result("conclusion_usable", ended, { conclusion: conclusion ?? status }),
    result(
      "metadata_available",
      metadata.some(({ expired }) => !expired),
      { name: metadataArtifact, expired: metadata.length > 0 ? metadataArtifact : "" },
    ),
    result("results_available", results.length > 0, {
      found: results.map(({ name }) => name).join(", "),
    }),
  ];
}

/** Any full-sweep label will do, whatever other labels are on. */
function fullLabel(
  rule: StagingRule,
  labels: readonly string[],
  { config }: StagingGround,
): StagingRuleResult {
  const full = config.inForce.labels.primary.filter((label) => label.full);
  const found = full.filter(({ name }) => hasLabel(labels, name)).map(({ name }) => name);
  return result(rule, found.length > 0, {
    labels: (found.length > 0 ? found : labels).join(", "),
  });
}

/** A run of the sweep workflow for a pull request: by GitHub's event, or started by this app. */
function isSweepRun({ run, planKey }: RunFacts, { config }: StagingGround): boolean {
  if (run.path !== config.inForce.sweep.workflow) return false;
  return run.event === "pull_request" || (run.event === "workflow_dispatch" && planKey !== null);
}

function tiedToPull(candidate: RunFacts, named: boolean, facts: StagingGround): StagingRuleResult {
  const { commits, pull } = facts;
  const { run, planKey } = candidate;
  const sha = candidate.sourceSha.slice(0, 7);
  // The name that this app gave a run says its pull request, as GitHub's list does for the others.
  const isOwn = planKey !== null || run.pullNumbers.includes(pull.number);
  if (named && isOwn) return result("tied_to_pull", true, { sha });
  if (commits.kind === "unknown") {
    return { rule: "tied_to_pull", outcome: "unknown", values: { sha, cause: commits.cause } };
  }
  const there = commits.value.some((commit) => commit.sha === candidate.sourceSha);
  return result("tied_to_pull", there, { sha });
}

function result(
  rule: StagingRule,
  holds: boolean,
  values: Record<string, string | number>,
): StagingRuleResult {
  return { rule, outcome: holds ? "pass" : "fail", values };
}
