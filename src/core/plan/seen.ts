import type { Verdicts } from "../decide/decide.ts";
import { sweepWish, type SweepWish } from "../decide/sweep-request.ts";
import { modeOf } from "../decide/sweep.ts";
import type { Facts } from "../model/facts.ts";
import type { Grounds, Seen } from "../render/explain.ts";
import { cardOf } from "./card.ts";

/** What the answers to `/sweep status` and `/explain` show: the card, the rules, and the facts they follow from. */
export function seenBy(verdicts: Verdicts, facts: Facts): Seen {
  const { reuse } = verdicts;
  return {
    card: cardOf(verdicts, facts),
    rules: reuse.kind === "none" ? [] : reuse.rules,
    grounds: groundsOf(verdicts, facts),
  };
}

function groundsOf({ sweep }: Verdicts, facts: Facts): Grounds {
  const { pull, revisions, config, app } = facts;
  const wish = sweepWish(facts);
  const run = sweep.shown?.run ?? null;
  return {
    headSha: pull.headSha,
    tipSha: revisions.kind === "known" ? revisions.value.tipSha : null,
    labels: pull.labels,
    request: requestOf(wish),
    permissions: Object.entries(facts.permissions).map(([login, reading]) => ({
      login,
      permission: reading.kind === "known" ? reading.value : null,
    })),
    mode: wish.kind === "one" ? modeOf(wish.primary, wish.flags) : null,
    trigger: config.inForce.sweep.trigger,
    planKey: "plan" in sweep.decision ? sweep.decision.plan.key : null,
    run: run === null ? null : { id: run.id, attempt: run.attempt, url: run.url },
    settings: config.source,
    version: app.version ?? null,
  };
}

function requestOf(wish: SweepWish): Grounds["request"] {
  if (wish.kind !== "one" || wish.request === null) return null;
  return { login: wish.request.actor?.login ?? null, at: wish.request.at };
}
