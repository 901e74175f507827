/** The rules that `/recover-ingest` goes by besides those about the run itself (spec/control-plane §9.2). */
import type { Facts, SourceFacts } from "../model/facts.ts";
import type { FileReading, PullRequest } from "../model/github.ts";
import { known, unknown } from "../model/reading.ts";
import type { MeasuredSide, RecoveryGround } from "../model/recovery.ts";
import { decideChangelog } from "./changelog.ts";
import { decideMatrix } from "./matrix.ts";
import type { LossVerdict } from "./loss.ts";
import { copiesFor } from "./recovery-entries.ts";
import { compareScripts } from "./recovery-scripts.ts";
import type { RecoveryVerdict } from "./recovery-steps.ts";
import type { RuleResult as ReuseRuleResult } from "./reuse-rules.ts";
import { recipesUnchanged } from "./reuse-sources.ts";
import type { MatrixVerdict } from "./validation.ts";

/** In the order in which they are shown; those of the run stand between the first and the second half. */
export const RECOVERY_RULES = [
  "landed",
  "publication_lost",
  "no_other_recovery",
  "recipes_as_merged",
  "scripts_as_merged",
  "recipes_on_main",
  "scripts_on_main",
] as const;
export type RecoveryRule = (typeof RECOVERY_RULES)[number];

export interface RecoveryRuleResult {
  readonly rule: RecoveryRule | ReuseRuleResult["rule"];
  readonly outcome: "pass" | "fail" | "unknown";
  readonly values: Readonly<Record<string, string | number>>;
}

function recoveryRule(
  rule: RecoveryRule,
  outcome: RecoveryRuleResult["outcome"],
  values: RecoveryRuleResult["values"] = {},
): RecoveryRuleResult {
  return { rule, outcome, values };
}

export interface LossJudging {
  readonly facts: Facts;
  readonly loss: LossVerdict;
  /** How far an earlier order is. */
  readonly recovery: RecoveryVerdict | null;
}

/** Whether there is anything to recover here, and nobody does it already. */
export function judgeLoss(
  { facts, loss, recovery }: LossJudging,
  named: boolean,
): readonly RecoveryRuleResult[] {
  const { pull, repository } = facts;
  const isThere = pull.merged && pull.baseRef === repository.defaultBranch;
  const isLanded = isThere || (loss.kind === "lost" && loss.code === "landed_unmerged");
  return [
    recoveryRule("landed", isLanded ? "pass" : "fail", { base: repository.defaultBranch }),
    lostRule(loss, named && facts.config.inForce.sweep.trigger === "observe"),
    otherRecovery(facts, recovery),
  ];
}

/** Rows that the repository's own workflow published may be wrong: whoever names a run knows better than its colour. */
function lostRule(loss: LossVerdict, trusted: boolean): RecoveryRuleResult {
  const fails = loss.kind === "pending" || (loss.kind === "settled" && !trusted);
  const values = { pending: loss.kind === "pending" ? 1 : "" };
  return recoveryRule("publication_lost", fails ? "fail" : "pass", values);
}

/** One recovery for one merge. One that was stopped half way is gone on with by a new order. */
function otherRecovery(facts: Facts, recovery: RecoveryVerdict | null): RecoveryRuleResult {
  const stopped = recovery?.progress.state === "stopped" ? recovery.record.runId : null;
  const attempts = facts.recovery?.attempts ?? [];
  const standing = attempts.find(
    ({ pull, runId }) => pull !== null && (pull.state === "closed" || runId !== stopped),
  );
  const isPrepared = recovery !== null && stopped === null;
  if (standing === undefined && !isPrepared) return recoveryRule("no_other_recovery", "pass");
  return recoveryRule("no_other_recovery", "fail", standingValues(standing?.pull ?? null));
}

function standingValues(pull: PullRequest | null): RecoveryRuleResult["values"] {
  const state = pull?.merged === true ? "merged" : (pull?.state ?? "");
  const is = (each: string): 1 | "" => (each === state ? 1 : "");
  return {
    number: pull?.number ?? "",
    ...{ open: is("open"), merged: is("merged"), closed: is("closed") },
  };
}

interface Measured {
  readonly facts: Facts;
  readonly matrix: MatrixVerdict;
  readonly sha: string;
}

