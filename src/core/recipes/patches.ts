import { codeSpan } from "../markdown/escape.ts";
import type { RecipeFinding } from "./finding.ts";
import { PATCH_HITS, type PatchHit, type PatchResultCode } from "./patch-code.ts";
import { scannedSide } from "./patch-closure.ts";
import { oneLine } from "./patch-command.ts";
import { waiverFindings, type JudgedHit } from "./patch-waivers.ts";
import type { PatchInput } from "./patches-input.ts";
import { isExemptPath } from "./exempt.ts";
import { elsewhere, isTest, rootsOf, termsOf } from "./scan-roots.ts";

const MOST_FINDINGS = 40;

/** Check 10: the engine runs as its image ships it, or a waiver says why not (spec/signoff §3.10). */
export function decidePatches(input: PatchInput): readonly RecipeFinding[] {
  const { files, sources, points } = input;
  if (files.kind === "unknown" || sources.head.tree.kind === "unknown") {
    return [plain("human", "patches_unreadable")];
  }
  const roots = rootsOf(input, files.value);
  const added = patchFiles(input, files.value);
  const missing = elsewhere(input).map(({ path, key }) => ({
    ...plain("human", "patches_elsewhere", { what: codeSpan(path, { most: 160, inTable: true }) }),
    key,
  }));
  if (roots.length === 0 && added.length === 0 && missing.length === 0)
    return [plain("na", "patches_not_touched")];
  const terms = termsOf(points.touched, input.policies.patches);
  const head = scannedSide(sources.head, roots, terms);
  const before = new Map(files.value.map((file) => [file.path, file.previousPath ?? file.path]));
  const base = scannedSide(
    sources.base,
    roots.map((path) => before.get(path) ?? path),
    terms,
  );
  const known = new Set(base.hits.map(identity));
  const hits = [...added, ...head.hits].map((hit): JudgedHit => ({
    ...hit,
    introduced: !known.has(identity({ ...hit, path: before.get(hit.path) ?? hit.path })),
    invokers: head.invokers.get(hit.path) ?? [],
  }));
  if (hits.every(({ code }) => PATCH_HITS[code].grade === "note")) {
    const notes = hits.map((hit) => hitFinding(hit, "pass"));
    return [...notes, ...(missing.length > 0 ? missing : [plain("pass", "patches_none")])];
  }
  return [...judgedFindings(hits, input), ...missing];
}

function judgedFindings(hits: readonly JudgedHit[], input: PatchInput): readonly RecipeFinding[] {
  const waivers = waiverFindings(hits, input);
  const shown = hits.map((hit) => hitFinding(hit, waivers.outcomeOf(hit)));
  const sorted = [...shown].sort((one, other) => weight(one) - weight(other));
  const rest = sorted.length - MOST_FINDINGS;
  const more =
    rest > 0 ? [plain(sorted[0]?.outcome ?? "human", "patches_more", { count: rest })] : [];
  return [...sorted.slice(0, MOST_FINDINGS), ...more, ...waivers.findings];
}

function weight({ outcome }: RecipeFinding): number {
  return ["fail", "human", "pass", "na"].indexOf(outcome);
}

/** Equal for hits of which one was there before the other: the same rule and, blanks apart, the same line. */
function identity({ code, path, text }: PatchHit): string {
  return [PATCH_HITS[code].rule, path, text.replaceAll(/\s+/gu, " ")].join("\n");
}

type Files = Extract<PatchInput["files"], { readonly kind: "known" }>["value"];

/** P1: a patch is a file of the pull request. */
function patchFiles(input: PatchInput, files: Files): readonly PatchHit[] {
  return files
    .filter(({ path, status }) => status !== "removed" && /\.(?:patch|diff)$/iu.test(path))
    .filter(({ path }) => !isExemptPath(path, input.policies.patches) && !isTest(path))
    .map(({ path }) => ({ code: "patch_file", path, line: 1, text: path }));
}

function hitFinding(hit: JudgedHit, outcome: RecipeFinding["outcome"]): RecipeFinding {
  const what = codeSpan(oneLine(hit.text), { most: 120, inTable: true });
  const { code, path, line } = hit;
  return {
    check: 10,
    outcome,
    code,
    values: { rule: PATCH_HITS[code].rule, what },
    path,
    line,
    key: null,
  };
}

function plain(
  outcome: RecipeFinding["outcome"],
  code: PatchResultCode,
  values: RecipeFinding["values"] = {},
): RecipeFinding {
  return { check: 10, outcome, code, values, path: null, line: null, key: null };
}
