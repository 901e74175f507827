/** Which sweep is asked for, by labels and by `/sweep run`, and by whom. */
import type { PrimaryLabel } from "../model/config.ts";
import type { Facts } from "../model/facts.ts";
import type { LabelEvent } from "../model/github.ts";
import {
  hasLabel,
  labelsAt,
  newestModifier,
  selectLabels,
  sweepRequest,
  type SweepFlags,
  type SweepRequest,
} from "./labels.ts";
import { sweepRecords, type SweepOrder } from "./sweep-record.ts";

type Requests = Pick<Facts, "app" | "comments" | "config" | "labelEvents" | "pull">;

export type SweepWish =
  | { readonly kind: "none" }
  | { readonly kind: "conflict"; readonly labels: readonly string[] }
  | {
      readonly kind: "one";
      readonly primary: PrimaryLabel;
      readonly flags: SweepFlags;
      /** Null when neither the timeline nor an order shows who asked. */
      readonly request: SweepRequest | null;
    };

/** The sweep that is asked for now: the newest of the sweep label and an order for this head. */
export function sweepWish(facts: Requests): SweepWish {
  const { config, labelEvents } = facts;
  const selection = selectLabels(labelsWanted(facts), config.inForce);
  if (selection.kind !== "one") return selection;
  const order = orderForHead(facts);
  const request =
    order === null
      ? sweepRequest(labelEvents, selection.primary.name, config.inForce)
      : orderRequest(order, facts);
  return { ...selection, request };
}

/** An order asks like a label; a modifier that changed later makes it a new sweep of whoever changed it. */
function orderRequest(order: SweepOrder, { config, labelEvents }: Requests): SweepRequest {
  const modified = newestModifier(labelEvents, config.inForce);
  return modified !== undefined && modified.id > order.after
    ? { actor: modified.actor, generation: modified.id, at: modified.createdAt }
    : { actor: order.actor, generation: order.commentId, at: order.at };
}

/**
 * Orders that nobody has taken back, oldest first, for whatever head: a later change of a sweep label
 * or `/sweep cancel` counts instead. Deleting or rewriting the command takes nothing back. One whose
 * commit was named in full is a person's approval of exactly that commit (decision 11).
 */
export function standingOrders(facts: Requests): readonly SweepOrder[] {
  const records = sweepRecords(facts);
  const since = records.findLastIndex((record) => record.kind === "stopped") + 1;
  const changed = newestPrimaryEvent(facts);
  return records
    .slice(since)
    .flatMap((record) => (record.kind === "ordered" && record.after >= changed ? [record] : []));
}

/** By people: where sweepbot takes the label of a fork's earlier commit off, the order for the newer one stands. */
function newestPrimaryEvent({ app, config, labelEvents }: Requests): number {
  const names = config.inForce.labels.primary.map((label) => label.name);
  const byPeople = labelEvents.filter(
    ({ kind, actor, label }) =>
      hasLabel(names, label) && !(kind === "unlabeled" && actor?.login === app.login),
  );
  return Math.max(0, ...byPeople.map((event) => event.id));
}

/** The order that asks for a sweep of the present head; after a push it asks for nothing any more. */
function orderForHead(facts: Requests): SweepOrder | null {
  return standingOrders(facts).findLast((order) => order.headSha === facts.pull.headSha) ?? null;
}

/** The labels that decide what a sweep runs: those that are on and, where no sweep label is, the one that an order for this head stands for. */
export function labelsWanted(facts: Requests): readonly string[] {
  return withOrder(facts.pull.labels, orderForHead(facts), facts);
}

/** The labels that say what may be reused: an order stands for its label until it is taken back. */
export function labelsStanding(facts: Requests): readonly string[] {
  return withOrder(facts.pull.labels, standingOrders(facts).at(-1) ?? null, facts);
}

/** The labels that a run of a commit was started with; an order given before stands for its label (decision 16). */
export function labelsAtStart(
  facts: Requests,
  run: { readonly createdAt: number; readonly sourceSha: string },
): readonly string[] {
  const second = Math.floor(run.createdAt / 1000);
  const order = sweepRecords(facts).findLast(
    (record) =>
      record.kind === "ordered" &&
      record.headSha === run.sourceSha &&
      Math.floor(record.at / 1000) <= second,
  );
  const then = labelsAt(facts.labelEvents, run.createdAt);
  return withOrder(then, order?.kind === "ordered" ? order : null, facts);
}

function withOrder(
  labels: readonly string[],
  order: SweepOrder | null,
  { config }: Requests,
): readonly string[] {
  const isAlone = order !== null && selectLabels(labels, config.inForce).kind === "none";
  return isAlone ? [...labels, order.primary] : labels;
}

/** The id of the newest label event, to which an order that is accepted now is bound. */
export function newestLabelEvent(events: readonly LabelEvent[]): number {
  return Math.max(0, ...events.map((event) => event.id));
}
