import type { PatchCommand, Word } from "./patch-command.ts";
import { documentsOf, textsAt, type Invocation } from "./patch-invocation.ts";
import { HOLE, type PatchValue, type ValuePlace } from "./patch-value.ts";

/** What a command makes another program read and run. */
export type Run =
  | {
      readonly kind: "shell" | "python";
      readonly text: string;
      readonly line: number;
      readonly args: Args;
    }
  /** A file; `sure` where its name alone says that it is a script. */
  | {
      readonly kind: "file";
      readonly file: PatchValue;
      readonly args: Args;
      readonly sure: boolean;
    }
  /** Text that comes from somewhere else. */
  | { readonly kind: "opaque" };
export type Args = readonly (readonly PatchValue[])[];

const SHELLS = new Set(["bash", "sh", "zsh", "dash", "ksh", "ash"]);
const PYTHON = /^(?:python|pypy)(?:3(?:\.\d+)?)?$/u;
const OTHERS = new Set(["perl", "ruby", "node"]);

/** Commands that run what stands among their words. */
const SPECIAL: Readonly<
  Record<string, (invocation: Invocation, place: ValuePlace) => readonly Run[]>
> = {
  source: sourced,
  ".": sourced,
  eval: evaluated,
  trap: trapped,
  alias: aliased,
  sbatch: batch,
  ...{ ssh: remote, srun: remote, su: remote },
  ...{ docker: contained, podman: contained, enroot: contained },
  ...{ singularity: contained, apptainer: contained },
  ...{ torchrun: firstScript, accelerate: firstScript, uv: firstScript },
  ...{ nsys: firstScript, ncu: firstScript, rocprof: firstScript },
};

/** Everything that an invocation runs, apart from the program that it names. */
export function runsOf(invocation: Invocation, place: ValuePlace): readonly Run[] {
  const { name } = invocation;
  if (SHELLS.has(name)) return interpreted(invocation, place, "shell");
  if (PYTHON.test(name)) return interpreted(invocation, place, "python");
  if (OTHERS.has(name) && readsStandardInput(invocation)) return [{ kind: "opaque" }];
  const special = Object.hasOwn(SPECIAL, name) ? SPECIAL[name] : undefined;
  return special === undefined ? direct(invocation) : special(invocation, place);
}

/** What a container runs may be in the image as well. */
function contained(invocation: Invocation): readonly Run[] {
  return firstScript(invocation).map((run) => ({ ...run, sure: false }));
}

function interpreted(
  invocation: Invocation,
  place: ValuePlace,
  kind: "shell" | "python",
): readonly Run[] {
  const { words, command } = invocation;
  const { at, option } = firstOperand(invocation, kind);
  if (option === "code") {
    const args = words.slice(at + 1);
    return texts(words[at] ?? [], { kind, line: command.line, args });
  }
  if (option === "module") return moduleFile(words[at] ?? [], words.slice(at + 1));
  const file = words[at];
  if (file?.every(({ text }) => text !== "-" && text !== "/dev/stdin") === true) {
    if (isSubstituted(command.words)) return [{ kind: "opaque" }];
    const args = words.slice(at + 1);
    return file.map((each): Run => ({ kind: "file", file: each, args, sure: true }));
  }
  const args = words.slice(at + (file === undefined ? 0 : 1));
  return fed(invocation.command, place, { kind, args });
}

/** Where the arguments of an interpreter stop being its own options, and what stands there. */
function firstOperand(
  invocation: Invocation,
  kind: "shell" | "python",
): { readonly at: number; readonly option: "code" | "module" | null } {
  const takesWord = kind === "shell" ? /^(?:-[oO]|--rcfile|--init-file)$/u : /^-[XW]$/u;
  let at = 0;
  for (; at < invocation.words.length; at += 1) {
    const [text = ""] = textsAt(invocation, at);
    const option = optionKind(text, kind);
    if (option === "operand") return { at, option: null };
    if (option === "input") return { at: invocation.words.length, option: null };
    if (option !== null) return { at: at + 1, option };
    if (takesWord.test(text)) at += 1;
  }
  return { at, option: null };
}

function optionKind(
  text: string,
  kind: "shell" | "python",
): "operand" | "input" | "code" | "module" | null {
  if (text === "-" || !/^[-+]/u.test(text)) return "operand";
  if (/^-[a-z]*c$/iu.test(text)) return "code";
  if (kind === "shell") return /^-[a-z]*s$/u.test(text) ? "input" : null;
  return /^-[a-zA-Z]*m$/u.test(text) ? "module" : null;
}

function texts(
  values: readonly PatchValue[],
  run: { readonly kind: "shell" | "python"; readonly line: number; readonly args: Args },
): readonly Run[] {
  return values.map(({ text }): Run =>
    text.trimStart().startsWith(HOLE) ? { kind: "opaque" } : { ...run, text },
  );
}

