import { evaluateScript, type Evaluation } from "../../../src/core/shell/evaluate.ts";
import type { CommandRun } from "../../../src/core/shell/machine.ts";
import type { ParsedScript } from "../../../src/core/shell/script.ts";
import { shownValue } from "../../../src/core/shell/value.ts";
import { loadShellParser } from "../../../src/shell/parse-shell.ts";

const parse = await loadShellParser();

/** A script as its tree; fails the test for one that is given up. */
export function parsed(text: string): ParsedScript {
  const script = parse(text);
  if (script.kind !== "parsed") throw new Error("The script was given up");
  return script;
}

export interface Given {
  readonly environment?: Readonly<Record<string, string>>;
  readonly given?: readonly string[];
  readonly marker?: RegExp;
  readonly sources?: Readonly<Record<string, string>>;
  readonly libraries?: readonly string[];
}

/** Follows every path through a script that stands at `benchmarks/single_node/x.sh`. */
export function evaluated(text: string, options: Given = {}): Evaluation {
  const sources = Object.entries(options.sources ?? {});
  return evaluateScript(
    { path: "benchmarks/single_node/x.sh", script: parsed(text) },
    {
      environment: options.environment ?? {},
      given: options.given ?? [],
      marker: options.marker ?? null,
      ...(options.libraries === undefined ? {} : { libraries: options.libraries }),
      sources: new Map(sources.map(([path, source]) => [path, parsed(source)])),
    },
  );
}

/** The words of every way in which a command of this name runs; `*` before those that may be several. */
export function wordsOf(evaluation: Evaluation, name: string): readonly (readonly string[])[] {
  return runsOf(evaluation, name).map(({ words }) =>
    words.slice(1).map(({ value, many }) => `${many ? "*" : ""}${shownValue(value)}`),
  );
}

/** Every way in which a command of this name runs. */
export function runsOf({ runs }: Evaluation, name: string): readonly CommandRun[] {
  return runs.filter((run) => run.name === name);
}
