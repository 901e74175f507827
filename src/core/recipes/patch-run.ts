import type { PatchCommand, Word } from "./patch-command.ts";
import { documentsOf, textsAt, type Invocation } from "./patch-invocation.ts";
import { HOLE, valuesOf, type PatchValue, type ValuePlace } from "./patch-value.ts";

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

/** Everything that an invocation runs, apart from the program that it names. */
export function runsOf(invocation: Invocation, place: ValuePlace): readonly Run[] {
  const { name } = invocation;
  if (SHELLS.has(name)) return interpreted(invocation, place, "shell");
  if (PYTHON.test(name)) return interpreted(invocation, place, "python");
  if (name === "source" || name === ".") return sourced(invocation);
  if (name === "eval") return evaluated(invocation);
  if (name === "sbatch") return batch(invocation, place);
  if (["docker", "podman", "enroot", "singularity", "apptainer"].includes(name)) {
    return firstScript(invocation).map((run) => ({ ...run, sure: false }));
  }
  if (name === "ssh" || name === "srun" || name === "su") return remote(invocation, place);
  if (OTHERS.has(name) && readsStandardInput(invocation)) return [{ kind: "opaque" }];
  if (["torchrun", "accelerate", "uv", "nsys", "ncu", "rocprof"].includes(name)) {
    return firstScript(invocation);
  }
  return direct(invocation);
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
  if (file !== undefined && file.every(({ text }) => text !== "-" && text !== "/dev/stdin")) {
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
    if (text === "-" || !/^[-+]/u.test(text)) return { at, option: null };
    if (!text.startsWith("--") && /^-[a-z]*c$/iu.test(text)) return { at: at + 1, option: "code" };
    if (kind === "shell" && /^-[a-z]*s$/u.test(text))
      return { at: invocation.words.length, option: null };
    if (kind === "python" && /^-[a-zA-Z]*m$/u.test(text)) return { at: at + 1, option: "module" };
    if (takesWord.test(text)) at += 1;
  }
  return { at, option: null };
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
  return feeds.length > 0 || readsFile(command) ? [{ kind: "opaque" }] : [];
}

function readsFile(command: PatchCommand): boolean {
  return /(?:^|[^<])<\s*[^<\s(&]/u.test(command.text);
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

/** Texts that a command writes into a file that something may run later. */
export function writtenScripts(command: PatchCommand, place: ValuePlace): readonly Run[] {
  const documents = documentsOf(command, place);
  if (documents.length === 0) return [];
  const at = { ...place, within: command.within };
  const texts = [...command.into, ...command.words.slice(1)].flatMap((word) =>
    valuesOf(word, at).map(({ text }) => text),
  );
  const kind = texts.some((text) => text.endsWith(".py"))
    ? "python"
    : texts.some((text) => /\.(?:sh|bash|slurm|sbatch)$/u.test(text))
      ? "shell"
      : null;
  const unsaid = texts.length === 0 || texts.some((text) => text.endsWith(HOLE));
  return documents.flatMap(({ text, line }): readonly Run[] => {
    const shebang = /^#!.*\b(python|bash|sh)/u.exec(text)?.[1];
    const known =
      kind ?? (shebang === undefined ? null : shebang === "python" ? "python" : "shell");
    if (known !== null) return [{ kind: known, text, line, args: [] }];
    return unsaid
      ? (["python", "shell"] as const).map((each) => ({ kind: each, text, line, args: [] }))
      : [];
  });
}
