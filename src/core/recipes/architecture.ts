import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import {
  ARCHITECTURE_CODES,
  type ArchitectureCode,
  type ArchitectureHit,
} from "./architecture-code.ts";
import type { NativeConfig, OverrideTerms } from "./architecture-override.ts";
import { architectureHits, settingHits } from "./architecture-scan.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput } from "./input.ts";
import { beyondOf } from "./patch-ground.ts";
import { groundsOf } from "./patch-closure.ts";
import type { PatchPolicy } from "./policy-patches.ts";
import type { OverridePolicy } from "./policy-overrides.ts";
import { elsewhere, rootsOf, termsOf } from "./scan-roots.ts";

/** What check 8 decides on. */
export type ArchitectureInput = Pick<RecipeInput, "files" | "sources" | "parsed"> & {
  readonly points: Pick<RecipeInput["points"], "touched">;
  readonly places: Pick<RecipeInput["places"], "measured">;
  readonly policies: { readonly patches: PatchPolicy; readonly overrides: OverridePolicy };
};

/** What else is known about the models; no host that has it is asked today. */
export interface ArchitectureEvidence {
  /** The model's own `config.json`: an override that says the same changes nothing. */
  readonly nativeConfig: NativeConfig;
  /** What check 2 came to; null where nobody has judged it yet. */
  readonly evals: Outcome | null;
}

const NOTHING: ArchitectureEvidence = { nativeConfig: null, evals: null };

/** Check 8: nothing is left out of the model that is measured (spec/signoff §3.8). */
export function decideArchitecture(
  input: ArchitectureInput,
  evidence: ArchitectureEvidence = NOTHING,
): readonly RecipeFinding[] {
  const { files, sources, points, policies } = input;
  if (files.kind === "unknown" || sources.head.tree.kind === "unknown") {
    return [finding("architecture_unreadable", "", {})];
  }
  const roots = rootsOf(input, files.value);
  const models = modelFindings(input, evidence);
  if (roots.length === 0 && points.touched.length === 0 && models.length === 0) {
    return [finding("architecture_not_touched", "", {})];
  }
  const terms: OverrideTerms = { policy: policies.overrides, native: evidence.nativeConfig };
  const scanned = groundsOf(sources.head, roots, termsOf(points.touched, policies.patches));
  const hits = scanned.grounds.flatMap((ground) => architectureHits(ground, terms));
  const found = [
    ...hits.map(hitFinding),
    ...settingFindings(input, terms),
    ...models,
    ...scanned.grounds.flatMap((ground) => {
      const { broken, path } = ground.unit;
      const line = broken ?? beyondOf(ground);
      return line === null ? [] : [finding("architecture_unread", path, { path, line })];
    }),
    ...scanned.unread.map(({ text, path, line }) =>
      finding("architecture_unread", text, { path, line }),
    ),
    ...elsewhere(input).map(({ path, key }) => finding("architecture_elsewhere", path, { key })),
  ];
  const sorted = [...found].sort(
    (one, other) => WEIGHTS.indexOf(one.outcome) - WEIGHTS.indexOf(other.outcome),
  );
  return sorted.some(({ outcome }) => outcome !== "pass")
    ? sorted
    : [...sorted, finding("architecture_unchanged", "", {})];
}

const WEIGHTS: readonly Outcome[] = ["fail", "human", "pass", "na"];

/** Settings of the workers that leave something out of the model, or load no weights. */
function settingFindings(
  { points }: ArchitectureInput,
  terms: OverrideTerms,
): readonly RecipeFinding[] {
  const found = points.touched.flatMap(({ settings, path, line, key }) =>
    settings.flatMap(({ name, value }) =>
      settingHits(name, [{ text: value, engine: false }], terms).map(({ code, what }) =>
        finding(code, what, { path, line, key }),
      ),
    ),
  );
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

/** A5: a recipe measures another checkpoint than it did at the merge base. */
function modelFindings(
  { parsed, policies }: ArchitectureInput,
  { evals }: ArchitectureEvidence,
): readonly RecipeFinding[] {
  return [...parsed.head.masters.recipes.values()].flatMap(({ key, entry, document }) => {
    const before = parsed.base.masters.recipes.get(key)?.entry.model;
    if (before === undefined || before === entry.model) return [];
    const endings = policies.overrides.precisionEndings;
    const isSame = withoutPrecision(before, endings) === withoutPrecision(entry.model, endings);
    const code = isSame && evals === "pass" ? "architecture_precision" : "architecture_checkpoint";
    const line = document.lineOf([key, "model"]);
    return [finding(code, `${before} → ${entry.model}`, { path: document.path, line, key })];
  });
}

/** The name of a checkpoint without what says how its numbers are stored. */
function withoutPrecision(model: string, endings: readonly string[]): string {
  const lower = model.toLowerCase();
  const ending = endings.find((each) => lower.endsWith(`-${each.toLowerCase()}`));
  return ending === undefined
    ? lower
    : withoutPrecision(model.slice(0, -ending.length - 1), endings);
}

function hitFinding({ code, what, path, line }: ArchitectureHit): RecipeFinding {
  return finding(code, what, { path, line });
}

function finding(
  code: ArchitectureCode,
  what: string,
  at: Partial<Pick<RecipeFinding, "path" | "line" | "key">>,
): RecipeFinding {
  const { path = null, line = null, key = null } = at;
  const values = { what: codeSpan(what, { most: 120, inTable: true }) };
  return { check: 8, outcome: ARCHITECTURE_CODES[code], code, values, path, line, key };
}