/** What an interpreter reads from its standard input. */
function fed(
  command: PatchCommand,
  place: ValuePlace,
  run: { readonly kind: "shell" | "python"; readonly args: Args },
): readonly Run[] {
  const own = documentsOf(command, place);
  if (own.length > 0) return own.map((each): Run => ({ ...run, ...each }));
  const [...feeds] = command.feeds;
  const documents = feeds.flatMap((feed) => documentsOf(feed, place));
  if (documents.length > 0) return documents.map((each): Run => ({ ...run, ...each }));
  return feeds.length > 0 || command.reads ? [{ kind: "opaque" }] : [];
}

function readsStandardInput({ words, command }: Invocation): boolean {
  return (
    command.feeds.length > 0 && words.every((values) => values.every(({ text }) => text === "-"))
  );
}

function isSubstituted(words: readonly Word[]): boolean {
  return words.some((word) =>
    word.some((piece) => piece.kind === "output" && piece.text.startsWith("<(")),
  );
}

function sourced({ words, command }: Invocation): readonly Run[] {
  const [file = [], ...args] = words;
  if (isSubstituted(command.words)) return [{ kind: "opaque" }];
  return file.map((each): Run => ({ kind: "file", file: each, args, sure: true }));
}

function evaluated({ words, command }: Invocation): readonly Run[] {
  const joined = words.map((values) => values[0]?.text ?? "").join(" ");
  if (joined.trim() === "") return [];
  if (joined.includes(HOLE) && /\b(?:curl|wget|base64|openssl|xxd)\b/u.test(command.text)) {
    return [{ kind: "opaque" }];
  }
  const [first = []] = words;
  const values = words.length === 1 ? first : [{ text: joined, engine: false }];
  return texts(values, { kind: "shell", line: command.line, args: [] });
}

/** What runs when the shell ends or gets a signal. */
function trapped({ words, command }: Invocation): readonly Run[] {
  return texts(words[0] ?? [], { kind: "shell", line: command.line, args: [] });
}

/** What a name is to stand for, without the words that follow where it is used. */
function aliased({ words, command }: Invocation): readonly Run[] {
  const values = words
    .flat()
    .map(({ text, engine }) => ({ text: text.replace(/^[^=]*=?/u, ""), engine }));
  return texts(values, { kind: "shell", line: command.line, args: [] });
}

function batch(invocation: Invocation, place: ValuePlace): readonly Run[] {
  const wrap = invocation.words.flatMap((values) =>
    values.flatMap(({ text }) => (text.startsWith("--wrap=") ? [text.slice(7)] : [])),
  );
  const { line } = invocation.command;
  const wrapped = wrap.map((text): Run => ({ kind: "shell", text, line, args: [] }));
  const file = invocation.words.findIndex((values) =>
    values.some(({ text }) => /\.(?:sh|slurm|sbatch)$/u.test(text)),
  );
  if (file < 0) return [...wrapped, ...fed(invocation.command, place, { kind: "shell", args: [] })];
  const args = invocation.words.slice(file + 1);
  return (invocation.words[file] ?? []).map((each) => ({
    kind: "file",
    file: each,
    args,
    sure: true,
  }));
}

/** What is run elsewhere is written as one word, or as a document. */
function remote(invocation: Invocation, place: ValuePlace): readonly Run[] {
  const { line } = invocation.command;
  const quoted = invocation.words.flatMap((values) =>
    values.filter(({ text }) => /\s/u.test(text) && !text.startsWith("-")),
  );
  const run = { kind: "shell" as const, line, args: [] };
  return [
    ...texts(quoted, run),
    ...documentsOf(invocation.command, place).map((each) => ({ ...run, ...each })),
  ];
}

function firstScript(invocation: Invocation): readonly Run[] {
  const at = invocation.words.findIndex((values) =>
    values.some(({ text }) => /\.(?:py|sh)$/u.test(text)),
  );
  const args = invocation.words.slice(at + 1);
  return (invocation.words[at] ?? []).map((file): Run => ({
    kind: "file",
    file,
    args,
    sure: true,
  }));
}

function moduleFile(values: readonly PatchValue[], args: Args): readonly Run[] {
  return values.map(({ text, engine }): Run => {
    const file = { text: `${text.replaceAll(".", "/")}.py`, engine };
    return { kind: "file", file, args, sure: false };
  });
}

function direct({ called, words }: Invocation): readonly Run[] {
  const isPath = called.text.includes("/") && !called.text.endsWith("/");
  if (!isPath && !/\.(?:sh|py)$/u.test(called.text)) return [];
  return [{ kind: "file", file: called, args: words, sure: /\.(?:sh|py)$/u.test(called.text) }];
}
