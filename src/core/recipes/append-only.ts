import { parseChangelog } from "../contract/changelog-entry.ts";
import { isMapping } from "../contract/master.ts";
import type { YamlValue } from "../contract/yaml.ts";
import { addedEntries } from "../matrix/added-entries.ts";
import { planSweep, type SweepPlan } from "../matrix/plan-sweep.ts";
import { codeSpan } from "../markdown/escape.ts";
import { contentOf } from "../model/file-content.ts";
import type { FileContent } from "../model/github.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Problem } from "../model/problem.ts";
import { filesBesideData } from "./append-files.ts";
import { APPEND_ONLY_CODES, type AppendOnlyCode } from "./append-only-codes.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput } from "./input.ts";

/** Files that are named in full; the rest is a number. */
const NAMED_FILES = 5;

/**
 * Check 12: entries that say `append-only` only add points to curves that stand (spec/signoff §3.12,
 * spec/matrix §5). The rules of the sweep plan decide; what else changes is left to a person.
 */
export function checkAppendOnly(input: RecipeInput): readonly RecipeFinding[] {
  const { base, head } = input.documents.changelog;
  if (input.pull === null) return [finding("na", "append_only_none")];
  if (base.kind === "unknown" || head.kind === "unknown") {
    return [finding("human", "append_only_unread")];
  }
  const asked = asksToAppend(base.value, head.value);
  if (asked === null) return [finding("human", "append_only_unread")];
  if (!asked) return [finding("na", "append_only_none")];
  const plan = planOf(input, { base: base.value, head: head.value });
  if (plan.kind === "matrix") return [beside(input, plan.rows.throughput.length)];
  const broken = plan.problems.filter(({ severity }) => severity === "error");
  const violations = broken.flatMap(violation);
  return violations.length > 0 ? violations : [finding("human", "append_only_unplanned")];
}

/** Whether a new entry says `append-only: true`, valid or not; null where what is new cannot be said. */
function asksToAppend(base: FileContent | null, head: FileContent | null): boolean | null {
  const after = parseChangelog(head ?? NO_CHANGELOG);
  const { added, problems } = addedEntries(parseChangelog(base ?? NO_CHANGELOG), after);
  const items = after.document.value;
  if (problems.length > 0 || (head !== null && items === undefined)) return null;
  return added.some((index) => {
    const entry = Array.isArray(items) ? (items as readonly YamlValue[])[index] : undefined;
    return isMapping(entry) && entry["append-only"] === true;
  });
}

const NO_CHANGELOG: FileContent = { path: "", blobSha: "", bytes: new Uint8Array() };

function planOf(
  { documents, places, evalLabels, sources }: RecipeInput,
  changelog: { readonly base: FileContent | null; readonly head: FileContent | null },
): SweepPlan {
  const side = (which: "base" | "head"): Parameters<typeof planSweep>[0]["head"] => ({
    masters: documents.masters.map((file) => contentOf(file[which])),
    runners: contentOf(documents.runners[which]),
  });
  return planSweep({
    base: side("base"),
    head: side("head"),
    changelog,
    paths: places,
    refs: { base: sources.base.commitSha, head: sources.head.commitSha },
    options: { trimConc: false, ...evalLabels },
  });
}

function violation({ code, path, line, values }: Problem): readonly RecipeFinding[] {
  const named = APPEND_ONLY_CODES.find((each) => each === code);
  if (named === undefined) return [];
  const safe = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? codeSpan(value, { most: 120 }) : value,
  ]);
  const key = typeof values["key"] === "string" ? values["key"] : null;
  const shown = Object.fromEntries(safe) as RecipeFinding["values"];
  return [{ check: 12, outcome: "fail", code: named, values: shown, path, line, key }];
}

/** Nothing but recipes and the changelog may change: what else does could reach points that stand. */
function beside(input: RecipeInput, points: number): RecipeFinding {
  const others = filesBesideData(input);
  if (others === null) return finding("human", "append_only_files_unread");
  if (others.length === 0) return finding("pass", "append_only_holds", { points });
  const paths = others.slice(0, NAMED_FILES).map((path) => codeSpan(path, { most: 120 }));
  return finding("human", "append_only_other_files", {
    paths: paths.join(", "),
    count: others.length,
  });
}

function finding(
  outcome: Outcome,
  code: AppendOnlyCode,
  values: RecipeFinding["values"] = {},
): RecipeFinding {
  return { check: 12, outcome, code, values, path: null, line: null, key: null };
}
