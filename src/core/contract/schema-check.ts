import { Ajv } from "ajv";
import type { AnySchemaObject, ValidateFunction } from "ajv";
import type { Problem } from "../model/problem.ts";
import { findingOf } from "./schema-finding.ts";
import type { Finding } from "./schema-finding.ts";
import type { YamlDocument, YamlPath, YamlValue } from "./yaml.ts";

const compiled = new WeakMap<AnySchemaObject, ValidateFunction>();

function validatorOf(schema: AnySchemaObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // A cold start pays for every compiled line: our own schemas need no judging, and their code no polish.
  const ajv = new Ajv({
    ...{ allErrors: true, verbose: true, strict: true, allowUnionTypes: true },
    ...{ meta: false, validateSchema: false, code: { optimize: false } },
  });
  const validator = ajv.compile(schema);
  compiled.set(schema, validator);
  return validator;
}

function segments(pointer: string, root: YamlValue): YamlPath {
  const parts: (string | number)[] = [];
  let at: unknown = root;
  for (const raw of pointer.split("/").slice(1)) {
    const name = raw.replaceAll("~1", "/").replaceAll("~0", "~");
    const part = Array.isArray(at) ? Number(name) : name;
    parts.push(part);
    at = (at as Readonly<Record<string | number, unknown>>)[part];
  }
  return parts;
}

/** A path as people write it: `key.scenarios.fixed-seq-len[0].tp`. */
export function dotted(path: YamlPath): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`,
    )
    .join("");
}

/** The line with one word replaced, if the word stands on it exactly once in that role. */
function mended(line: string, mend: NonNullable<Finding["mend"]>): string | undefined {
  const quoted = mend.from.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern =
    mend.part === "key"
      ? new RegExp(`(^|[\\s{,])(["']?)${quoted}\\2(?=\\s*:)`, "g")
      : new RegExp(`([:,[]\\s*|-\\s+)(["']?)${quoted}\\2(?=\\s*(?:[,}\\]#]|$))`, "g");
  if ([...line.matchAll(pattern)].length !== 1) return undefined;
  return line.replace(pattern, (_, lead: string) => `${lead}${mend.to}`);
}

function problemOf(document: YamlDocument, path: YamlPath, finding: Finding): Problem {
  const full = finding.member === undefined ? path : [...path, finding.member];
  const { line, column } = document.placeOf(full);
  const replacement =
    finding.mend === undefined ? undefined : mended(document.lineText(line), finding.mend);
  return {
    code: finding.code,
    severity: "error",
    path: document.path,
    line,
    column,
    values: { where: dotted(full), ...finding.values },
    ...(replacement === undefined ? {} : { replacement }),
  };
}

/** Whole floats (`4.0`) below a path; all but the named fields, which take any number, must be integers. */
function wholeFloatProblems(
  document: YamlDocument,
  base: YamlPath,
  numberFields: readonly string[],
): Problem[] {
  return document.wholeFloats
    .filter((path) => base.every((part, index) => path[index] === part))
    .filter((path) => !path.some((part) => numberFields.includes(String(part))))
    .map((path) => problemOf(document, path, { code: "whole_float" }));
}

/** A field that is there in another spelling is one finding, not also a missing one. */
function withoutMisspelt(problems: readonly Problem[]): readonly Problem[] {
  const meant = new Set(
    problems.map(({ path, values }) => {
      const parent = String(values["where"]).slice(0, -String(values["field"]).length - 1);
      return `${path} ${parent} ${values["suggestion"]}`;
    }),
  );
  return problems.filter(
    ({ code, path, values }) =>
      code !== "missing_field" || !meant.has(`${path} ${values["where"]} ${values["field"]}`),
  );
}

/** Every way in which the value at a path breaks a JSON Schema, with lines, hints' slots and exact replacements. */
export function checkSchema(
  document: YamlDocument,
  path: YamlPath,
  schema: AnySchemaObject,
  numberFields: readonly string[] = [],
): readonly Problem[] {
  const value = path.reduce<unknown>(
    (at, part) => (at as Readonly<Record<string | number, unknown>>)[part],
    document.value,
  ) as YamlValue;
  const floats =
    document.wholeFloats.length > 0 ? wholeFloatProblems(document, path, numberFields) : [];
  const validate = validatorOf(schema);
  if (validate(value)) return floats;
  const problems = (validate.errors ?? []).flatMap((error) => {
    const finding = findingOf(error);
    if (finding === null) return [];
    return [problemOf(document, [...path, ...segments(error.instancePath, value)], finding)];
  });
  return [...withoutMisspelt(problems), ...floats];
}
