import { isMapping } from "../contract/master.ts";
import { parseYaml, type YamlPath, type YamlValue } from "../contract/yaml.ts";
import type { ArchitectureCode, ArchitectureHit } from "./architecture-code.ts";
import {
  judgedKeys,
  judgedOverride,
  overridesIn,
  type JudgedOverride,
  type OverrideTerms,
} from "./architecture-override.ts";
import { oneLine, type PatchAssignment, type PatchCommand } from "./patch-command.ts";
import { groundFor, placeFor, redirectedTo, type Ground } from "./patch-ground.ts";
import { documentsOf, invocationsOf, type Invocation } from "./patch-invocation.ts";
import { pythonCode } from "./patch-python-text.ts";
import { targetsOf } from "./patch-rule-edit.ts";
import { destinationsOf } from "./patch-rule-write.ts";
import { HOLE, valuesOf, type PatchValue } from "./patch-value.ts";
import type { OverridePolicy } from "./policy-overrides.ts";

/** What one file does to the model's architecture: rules A1 to A4 of spec/signoff §3.8. */
export function architectureHits(ground: Ground, terms: OverrideTerms): readonly ArchitectureHit[] {
  const { unit } = ground;
  const found = [
    ...unit.listing.commands.flatMap((command) => commandHits(command, ground, terms)),
    ...unit.listing.assignments.flatMap((each) => assignmentHits(each, ground, terms)),
    ...unit.programs.flatMap(({ text, line }) =>
      pythonHits(text, terms.policy).map((each) => ({ ...each, line: line + each.line })),
    ),
    ...(/\.ya?ml$/u.test(unit.path) ? documentHits(unit.text, 0, terms) : []),
  ];
  const hits = found.map(({ what, ...hit }) => ({ ...hit, what: oneLine(what), path: unit.path }));
  return [...new Map(hits.map((hit) => [`${hit.code} ${hit.what}`, hit])).values()];
}

type Found = Omit<ArchitectureHit, "path">;
const same = (one: string): string => one.toLowerCase().replaceAll("_", "-");

function commandHits(
  command: PatchCommand,
  ground: Ground,
  terms: OverrideTerms,
): readonly Found[] {
  const place = placeFor(command, ground);
  const here = groundFor(command, ground);
  const invocations = invocationsOf(command, place);
  const { line } = command;
  const settings = command.settings.flatMap(({ name, value }) =>
    settingHits(name, valuesOf(value, place), terms),
  );
  const documents = documentsOf(command, place).flatMap((document) =>
    documentHits(document.text, document.line - 1, terms),
  );
  const codes = invocations.flatMap((invocation) => [
    ...flagHits(invocation.words, terms),
    ...invocation.words.flat().flatMap((value) => wordHits(value, terms)),
    ...configHits(invocation, here),
  ]);
  return [...[...settings, ...codes].map((each) => ({ ...each, line })), ...documents];
}

function assignmentHits(
  assignment: PatchAssignment,
  ground: Ground,
  terms: OverrideTerms,
): readonly Found[] {
  const { name, values, within, line } = assignment;
  const words = values.map((word) => valuesOf(word, { scope: ground.scope, within }));
  const flags = values.length > 1 ? flagHits(words, terms) : [];
  const texts = words
    .flat()
    .flatMap(({ text }) =>
      overridesIn(text, terms.policy).flatMap((each) => judgedOverride(each, terms)),
    );
  return [...settingHits(name, words.flat(), terms), ...flags, ...texts].map((each) => ({
    ...each,
    line,
  }));
}

/** A1 and A3 in flags: the value stands in the next word, behind `=`, or its key behind a dot. */
function flagHits(words: Invocation["words"], terms: OverrideTerms): readonly JudgedOverride[] {
  return words.flatMap((values, index) =>
    values.flatMap(({ text }) => {
      const [, name, key, value] = /^--([\w-]+)(?:\.([\w.-]+))?(?:=([^]*))?$/u.exec(text) ?? [];
      if (name === undefined) return [];
      const next = (words[index + 1] ?? []).map((each) => each.text);
      return flagCodes(name, { key, given: value === undefined ? next : [value] }, terms);
    }),
  );
}

function flagCodes(
  name: string,
  { key, given }: { readonly key: string | undefined; readonly given: readonly string[] },
  terms: OverrideTerms,
): readonly JudgedOverride[] {
  const isNamed = (flag: string): boolean => same(flag) === same(name);
  if (terms.policy.dummyFlags.some(isNamed)) return given.flatMap(loadHits);
  if (!terms.policy.flags.some(isNamed)) return [];
  if (key !== undefined) return dottedCodes(key.split("."), given[0] ?? "", terms);
  return (given.length === 0 ? [""] : given).flatMap((each) => judgedOverride(each, terms));
}

/** Nobody nests a key more deeply. */
const DEEPEST = 32;

function dottedCodes(
  path: readonly string[],
  value: string,
  terms: OverrideTerms,
): readonly JudgedOverride[] {
  if (path.length > DEEPEST)
    return [{ code: "architecture_override_unknown", what: path.join(".") }];
  return judgedKeys(nested(path, value), terms);
}

