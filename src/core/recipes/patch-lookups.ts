import type { Word } from "./patch-command.ts";
import type { PatchScope, PatchValue, ValuePlace } from "./patch-value.ts";

/** Looking up what stands behind names, in one file: far more than any script needs. */
const MOST_LOOKUPS = 300_000;

interface Lookups {
  left: number;
  readonly known: Map<string, readonly PatchValue[]>;
  readonly words: Map<Word, Map<string | null, readonly PatchValue[]>>;
}

/** Only counts and remembers: the same questions in the same order are answered in the same way. */
const lookups = new WeakMap<PatchScope, Lookups>();

function lookupsOf(scope: PatchScope): Lookups {
  const found = lookups.get(scope) ?? { left: MOST_LOOKUPS, known: new Map(), words: new Map() };
  lookups.set(scope, found);
  return found;
}

/** Counts work that a file causes; false when there was too much of it. */
export function mayLookUp(scope: PatchScope, count: number): boolean {
  const own = lookupsOf(scope);
  own.left -= count;
  return own.left >= 0;
}

/** Whether some names of a file were left open because there was too much to look up: then not everything was looked into. */
export function isLookedOut(scope: PatchScope): boolean {
  return lookupsOf(scope).left < 0;
}

/** What a name may hold, worked out once. */
export function remembered(
  scope: PatchScope,
  key: string,
  values: () => readonly PatchValue[],
): readonly PatchValue[] {
  const { known } = lookupsOf(scope);
  const found = known.get(key) ?? values();
  known.set(key, found);
  return found;
}

/** What a word may be where it stands, worked out once. */
export function rememberedWord(
  { scope, within }: ValuePlace,
  word: Word,
  values: () => readonly PatchValue[],
): readonly PatchValue[] {
  const { words } = lookupsOf(scope);
  const known = words.get(word) ?? new Map<string | null, readonly PatchValue[]>();
  words.set(word, known);
  const found = known.get(within) ?? values();
  known.set(within, found);
  return found;
}
