import { type SourceSide, textAt } from "../model/sources.ts";
import { evaluateScript } from "../shell/evaluate.ts";
import type { CommandRun } from "../shell/machine.ts";
import { type Argument, literalOf, type ShellValue, unknownsOf } from "../shell/value.ts";
import type { RecipePoint } from "./point.ts";

/** A word behind the server command: what is known of it, or the variable that it is. */
export type LaunchWord =
  | { readonly kind: "text"; readonly text: string }
  /** Exactly one variable that the script does not set. */
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "unclear" };

export type Launches =
  /** The words of every way in which the server is started. */
  | { readonly kind: "read"; readonly commands: readonly (readonly LaunchWord[])[] }
  /** The script is not there, not readable, too branched, or starts no server that is known. */
  | { readonly kind: "unclear" };

/** Variables that a job gets, to values that differ from point to point. */
const GIVEN = [
  ...["TP", "PP", "EP_SIZE", "DP_ATTENTION", "CONC", "ISL", "OSL", "MAX_MODEL_LEN", "PORT"],
  ...["RESULT_FILENAME", "RANDOM_RANGE_RATIO", "EXP_NAME", "IMAGE", "DURATION"],
];
const SERVERS = /^(?:sglang\.launch_server|vllm\.entrypoints\.[\w.]+)$/u;

/** How a script starts its server in throughput runs, on every path through it (spec/signoff §3.3 c, §3.13). */
export function launchesOf(
  script: string,
  points: readonly RecipePoint[],
  head: SourceSide,
): Launches {
  const reading = textAt(head, script);
  const source = reading.kind === "known" ? reading.value : null;
  const [point] = points;
  if (source?.shell?.kind !== "parsed" || point === undefined) return { kind: "unclear" };
  const environment = {
    EVAL_ONLY: "false",
    MODEL: point.entry.model,
    MODEL_PREFIX: point.entry["model-prefix"],
    PRECISION: point.entry.precision,
    FRAMEWORK: point.entry.framework,
    ...attention(points),
  };
  const given = GIVEN.filter((name) => !Object.hasOwn(environment, name));
  const options = { environment, given, marker: null, sources: new Map<string, never>() };
  const evaluation = evaluateScript({ path: script, script: source.shell }, options);
  const isPartial = evaluation.gaveUp !== null || evaluation.unreadLines.length > 0;
  const commands = evaluation.runs.flatMap((run) => serverWords(run) ?? []);
  return isPartial || commands.length === 0 ? { kind: "unclear" } : { kind: "read", commands };
}

/** Where all points agree, the script knows whether attention is data-parallel. */
function attention(points: readonly RecipePoint[]): Readonly<Record<string, string>> {
  const said = new Set(points.map(({ space }) => String(space["dp-attn"] ?? false)));
  const [only] = said;
  return said.size === 1 && only !== undefined ? { DP_ATTENTION: only } : {};
}

/** The words behind `vllm serve`, `sglang serve` or a server module; null for any other command. */
function serverWords({ words }: CommandRun): readonly (readonly LaunchWord[])[] | null {
  const texts = words.map(({ value }) => literalOf(value));
  const at = texts.findIndex((text, index) => {
    if (text === null) return false;
    const isServe = text === "serve" && /(?:^|\/)(?:vllm|sglang)$/u.test(texts[index - 1] ?? "");
    return isServe || (SERVERS.test(text) && texts[index - 1] === "-m");
  });
  return at < 0 ? null : [words.slice(at + 1).map(wordOf)];
}

function wordOf({ value, many }: Argument): LaunchWord {
  const text = literalOf(value);
  if (text !== null && !many) return { kind: "text", text };
  const name = many ? null : variableOf(value);
  return name === null ? { kind: "unclear" } : { kind: "variable", name };
}

function variableOf(value: ShellValue): string | null {
  const [unknown, ...more] = unknownsOf(value);
  const isAlone = value.pieces.length === 1 && more.length === 0;
  return isAlone && unknown?.reason === "environment" ? unknown.name : null;
}
