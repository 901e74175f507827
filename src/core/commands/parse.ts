import { codeSpan } from "../markdown/escape.ts";
import { textLines } from "../markdown/lines.ts";
import { argumentReader, type ArgumentReader, type BadArgumentReason } from "./arguments.ts";
import type { CommandPlace } from "./run-reference.ts";
import { suggestCommand } from "./suggest.ts";
import { COMMAND_NAMES, COMMANDS, isCommandName, type Command, type CommandName } from "./table.ts";

interface Typed {
  /** Line of the comment, from 1. */
  readonly line: number;
  /** The same for everything that means the same; a key for "answered once", never shown. */
  readonly canonical: string;
}

export type ParsedCommand =
  | (Typed & { readonly kind: "command" } & Command)
  | (Typed & {
      readonly kind: "badArguments";
      /** The command, or its first word where the verb is what is wrong. */
      readonly name: string;
      readonly reason: BadArgumentReason;
      /** `usage` and `given`, safe to put into a comment as they are. */
      readonly values: Readonly<Record<string, string>>;
    })
  | (Typed & {
      readonly kind: "unknown";
      /** A code span: safe to put into a comment. */
      readonly word: string;
      /** What was probably meant, with its slash. */
      readonly suggestion: string;
    });

/** The same before it is known on which line it stands. */
type Unplaced = WithoutLine<ParsedCommand>;
type WithoutLine<P> = P extends unknown ? Omit<P, "line"> : never;

/** Longest piece of a comment that an answer repeats, in characters. */
const GIVEN_CHARACTERS = 60;
const CANDIDATE = /(?:^|[\r\n]) {0,3}\/[a-z]/iu;
const LINE = /^ {0,3}\/([a-z][^ \t]*)[ \t]*(.*)$/isu;
const SPACES_AROUND = /^[ \t]+|[ \t]+$/gu;

/**
 * The commands of a comment, in order (decisions 1 and 2): lines that begin with `/name`, outside
 * code, quotes and HTML comments. Unknown words give nothing unless they are close to a command.
 */
export function parseCommands(body: string, place: CommandPlace): readonly ParsedCommand[] {
  if (!CANDIDATE.test(body)) return [];
  const reader = argumentReader(place);
  const seen = new Map<string, Unplaced | null>();
  return textLines(body).flatMap(({ line, text }) => {
    const parsed = seen.has(text) ? seen.get(text) : parseLine(text, reader);
    seen.set(text, parsed ?? null);
    return parsed === null || parsed === undefined ? [] : [{ ...parsed, line }];
  });
}

function parseLine(text: string, reader: ArgumentReader): Unplaced | null {
  const found = LINE.exec(text);
  if (found === null) return null;
  const word = (found[1] ?? "").toLowerCase();
  const rest = (found[2] ?? "").replaceAll(SPACES_AROUND, "");
  const names = COMMAND_NAMES.filter((name) => wordsOf(name).some((way) => way[0] === word));
  if (names.length === 0) return parseForeign(word, rest);
  const second = /^[^ \t]+/u.exec(rest)?.[0] ?? "";
  const verbal = names.find((name) =>
    wordsOf(name).some((way) => way[0] === word && way[1] === second.toLowerCase()),
  );
  if (verbal !== undefined) {
    return readCommand(verbal, rest.slice(second.length).replaceAll(SPACES_AROUND, ""), reader);
  }
  const bare = names.find((name) => name === word);
  if (bare !== undefined) return readCommand(bare, rest, reader);
  return badArguments(word, second === "" ? "verb_missing" : "unknown_verb", second);
}

function wordsOf(name: CommandName): readonly (readonly string[])[] {
  return [name, ...COMMANDS[name].aliases].map((way) => way.split(" "));
}

function readCommand(name: CommandName, typed: string, reader: ArgumentReader): Unplaced {
  const reading = reader.read(name, typed);
  if (reading.kind === "refused") {
    // Whatever is wrong beside a link, the answer repeats none (spec/signoff §1.4).
    const isOther = name === "signoff-verify" && reading.reason !== "signoff_elsewhere";
    const reason = isOther ? "not_a_signoff_link" : reading.reason;
    return badArguments(name, reason, reading.given);
  }
  return { kind: "command", ...reading.command, canonical: reading.canonical };
}

function badArguments(name: string, reason: BadArgumentReason, given: string): Unplaced {
  const usages = isCommandName(name)
    ? [name]
    : COMMAND_NAMES.filter((known) => known.startsWith(`${name} `));
  const usage = usages.map((known) => codeSpan(COMMANDS[known].usage, { most: 80 })).join(", ");
  return {
    kind: "badArguments",
    name,
    reason,
    values: { usage, given: codeSpan(given, { most: GIVEN_CHARACTERS }) },
    canonical: `/${name} ?${reason} ${given}`,
  };
}

/** A word that is no command: a path or a stranger's command gives nothing, a slip a suggestion. */
function parseForeign(word: string, rest: string): Unplaced | null {
  if (word.includes("/")) return null;
  const ascii = /^[\x21-\x7E]*/u.exec(word)?.[0] ?? "";
  if (ascii !== word) {
    const ours = COMMAND_NAMES.some((name) => wordsOf(name).some((way) => way[0] === ascii));
    return ours ? badArguments(ascii, "not_ascii", `${word.slice(ascii.length)} ${rest}`) : null;
  }
  const suggestion = suggestCommand(word.replace(/[.,:;!?]+$/u, ""));
  if (suggestion === null) return null;
  return {
    kind: "unknown",
    word: codeSpan(`/${word}`, { most: GIVEN_CHARACTERS }),
    suggestion: `/${suggestion}`,
    canonical: `/? ${word}`,
  };
}