function nested(path: readonly string[], value: string): YamlValue {
  return path.reduceRight<YamlValue>((inner, key) => ({ [key]: inner }), value);
}

function loadHits(value: string): readonly JudgedOverride[] {
  if (value === "dummy") return [{ code: "architecture_dummy", what: value }];
  return value.includes(HOLE)
    ? [{ code: "architecture_load_unknown", what: value.replaceAll(HOLE, "…") }]
    : [];
}

/** Settings in a word of their own (`-e NAME=value`), and mappings in a word that hold an override. */
function wordHits({ text }: PatchValue, terms: OverrideTerms): readonly JudgedOverride[] {
  const [, name, value] = /^(?:--(?:env|export)=)?([A-Za-z_]\w*)=([^]*)$/u.exec(text) ?? [];
  if (name !== undefined && value !== undefined) {
    return settingHits(name, [{ text: value, engine: false }], terms);
  }
  return text.trimStart().startsWith("{") ? documentHits(text, 0, terms) : [];
}

/** A1, A3 and A4 for a setting by its name. */
export function settingHits(
  name: string,
  values: readonly PatchValue[],
  terms: OverrideTerms,
): readonly JudgedOverride[] {
  const { policy } = terms;
  if (skips(name, policy)) return [{ code: "architecture_skip", what: name }];
  if (policy.dummyKeys.some((key) => same(key) === same(name))) {
    return values.some(({ text }) => text === "dummy")
      ? [{ code: "architecture_dummy", what: name }]
      : [];
  }
  return [];
}

function skips(name: string, { skipNames }: OverridePolicy): boolean {
  const tokens = name.toUpperCase().split(/[_-]/u);
  const verb = tokens.findIndex((token) => skipNames.verbs.includes(token));
  if (verb < 0) return false;
  return tokens
    .slice(verb + 1)
    .some(
      (token) =>
        !token.startsWith("HEADER") && skipNames.parts.some((part) => token.startsWith(part)),
    );
}

/** A2: a `config.json` is written over. */
function configHits(invocation: Invocation, ground: Ground): readonly JudgedOverride[] {
  const written = [
    ...(targetsOf(invocation) ?? []),
    ...destinationsOf(invocation),
    ...redirectedTo(invocation.command, ground),
  ];
  const copies = ["cp", "mv", "ln", "install"].includes(invocation.name);
  const sources = copies ? invocation.words.slice(0, -1).flat() : [];
  const found = [...written, ...sources].find(({ text }) => /(?:^|[/\0])config\.json$/u.test(text));
  if (found === undefined || found.text.startsWith("/tmp/run/")) return [];
  return [{ code: "architecture_config_edited", what: found.text.replaceAll(HOLE, "…") }];
}

/** A1 to A4 in YAML and JSON: documents that a script writes, recipe files, mappings in a word. */
function documentHits(text: string, before: number, terms: OverrideTerms): readonly Found[] {
  const { policy } = terms;
  const names = [...policy.keys, ...policy.dummyKeys].map(same);
  const flat = same(text);
  const document = parseYaml(text.replaceAll(HOLE, "0"), { path: "document" });
  if (document.problems.length > 0 || !isMapping(document.value)) {
    const named = policy.keys.find((key) =>
      new RegExp(`(?:^|[\\s"'{,])${same(key)}["']?\\s*:`, "mu").test(flat),
    );
    return named === undefined
      ? []
      : [{ code: "architecture_override_unknown", what: named, line: before + 1 }];
  }
  const found: Found[] = [];
  const look = (value: YamlValue, path: YamlPath): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value) as [string, YamlValue][]) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      const line = before + document.lineOf(at);
      if (names.includes(same(key)) || skips(key, policy)) {
        found.push(...keyHits(key, inner, terms).map((each) => ({ ...each, line })));
      }
      look(inner, at);
    }
  };
  look(document.value, []);
  return found;
}

function keyHits(key: string, value: YamlValue, terms: OverrideTerms): readonly JudgedOverride[] {
  if (terms.policy.keys.some((each) => same(each) === same(key))) {
    if (isMapping(value)) return judgedKeys(value, terms);
    return value === null ? [] : judgedOverride(typeof value === "string" ? value : "", terms);
  }
  const text = typeof value === "string" ? value : "";
  return settingHits(key, [{ text, engine: false }], terms);
}

/** A1 and A2 in Python, by its words alone. */
function pythonHits(text: string, policy: OverridePolicy): readonly Found[] {
  const lines = pythonCode(text);
  const writes = lines.some(({ text: code }) =>
    /["'][rbt]*[wax]\+?["']|\.write_text\(|json\.dump\(|shutil\.copy/u.test(code),
  );
  return lines.flatMap(({ text: code, outside }, line): readonly Found[] => {
    const key = policy.flags.find((flag) => outside.includes(`${flag.replaceAll("-", "_")}=`));
    const codes: (readonly [ArchitectureCode, string])[] = [];
    if (key !== undefined) codes.push(["architecture_override_unknown", key]);
    if (writes && /(?:^|["'/])config\.json["']/u.test(code))
      codes.push(["architecture_config_edited", "config.json"]);
    return codes.map(([each, what]) => ({ code: each, what, line }));
  });
}
