import type { Outcome } from "../model/outcome.ts";
import type { AcceptanceCode } from "./acceptance-codes.ts";
import { curvesFor, readCurve, type Curve } from "./curves.ts";
import type { Draft, Setting } from "./draft.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput, SignoffDetail } from "./input.ts";
import { shown } from "./said.ts";
import type { ScriptInput } from "./script-input.ts";

/** What is said about one draft. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly code: AcceptanceCode;
  readonly values: RecipeFinding["values"];
}

export interface JudgedDraft {
  readonly draft: Draft;
  /** Model prefix of the recipe. */
  readonly prefix: string;
  /** The recipe switches thinking off. */
  readonly thinkingOff: boolean;
}

/** Two lengths are equal when they are at two decimals (spec/signoff §3.11). */
const NEAR = 0.005;

/** Judges the acceptance length of an agentic draft against the golden curve (spec/signoff §3.11). */
export function acceptanceVerdicts(input: ScriptInput, judged: JudgedDraft): readonly Verdict[] {
  const { draft } = judged;
  const { length, pinned } = draft;
  const wrong = draft.wrong.map(([name, value]): Verdict => {
    const values = { setting: shown(`${name}=${value}`) };
    return { outcome: "fail", code: "acceptance_mode_wrong", values };
  });
  if (wrong.length > 0) return wrong;
  if (pinned === null) return [verdict("fail", "acceptance_not_simulated")];
  if (pinned.kind === "unknown") return [notWorkedOut(pinned.written)];
  if (length?.kind !== "number") return [notWorkedOut(writtenOf(length))];
  const compared = comparedVerdict(input, judged, { length: length.value, pinned: pinned.value });
  const [absent] = draft.absent;
  if (compared.outcome !== "pass" || absent === undefined) return [compared];
  const values = { settings: shown(draft.absent.join(" ")) };
  return [compared, { outcome: "pass", code: "acceptance_mode_absent", values }];
}

function verdict(
  outcome: Outcome,
  code: AcceptanceCode,
  values: RecipeFinding["values"] = {},
): Verdict {
  return { outcome, code, values };
}

function writtenOf(length: Setting | null): string {
  return length?.kind === "unknown" ? length.written : "num_speculative_tokens";
}

/** Settings that are there, and not to be worked out: never "does not apply". */
export function notWorkedOut(what: string): Verdict {
  return verdict("human", "acceptance_not_worked_out", { what: shown(what) });
}

interface Numbers {
  readonly length: number;
  readonly pinned: number;
}

function comparedVerdict(
  input: ScriptInput,
  { draft, prefix, thinkingOff }: JudgedDraft,
  numbers: Numbers,
): Verdict {
  const choice = curvesFor(input.policies.curves.curves, prefix, draft.traits);
  const readings = choice.files.map((file) => readCurve(input, file));
  const unread = readings.find(({ kind }) => kind === "unread");
  if (unread !== undefined && "path" in unread) {
    return verdict("human", "acceptance_curve_unread", { file: shown(unread.path) });
  }
  const curves = readings.flatMap((reading) => (reading.kind === "curve" ? [reading.curve] : []));
  const points = curves.flatMap((curve) => pointOn(curve, numbers.length, thinkingOff));
  const values = { ...shownNumbers(numbers), prefix: shown(prefix) };
  if (points.length === 0) return withoutCurve(input.details, values);
  const equal = points.filter(({ expected }) => isNear(expected, numbers.pinned));
  if (choice.unresolved.length > 0 && equal.length < points.length) {
    return notWorkedOut(choice.unresolved.join(", "));
  }
  const [first] = equal;
  if (first === undefined) return differing(points, numbers);
  const file = { file: shown(first.curve.path) };
  if (points.length === 1) return verdict("pass", "acceptance_golden", { ...values, ...file });
  const missing = shown(choice.missing.join(", "));
  return verdict("pass", "acceptance_golden_one_of", { ...values, ...file, missing });
}

interface CurvePoint {
  readonly curve: Curve;
  readonly expected: number;
  /** What the other thinking mode gives; null for nothing. */
  readonly other: number | null;
}

function pointOn(curve: Curve, length: number, thinkingOff: boolean): readonly CurvePoint[] {
  const [mode, otherMode] = thinkingOff
    ? [curve.thinkingOff, curve.thinkingOn]
    : [curve.thinkingOn, curve.thinkingOff];
  const expected = mode.get(length);
  return expected === undefined ? [] : [{ curve, expected, other: otherMode.get(length) ?? null }];
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < NEAR;
}

function differing(points: readonly CurvePoint[], numbers: Numbers): Verdict {
  const values = {
    ...shownNumbers(numbers),
    expected: shown(points.map(({ expected }) => rounded(expected)).join(" / ")),
    file: shown(points.map(({ curve }) => curve.path).join(" ")),
  };
  const isOther = points.some(({ other }) => other !== null && isNear(other, numbers.pinned));
  return isOther
    ? verdict("human", "acceptance_thinking_off", values)
    : verdict("fail", "acceptance_differs", values);
}

function shownNumbers({ length, pinned }: Numbers): RecipeFinding["values"] {
  return { length, pinned: shown(rounded(pinned)) };
}

function rounded(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}

function withoutCurve(details: RecipeInput["details"], values: RecipeFinding["values"]): Verdict {
  if (details === null) return verdict("human", "acceptance_no_curve", values);
  return explains(details)
    ? verdict("human", "acceptance_no_curve_explained", values)
    : verdict("fail", "acceptance_no_curve_unexplained", values);
}

const ABOUT_ACCEPTANCE =
  /accept|golden|synthetic|simulat|speculat|spec[- ]?dec|speed-?bench|\bAL\b/iu;

/** Whether a sign-off says something about acceptance lengths. */
export function explains(details: readonly SignoffDetail[] | null): boolean {
  return (details ?? []).some(({ isEmpty, text }) => !isEmpty && ABOUT_ACCEPTANCE.test(text));
}
