import type { FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";
import type { Recipe, RecipeEntry } from "./recipe.ts";
import { recipeRuleProblems } from "./recipe-rules.ts";
import { checkSchema } from "./schema-check.ts";
import { MULTI_NODE_SCHEMA, SINGLE_NODE_SCHEMA } from "./schema-master.ts";
import { parseYaml } from "./yaml.ts";
import type { YamlDocument, YamlMapping, YamlValue } from "./yaml.ts";

export interface MasterFile {
  readonly document: YamlDocument;
  /** The valid recipes, in file order. */
  readonly recipes: readonly Recipe[];
  readonly problems: readonly Problem[];
}

/** The recipes of several master files together, by key in file order (spec/matrix §1.1). */
export interface Masters {
  readonly recipes: ReadonlyMap<string, Recipe>;
  readonly problems: readonly Problem[];
}

/** True for a mapping, false for lists, dates, scalars and null. */
export function isMapping(value: YamlValue | undefined): value is YamlMapping {
  return (
    typeof value === "object" &&
    value !== null &&
    (Object.getPrototypeOf(value) as unknown) === Object.prototype
  );
}

function keyProblem(document: YamlDocument, key: string, code: string, file?: string): Problem {
  const values = { key, ...(file === undefined ? {} : { file }) };
  return { code, severity: "error", path: document.path, ...document.placeOf([key]), values };
}

function checkEntry(document: YamlDocument, key: string, entry: YamlValue): readonly Problem[] {
  const wildcard = key.includes("*") ? [keyProblem(document, key, "wildcard_in_key")] : [];
  // A wrong kind of true still says which schema was meant; the schema then says what is wrong with it.
  const multinode =
    isMapping(entry) && Boolean(entry["multinode"]) && entry["multinode"] !== "false";
  const schema = multinode ? MULTI_NODE_SCHEMA : SINGLE_NODE_SCHEMA;
  const problems = checkSchema(document, [key], schema, ["dram-utilization"]);
  if (problems.length > 0) return [...wildcard, ...problems];
  return [...wildcard, ...recipeRuleProblems(entry as unknown as RecipeEntry, document, [key])];
}

function readMaster(file: FileContent): MasterFile {
  const document = parseYaml(file.bytes, { path: file.path });
  const { value } = document;
  if (value === undefined) return { document, recipes: [], problems: document.problems };
  if (!isMapping(value)) {
    const values = {};
    const problem = { code: "master_not_a_mapping", severity: "error", path: file.path, line: 1 };
    return {
      document,
      recipes: [],
      problems: [...document.problems, { ...problem, values } as Problem],
    };
  }
  const recipes: Recipe[] = [];
  const problems = [...document.problems];
  for (const key of document.keysAt([])) {
    const entry = value[key] ?? null;
    const found = checkEntry(document, key, entry);
    if (found.length === 0) recipes.push({ key, entry: entry as unknown as RecipeEntry, document });
    problems.push(...found);
  }
  return { document, recipes, problems };
}

const masters = new WeakMap<FileContent, MasterFile>();

/** A master file's recipes with everything wrong in them; parsed once for each file object. */
export function parseMaster(file: FileContent): MasterFile {
  const known = masters.get(file);
  if (known !== undefined) return known;
  const fresh = readMaster(file);
  masters.set(file, fresh);
  return fresh;
}

/** Several master files as one; a key in two files is a problem at its second place. */
export function parseMasters(files: readonly FileContent[]): Masters {
  const recipes = new Map<string, Recipe>();
  const problems: Problem[] = [];
  for (const file of files) {
    const parsed = parseMaster(file);
    problems.push(...parsed.problems);
    for (const recipe of parsed.recipes) {
      const first = recipes.get(recipe.key);
      if (first === undefined) recipes.set(recipe.key, recipe);
      else {
        const elsewhere = `${first.document.path}:${first.document.lineOf([recipe.key])}`;
        problems.push(keyProblem(recipe.document, recipe.key, "key_in_two_files", elsewhere));
      }
    }
  }
  return { recipes, problems };
}
