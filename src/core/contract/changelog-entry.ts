import type { FileContent } from "../model/github.ts";
import { hasErrors } from "../model/problem.ts";
import type { Problem } from "../model/problem.ts";
import { CHANGELOG_ENTRY_SCHEMA } from "./schema-changelog-entry.ts";
import { checkSchema, dotted } from "./schema-check.ts";
import { parseYaml } from "./yaml.ts";
import type { YamlDocument, YamlPath } from "./yaml.ts";

export type ScenarioType = "fixed-seq-len" | "agentic-coding";

/** An entry of the changelog as it is written (spec/control-plane §2.1). */
export interface ChangelogEntry {
  readonly "config-keys": readonly string[];
  readonly description: readonly string[];
  readonly "pr-link": string;
  readonly "evals-only"?: boolean;
  readonly "all-evals"?: boolean;
  readonly "append-only"?: boolean;
  readonly "eval-min-prefill-ep"?: number | null;
  readonly "scenario-type"?: readonly ScenarioType[] | null;
}

export interface ChangelogFile {
  readonly document: YamlDocument;
  /** One for each item of the list, in file order; null where the item breaks the schema. */
  readonly entries: readonly (ChangelogEntry | null)[];
  /** What is wrong with each item, in the order of `entries`. */
  readonly entryProblems: readonly (readonly Problem[])[];
  /** Everything wrong with the file, its items included. */
  readonly problems: readonly Problem[];
}

function mixesAppendAndEvals(entry: ChangelogEntry): boolean {
  if (entry["append-only"] !== true) return false;
  const minPrefillEp = entry["eval-min-prefill-ep"] ?? null;
  return entry["evals-only"] === true || entry["all-evals"] === true || minPrefillEp !== null;
}

/** Everything wrong with the changelog entry at a path of a document (spec/control-plane §2.1, decision 21). */
export function validateChangelogEntry(document: YamlDocument, path: YamlPath): readonly Problem[] {
  const problems = checkSchema(document, path, CHANGELOG_ENTRY_SCHEMA);
  if (problems.length > 0) return problems;
  const entry = path.reduce<unknown>(
    (at, part) => (at as Readonly<Record<string | number, unknown>>)[part],
    document.value,
  ) as ChangelogEntry;
  if (!mixesAppendAndEvals(entry)) return [];
  const where = [...path, "append-only"];
  return [
    {
      code: "append_only_with_evals",
      severity: "error",
      path: document.path,
      ...document.placeOf(where),
      values: { where: dotted(where) },
    },
  ];
}

function readChangelog(file: FileContent): ChangelogFile {
  const document = parseYaml(file.bytes, { path: file.path, mergeKeys: "refused" });
  const root = document.value ?? [];
  if (!Array.isArray(root)) {
    const problem: Problem = {
      code: "changelog_not_a_list",
      severity: "error",
      path: file.path,
      line: 1,
      values: {},
    };
    const problems = [...document.problems, problem];
    return { document, entries: [], entryProblems: [], problems };
  }
  const checked = root.map((item: unknown, index) => {
    const problems = validateChangelogEntry(document, [index]);
    return { problems, entry: hasErrors(problems) ? null : (item as ChangelogEntry) };
  });
  return {
    document,
    entries: checked.map(({ entry }) => entry),
    entryProblems: checked.map(({ problems }) => problems),
    problems: [...document.problems, ...checked.flatMap(({ problems }) => problems)],
  };
}

const changelogs = new WeakMap<FileContent, ChangelogFile>();

/** A changelog's entries with everything wrong in it; parsed once for each file object. */
export function parseChangelog(file: FileContent): ChangelogFile {
  const known = changelogs.get(file);
  if (known !== undefined) return known;
  const fresh = readChangelog(file);
  changelogs.set(file, fresh);
  return fresh;
}
