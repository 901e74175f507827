import { parse } from "yaml";
import { isMapping } from "../contract/master.ts";
import type { YamlMapping, YamlValue } from "../contract/yaml.ts";
import { textAt } from "../model/sources.ts";
import type { RecipeInput } from "./input.ts";
import type { CurveRule } from "./policy-curves.ts";

const FOLDER = "golden_al_distribution/";

/** Acceptance lengths by draft length, of one thinking mode. */
type Lengths = ReadonlyMap<number, number>;

/** One golden curve (`golden_al_distribution/*.yaml` on the default branch). */
export interface Curve {
  readonly path: string;
  readonly thinkingOn: Lengths;
  readonly thinkingOff: Lengths;
}

export type CurveReading =
  | { readonly kind: "curve"; readonly curve: Curve }
  /** The default branch has no such file. */
  | { readonly kind: "none"; readonly path: string }
  | { readonly kind: "unread"; readonly path: string };

/** The curve of a file below the folder of golden curves, as it stands on the default branch (spec/signoff §0.2). */
export function readCurve({ sources }: Pick<RecipeInput, "sources">, file: string): CurveReading {
  const path = `${FOLDER}${file}`;
  const reading = textAt(sources.policy, path);
  if (reading.kind === "unknown") {
    const { tree } = sources.policy;
    const isAbsent = tree.kind === "known" && !tree.value.some((each) => each.path === path);
    return { kind: isAbsent ? "none" : "unread", path };
  }
  if (reading.value === null) return { kind: "none", path };
  const curve = parseCurve(path, reading.value.text);
  return curve === null ? { kind: "unread", path } : { kind: "curve", curve };
}

const MOST_CHARACTERS = 64 * 1024;

/** Reads a golden curve: one model, per thinking mode a number for each draft length. */
export function parseCurve(path: string, text: string): Curve | null {
  const models = text.length > MOST_CHARACTERS ? null : valueOf(text);
  const [modes, ...others] = models instanceof Map ? ([...models.values()] as unknown[]) : [];
  if (!(modes instanceof Map) || others.length > 0) return null;
  const thinkingOn = lengthsOf(modes.get("thinking_on"));
  const thinkingOff = lengthsOf(modes.get("thinking_off"));
  return thinkingOn === null || thinkingOff === null ? null : { path, thinkingOn, thinkingOff };
}

/** The keys are numbers, which the reader of the contract's own files refuses. */
function valueOf(text: string): unknown {
  try {
    return parse(text, { mapAsMap: true, maxAliasCount: 0, logLevel: "silent" }) as unknown;
  } catch {
    return null;
  }
}

function lengthsOf(value: unknown): Lengths | null {
  if (value === undefined) return new Map();
  if (!(value instanceof Map)) return null;
  const lengths = new Map<number, number>();
  for (const [key, length] of value as ReadonlyMap<unknown, unknown>) {
    if (typeof key !== "number" || typeof length !== "number") return null;
    lengths.set(key, length);
  }
  return lengths;
}

/** A value that is a mapping; null for any other. */
export function mappingOf(value: YamlValue | undefined): YamlMapping | null {
  return value !== undefined && isMapping(value) ? value : null;
}

/** Files of golden curves on the default branch that the table of curves names nowhere. */
export function unmappedCurves(
  { sources }: Pick<RecipeInput, "sources">,
  rules: readonly CurveRule[],
): readonly string[] {
  const { tree } = sources.policy;
  if (tree.kind === "unknown") return [];
  const named = new Set(rules.map(({ file }) => `${FOLDER}${file}`));
  return tree.value
    .map(({ path }) => path)
    .filter((path) => path.startsWith(FOLDER) && /\.ya?ml$/u.test(path) && !named.has(path));
}

/** What speculative settings say about their draft; undefined for what this engine has no setting for, null for what is not known. */
export interface DraftTraits {
  readonly method: string | null | undefined;
  readonly draft: string | null | undefined;
  readonly sampling: string | null | undefined;
}

/** The curves that can be meant by the settings of a draft. */
export interface CurveChoice {
  readonly files: readonly string[];
  /** What would choose between several, and has no setting in this engine. */
  readonly missing: readonly string[];
  /** What would choose between several, and is set to what is not known. */
  readonly unresolved: readonly string[];
}

/** The curves that can be meant, by the first rule of a model whose conditions hold (spec/signoff §3.11). */
export function curvesFor(
  rules: readonly CurveRule[],
  prefix: string,
  traits: DraftTraits,
): CurveChoice {
  const files: string[] = [];
  const open: Answer[] = [];
  for (const rule of rules.filter((each) => each.prefix === prefix)) {
    const answers = conditionsOf(rule, traits);
    if (answers.some(({ holds }) => holds === false)) continue;
    files.push(rule.file);
    const undecided = answers.filter(({ holds }) => holds === null);
    open.push(...undecided);
    if (undecided.length === 0) break;
  }
  const names = (unresolved: boolean): readonly string[] => [
    ...new Set(open.filter((each) => each.unresolved === unresolved).map(({ name }) => name)),
  ];
  return { files, missing: names(false), unresolved: names(true) };
}

interface Answer {
  readonly name: string;
  readonly holds: boolean | null;
  /** It is set, to what is not known. */
  readonly unresolved: boolean;
}

function conditionsOf({ when }: CurveRule, traits: DraftTraits): readonly Answer[] {
  return Object.entries(when).map(([name, wanted = ""]): Answer => {
    const values = name === "either" ? [traits.method, traits.draft] : [traitOf(traits, name)];
    const answers = values.map((value) => contains(value, wanted));
    const holds = answers.includes(true) || (answers.includes(null) ? null : false);
    return { name: name === "either" ? "method" : name, holds, unresolved: values.includes(null) };
  });
}

function traitOf(traits: DraftTraits, name: string): string | null | undefined {
  if (name === "method") return traits.method;
  return name === "draft" ? traits.draft : traits.sampling;
}

function contains(value: string | null | undefined, wanted: string): boolean | null {
  if (value === null || value === undefined) return null;
  return value.toLowerCase().includes(wanted.toLowerCase());
}
