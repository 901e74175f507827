import { textWord, type PatchCommand, type PatchListing, type Word } from "./patch-command.ts";
import { looseListing } from "./patch-loose.ts";

/** What building an image runs and copies, as commands: `COPY` and `ADD` are a `cp`. */
export function dockerListing(text: string): PatchListing {
  const parts = instructionsOf(text).map(({ name, rest, line }): PatchListing => {
    if (name === "RUN") return looseListing(withoutOptions(jsonWords(rest) ?? rest), line);
    if (name === "COPY" || name === "ADD") return looseListing(`cp ${copied(rest)}`, line);
    if (name === "ENV" || name === "ARG") return looseListing(`export ${settingOf(rest)}`, line);
    if (name === "ENTRYPOINT" || name === "CMD") return looseListing(jsonWords(rest) ?? rest, line);
    return name === "WORKDIR" ? moved(rest.trim(), line) : looseListing("", line);
  });
  return {
    commands: parts.flatMap(({ commands }) => commands),
    assignments: parts.flatMap(({ assignments }) => assignments),
    functions: [],
  };
}

interface Instruction {
  readonly name: string;
  readonly rest: string;
  readonly line: number;
}

/** Instructions with their continuation lines and documents; comments between those lines are left out. */
function instructionsOf(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const start = at;
    const [, name, first = ""] = /^\s*([A-Za-z]+)\s+(.*)$/u.exec(lines[at] ?? "") ?? [];
    if (name === undefined) continue;
    let rest = first;
    while (/\\\s*$/u.test(rest) && at + 1 < lines.length) {
      at += 1;
      const next = lines[at] ?? "";
      rest = /^\s*(?:#|$)/u.test(next) ? rest : `${rest}\n${next}`;
    }
    const end = /<<-?\s*["']?(\w+)/u.exec(rest)?.[1];
    while (end !== undefined && at + 1 < lines.length) {
      at += 1;
      const next = lines[at] ?? "";
      rest = `${rest}\n${next}`;
      if (next.trim() === end) break;
    }
    found.push({ name: name.toUpperCase(), rest, line: start + 1 });
  }
  return found;
}

function withoutOptions(rest: string): string {
  const text = rest.replace(/^(?:\s*--\S+)+/u, "").trimStart();
  return /^<<-?\s*\S+\n/u.test(text) ? `bash ${text}` : text;
}

function copied(rest: string): string {
  return withoutOptions(jsonWords(rest) ?? rest);
}

function jsonWords(rest: string): string | null {
  if (!rest.trimStart().startsWith("[")) return null;
  return rest.replaceAll(/^\s*\[|\]\s*$/gu, "").replaceAll(/",\s*"/gu, '" "');
}

function settingOf(rest: string): string {
  return rest.includes("=") ? rest : rest.replace(/\s+/u, "=");
}

function moved(folder: string, line: number): PatchListing {
  const words: readonly Word[] = [textWord("cd"), textWord(folder)];
  const given = { settings: [], into: [], here: null, feeds: [], within: null, shells: [] };
  const command: PatchCommand = { ...given, words, line, text: `cd ${folder}` };
  return { commands: [command], assignments: [], functions: [] };
}
