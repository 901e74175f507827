import { shellText } from "../model/shell.ts";
import { textAt } from "../model/sources.ts";
import { readCommands } from "../shell/commands.ts";
import { evaluateScript, type Evaluation } from "../shell/evaluate.ts";
import type { NamedScript } from "../shell/machine.ts";
import type { ParsedScript } from "../shell/script.ts";
import type { RecipePoint } from "./point.ts";
import type { ScriptInput } from "./script-input.ts";

/** What the workflow sets for every script, to values that differ from job to job. */
const GIVEN_NAMES = [
  ...["MODEL", "MODEL_PATH", "MODEL_PREFIX", "PRECISION", "FRAMEWORK", "IMAGE", "EXP_NAME"],
  ...[
    "TP",
    "PP",
    "EP_SIZE",
    "DP_ATTENTION",
    "DCP_SIZE",
    "PCP_SIZE",
    "CONC",
    "CONC_LIST",
    "ISL",
    "OSL",
  ],
  ...["MAX_MODEL_LEN", "RANDOM_RANGE_RATIO", "RESULT_FILENAME", "RESULT_DIR", "PORT", "DURATION"],
  ...["KV_OFFLOADING", "KV_OFFLOAD_BACKEND", "TOTAL_CPU_DRAM_GB", "SPEC_DECODING", "RUN_EVAL"],
  ...["IS_AGENTIC", "RUNNER_NAME", "RUNNER_TYPE", "SLURM_JOB_ID", "GITHUB_WORKSPACE", "HF_TOKEN"],
];

/** The same, to ask for one. */
export const GIVEN: ReadonlySet<string> = new Set(GIVEN_NAMES);

export type ScriptReading =
  | { readonly kind: "followed"; readonly script: ParsedScript; readonly evaluation: Evaluation }
  | { readonly kind: "absent" }
  /** Not read, or larger than anybody looks through. */
  | { readonly kind: "unread" };

/** Follows scripts of the head, each once for the values that it is started with. */
export interface ScriptFollower {
  readonly follow: (path: string, environment: Readonly<Record<string, string>>) => ScriptReading;
}

/** A follower that tells apart what `marker` is about, as throughput runs execute it (spec/signoff §3.11). */
export function followerOf(input: ScriptInput, marker: RegExp): ScriptFollower {
  const done = new Map<string, ScriptReading>();
  return {
    follow: (path, environment) => {
      const key = JSON.stringify([path, environment]);
      const known = done.get(key) ?? followOne(input, { path, environment, marker });
      done.set(key, known);
      return known;
    },
  };
}

function followOne(
  input: ScriptInput,
  asked: {
    readonly path: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly marker: RegExp;
  },
): ScriptReading {
  const { path, marker } = asked;
  const reading = textAt(input.sources.head, path);
  if (reading.kind === "unknown") return { kind: "unread" };
  if (reading.value === null) return { kind: "absent" };
  const script = reading.value.shell;
  if (script?.kind !== "parsed") return { kind: "unread" };
  const environment = { ...asked.environment, EVAL_ONLY: "false" };
  const sources = sourcedBy(input, { path, script });
  const given = GIVEN_NAMES.filter((name) => !Object.hasOwn(environment, name));
  const libraries = input.places.shared;
  const options = { environment, given, marker, sources, libraries };
  const evaluation = evaluateScript({ path, script }, options);
  return { kind: "followed", script, evaluation };
}

/** The scripts that one sources, and those that these source, as far as they were read; the shared library is known by its names. */
function sourcedBy(
  { sources, places }: ScriptInput,
  main: NamedScript,
): ReadonlyMap<string, ParsedScript> {
  const found = new Map<string, ParsedScript>();
  const queue = [main.script];
  for (let script = queue.pop(); script !== undefined; script = queue.pop()) {
    for (const [path, sourced] of scriptsNamed(sources, sourcedNames(script))) {
      if (path === main.path || found.has(path) || places.shared.includes(path)) continue;
      found.set(path, sourced);
      queue.push(sourced);
    }
  }
  return found;
}

function scriptsNamed(
  { head }: ScriptInput["sources"],
  names: readonly string[],
): readonly (readonly [path: string, script: ParsedScript])[] {
  return Object.entries(head.texts).flatMap(([path, reading]) => {
    if (reading.kind === "unknown" || reading.value === null) return [];
    const { shell } = reading.value;
    const isNamed = names.some((name) => path.endsWith(`/${name}`));
    return isNamed && shell?.kind === "parsed" ? [[path, shell] as const] : [];
  });
}

function sourcedNames(script: ParsedScript): readonly string[] {
  return readCommands(script)
    .filter(({ nameText }) => nameText === "source" || nameText === ".")
    .flatMap(({ words }) => words.slice(0, 1))
    .map((word) => /([\w.-]+\.sh)["']?$/u.exec(shellText(script, word))?.[1])
    .filter((name) => name !== undefined);
}

/** The values that the master file sets for the workers of a point. */
export function settingsOf({ settings }: RecipePoint): Readonly<Record<string, string>> {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}

/** What a launcher is started with for a point: enough to know which of its branches it takes. */
export function launcherEnvironment(point: RecipePoint): Readonly<Record<string, string>> {
  const { entry, scenario } = point;
  return {
    ...settingsOf(point),
    MODEL_PREFIX: entry["model-prefix"],
    PRECISION: entry.precision,
    FRAMEWORK: entry.framework,
    MODEL: entry.model,
    IS_AGENTIC: scenario === "agentic-coding" ? "1" : "0",
    IS_MULTINODE: String(entry.multinode),
    SPEC_DECODING: point.space["spec-decoding"] ?? "none",
  };
}

/** Nothing may be concluded from what was not found. */
export function isPartial({ gaveUp, unreadLines }: Evaluation): boolean {
  return gaveUp !== null || unreadLines.length > 0;
}
