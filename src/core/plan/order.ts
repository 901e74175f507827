import type { Verdicts } from "../decide/decide.ts";
import type { MergeStage } from "../decide/order-record.ts";
import { withOrderSection } from "../decide/order-record.ts";
import type { OrderStep, OrderVerdict } from "../decide/order.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { orderRow, renderOrderSection } from "../render/order.ts";
import { PLAIN } from "../render/template.ts";
import { type Dictionary, say } from "../render/words.ts";
import { marker, planComments, tagOf } from "./comments.ts";

/**
 * The next step of an order to merge: how far it is, said where it was accepted, and then what is due. It
 * comes last in a plan, so that what GitHub requires of the head stands there before anything is merged.
 */
export function planOrder(
  { order }: Pick<Verdicts, "order">,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  if (order === null) return [];
  return [...planSection(order, facts, dictionary), ...planStep(order.step, facts, dictionary)];
}

function planSection(
  order: OrderVerdict,
  { config, comments, app }: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { answer } = order.standing;
  const tag = tagOf(answer, app.id);
  const row = orderRow(order);
  if (tag === null || row === null) return [];
  const place = { config: config.inForce, dictionary };
  const section = renderOrderSection(stageOf(order), row, place);
  const body = withOrderSection(answer.body, section).slice(marker(tag).length);
  return planComments([{ tag, body, upkeep: "kept" }], comments, app.id);
}

/** What our answer records. A head that was authorised once stays on record until the order ends. */
function stageOf({ standing: { stage }, step }: OrderVerdict): MergeStage {
  const kept = stage.step === "checking" ? stage : null;
  switch (step.kind) {
    case "over":
      return stage;
    case "merged":
      return { step: "merged" };
    case "abandoned":
      return { step: "abandoned", ...step.end };
    case "queued":
      return kept ?? { step: "queued" };
    case "preparing":
      return kept ?? { step: "preparing", since: step.since };
    case "checking":
    case "merging": {
      const { head, since } = step.checking;
      return { step: "checking", head, since };
    }
  }
}

function planStep(step: OrderStep, facts: Facts, dictionary: Dictionary): readonly Effect[] {
  if (step.kind === "queued" && step.takesTurn) return [{ kind: "takeTurn" }];
  if (step.kind === "preparing" && step.commit !== null) {
    return planPreparation(step.commit, facts, dictionary);
  }
  return step.kind === "merging" ? [planMerge(step, facts, dictionary)] : [];
}

type Commit = NonNullable<Extract<OrderStep, { kind: "preparing" }>["commit"]>;

/** The commit never starts a sweep: its message says so, and results are there already. */
function planPreparation(
  { key, content }: Commit,
  { config, pull }: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { paths, sweep } = config.inForce;
  const { parents, bytes, changes, texts } = content;
  const { number, headSha, headRef, baseRef } = pull;
  const title = say(dictionary.en, "merging.commit", { number, base: baseRef }, PLAIN);
  const message = [title, sweep.skipMarker, `Sweepbot-Merge: ${key}`].join("\n\n");
  const commit = { parents, message, file: { path: paths.changelog, bytes }, changes, texts };
  return [{ kind: "prepareHead", push: { key, headSha, branch: headRef, fork: null, commit } }];
}

/** What reaches the base branch must not carry the mark that keeps a push from being measured and published. */
function planMerge(
  { key, checking }: Extract<OrderStep, { kind: "merging" }>,
  { config, pull }: Facts,
  dictionary: Dictionary,
): Effect {
  const { merge, sweep } = config.inForce;
  const title = pull.title.replaceAll(sweep.skipMarker, "").trim();
  return {
    kind: "mergePull",
    merge: {
      key,
      headSha: checking.head,
      method: merge.method,
      title: `${title} (#${pull.number})`,
      message: say(dictionary.en, "merging.message", {}, PLAIN),
    },
  };
}

const WAITING_MS = 60_000;
const CHECKS_MS = 30_000;
/** GitHub works out in seconds what stands against a merge, and sends no event when it has. */
const SETTLING_MS = 5_000;

/** How soon an order is looked at again although nothing may have happened; null when it is over. */
export function orderWait(
  { order }: Pick<Verdicts, "order">,
  { now, claims }: Facts,
): number | null {
  if (order === null) return null;
  const { step, standing } = order;
  switch (step.kind) {
    case "over":
      return null;
    case "merged":
    case "abandoned":
      // The authorisation that went with it is shown by the next look, which finds the order over.
      return 0;
    case "queued":
      return step.takesTurn ? 0 : WAITING_MS;
    case "preparing":
      if (step.commit === null) return SETTLING_MS;
      return claims.some(({ key }) => key === step.commit?.key) ? SETTLING_MS : 0;
    case "checking": {
      const { head, pending, until } = step.checking;
      if (standing.stage.step !== "checking" || standing.stage.head !== head) return 0;
      return Math.max(0, Math.min(until - now, pending.length > 0 ? CHECKS_MS : SETTLING_MS));
    }
    case "merging":
      // The push to the base branch tells at once; where GitHub saw something move it is judged again.
      return SETTLING_MS;
  }
}
