import { indexScript, type ParsedScript } from "./script.ts";
import type { CommandRun, GaveUp, Machine, NamedScript } from "./machine.ts";
import { relevantNames } from "./relevance.ts";
import { firstState } from "./state.ts";
import { runList } from "./statements.ts";
import { namedChildren } from "./script.ts";

export interface EvaluationOptions {
  /** Values that are known from outside: `{ EVAL_ONLY: "false" }`. */
  readonly environment: Readonly<Record<string, string>>;
  /** Names that are set from outside, to what is not known; for any other name a default counts. */
  readonly given: readonly string[];
  /** What must be told apart: text about which the commands that hold it shall be exact. Null for everything. */
  readonly marker: RegExp | null;
  /** Scripts that `source` runs, by their path from the root of the repository. */
  readonly sources: ReadonlyMap<string, ParsedScript>;
  /** Paths of scripts that need not be followed; any other that is sourced and not given leaves a doubt. */
  readonly libraries?: readonly string[];
}

export interface Evaluation {
  /** Every way in which a command runs, in the order in which they were found. */
  readonly runs: readonly CommandRun[];
  /** How many paths there are at the end. */
  readonly paths: number;
  /** Set when there was more than anybody should look at; then `runs` is not all there is, and nobody may conclude from an absence. */
  readonly gaveUp: GaveUp | null;
  /** Lines that the grammar does not explain; the same holds. */
  readonly unreadLines: readonly number[];
}

/** Spec/signoff §3.13: 256 paths, and about as much work as two seconds allow, counted and never timed. */
const MOST = { paths: 256, steps: 300_000, depth: 12 } as const;

/**
 * Follows every path through a script without running any of it (spec/signoff §3.13): which commands
 * run, with which words, in which environment. What is not known stays an unknown part of a value.
 * Never throws; work is counted.
 */
export function evaluateScript(main: NamedScript, options: EvaluationOptions): Evaluation {
  const scripts = [main, ...[...options.sources].map(([path, script]) => ({ path, script }))];
  const indexes = scripts.map(({ script }) => indexScript(script));
  const functions: Machine["functions"] = new Map();
  // The script's own functions replace those that it sources.
  for (const [at, home] of [...scripts.entries()].reverse()) {
    for (const [name, node] of indexes[at]?.functions ?? []) functions.set(name, { node, home });
  }
  const machine: Machine = {
    main,
    current: main,
    functions,
    given: new Set(options.given),
    sources: options.sources,
    relevant: options.marker === null ? null : relevantNames(indexes, options.marker),
    most: MOST,
    steps: 0,
    within: [],
    gaveUp: null,
    isDoubtful: false,
    libraries: options.libraries ?? null,
    runs: new Map(),
    runList,
  };
  const ends = runList(machine, firstState(options.environment), namedChildren(main.script.root));
  return {
    runs: [...machine.runs.values()],
    paths: ends.length,
    gaveUp: machine.gaveUp ?? (machine.isDoubtful ? "unsupported" : null),
    unreadLines: main.script.errorLines,
  };
}
