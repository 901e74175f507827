import type { ShellNode } from "../model/shell.ts";
import type { ParsedScript } from "./script.ts";
import type { Relevant, State } from "./state.ts";
import type { Argument, ShellValue } from "./value.ts";

/** What a script that is sourced or evaluated is called, with its tree. */
export interface NamedScript {
  /** From the root of the repository. */
  readonly path: string;
  readonly script: ParsedScript;
}

/** Why an evaluation stopped before the end: what it found until then is true, but not all there is. */
export type GaveUp = "paths" | "steps" | "depth" | "unsupported";

export interface FileWriting {
  readonly operator: string;
  readonly destination: ShellValue;
}

/** A simple command as a path through the script runs it. */
export interface CommandRun {
  readonly node: ShellNode;
  readonly path: string;
  readonly line: number;
  /** Its first word as far as it is known, without the folder: `vllm` of `/opt/bin/vllm`; null when it is not. */
  readonly name: string | null;
  /** All words, the first one included. */
  readonly words: readonly Argument[];
  /** What is exported to it, and what stands before it. */
  readonly environment: ReadonlyMap<string, ShellValue>;
  /** What a here-document or here-string feeds it. */
  readonly input: ShellValue | null;
  readonly writes: readonly FileWriting[];
  /** Conditions that hold where it runs, as written; `not` stands before those that do not hold. */
  readonly conditions: readonly string[];
  /** Names of the functions that it runs in, outermost first. */
  readonly within: readonly string[];
}

export interface Surroundings {
  readonly input: ShellValue | null;
  readonly writes: readonly FileWriting[];
}

/** What one evaluation keeps while it runs. The two functions are here because words hold lists and lists hold words. */
export interface Machine {
  readonly main: NamedScript;
  current: NamedScript;
  readonly functions: Map<string, { readonly node: ShellNode; readonly home: NamedScript }>;
  /** Names that come from outside with a value that is not known. */
  readonly given: ReadonlySet<string>;
  readonly sources: ReadonlyMap<string, ParsedScript>;
  readonly relevant: Relevant;
  readonly most: { readonly steps: number; readonly paths: number; readonly depth: number };
  steps: number;
  within: readonly string[];
  gaveUp: GaveUp | null;
  /** Something may have set what it likes: what was found is not all there may be. */
  isDoubtful: boolean;
  /** Scripts that are known by the names of their functions, and set nothing that matters. */
  readonly libraries: readonly string[] | null;
  readonly runs: Map<string, CommandRun>;
  readonly runList: (
    machine: Machine,
    state: State,
    nodes: readonly ShellNode[],
  ) => readonly State[];
}

/** Nothing around a command. */
export const ALONE: Surroundings = { input: null, writes: [] };

/** Counts work; false when there was too much of it, and everything comes to an end. */
export function spend(machine: Machine, steps: number): boolean {
  machine.steps += steps;
  if (machine.steps > machine.most.steps) machine.gaveUp ??= "steps";
  return machine.gaveUp === null;
}
