import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import { textAt, type SourceSide } from "../model/sources.ts";
import type { RecipeFinding } from "./finding.ts";
import { PATCH_HITS, type PatchHit } from "./patch-code.ts";
import type { PatchInput } from "./patches-input.ts";
import { mentions, waiverGaps, type WaiverCode } from "./waiver.ts";

/** A hit with whether this pull request brings it, and from which files it is reached. */
export interface JudgedHit extends PatchHit {
  readonly introduced: boolean;
  readonly invokers: readonly string[];
}

export interface WaiverJudgement {
  /** What a hit comes to with the waivers that there are. */
  readonly outcomeOf: (hit: JudgedHit) => Outcome;
  /** What the waivers lack, each once. */
  readonly findings: readonly RecipeFinding[];
}

/** Holds the waivers against the hits that need one: complete ones are for a person to confirm (spec/signoff §3.10). */
export function waiverFindings(hits: readonly JudgedHit[], input: PatchInput): WaiverJudgement {
  const failing = hits.filter(({ code }) => PATCH_HITS[code].grade === "fail");
  const judged = new Map(
    failing.map((hit) => [hit, hit.introduced ? ownWaiver(hit, input) : earlierWaiver(hit, input)]),
  );
  const findings = [...judged].flatMap(([hit, lacks]) => lacks.map((lack) => finding(lack, hit)));
  const once = new Map(findings.map((each) => [JSON.stringify(each), each]));
  const outcomeOf = (hit: JudgedHit): Outcome => {
    const { grade } = PATCH_HITS[hit.code];
    if (grade === "note") return "pass";
    if (grade === "human") return "human";
    return (judged.get(hit) ?? []).some(({ outcome }) => outcome === "fail") ? "fail" : "human";
  };
  return { outcomeOf, findings: [...once.values()] };
}

/** One condition of a waiver that does not hold, or that all of them do. */
interface Lack {
  readonly outcome: Outcome;
  readonly code: WaiverCode;
  /** The waiver that it is about, as it is or ought to be called. */
  readonly waiver: string;
}

/** A patch that this pull request brings needs the waiver that is named after it, filed in it. */
function ownWaiver(hit: JudgedHit, input: PatchInput): readonly Lack[] {
  const { folder } = input.policies.patches.waiver;
  const changed = changedWaivers(input);
  const waiver = isNumbered(input.pull)
    ? `${folder}${input.pull}.md`
    : (changed[0] ?? `${folder}<number>.md`);
  if (!changed.includes(waiver)) {
    const other = changed[0];
    if (other !== undefined) return [{ outcome: "fail", code: "waiver_other", waiver }];
    return [{ outcome: "fail", code: "waiver_none", waiver }];
  }
  const reading = textAt(input.sources.head, waiver);
  if (reading.kind === "unknown" || reading.value === null) {
    return [{ outcome: "human", code: "waiver_unreadable", waiver }];
  }
  const lacks = conditions(reading.value.text, { hit, waiver, input });
  return lacks.length > 0 ? lacks : [{ outcome: "human", code: "waiver_confirm", waiver }];
}

/** On the command line a change may have no pull request yet, or one whose number was not given. */
function isNumbered(pull: number | null): pull is number {
  return pull !== null && pull > 0;
}

function changedWaivers({ files, policies: { patches } }: PatchInput): readonly string[] {
  if (files.kind === "unknown") return [];
  const { folder } = patches.waiver;
  return files.value
    .filter(
      ({ path, status }) => status !== "removed" && path.startsWith(folder) && path.endsWith(".md"),
    )
    .map(({ path }) => path);
}

function conditions(
  text: string,
  {
    hit,
    waiver,
    input,
  }: { readonly hit: JudgedHit; readonly waiver: string; readonly input: PatchInput },
): readonly Lack[] {
  const codes: WaiverCode[] = [...waiverGaps(text, input.policies.patches.waiver)];
  if (![hit.path, ...hit.invokers].some((path) => mentions(text, path)))
    codes.push("waiver_path_missing");
  if (input.details !== null && !isLinked(waiver, input.details)) codes.push("waiver_not_linked");
  return codes.map((code) => ({ outcome: "fail", code, waiver }));
}

/** Whether the detail of an active sign-off links or names the waiver. */
function isLinked(waiver: string, details: NonNullable<PatchInput["details"]>): boolean {
  return details.some(({ text, links }) => [text, ...links].some((each) => mentions(each, waiver)));
}

/** A patch that was there before needs a waiver on the default branch that names its script or its configuration. */
function earlierWaiver(hit: JudgedHit, input: PatchInput): readonly Lack[] {
  const { policy } = input.sources;
  const { folder } = input.policies.patches.waiver;
  const waivers = waiversAt(policy, folder);
  if (waivers === null) return [{ outcome: "human", code: "waiver_unreadable", waiver: folder }];
  const keys = input.points.touched
    .filter(({ script }) => script !== null && [hit.path, ...hit.invokers].includes(script))
    .map(({ key }) => key);
  const names = [hit.path, ...hit.invokers, ...keys];
  const about = waivers.filter(
    ({ text }) => text === null || names.some((name) => mentions(text, name)),
  );
  const complete = about.find(
    ({ text }) => text !== null && waiverGaps(text, input.policies.patches.waiver).length === 0,
  );
  if (complete !== undefined)
    return [{ outcome: "human", code: "waiver_confirm", waiver: complete.path }];
  const unread = about.find(({ text }) => text === null);
  if (unread !== undefined)
    return [{ outcome: "human", code: "waiver_unreadable", waiver: unread.path }];
  const [first] = about;
  if (first?.text == null) return [{ outcome: "fail", code: "waiver_no_earlier", waiver: folder }];
  return waiverGaps(first.text, input.policies.patches.waiver).map((code) => ({
    ...{ outcome: "fail", code, waiver: first.path },
  }));
}

interface WaiverText {
  readonly path: string;
  /** Null for one that could not be read. */
  readonly text: string | null;
}

function waiversAt(side: SourceSide, folder: string): readonly WaiverText[] | null {
  if (side.tree.kind === "unknown") return null;
  return side.tree.value
    .map(({ path }) => path)
    .filter((path) => path.startsWith(folder) && /\/\d+\.md$/u.test(path))
    .map((path) => {
      const reading = textAt(side, path);
      return { path, text: reading.kind === "known" ? (reading.value?.text ?? "") : null };
    });
}

function finding({ outcome, code, waiver }: Lack, hit: JudgedHit): RecipeFinding {
  const values = {
    waiver: codeSpan(waiver, { most: 120, inTable: true }),
    script: codeSpan(hit.path, { most: 160, inTable: true }),
  };
  return { check: 10, outcome, code, values, path: hit.path, line: null, key: null };
}
