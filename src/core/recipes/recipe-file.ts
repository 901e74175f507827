import {
  parseYaml,
  type YamlDocument,
  type YamlMapping,
  type YamlValue,
} from "../contract/yaml.ts";
import type { Reading } from "../model/reading.ts";
import type { SourceText } from "../model/sources.ts";
import { mappingOf } from "./curves.ts";

/** A multi-node recipe file with the override in it that is named. */
export interface RecipeFile {
  readonly document: YamlDocument;
  readonly value: YamlMapping;
  /** Where the override stands; empty for none. */
  readonly override: readonly string[];
}

export type RecipeFileReading =
  | { readonly kind: "file"; readonly file: RecipeFile }
  | { readonly kind: "absent" }
  | { readonly kind: "unread" };

/** Reads a recipe file: the named override over `base`, or the file as it is (spec/signoff §0.4). */
export function readRecipeFile(
  reading: Reading<SourceText | null>,
  selector: string | null,
): RecipeFileReading {
  if (reading.kind === "unknown") return { kind: "unread" };
  if (reading.value === null) return { kind: "absent" };
  const { path, text } = reading.value;
  const document = parseYaml(text, { path });
  const whole = mappingOf(document.value);
  if (whole === null || document.problems.length > 0) return { kind: "unread" };
  const base = mappingOf(whole["base"]);
  if (selector === null) {
    return { kind: "file", file: { document, value: base ?? whole, override: [] } };
  }
  const name = selector.replace(/\[\d+\]$/u, "");
  const override = mappingOf(whole[name]);
  if (base === null || override === null) return { kind: "unread" };
  return { kind: "file", file: { document, value: merged(base, override), override: [name] } };
}

function merged(base: YamlMapping, over: YamlMapping): YamlMapping {
  const result: Record<string, YamlValue> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = mappingOf(base[key]);
    const above = mappingOf(value);
    result[key] = below !== null && above !== null ? merged(below, above) : value;
  }
  return result;
}

/** A value inside a recipe file. */
export function valueAt({ value }: RecipeFile, path: readonly string[]): YamlValue | undefined {
  return valueIn(value, path);
}

/** What stands at a path of mappings; undefined where there is nothing of its own. */
export function valueIn(
  value: YamlValue | undefined,
  path: readonly string[],
): YamlValue | undefined {
  return path.reduce<YamlValue | undefined>((inner, key) => {
    const mapping = mappingOf(inner);
    return mapping !== null && Object.hasOwn(mapping, key) ? mapping[key] : undefined;
  }, value);
}

/** The line of a value: in the override where it stands there, otherwise in `base` or at the top. */
export function lineAt(file: RecipeFile, path: readonly string[]): number {
  const { document, override } = file;
  for (const start of [override, ["base"], []]) {
    const place = [...start, ...path];
    if (valueIn(document.value, place) !== undefined) return document.lineOf(place);
  }
  return 1;
}
