import { shellText, type ShellNode } from "../model/shell.ts";
import { spend, type Machine } from "./machine.ts";
import {
  assignedName,
  fieldOf,
  fieldsOf,
  namedChildren,
  nodesOf,
  type ParsedScript,
} from "./script.ts";
import { forkOf, joinStates, unknownVariable, type State } from "./state.ts";
import type { Argument } from "./value.ts";
import { expandWord } from "./words.ts";

const MOST_ROUNDS = 16;

/** `for`, `while`, `until`: a short list of known words word by word, anything else as if it ran any number of times. */
export function runLoop(machine: Machine, state: State, node: ShellNode): readonly State[] {
  const body = fieldOf(node, "body");
  if (body === null) return [state];
  const variable = node.type === "for_statement" ? fieldOf(node, "variable") : null;
  if (variable === null) return runOften(machine, state, { node, body });
  const words = namedChildren(node)
    .filter((child) => child !== variable && child !== body)
    .flatMap((word) => expandWord(machine, state, word));
  const isShort = words.length <= MOST_ROUNDS && !words.some(({ many }) => many);
  if (!isShort) return runOften(machine, state, { node, body });
  const name = shellText(machine.current.script, variable);
  return unrolled(machine, state, { name, words, body });
}

function unrolled(
  machine: Machine,
  state: State,
  loop: { readonly name: string; readonly words: readonly Argument[]; readonly body: ShellNode },
): readonly State[] {
  const done: State[] = [];
  let open: readonly State[] = [state];
  for (const { value } of loop.words) {
    for (const each of open) {
      const exported = each.variables.get(loop.name)?.exported === true;
      each.variables.set(loop.name, { content: { kind: "text", value }, exported });
    }
    const after = open.flatMap((each) => machine.runList(machine, each, namedChildren(loop.body)));
    done.push(...after.filter(({ flow }) => flow !== "on" && flow !== "continued"));
    open = joinStates(
      after.filter(({ flow }) => flow === "on" || flow === "continued").map(goOn),
      machine.relevant,
      loop.body,
    );
    if (!spend(machine, 1 + open.length)) return [];
    if (open.length > machine.most.paths) machine.gaveUp ??= "paths";
  }
  return [...done.map((each) => (each.flow === "broken" ? goOn(each) : each)), ...open];
}

function goOn(state: State): State {
  state.flow = "on";
  return state;
}

/** Whatever a round sets is unknown, before the first and after the last. */
function runOften(
  machine: Machine,
  state: State,
  { node, body }: { readonly node: ShellNode; readonly body: ShellNode },
): readonly State[] {
  const names = namesSet(machine, node);
  forgetAll(state, names, node);
  if (!spend(machine, 1 + state.variables.size / 8)) return [];
  const round = forkOf(state);
  const conditions = fieldsOf(node, "condition").filter(() => node.type === "while_statement");
  const ends = machine
    .runList(machine, round, [...conditions, ...namedChildren(body)])
    .map((end) => {
      if (end.flow === "broken" || end.flow === "continued") end.flow = "on";
      if (end.flow === "on") forgetAll(end, names, node);
      if (end.output !== undefined && end.output !== state.output) end.output = null;
      return end;
    });
  if (ends.some(({ output }) => output === null)) state.output = null;
  return [state, ...ends];
}

function forgetAll(state: State, names: ReadonlyMap<string, boolean>, node: ShellNode): void {
  for (const [name, listed] of names) {
    const exported = state.variables.get(name)?.exported === true;
    state.variables.set(name, unknownVariable(name, { reason: "loop", listed, exported, node }));
  }
}

/** The names that a loop sets, itself or in the functions that it calls; true for lists. */
function namesSet(machine: Machine, node: ShellNode): ReadonlyMap<string, boolean> {
  const names = new Map<string, boolean>();
  const seen = new Set<ShellNode>([node]);
  const stack = [{ node, script: machine.current.script }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { script } = at;
    for (const each of nodesOf(at.node)) {
      if (!spend(machine, 0.25)) return names;
      const setting = settingBy(script, each);
      if (setting !== null) {
        names.set(setting.name, setting.listed || names.get(setting.name) === true);
      }
      if (each.type !== "command_name") continue;
      const definition = machine.functions.get(shellText(script, each));
      if (definition === undefined || seen.has(definition.node)) continue;
      seen.add(definition.node);
      stack.push({ node: definition.node, script: definition.home.script });
    }
  }
  return names;
}

function settingBy(
  script: ParsedScript,
  node: ShellNode,
): { readonly name: string; readonly listed: boolean } | null {
  if (node.type === "variable_assignment") {
    const { name, index } = assignedName(script, node);
    return { name, listed: index !== null || fieldOf(node, "value")?.type === "array" };
  }
  const variable = node.type === "for_statement" ? fieldOf(node, "variable") : null;
  return variable === null ? null : { name: shellText(script, variable), listed: false };
}
