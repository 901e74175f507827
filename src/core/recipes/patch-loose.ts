import {
  oneLine,
  type PatchAssignment,
  type PatchCommand,
  type PatchListing,
  type Word,
} from "./patch-command.ts";
import { looseTokens, type LooseToken } from "./patch-loose-tokens.ts";

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
export function looseListing(text: string, line: number, depth = 0): PatchListing {
  const listing = new Loose(depth);
  listing.take(looseTokens(text, line));
  return listing;
}

const DEEPEST = 6;

interface Draft {
  words: Word[];
  into: Word[];
  here: PatchCommand["here"];
  line: number;
  written: string[];
  piped: boolean;
}

/** The commands of a loose text while they are put together. */
class Loose implements PatchListing {
  readonly commands: PatchCommand[] = [];
  readonly assignments: PatchAssignment[] = [];
  readonly functions: PatchListing["functions"] = [];
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
          here: null,
          line: token.line,
          written: [],
          piped: false,
        };
        const word = this.#inner(token.word, token.line);
        this.#draft.written.push(token.text);
        if (token.kind === "into") this.#draft.into.push(word);
        else if (token.kind === "here") this.#draft.here = { word, line: token.line };
        else if (token.kind === "word") this.#draft.words.push(word);
      }
    }
    this.#end(false);
  }

  /** Lists what stands in `$(…)` of a word, too. */
  #inner(word: Word, line: number): Word {
    return word.map((piece) => {
      if (piece.kind !== "output" || this.#depth >= DEEPEST) return piece;
      const text = piece.text.replace(/^(?:`|[$<>]\()/u, "").replace(/[`)]$/u, "");
      const inner = looseListing(text, line, this.#depth + 1);
      this.commands.push(...inner.commands);
      this.assignments.push(...inner.assignments);
      return { ...piece, commands: inner.commands };
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
    const { line } = draft;
    const words = withoutKeywords(draft.words);
    if (plain(draft.words[0]) === "for") {
      const values = draft.words.slice(3);
      const name = plain(draft.words[1]) ?? "";
      this.assignments.push({ name, values, within: null, line, text });
      return;
    }
    const settings = [];
    let first = 0;
    for (; first < words.length; first += 1) {
      const setting = settingIn(words[first] ?? []);
      if (setting === null) break;
      settings.push(setting);
    }
    const declared = /^(?:export|declare|local|readonly|typeset)$/u.test(plain(words[first]) ?? "");
    const named = declared ? words.slice(first + 1).flatMap((word) => settingIn(word) ?? []) : [];
    if (declared || first === words.length) {
      for (const { name, value } of [...settings, ...named]) {
        this.assignments.push({ name, values: [value], within: null, line, text });
      }
    }
    const rest = declared ? [] : words.slice(first);
    if (rest.length === 0 && draft.into.length === 0) return;
    const { into, here } = draft;
    const given = { into, here, feeds: this.#feeds, within: null, shells: [] };
    const command: PatchCommand = { ...given, words: rest, settings, line, text };
    this.commands.push(command);
    this.#feeds = [...this.#feeds, command];
  }
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
