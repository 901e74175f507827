import type { Facts } from "../model/facts.ts";
import { isFromFork } from "./fork.ts";
import type { Change } from "./merge.ts";
import { liveOrder } from "./orders.ts";
import { decidePreparation } from "./preparation.ts";
import { evalsReadiness } from "./readiness.ts";
import type { ReuseBinding } from "./reuse.ts";
import type { SignoffVerdict } from "./signoff.ts";
import type { SweepVerdict } from "./sweep.ts";

/** What `/merge-with-reuse` asks of a pull request besides a run to reuse, in the order in which it is shown (spec/control-plane §8.1, §8.4). */
export const ORDER_RULES = [
  "switched_on",
  "open",
  "no_draft",
  "own_branch",
  "default_branch",
  "no_other_order",
  "no_sweep",
  "publishes",
  "recipes",
  "mergeable",
  "evals",
  "signoff",
  "authorised_by_person",
] as const;
export type OrderRule = (typeof ORDER_RULES)[number];

export interface OrderRuleResult {
  readonly rule: OrderRule;
  readonly outcome: "pass" | "fail" | "unknown";
  /** Fills the slots of the rule's sentence. */
  readonly values: Readonly<Record<string, string | number>>;
}

/** What an order is judged by. */
export interface OrderGround {
  readonly facts: Facts;
  readonly change: Change;
  readonly sweep: SweepVerdict;
  readonly signoff: SignoffVerdict;
}

/** What would be merged with it. */
export interface OrderedReuse {
  /** Null where no run meets the rules. */
  readonly binding: ReuseBinding | null;
  readonly kept: boolean;
}

/** Every rule for accepting an order now; where the command is off nothing else is looked at. */
export function judgeOrder(ground: OrderGround, reuse: OrderedReuse): readonly OrderRuleResult[] {
  const { facts } = ground;
  if (!facts.config.inForce.merge.withReuse) return [result("switched_on", "fail")];
  return [
    ...pullRules(facts),
    sweepAtRest(ground),
    ...changeRules(ground),
    mergeable(facts),
    evals(ground, reuse.binding),
    signedOff(ground),
    authorised(facts, reuse),
  ];
}

function pullRules(facts: Facts): readonly OrderRuleResult[] {
  const { pull, repository } = facts;
  const other = liveOrder(facts);
  return [
    holds("open", pull.state === "open"),
    holds("no_draft", !pull.draft),
    holds("own_branch", !isFromFork(facts)),
    holds("default_branch", pull.baseRef === repository.defaultBranch, {
      base: pull.baseRef,
      expected: repository.defaultBranch,
    }),
    holds("no_other_order", other === null),
  ];
}

const ON_ITS_WAY: ReadonlySet<string> = new Set(["start", "starting", "running"]);

/** The merge would cancel it: who started it says whether it is needed. */
function sweepAtRest({ facts, sweep }: OrderGround): OrderRuleResult {
  const running = facts.runs.find(({ run, belongs }) => belongs && run.status !== "completed");
  const isOn = running !== undefined || ON_ITS_WAY.has(sweep.decision.kind);
  return holds("no_sweep", !isOn, { run: running?.run.id ?? "" });
}

function changeRules({ change: { changelog, matrix } }: OrderGround): readonly OrderRuleResult[] {
  const isUnread = changelog.kind === "unknown" || matrix.kind === "unknown";
  if (isUnread) return [result("publishes", "unknown"), result("recipes", "unknown")];
  const adds = !("additions" in changelog) || changelog.additions > 0;
  const isBroken = ["problems", "empty", "tooLarge"].includes(matrix.kind);
  return [holds("publishes", adds && changelog.kind !== "untouched"), holds("recipes", !isBroken)];
}

function mergeable(facts: Facts): OrderRuleResult {
  const preparation = decidePreparation(facts);
  switch (preparation.kind) {
    case "nothing":
    case "commit":
      return result("mergeable", "pass");
    case "unread":
      return result("mergeable", facts.pull.state === "open" ? "unknown" : "pass");
    case "refused":
      return result("mergeable", "fail", { ...NO_PATHS, problems: preparation.problems.length });
    case "conflict":
      return result("mergeable", "fail", { ...NO_PATHS, paths: pathsText(preparation.paths) });
  }
}

const NO_PATHS = { paths: "", problems: 0 };

/** The first paths of several, as text. */
export function pathsText(paths: readonly string[]): string {
  return paths.slice(0, 5).join(", ");
}

function evals({ facts, change }: OrderGround, binding: ReuseBinding | null): OrderRuleResult {
  const reuse = { kind: "none", suggestion: binding } as const;
  const { outcome } = evalsReadiness({ facts, matrix: change.matrix, reuse });
  // Without a run there is nothing to say of its evals; that there is none is said already.
  return holds("evals", binding === null || outcome === "pass" || outcome === "none");
}

function signedOff({ facts, signoff: { status } }: OrderGround): OrderRuleResult {
  const { merge, signoff } = facts.config.inForce;
  const required = merge.requireSignoff ? 1 : "";
  const values = { context: signoff.context, state: status.state, required };
  if (!merge.requireSignoff) return result("signoff", "pass", values);
  if (status.state === "error") return result("signoff", "unknown", values);
  return holds("signoff", status.state === "success", values);
}

/** The repository's own workflow publishes then, and it reads the comments of people only (decision 12). */
function authorised({ config }: Facts, { kept }: OrderedReuse): OrderRuleResult {
  const observes = config.inForce.sweep.trigger === "observe";
  return holds("authorised_by_person", !observes || kept);
}

function holds(
  rule: OrderRule,
  isMet: boolean,
  values: OrderRuleResult["values"] = {},
): OrderRuleResult {
  return result(rule, isMet ? "pass" : "fail", values);
}

function result(
  rule: OrderRule,
  outcome: OrderRuleResult["outcome"],
  values: OrderRuleResult["values"] = {},
): OrderRuleResult {
  return { rule, outcome, values };
}
