import { shellText, type ShellNode } from "../model/shell.ts";
import {
  assignedName,
  fieldOf,
  fieldsOf,
  namedChildren,
  type ParsedScript,
} from "../shell/script.ts";
import {
  oneLine,
  type PatchAssignment,
  type PatchCommand,
  type PatchListing,
  type Word,
} from "./patch-command.ts";
import { wordOf } from "./patch-word.ts";

/** A command while it is put together: redirections are found around it. */
interface Draft extends PatchCommand {
  into: Word[];
  here: PatchCommand["here"];
  feeds: readonly PatchCommand[];
}

interface Surroundings {
  readonly within: string | null;
  readonly shells: readonly number[];
}

/** Lists every command, assignment and function of a script, wherever it stands: in functions, branches and `$(…)` alike. */
export function listingOf(script: ParsedScript): PatchListing {
  const walk = new Walk(script);
  walk.visit(script.root, { within: null, shells: [] });
  return walk;
}

/** Names of nodes that are shells of their own. */
const SHELLS = new Set(["subshell", "command_substitution", "process_substitution"]);

/** One walk through a script; holds what it has met so far. */
class Walk implements PatchListing {
  readonly commands: Draft[] = [];
  readonly assignments: PatchAssignment[] = [];
  readonly functions: { name: string; text: string; line: number }[] = [];
  readonly #script: ParsedScript;
  #shells = 0;

  constructor(script: ParsedScript) {
    this.#script = script;
  }

  /** The commands below a node that are not inside one of its words. */
  visit(node: ShellNode, around: Surroundings): readonly Draft[] {
    if (node.type === "command") return [this.#command(node, around)];
    if (node.type === "pipeline") return this.#pipeline(node, around);
    if (node.type === "redirected_statement") return this.#redirected(node, around);
    if (node.type === "function_definition") return this.#function(node, around);
    if (node.type === "variable_assignment") return this.#assignment(node, around);
    if (node.type === "for_statement") return this.#loop(node, around);
    if (SHELLS.has(node.type)) {
      const shells = [...around.shells, (this.#shells += 1)];
      return this.#inside(node, { ...around, shells });
    }
    return this.#inside(node, around);
  }

  #inside(node: ShellNode, around: Surroundings): readonly Draft[] {
    return node.children.flatMap((child) => this.visit(child, around));
  }

  #word(node: ShellNode, around: Surroundings): Word {
    return wordOf(node, {
      script: this.#script,
      commandsIn: (inner) => this.visit(inner, around),
    });
  }

  #command(node: ShellNode, around: Surroundings): Draft {
    const settings: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const draft: Draft = {
      ...around,
      ...{ words, settings, into: [], here: null, feeds: [] },
      ...{ line: node.line, text: oneLine(shellText(this.#script, node)) },
    };
    this.commands.push(draft);
    for (const child of namedChildren(node)) {
      if (child.type === "variable_assignment") {
        const value = fieldOf(child, "value");
        const { name } = assignedName(this.#script, child);
        settings.push({ name, value: value === null ? [] : this.#word(value, around) });
      } else if (child.type === "command_name") {
        words.push(this.#word(child.children[0] ?? child, around));
      } else if (child.type.endsWith("_redirect")) this.#redirect(child, [draft], around);
      else words.push(this.#word(child, around));
    }
    return draft;
  }

  #pipeline(node: ShellNode, around: Surroundings): readonly Draft[] {
    let before: readonly Draft[] = [];
    for (const child of namedChildren(node)) {
      const commands = this.visit(child, around);
      for (const command of commands) command.feeds = [...command.feeds, ...before];
      before = [...before, ...commands];
    }
    return before;
  }

  #redirected(node: ShellNode, around: Surroundings): readonly Draft[] {
    const body = fieldOf(node, "body");
    const commands = body === null ? [] : this.visit(body, around);
    const receivers = commands.length > 0 ? [...commands] : [this.#empty(node, around)];
    for (const redirect of fieldsOf(node, "redirect")) {
      receivers.push(...this.#redirect(redirect, receivers, around));
    }
    for (const child of node.children) {
      if (child.type === "ERROR") this.#inside(child, around);
    }
    return receivers;
  }

  #empty(node: ShellNode, around: Surroundings): Draft {
    const text = oneLine(shellText(this.#script, node));
    const given = { words: [], settings: [], into: [], here: null, feeds: [] };
    const draft: Draft = { ...around, ...given, line: node.line, text };
    this.commands.push(draft);
    return draft;
  }

  /** Gives a redirection to its commands; the grammar puts the rest of a line with `<<` into the redirection. */
  #redirect(node: ShellNode, receivers: readonly Draft[], around: Surroundings): readonly Draft[] {
    const last = receivers.at(-1);
    if (last === undefined) return [];
    if (node.type === "file_redirect") {
      const words = fieldsOf(node, "destination").map((target) => this.#word(target, around));
      if (node.children.some(({ type }) => type.includes(">"))) last.into.push(...words);
      return [];
    }
    if (node.type === "herestring_redirect") {
      const [text] = namedChildren(node);
      if (text !== undefined) last.here = { word: this.#word(text, around), line: text.line };
      return [];
    }
    const body = node.children.find(({ type }) => type === "heredoc_body");
    // A document is for the first command of its line, which may have several.
    const first =
      receivers.length > 1 ? (receivers.find(({ here }) => here === null) ?? last) : last;
    if (body !== undefined) first.here = { word: this.#word(body, around), line: body.line };
    const more: Draft[] = [];
    for (const child of namedChildren(node)) {
      if (child.type === "file_redirect") this.#redirect(child, [first], around);
      else if (!child.type.startsWith("heredoc")) more.push(...this.visit(child, around));
      if (child.type === "pipeline") {
        for (const command of more) command.feeds = [...command.feeds, first];
      }
    }
    return more;
  }

  #function(node: ShellNode, around: Surroundings): readonly Draft[] {
    const name = fieldOf(node, "name");
    const within = name === null ? around.within : shellText(this.#script, name);
    if (within !== null) {
      const text = shellText(this.#script, node);
      this.functions.push({ name: within, text, line: node.line });
    }
    return this.#inside(node, { ...around, within });
  }

  #assignment(node: ShellNode, around: Surroundings): readonly Draft[] {
    const value = fieldOf(node, "value");
    const { name } = assignedName(this.#script, node);
    const items = value?.type === "array" ? namedChildren(value) : value === null ? [] : [value];
    const { within } = around;
    const values = items.map((item) => this.#word(item, around));
    const text = oneLine(shellText(this.#script, node));
    this.assignments.push({ name, values, within, line: node.line, text });
    return [];
  }

  #loop(node: ShellNode, around: Surroundings): readonly Draft[] {
    const variable = fieldOf(node, "variable");
    const name = variable === null ? "" : shellText(this.#script, variable);
    const values = fieldsOf(node, "value").map((value) => this.#word(value, around));
    const body = fieldOf(node, "body");
    const text = oneLine(this.#script.text.slice(node.start, body?.start ?? node.end));
    this.assignments.push({ name, values, within: around.within, line: node.line, text });
    return body === null ? [] : this.visit(body, around);
  }
}
