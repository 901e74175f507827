import {
  oneLine,
  PIPED_COMMANDS,
  type PatchAssignment,
  type PatchCommand,
  type PatchListing,
  type Word,
} from "./patch-command.ts";
import { LOOSE_CHARACTERS, looseTokens, type LooseToken } from "./patch-loose-tokens.ts";

/** Words that only say how the commands behind them are run. */
const KEYWORDS = new Set([
  ...["if", "then", "elif", "else", "fi", "while", "until", "do", "done", "case", "esac", "in"],
  ...["{", "}", "!", "time", "function", "select", "coproc"],
]);

/**
 * Lists the commands in a text that is no file of its own: what `bash -c` is given, a document that is
 * fed to a shell, a step of a Dockerfile. It knows quotes, separators, redirections and documents, no
 * grammar: what it takes for a command may be none, but no command is passed over.
 */
export function looseListing(text: string, line: number): PatchListing {
  return looseAt(text, line, 0);
}

function looseAt(text: string, line: number, depth: number): Loose {
  const listing = new Loose(depth);
  listing.take(looseTokens(text, line));
  if (text.length > LOOSE_CHARACTERS) listing.beyond ??= line;
  return listing;
}

const DEEPEST = 6;

interface Draft {
  words: Word[];
  into: Word[];
  reads: boolean;
  here: PatchCommand["here"];
  line: number;
  written: string[];
  piped: boolean;
}

/** The commands of a loose text while they are put together. */
class Loose implements PatchListing {
  readonly commands: PatchCommand[] = [];
  /** Without those in `$(…)`. */
  readonly direct: PatchCommand[] = [];
  readonly assignments: PatchAssignment[] = [];
  readonly functions: PatchListing["functions"] = [];
  beyond: number | null = null;
  readonly #depth: number;
  #draft: Draft | null = null;
  #feeds: readonly PatchCommand[] = [];

  constructor(depth: number) {
    this.#depth = depth;
  }

  take(tokens: readonly LooseToken[]): void {
    for (const token of tokens) {
      if (token.kind === "separator") this.#end(token.text === "|" || token.text === "|&");
      else {
        this.#draft ??= {
          words: [],
          into: [],
          reads: false,
          here: null,
          line: token.line,
          written: [],
          piped: false,
        };
        const word = this.#inner(token.word, token.line);
        this.#draft.written.push(token.text);
        if (token.kind === "from") this.#draft.reads = true;
        else if (token.kind === "into") this.#draft.into.push(word);
        else if (token.kind === "here") this.#draft.here = { word, line: token.line };
        else this.#draft.words.push(word);
      }
    }
    this.#end(false);
  }

  /** Lists what stands in `$(…)` of a word, too. */
  #inner(word: Word, line: number): Word {
    return word.map((piece) => {
      if (piece.kind !== "output") return piece;
      if (this.#depth >= DEEPEST) {
        this.beyond ??= line;
        return piece;
      }
      const text = piece.text.replace(/^(?:`|[$<>]\()/u, "").replace(/[`)]$/u, "");
      const inner = looseAt(text, line, this.#depth + 1);
      this.commands.push(...inner.commands);
      this.assignments.push(...inner.assignments);
      this.beyond ??= inner.beyond;
      return { ...piece, commands: inner.direct };
    });
  }

  #end(piped: boolean): void {
    const draft = this.#draft;
    this.#draft = null;
    if (draft !== null) this.#finish(draft);
    this.#feeds = piped ? this.#feeds : [];
  }

  #finish(draft: Draft): void {
    const text = oneLine(draft.written.join(" "));
    const { line, into, here, reads } = draft;
    if (plain(draft.words[0]) === "for") {
      const name = plain(draft.words[1]) ?? "";
      this.#assign([{ name, values: draft.words.slice(3) }], line, text);
      return;
    }
    const { settings, words } = splitWords(withoutKeywords(draft.words));
    const declares = DECLARATIONS.has(plain(words[0]) ?? "");
    const declared = declares ? words.slice(1).flatMap((word) => settingIn(word) ?? []) : [];
    const rest = declares ? [] : words;
    if (rest.length === 0) {
      const all = [...settings, ...declared];
      this.#assign(
        all.map(({ name, value }) => ({ name, values: [value] })),
        line,
        text,
      );
      if (into.length === 0) return;
    }
    const given = { into, here, reads, feeds: this.#feeds, within: null, shells: [] };
    const command: PatchCommand = { ...given, words: rest, settings, line, text };
    this.commands.push(command);
    this.direct.push(command);
    if (this.#feeds.length >= PIPED_COMMANDS) this.beyond ??= line;
    this.#feeds = [...this.#feeds, command].slice(-PIPED_COMMANDS);
  }

  #assign(
    list: readonly Pick<PatchAssignment, "name" | "values">[],
    line: number,
    text: string,
  ): void {
    this.assignments.push(...list.map((each) => ({ ...each, within: null, line, text })));
  }
}

const DECLARATIONS = new Set(["export", "declare", "local", "readonly", "typeset"]);

/** What stands before a command's name, and the rest. */
function splitWords(words: readonly Word[]): {
  readonly settings: PatchCommand["settings"];
  readonly words: readonly Word[];
} {
  const first = words.findIndex((word) => settingIn(word) === null);
  const end = first < 0 ? words.length : first;
  return {
    settings: words.slice(0, end).flatMap((word) => settingIn(word) ?? []),
    words: words.slice(end),
  };
}

function withoutKeywords(words: readonly Word[]): readonly Word[] {
  const first = words.findIndex((word) => !KEYWORDS.has(plain(word) ?? ""));
  return first < 0 ? [] : words.slice(first);
}

function plain(word: Word | undefined): string | null {
  const [only] = word ?? [];
  return word?.length === 1 && only?.kind === "text" ? only.text : null;
}

function settingIn(word: Word): { readonly name: string; readonly value: Word } | null {
  const [first, ...rest] = word;
  if (first?.kind !== "text") return null;
  const [, name, text] = /^([A-Za-z_]\w*)\+?=([^]*)$/u.exec(first.text) ?? [];
  if (name === undefined) return null;
  return {
    name,
    value: text === undefined || text === "" ? rest : [{ kind: "text", text }, ...rest],
  };
}
