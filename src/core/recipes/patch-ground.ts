import type { PatchCommand } from "./patch-command.ts";
import type { Invocation } from "./patch-invocation.ts";
import { placeOf, WORKSPACE, type Place, type Territory } from "./patch-place.ts";
import type { PatchUnit } from "./patch-unit.ts";
import {
  isLookedOut,
  valuesOf,
  type PatchScope,
  type PatchValue,
  type ValuePlace,
} from "./patch-value.ts";
import type { PatchHitCode } from "./patch-code.ts";

/** What a rule knows beside the command that it looks at. */
export interface Ground extends Territory {
  readonly unit: PatchUnit;
  readonly scope: PatchScope;
  /** Names of the components that the points declare: `kv-offload-backend` and `router`. */
  readonly components: readonly string[];
}

/** A rule of check 10: what it says about one invocation, if anything. */
export type PatchRule = (invocation: Invocation, ground: Ground) => readonly PatchHitCode[];

/** The ground with the folder in which a command runs. */
export function groundFor(command: PatchCommand, ground: Ground): Ground {
  const folder = ground.unit.folders.get(command) ?? { text: WORKSPACE, engine: false };
  return { ...ground, folder };
}

/** First line from which on not everything was looked into; asked when everything else has been. */
export function beyondOf({ unit, scope }: Ground): number | null {
  return unit.listing.beyond ?? (isLookedOut(scope) ? 1 : null);
}

/** Where the names in a command are looked up. */
export function placeFor(command: PatchCommand, ground: Ground): ValuePlace {
  return { scope: ground.scope, within: command.within };
}

/** The worst place among those that a path may be: one way into the engine is enough. */
export function worstPlace(values: readonly PatchValue[], ground: Ground): Place {
  const places = values.map((value) => placeOf(value, ground));
  if (places.includes("engine")) return "engine";
  return places.includes("unknown") ? "unknown" : "own";
}

/** All values of all arguments that are no options. */
export function operandsOf(invocation: Invocation): readonly (readonly PatchValue[])[] {
  return invocation.words.filter((values) => !values.some(({ text }) => /^-./u.test(text)));
}

/** Files that a command writes by redirection. */
export function redirectedTo(command: PatchCommand, ground: Ground): readonly PatchValue[] {
  const place = placeFor(command, ground);
  return command.into.flatMap((word) => valuesOf(word, place));
}
