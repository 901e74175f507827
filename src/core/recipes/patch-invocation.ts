import type { PatchCommand } from "./patch-command.ts";
import { argumentsOf, OPEN, valuesOf, type PatchValue, type ValuePlace } from "./patch-value.ts";

/** One thing that a command may be: what a wrapper runs is looked at like the wrapper itself. */
export interface Invocation {
  /** Without its folder. */
  readonly name: string;
  /** The name as it is called. */
  readonly called: PatchValue;
  /** What each argument may be. */
  readonly words: readonly (readonly PatchValue[])[];
  readonly command: PatchCommand;
}

/** Commands that run the command that stands among their arguments. */
const WRAPPERS = new Set([
  ...[
    "sudo",
    "coproc",
    "env",
    "time",
    "nice",
    "nohup",
    "timeout",
    "docker",
    "podman",
    "srun",
    "ssh",
    "xargs",
  ],
  ...[
    "find",
    "command",
    "exec",
    "stdbuf",
    "numactl",
    "taskset",
    "enroot",
    "singularity",
    "parallel",
  ],
  ...["apptainer", "kubectl", "mpirun", "mpiexec", "setsid", "builtin", "flock", "chroot", "conda"],
  ...["uv", "fd", "watch", "strace", "gosu", "nsenter", "unshare", "salloc", "crictl", "nerdctl"],
]);

/** Commands that a wrapper is looked through for. */
const INNER = new Set([
  ...["sed", "gsed", "perl", "awk", "gawk", "ruby", "ed", "ex", "vi", "vim", "patch", "git", "cp"],
  ...["mv", "ln", "install", "rsync", "rm", "tee", "sponge", "curl", "wget", "tar", "unzip", "dd"],
  ...["truncate", "scp", "bash", "sh", "zsh", "dash", "python", "python3", "pip", "pip3", "uv"],
  ...["conda", "mamba", "cmake", "make", "ninja", "base64", "eval", "source", "find", "xargs"],
  ...["env", "docker", "podman", "sudo", "timeout", "chroot", "torchrun", "easy_install"],
]);

/** How many names a command may have: of what a wrapper runs fewer, those that matter first. */
const MOST_NAMES = { own: 64, inner: 6 } as const;

/** Everything that a command may run, itself first. */
export function invocationsOf(command: PatchCommand, place: ValuePlace): readonly Invocation[] {
  const words = argumentsOf(command.words, { ...place, within: command.within });
  return invocationsIn(words, command, 0);
}

function invocationsIn(
  words: readonly (readonly PatchValue[])[],
  command: PatchCommand,
  depth: number,
): readonly Invocation[] {
  const [names = [], ...rest] = words;
  return mostLikely(names, depth).flatMap((called) => {
    // A quoted variable may hold a whole command.
    const [first = "", ...more] = called.text.trim().split(/\s+/u);
    const own = more.map((text): readonly PatchValue[] => [{ text, engine: false }]);
    const args = [...own, ...rest];
    const name = baseName(first);
    const self: Invocation = { name, called: { ...called, text: first }, words: args, command };
    if (!WRAPPERS.has(name) || depth > 3) return [self];
    const from =
      name === "find"
        ? args.findIndex((values) => values.some(({ text }) => /^-(?:exec|ok)/u.test(text)))
        : 0;
    const at = args.findIndex(
      (values, index) => index >= from && values.some(({ text }) => isInner(text)),
    );
    if (at < 0 || from < 0) return [self];
    return [self, ...invocationsIn(args.slice(at), command, depth + 1)];
  });
}

function mostLikely(names: readonly PatchValue[], depth: number): readonly PatchValue[] {
  if (depth === 0) return names.slice(0, MOST_NAMES.own);
  const first = names.filter(({ text }) => isInner(text));
  return [...first, ...names.filter((each) => !first.includes(each))].slice(0, MOST_NAMES.inner);
}

function isInner(text: string): boolean {
  // `/usr/lib/python3.12` is a folder, `/usr/bin/python3.12` is a command.
  if (text.startsWith("-") || (text.includes("/") && !/(?:^|\/)s?bin\/[^/]*$/u.test(text)))
    return false;
  const name = baseName(text);
  return INNER.has(name) || /^python3?\.\d+$/u.test(name);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** An argument's texts; an argument that is not there has none. */
export function textsAt(invocation: Invocation, index: number): readonly string[] {
  return (invocation.words[index] ?? []).map(({ text }) => text);
}

/** Whether any argument may be what the pattern describes. */
export function hasOption(invocation: Invocation, pattern: RegExp): boolean {
  return invocation.words.some((values) => values.some(({ text }) => pattern.test(text)));
}

/** What an option is given, in the next word or behind `=`. */
export function optionValues(
  invocation: Invocation,
  names: readonly string[],
): readonly PatchValue[] {
  return invocation.words.flatMap((values, index) =>
    values.flatMap((value): readonly PatchValue[] => {
      if (names.includes(value.text)) return invocation.words[index + 1] ?? [OPEN];
      const name = names.find((each) => value.text.startsWith(`${each}=`));
      if (name !== undefined) return [{ ...value, text: value.text.slice(name.length + 1) }];
      const short = names.find((each) => /^-[A-Za-z]$/u.test(each) && value.text.startsWith(each));
      return short === undefined ? [] : [{ ...value, text: value.text.slice(2) }];
    }),
  );
}

/** What a document on standard input may be, with its first line. */
export function documentsOf(
  command: PatchCommand,
  place: ValuePlace,
): readonly { readonly text: string; readonly line: number }[] {
  if (command.here === null) return [];
  const { word, line } = command.here;
  const values = valuesOf(word, { ...place, within: command.within });
  return values.map(({ text }) => ({ text, line }));
}
