import { shellText, type ShellNode } from "../model/shell.ts";
import { forgetNames } from "./builtins.ts";
import { runCommand, isStandardOutput } from "./command.ts";
import { heredocOf } from "./commands.ts";
import { conditionBranches } from "./branching.ts";
import { runCase, runIf, runListOperator } from "./control.ts";
import { runAssignment, runDeclaration, runUnset } from "./declarations.ts";
import { runLoop } from "./loops.ts";
import { ALONE, spend, type FileWriting, type Machine, type Surroundings } from "./machine.ts";
import { fieldOf, fieldsOf, namedChildren, type ParsedScript } from "./script.ts";
import { forkOf, joinStates, type State } from "./state.ts";
import { textValue, type ShellValue } from "./value.ts";
import { expandText, heredocText } from "./words.ts";

/** Runs statements one after the other on every path; paths that differ in nothing relevant become one. */
export function runList(
  machine: Machine,
  state: State,
  nodes: readonly ShellNode[],
): readonly State[] {
  let open: readonly State[] = [state];
  const ended: State[] = [];
  for (const node of nodes) {
    if (!spend(machine, 1)) return [];
    const after = open.flatMap((each) => runStatement(machine, each, { node, around: ALONE }));
    if (machine.gaveUp !== null) return [];
    if (after.length > 1) spend(machine, after.length * (1 + (machine.relevant?.size ?? 64) / 4));
    const joined = joinStates(after, machine.relevant, node);
    ended.push(...joined.filter(({ flow }) => flow !== "on"));
    open = joined.filter(({ flow }) => flow === "on");
    if (open.length + ended.length > machine.most.paths) machine.gaveUp ??= "paths";
    if (open.length === 0) break;
  }
  return [...ended, ...open];
}

interface Statement {
  readonly node: ShellNode;
  readonly around: Surroundings;
}

function runStatement(machine: Machine, state: State, statement: Statement): readonly State[] {
  const { node } = statement;
  if (state.flow !== "on") return [state];
  switch (node.type) {
    case "command":
      return runCommand(machine, state, statement);
    case "variable_assignment":
      runAssignment(machine, state, node);
      return [state];
    case "variable_assignments":
    case "compound_statement":
    case "program":
    case "do_group":
      return runGroup(machine, state, node);
    case "declaration_command":
      runDeclaration(machine, state, node);
      return [state];
    case "unset_command":
      runUnset(machine, state, node);
      return [state];
    case "redirected_statement":
      return runRedirected(machine, state, node);
    default:
      return runControl(machine, state, node);
  }
}

function runControl(machine: Machine, state: State, node: ShellNode): readonly State[] {
  switch (node.type) {
    case "if_statement":
      return runIf(machine, state, node);
    case "case_statement":
      return runCase(machine, state, node);
    case "list":
      return runListOperator(machine, state, node);
    case "for_statement":
    case "while_statement":
    case "c_style_for_statement":
      return runLoop(machine, state, node);
    case "subshell":
      return apart(machine, state, [namedChildren(node)]);
    case "pipeline":
      return apart(
        machine,
        state,
        namedChildren(node).map((part) => [part]),
      );
    case "negated_command":
      return machine.runList(machine, state, namedChildren(node));
    case "test_command":
      // Noted by nobody, but it may set a variable: `${X:=2}`.
      return conditionBranches(machine, state, node).map((branch) => branch.state);
    default:
      return [state];
  }
}

function runGroup(machine: Machine, state: State, node: ShellNode): readonly State[] {
  if (node.children[0]?.type === "((") {
    forgetNames(state, shellText(machine.current.script, node), node);
    return [state];
  }
  return machine.runList(machine, state, namedChildren(node));
}

/** What runs in shells of its own changes nothing here. */
function apart(
  machine: Machine,
  state: State,
  parts: readonly (readonly ShellNode[])[],
): readonly State[] {
  for (const part of parts) {
    if (!spend(machine, 1 + state.variables.size / 8)) return [];
    const ends = machine.runList(machine, forkOf(state), part);
    const [only, ...more] = ends;
    if (state.output === undefined) continue;
    state.output = parts.length === 1 && more.length === 0 ? only?.output : null;
  }
  return [state];
}

function runRedirected(machine: Machine, state: State, node: ShellNode): readonly State[] {
  const body = fieldOf(node, "body");
  const redirects = fieldsOf(node, "redirect");
  const around = surroundingsOf(machine, state, redirects);
  const listening = state.output;
  const isElsewhere = around.writes.some(isStandardOutput);
  if (isElsewhere && body?.type !== "command") state.output = undefined;
  const after = body === null ? [state] : runStatement(machine, state, { node: body, around });
  if (isElsewhere) for (const each of after) each.output = listening;
  return after.flatMap((each) => runAfterHeredoc(machine, each, redirects));
}

/** What follows `<<WORD` on its line belongs to the here-document's node. */
function runAfterHeredoc(
  machine: Machine,
  state: State,
  redirects: readonly ShellNode[],
): readonly State[] {
  const parts = redirects
    .filter(({ type }) => type === "heredoc_redirect")
    .flatMap((redirect) =>
      redirect.children.filter(({ type, field }) => type === "pipeline" || field === "right"),
    );
  if (parts.length > 0 && state.output !== undefined) state.output = null;
  return parts.length === 0 ? [state] : machine.runList(machine, state, parts);
}

function surroundingsOf(
  machine: Machine,
  state: State,
  redirects: readonly ShellNode[],
): Surroundings {
  const { script } = machine.current;
  const all = redirects.flatMap((each) => [each, ...fieldsOf(each, "redirect")]);
  const writes = all
    .filter(({ type }) => type === "file_redirect")
    .map((each) => writingOf(machine, state, each));
  return { input: inputOf(machine, state, { script, redirects }), writes };
}

function writingOf(machine: Machine, state: State, node: ShellNode): FileWriting {
  const { script } = machine.current;
  const descriptor = fieldOf(node, "descriptor");
  const destination = fieldOf(node, "destination");
  const operator = node.children.find(({ named }) => !named)?.type ?? "";
  return {
    operator: `${descriptor === null ? "" : shellText(script, descriptor)}${operator}`,
    destination: destination === null ? textValue("") : expandText(machine, state, destination),
  };
}

function inputOf(
  machine: Machine,
  state: State,
  at: { readonly script: ParsedScript; readonly redirects: readonly ShellNode[] },
): ShellValue | null {
  const herestring = at.redirects.find(({ type }) => type === "herestring_redirect");
  if (herestring !== undefined) {
    const [word] = namedChildren(herestring);
    return word === undefined ? textValue("") : expandText(machine, state, word);
  }
  const heredoc = heredocOf(at.script, at.redirects);
  if (heredoc === null) return null;
  const { body, quoted } = heredoc;
  return quoted ? textValue(heredocText(at.script, body)) : expandText(machine, state, body);
}
