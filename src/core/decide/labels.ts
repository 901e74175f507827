import type { Config, PrimaryLabel } from "../model/config.ts";
import type { LabelEvent, Person } from "../model/github.ts";

export interface SweepFlags {
  readonly allEvals: boolean;
  readonly evalsOnly: boolean;
  readonly agentxFast: boolean;
}

export type LabelSelection =
  | { readonly kind: "none" }
  | { readonly kind: "conflict"; readonly labels: readonly string[] }
  | { readonly kind: "one"; readonly primary: PrimaryLabel; readonly flags: SweepFlags };

/** Which sweep the labels ask for; two primaries ask for none (decision 10). GitHub's label names ignore case. */
export function selectLabels(labels: readonly string[], config: Config): LabelSelection {
  const primaries = config.labels.primary.filter((label) => hasLabel(labels, label.name));
  const [primary] = primaries;
  if (primary === undefined) return { kind: "none" };
  // Settings may name a label twice, in another case perhaps: that is one label still.
  const others = primaries.filter((label) => !sameLabel(label.name, primary.name));
  if (others.length > 0) return { kind: "conflict", labels: primaries.map((label) => label.name) };
  return { kind: "one", primary, flags: sweepFlags(labels, config) };
}

/** The modifiers that change what a sweep runs (spec/control-plane §1.1). */
export function sweepFlags(labels: readonly string[], config: Config): SweepFlags {
  return {
    allEvals: hasLabel(labels, config.labels.allEvals),
    evalsOnly: hasLabel(labels, config.labels.evalsOnly),
    agentxFast: hasLabel(labels, config.labels.agentxFast),
  };
}

/** True when the list holds the label, whatever the case. */
export function hasLabel(labels: readonly string[], name: string): boolean {
  return labels.some((label) => sameLabel(label, name));
}

function sameLabel(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/**
 * The labels that were on at a moment, rebuilt from the timeline; an event in the same second as
 * the moment counts as before it (spec/control-plane §4.2).
 */
export function labelsAt(events: readonly LabelEvent[], at: number): readonly string[] {
  const second = Math.floor(at / 1000);
  const on = new Map<string, string>();
  for (const event of events) {
    if (Math.floor(event.createdAt / 1000) > second) break;
    if (event.kind === "labeled") on.set(event.label.toLowerCase(), event.label);
    else on.delete(event.label.toLowerCase());
  }
  return [...on.values()];
}

export interface SweepRequest {
  /** Whoever made the newest such change: nobody restarts a sweep on another's permission. Null when GitHub names nobody. */
  readonly actor: Person | null;
  /**
   * Id of the event that put this label on, or of a later change of a modifier: a new one is a new
   * generation (decision 6). Another primary that comes and goes beside it changes nothing.
   */
  readonly generation: number;
  readonly at: number;
}

/** The newest event that put the label on; undefined when the timeline shows none. */
export function labelPutOn(events: readonly LabelEvent[], label: string): LabelEvent | undefined {
  return events.findLast((event) => event.kind === "labeled" && sameLabel(event.label, label));
}

/** Who asked for the sweep that the primary label stands for; null when the timeline does not show it. */
export function sweepRequest(
  events: readonly LabelEvent[],
  primary: string,
  config: Config,
): SweepRequest | null {
  const applied = labelPutOn(events, primary);
  if (applied === undefined) return null;
  const modified = newestModifier(events, config);
  const newest = modified !== undefined && modified.id > applied.id ? modified : applied;
  return { actor: newest.actor, generation: newest.id, at: newest.createdAt };
}

/** The newest change of a modifier, put on or taken off. */
export function newestModifier(
  events: readonly LabelEvent[],
  config: Config,
): LabelEvent | undefined {
  const { allEvals, evalsOnly, agentxFast } = config.labels;
  return events.findLast((event) => hasLabel([allEvals, evalsOnly, agentxFast], event.label));
}
