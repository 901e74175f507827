import type { FileContent } from "../core/model/github.ts";
import type { ShellScript } from "../core/model/shell.ts";
import type { SourceText } from "../core/model/sources.ts";
import { ByteLru } from "./byte-lru.ts";

/** Room for texts and their parses, in bytes. */
const textCacheBytes = 128 * 1024 * 1024;
/** What a parsed character takes in memory, about: a script has a node for every four of them. */
const parsedCharacterBytes = 60;

/** Texts by blob SHA, scripts parsed: the same blob is parsed once, however many commits it stands in. */
export class SourceTexts {
  readonly #parse: (text: string) => ShellScript;
  readonly #texts: ByteLru<SourceText>;

  constructor(parse: (text: string) => ShellScript, maximumBytes = textCacheBytes) {
    this.#parse = parse;
    this.#texts = new ByteLru(maximumBytes);
  }

  /** The content as text; null for bytes that are none. */
  of({ path, blobSha, bytes }: FileContent): SourceText | null {
    const key = `${blobSha} ${path}`;
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = decoded(bytes);
    if (text === null) return null;
    const isScript = /\.(?:sh|bash)$/u.test(path);
    const fresh = { path, text, shell: isScript ? this.#parse(text) : null };
    this.#texts.set(key, fresh, text.length * (isScript ? parsedCharacterBytes : 2));
    return fresh;
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
