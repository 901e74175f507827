import type { SourceSide } from "../model/sources.ts";
import { documentedValues, isMentioned } from "./documented-arguments.ts";
import { launchesOf, type LaunchWord } from "./launch-arguments.ts";
import type { RecipePoint } from "./point.ts";
import type { ArgumentsPolicy } from "./policy-arguments.ts";

/** How the launch arguments of the submitted scripts compare with what upstream documents. */
export type ArgumentsVerdict =
  | { readonly kind: "match"; readonly count: number }
  /** The same argument with other values only. */
  | { readonly kind: "contradiction"; readonly items: readonly string[] }
  /** Not found, or not known without running the script. */
  | { readonly kind: "unclear"; readonly items: readonly string[] }
  | { readonly kind: "notCompared" };

export interface ArgumentsQuestion {
  /** Points of the recipes that have to be documented. */
  readonly points: readonly RecipePoint[];
  readonly head: SourceSide;
  readonly policy: ArgumentsPolicy;
  /** What upstream says. */
  readonly texts: readonly string[];
}

interface Major {
  readonly name: string;
  readonly names: readonly string[];
  /** Null for a switch. */
  readonly word: LaunchWord | null;
}

interface Finding {
  readonly kind: "found" | "contradiction" | "unclear";
  readonly item: string;
}

/**
 * Compares the major arguments (spec/signoff §3.3 c): model, hardware, parallelism, quantization,
 * backends and speculation. A page that does not mention one is weak evidence: a person compares.
 */
export function compareArguments(question: ArgumentsQuestion): ArgumentsVerdict {
  const { points, texts } = question;
  const text = texts.join("\n");
  if (text.trim() === "" || points.length === 0) return { kind: "notCompared" };
  const findings: Finding[] = [];
  for (const [script, own] of byScript(points)) {
    const launches = script === "" ? null : launchesOf(script, own, question.head);
    if (launches?.kind !== "read") return { kind: "notCompared" };
    const majors = launches.commands.flatMap((words) => majorsIn(words, question.policy));
    if (majors.some(({ name }) => name === "")) return { kind: "notCompared" };
    findings.push(
      ...majors.map((major) => compareOne(major, own, { text, policy: question.policy })),
    );
  }
  const named = points.flatMap(({ entry, sku }) => [entry.model, sku]);
  findings.push(...[...new Set(named)].map((item) => mentioned(item, text)));
  return verdictOf(findings);
}

function verdictOf(findings: readonly Finding[]): ArgumentsVerdict {
  const items = (kind: Finding["kind"]): readonly string[] => [
    ...new Set(findings.filter((each) => each.kind === kind).map(({ item }) => item)),
  ];
  const [contradictions, unclear] = [items("contradiction"), items("unclear")];
  if (contradictions.length > 0) return { kind: "contradiction", items: contradictions };
  if (unclear.length > 0) return { kind: "unclear", items: unclear };
  return { kind: "match", count: items("found").length };
}

function byScript(points: readonly RecipePoint[]): ReadonlyMap<string, readonly RecipePoint[]> {
  const scripts = new Map<string, RecipePoint[]>();
  for (const point of points) {
    const script = point.script ?? "";
    scripts.set(script, [...(scripts.get(script) ?? []), point]);
  }
  return scripts;
}

/** The major arguments in the words; a nameless one where words are not known, so that any could be among them. */
function majorsIn(words: readonly LaunchWord[], policy: ArgumentsPolicy): readonly Major[] {
  return words.flatMap((word, index): readonly Major[] => {
    if (word.kind === "text") return majorsAt(word.text, words[index + 1], policy);
    if (word.kind === "variable" || isValue(words[index - 1])) return [];
    return [{ name: "", names: [], word }];
  });
}

/** The major arguments that begin at a word, with what stands behind it. */
function majorsAt(
  text: string,
  next: LaunchWord | undefined,
  policy: ArgumentsPolicy,
): readonly Major[] {
  const [, flag, given] = /^--?([\w-]+)(?:=([^]*))?$/u.exec(text) ?? [];
  if (flag === undefined) return [];
  const canonical = flag.replaceAll("_", "-").toLowerCase();
  const value: LaunchWord | undefined = given === undefined ? next : { kind: "text", text: given };
  if (canonical === "speculative-config") return speculationIn(value);
  const valued = entryOf(policy.valued, canonical);
  if (valued !== null) return [{ ...valued, word: value ?? { kind: "unclear" } }];
  const bare = entryOf(policy.switches, canonical);
  return bare === null ? [] : [{ ...bare, word: null }];
}

/** Behind an argument's name stands its value, whatever it is. */
function isValue(before: LaunchWord | undefined): boolean {
  return before?.kind === "text" && /^--?[\w-]+$/u.test(before.text);
}

function entryOf(
  table: Readonly<Record<string, readonly string[]>>,
  flag: string,
): Pick<Major, "name" | "names"> | null {
  const found = Object.entries(table).find(([, names]) => names.includes(flag));
  return found === undefined ? null : { name: found[0], names: found[1] };
}

/** Method and draft model of vLLM's JSON. */
function speculationIn(word: LaunchWord | undefined): readonly Major[] {
  const text = word?.kind === "text" ? word.text : "";
  const fields = [...text.matchAll(/"(method|model)"\s*:\s*"([^"]{1,200})"/gu)];
  if (fields.length === 0) {
    return [
      { name: "speculative-config", names: ["speculative-config"], word: { kind: "unclear" } },
    ];
  }
  return fields.map(([, name = "", value = ""]) => ({
    name: `speculative-config ${name}`,
    names: [name],
    word: { kind: "text", text: value },
  }));
}

function compareOne(
  { name, names, word }: Major,
  points: readonly RecipePoint[],
  { text, policy }: { readonly text: string; readonly policy: ArgumentsPolicy },
): Finding {
  if (word === null) {
    const isThere = names.some((each) => isMentioned(each, text));
    return { kind: isThere ? "found" : "unclear", item: `--${name}` };
  }
  const documented = documentedValues(names, text);
  if (word.kind === "text") {
    const item = `--${name} ${word.text}`;
    if (documented.includes(word.text.toLowerCase())) return { kind: "found", item };
    return { kind: documented.length > 0 ? "contradiction" : "unclear", item };
  }
  const possible = word.kind === "variable" ? valuesOf(word.name, points, policy) : [];
  const isThere = possible.some((value) => documented.includes(value));
  const shown = word.kind === "variable" ? `$${word.name}` : "?";
  return { kind: isThere ? "found" : "unclear", item: `--${name} ${shown}` };
}

/** What the search space sets a variable to. */
function valuesOf(
  name: string,
  points: readonly RecipePoint[],
  { variables }: ArgumentsPolicy,
): readonly string[] {
  const field = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (field === undefined) return [];
  return points.flatMap(({ space }) => {
    const value = space[field];
    return value === undefined || value === null ? [] : [String(value)];
  });
}

function mentioned(item: string, text: string): Finding {
  return { kind: isMentioned(item, text) ? "found" : "unclear", item };
}
