import { textAt } from "../model/sources.ts";
import { knownText } from "../shell/value.ts";
import type { AcceptanceCode } from "./acceptance-codes.ts";
import { acceptanceVerdicts, explains, notWorkedOut, type Verdict } from "./acceptance-verdict.ts";
import { unmappedCurves } from "./curves.ts";
import { numberSetting, type Draft } from "./draft.ts";
import type { RecipeFinding } from "./finding.ts";
import { injectsAcceptance, LAUNCHING } from "./harness.ts";
import type { RecipePoint } from "./point.ts";
import type { ScriptInput } from "./script-input.ts";
import { distinctFindings, saidOf, shown, type Place } from "./said.ts";
import { followerOf, settingsOf, type ScriptFollower } from "./script-runs.ts";
import {
  isAgentic,
  isSpeculative,
  SPECULATION,
  speculationOf,
  type PlacedDraft,
  type Speculation,
} from "./speculation.ts";

interface Asked {
  readonly input: ScriptInput;
  readonly point: RecipePoint;
  readonly launchers: ScriptFollower;
}

/** Check 11: agentic points with speculative decoding simulate the golden acceptance length, and no others simulate any (spec/signoff §3.11). */
export function checkAcceptance(input: ScriptInput): readonly RecipeFinding[] {
  const scripts = followerOf(input, SPECULATION);
  const launchers = followerOf(input, LAUNCHING);
  const findings = input.points.touched.flatMap((point) => {
    const speculation = speculationOf(input, point, scripts);
    const drafts = "drafts" in speculation ? speculation.drafts : [];
    if (!isSpeculative(point, drafts.length)) return [];
    const asked = { input, point, launchers };
    return isAgentic(point) ? agenticFindings(asked, speculation) : otherFindings(asked, drafts);
  });
  if (findings.length === 0) return [bare("na", "acceptance_no_agentic_speculation")];
  const unmapped = unmappedCurves(input, input.policies.curves.curves).map((path) =>
    bare("human", "acceptance_curve_unmapped", { file: shown(path) }),
  );
  return distinctFindings([...findings, ...unmapped]);
}

function bare(
  outcome: RecipeFinding["outcome"],
  code: AcceptanceCode,
  values: RecipeFinding["values"] = {},
): RecipeFinding {
  return { check: 11, outcome, code, values, path: null, line: null, key: null };
}

function placed({ point }: Asked, verdict: Verdict, place: Place): RecipeFinding {
  return saidOf(point, { check: 11, ...verdict, place });
}

function simple(
  asked: Asked,
  outcome: RecipeFinding["outcome"],
  about: {
    readonly code: AcceptanceCode;
    readonly place: Place;
    readonly values?: RecipeFinding["values"];
  },
): RecipeFinding {
  return saidOf(asked.point, { check: 11, outcome, ...about });
}

/** Where the point stands in the master file. */
function entryOf({ point }: Asked): Place {
  return { path: point.path, line: point.line };
}

/** Points that replay no agents: simulated acceptance would make them faster than they are. */
function otherFindings(asked: Asked, drafts: readonly PlacedDraft[]): readonly RecipeFinding[] {
  const pinned = drafts.filter(({ draft }) => draft !== "unreadable" && draft.pinned !== null);
  const places = [
    ...(isInjected(asked.point) ? [entryOf(asked)] : []),
    ...pinned.map(({ place }) => place),
  ];
  const explained = explains(asked.input.details);
  return places.map((place) =>
    explained
      ? simple(asked, "human", { code: "acceptance_outside_agentic_explained", place })
      : simple(asked, "fail", { code: "acceptance_outside_agentic", place }),
  );
}

function agenticFindings(asked: Asked, speculation: Speculation): readonly RecipeFinding[] {
  switch (speculation.kind) {
    case "external": {
      const values = { file: shown(speculation.path ?? asked.point.key) };
      const place = entryOf(asked);
      return [simple(asked, "human", { code: "acceptance_external", place, values })];
    }
    case "unread": {
      const place = { path: speculation.path, line: null };
      return [simple(asked, "human", { code: "acceptance_unread", place })];
    }
    case "script":
      return scriptFindings(asked, speculation);
    case "file":
      return fileFindings(asked, speculation);
  }
}