/** Whether what the run measured is what was merged, and what a merge now would publish it for. */
export function judgeMeasured({ facts, matrix, sha }: Measured): readonly RecoveryRuleResult[] {
  const ground = facts.recovery?.ground;
  const source = ground?.sources[sha];
  if (ground?.tip == null || source === undefined) {
    return COMPARISONS.map((rule) => recoveryRule(rule, "unknown", { cause: "unavailable" }));
  }
  const { landed, tip } = ground;
  const merged = asJudged(facts, source, facts.documents);
  const keys = matrix.kind === "planned" ? matrix.keys : [];
  const scripts = { facts, source, keys, side: tip };
  return [
    recipesRule("recipes_as_merged", { facts: merged, matrix, sha }),
    scriptsRule("scripts_as_merged", { ...scripts, now: landed }),
    recipesOnMain({ facts, source, tip }),
    scriptsRule("scripts_on_main", { ...scripts, now: tip.tree }),
  ];
}

const COMPARISONS = [
  "recipes_as_merged",
  "scripts_as_merged",
  "recipes_on_main",
  "scripts_on_main",
] as const;

function recipesOnMain({ facts, source, tip }: MainSides): RecoveryRuleResult {
  const rule = "recipes_on_main";
  const onMain = afterRecovery(facts, source, tip);
  if (onMain === null) {
    return recoveryRule(rule, "fail", { path: facts.config.inForce.paths.changelog });
  }
  const matrix = decideMatrix(onMain, decideChangelog(onMain));
  return recipesRule(rule, { facts: onMain, matrix, sha: source.sha });
}

interface MainSides {
  readonly facts: Facts;
  readonly source: MeasuredSide;
  readonly tip: MeasuredSide;
}

/** What selects nothing any more cannot be published: a plan that is missing is no, not unknown. */
function recipesRule(rule: RecoveryRule, { facts, matrix, sha }: Measured): RecoveryRuleResult {
  if (matrix.kind === "unknown") return recoveryRule(rule, "unknown", { cause: matrix.cause });
  if (matrix.kind !== "planned") {
    return recoveryRule(rule, "fail", { path: facts.config.inForce.paths.changelog });
  }
  const copies = rule === "recipes_on_main";
  const { outcome, values } = recipesUnchanged(sha, { facts, matrix, copies });
  return recoveryRule(rule, outcome, values);
}

interface ScriptSides {
  readonly facts: Facts;
  readonly source: MeasuredSide;
  readonly keys: readonly string[];
  readonly now: RecoveryGround["landed"];
  readonly side: MeasuredSide;
}

function scriptsRule(
  rule: RecoveryRule,
  { facts, source, keys, now, side }: ScriptSides,
): RecoveryRuleResult {
  const { masters, runners } = side;
  const sides = { measured: source.tree, now, masters, runners };
  const { outcome, ...values } = compareScripts(sides, keys, facts.config.inForce);
  return recoveryRule(rule, outcome, values);
}

/** The facts as the reuse rules want them, with nothing taken for granted because it was the head. */
function asJudged(facts: Facts, source: MeasuredSide, documents: Facts["documents"]): Facts {
  const { sha, masters, runners, changelog } = source;
  const known: SourceFacts = {
    ...{ sha, masters, runners, changelog },
    changedPaths: unknown("unavailable"),
  };
  const pull = { ...facts.pull, headSha: "" };
  return { ...facts, pull, documents, sources: { [sha]: known } };
}

/** The facts of the recovery pull request as it would be now; null where its entries cannot be written. */
function afterRecovery(facts: Facts, source: MeasuredSide, tip: MeasuredSide): Facts | null {
  const copies = copiesFor(facts, tip.changelog, facts.pull.number);
  if (copies.kind === "refused") return null;
  const path = facts.config.inForce.paths.changelog;
  const head = { path, blobSha: `copies:${tip.sha}`, bytes: copies.bytes };
  const both = (file: FileReading): { base: FileReading; head: FileReading } => ({
    base: file,
    head: file,
  });
  const documents: Facts["documents"] = {
    ...facts.documents,
    changelog: { base: tip.changelog, head: known(head), tip: tip.changelog },
    masters: facts.documents.masters.map((file, at) => ({
      path: file.path,
      ...both(tip.masters[at] ?? unknown("unavailable")),
    })),
    runners: both(tip.runners),
  };
  const revisions = known({
    ...{ baseSha: tip.sha, headSha: tip.sha, tipSha: tip.sha, behindBy: 0, headMessage: "" },
  });
  return { ...asJudged(facts, source, documents), revisions };
}
