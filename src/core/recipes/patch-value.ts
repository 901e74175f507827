import type { PatchAssignment, PatchCommand, Word, WordPiece } from "./patch-command.ts";

/** What a word may be: text with holes for what nobody can tell from the scripts. */
export interface PatchValue {
  readonly text: string;
  /** It was made by asking where the engine is installed. */
  readonly engine: boolean;
}

/** Stands for what is not known in the text of a value. */
export const HOLE = "\u0000";
export const OPEN: PatchValue = { text: HOLE, engine: false };

/** What may stand behind the names in a script: its own assignments and those of the scripts around it. */
export interface PatchScope {
  /** Everything that the name may be set to; null where nothing sets it. */
  readonly assigned: (name: string, within: string | null) => readonly AssignedValue[] | null;
  /** What commands in `$(…)` print, as far as that is known. */
  readonly printed: (output: Output, at: ValuePlace) => readonly PatchValue[];
}

export type Output = Extract<WordPiece, { readonly kind: "output" }>;

/** A value with the function in which it is written. */
export type AssignedValue = Pick<PatchAssignment, "within"> & { readonly value: Word };

export interface ValuePlace {
  readonly scope: PatchScope;
  readonly within: string | null;
  /** Names whose values are being looked up, so that no circle is followed. */
  readonly open?: readonly string[];
}

const MOST_VALUES = 64;
/** What stands further behind in a value is cut off. */
export const VALUE_CHARACTERS = 20_000;
const DEEPEST = 8;
const MOST_SUBSTITUTIONS = 3;
/** Stands among the names for a `$(…)` that is looked into. */
export const SUBSTITUTED = "$(";

/** Everything that a word may be; more than anybody writes ends with a value that is not known. */
export function valuesOf(word: Word, place: ValuePlace): readonly PatchValue[] {
  if ((place.open ?? []).length > 0) return combined(word, place);
  return rememberedWord(place, word, () => combined(word, place));
}

function combined(word: Word, place: ValuePlace): readonly PatchValue[] {
  let values: readonly PatchValue[] = [{ text: "", engine: false }];
  for (const piece of word) {
    if (values.every(({ text }) => text.length >= VALUE_CHARACTERS)) break;
    values = bounded(pairs(values, pieceValues(piece, place)));
  }
  return values;
}

function* pairs(firsts: readonly PatchValue[], lasts: readonly PatchValue[]): Iterable<PatchValue> {
  for (const first of firsts) {
    for (const last of lasts) {
      yield { text: cut(first.text + last.text), engine: first.engine || last.engine };
    }
  }
}

function cut(text: string): string {
  return text.length > VALUE_CHARACTERS ? text.slice(0, VALUE_CHARACTERS) : text;
}

/** The words that a command is given; a list or an unquoted variable is as many as its text has. */
export function argumentsOf(
  words: readonly Word[],
  place: ValuePlace,
): readonly (readonly PatchValue[])[] {
  return words.flatMap((word) => {
    const [only] = word;
    if (word.length !== 1 || only?.kind !== "variable" || !only.several) {
      return [valuesOf(word, place)];
    }
    const parts = pieceValues(only, place).flatMap(({ text, engine }) =>
      text.split(/\s+/u).map((part): readonly PatchValue[] => [{ text: part, engine }]),
    );
    return parts.filter(([part]) => part?.text !== "");
  });
}

function bounded(values: Iterable<PatchValue>): readonly PatchValue[] {
  const different = new Map<string, PatchValue>();
  let isEngine = false;
  for (const value of values) {
    isEngine ||= value.engine;
    if (different.size <= MOST_VALUES) different.set(`${String(value.engine)}${value.text}`, value);
  }
  const list = [...different.values()];
  if (list.length <= MOST_VALUES) return list;
  return [...list.slice(0, MOST_VALUES - 1), { text: HOLE, engine: isEngine }];
}

function pieceValues(piece: WordPiece, place: ValuePlace): readonly PatchValue[] {
  if (piece.kind === "text") return [{ text: piece.text, engine: false }];
  if (piece.kind === "open") return [OPEN];
  if (piece.kind === "output") return outputValues(piece, place);
  const values =
    (place.open ?? []).length > 0 ? variableValues(piece, place) : firstValues(piece, place);
  return piece.edited ? values.map((value) => ({ ...value, text: value.text + HOLE })) : values;
}

function outputValues(piece: Output, place: ValuePlace): readonly PatchValue[] {
  const open = place.open ?? [];
  const inside = open.filter((each) => each === SUBSTITUTED).length;
  if (inside >= MOST_SUBSTITUTIONS || open.length >= DEEPEST) return [OPEN];
  if (open.length > 0 && !mayLookUp(place.scope, 10)) return [OPEN];
  return place.scope.printed(piece, place);
}

/** The values of a variable that no other is being looked up for: the same wherever it stands. */
function firstValues(piece: VariablePiece, place: ValuePlace): readonly PatchValue[] {
  const { name, fallback } = piece;
  if (fallback !== null) return variableValues(piece, place);
  return remembered(place.scope, `${place.within ?? ""} ${name}`, () =>
    variableValues(piece, place),
  );
}

type VariablePiece = Extract<WordPiece, { readonly kind: "variable" }>;

function variableValues(piece: VariablePiece, place: ValuePlace): readonly PatchValue[] {
  const { name, fallback } = piece;
  const open = place.open ?? [];
  const key = `${place.within ?? ""} ${name}`;
  // `X="$X more"`: what it was before is among the other values.
  if (open.includes(key)) return [{ text: "", engine: false }];
  if (open.length >= DEEPEST) return [OPEN];
  const inner = { ...place, open: [...open, key] };
  const instead = fallback === null ? [] : valuesOf(fallback, inner);
  const assigned = place.scope.assigned(name, place.within);
  if (assigned === null) {
    // Its own text stands beside what may come from outside: a default is what usually runs.
    return instead.length > 0 ? instead : [OPEN];
  }
  if (!mayLookUp(place.scope, 1 + assigned.length)) return [OPEN];
  const values = assigned.flatMap(({ value, within }) => valuesOf(value, { ...inner, within }));
  return bounded([...instead, ...values]);
}

/** All texts that the words of a command may contain, one after the other, for a search in them. */
export function textsOf(command: PatchCommand, place: ValuePlace): readonly string[] {
  return [...command.words, ...command.settings.map(({ value }) => value)].flatMap((word) =>
    valuesOf(word, place).map(({ text }) => text),
  );
}

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
function mayLookUp(scope: PatchScope, count: number): boolean {
  const own = lookupsOf(scope);
  own.left -= count;
  return own.left >= 0;
}

/** Whether some names of a file were left open because there was too much to look up: then not everything was looked into. */
export function isLookedOut(scope: PatchScope): boolean {
  return lookupsOf(scope).left < 0;
}

/** What a name may hold, worked out once. */
function remembered(
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
function rememberedWord(
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