function scriptFindings(
  asked: Asked,
  { path, runs, drafts, partial }: Extract<Speculation, { kind: "script" }>,
): readonly RecipeFinding[] {
  const place = { path, line: null };
  const words = runs.flatMap((run) => run.words.map(({ value }) => knownText(value)));
  const thinkingOff = words.some((word) => THINKING_OFF.test(word));
  const findings = drafts.flatMap((draft) => draftFindings(asked, draft, thinkingOff));
  if (partial) findings.push(simple(asked, "human", { code: "acceptance_unread", place }));
  if (findings.length > 0) return findings;
  return [simple(asked, "human", { code: "acceptance_not_found", place })];
}

const THINKING_OFF =
  /(?:enable_)?thinking["']?\s*[:=]\s*["']?(?:false|disabled)|thinking_mode["']?\s*[:=]\s*["']?disabled|\bthinking_off\b/iu;

function draftFindings(
  asked: Asked,
  { draft, place }: PlacedDraft,
  thinkingOff: boolean,
): RecipeFinding[] {
  if (draft === "unreadable") {
    return [placed(asked, notWorkedOut("--speculative-config"), place)];
  }
  const prefix = asked.point.entry["model-prefix"];
  const verdicts = acceptanceVerdicts(asked.input, { draft, prefix, thinkingOff });
  return verdicts.map((verdict) => placed(asked, verdict, place));
}

/** The master file asks the launcher to write a simulation into the recipe. */
function isInjected(point: RecipePoint): boolean {
  return settingsOf(point)["SYNTHETIC_ACCEPTANCE"]?.trim().toLowerCase() === "true";
}

const INJECTABLE = new Set(["dynamo-vllm", "dynamo-sglang"]);

function fileFindings(
  asked: Asked,
  { path, drafts }: Extract<Speculation, { kind: "file" }>,
): readonly RecipeFinding[] {
  const [found] = drafts;
  if (found === undefined) {
    const place = { path, line: null };
    return [simple(asked, "human", { code: "acceptance_not_found", place })];
  }
  const reading = textAt(asked.input.sources.head, path);
  const text = reading.kind === "known" ? (reading.value?.text ?? "") : "";
  const thinkingOff = THINKING_OFF.test(text.replaceAll(/^\s*#.*$/gmu, ""));
  if (!isInjected(asked.point)) return draftFindings(asked, found, thinkingOff);
  const obstacle = injectionObstacle(asked);
  if (obstacle !== null) return [obstacle];
  if (found.draft === "unreadable") return draftFindings(asked, found, thinkingOff);
  const length = settingsOf(asked.point)["SYNTHETIC_ACCEPTANCE_LENGTH"] ?? "";
  const draft = { ...found.draft, pinned: numberSetting(length), wrong: [], absent: [] };
  return draftFindings(asked, { draft: draft satisfies Draft, place: entryOf(asked) }, thinkingOff);
}

/** Why a simulation that the master file asks for does not reach the server; null where it does. */
function injectionObstacle(asked: Asked): RecipeFinding | null {
  const { point } = asked;
  const place = entryOf(asked);
  const values = {
    framework: shown(point.entry.framework),
    launchers: shown(point.launchers.length === 0 ? "?" : point.launchers.join(" ")),
  };
  const injects = injectsAcceptance(point, asked.launchers);
  if (!INJECTABLE.has(point.entry.framework) || injects === false) {
    return simple(asked, "fail", { code: "acceptance_never_injected", place, values });
  }
  if (injects === null) {
    return simple(asked, "human", { code: "acceptance_injection_unknown", place, values });
  }
  if (settingsOf(point)["SYNTHETIC_ACCEPTANCE_LENGTH"] === undefined) {
    return simple(asked, "human", { code: "acceptance_length_absent", place });
  }
  return null;
}
