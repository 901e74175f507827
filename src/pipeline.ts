import { decide, type Verdicts } from "./core/decide/decide.ts";
import type { Facts } from "./core/model/facts.ts";
import type { PullRef } from "./core/model/signal.ts";
import { plan, type Plan } from "./core/plan/plan.ts";
import type { Dictionary } from "./core/render/words.ts";
import { execute } from "./github/execute.ts";
import type { ExecuteContext } from "./github/execution.ts";
import { type FactSources, readFacts } from "./github/facts/read-facts.ts";

export interface Look {
  readonly facts: Facts;
  readonly verdicts: Verdicts;
  readonly plan: Plan;
}

/** Reads, decides and plans, and touches nothing: what the bot would do now, and why. */
export async function look(
  ref: PullRef,
  sources: FactSources,
  dictionary: Dictionary,
): Promise<Look> {
  const facts = await readFacts(sources, ref);
  const verdicts = decide(facts);
  return { facts, verdicts, plan: plan(verdicts, facts, dictionary) };
}

export interface PassContext extends ExecuteContext {
  readonly sources: FactSources;
  readonly dictionary: Dictionary;
  readonly report: (look: Look) => Promise<void>;
}

/**
 * The whole bot: facts → verdicts → plan → execute. Says when to look again although nothing may
 * have happened, in milliseconds; null when an event will tell.
 */
export async function pass(ref: PullRef, context: PassContext): Promise<number | null> {
  const seen = await look(ref, context.sources, context.dictionary);
  await context.report(seen);
  const { lookAgainMs } = await execute(seen.plan.effects, context);
  const waits = [seen.plan.lookAgainMs, lookAgainMs].filter((wait) => wait !== null);
  return waits.length === 0 ? null : Math.min(...waits);
}
