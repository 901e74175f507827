import {
  joinedListings,
  NO_LISTING,
  textWord,
  type PatchCommand,
  type PatchListing,
  type Word,
} from "./patch-command.ts";
import { looseListing } from "./patch-loose.ts";

/** What building an image runs and copies, as commands: `COPY` and `ADD` are a `cp`. */
export function dockerListing(text: string): PatchListing {
  return joinedListings(instructionsOf(text).map(instructionListing));
}

function instructionListing({ name, rest, line }: Instruction): PatchListing {
  switch (name) {
    case "RUN":
      return looseListing(withoutOptions(jsonWords(rest) ?? rest), line);
    case "COPY":
    case "ADD":
      return looseListing(`cp ${withoutOptions(jsonWords(rest) ?? rest)}`, line);
    case "ENV":
    case "ARG":
      return looseListing(`export ${settingOf(rest)}`, line);
    case "ENTRYPOINT":
    case "CMD":
      return looseListing(jsonWords(rest) ?? rest, line);
    case "WORKDIR":
      return moved(rest.trim(), line);
    default:
      return NO_LISTING;
  }
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
    const [, name, first] = /^\s*([A-Za-z]+)\s+(.*)$/u.exec(lines[at] ?? "") ?? [];
    if (name === undefined || first === undefined) continue;
    const { rest, last } = wholeInstruction(lines, at, first);
    found.push({ name: name.toUpperCase(), rest, line: at + 1 });
    at = last;
  }
  return found;
}

/** An instruction up to its last line. */
function wholeInstruction(
  lines: readonly string[],
  start: number,
  first: string,
): { readonly rest: string; readonly last: number } {
  const parts = [first];
  let at = start;
  while (/\\\s*$/u.test(parts.at(-1) ?? "") && at + 1 < lines.length) {
    at += 1;
    const next = lines[at] ?? "";
    if (!/^\s*(?:#|$)/u.test(next)) parts.push(next);
  }
  const rest = parts.join("\n");
  const end = /<<-?\s*["']?(\w+)/u.exec(rest)?.[1];
  if (end === undefined) return { rest, last: at };
  const stop = lines.findIndex((line, index) => index > at && line.trim() === end);
  const last = stop < 0 ? lines.length - 1 : stop;
  return { rest: [rest, ...lines.slice(at + 1, last + 1)].join("\n"), last };
}

function withoutOptions(rest: string): string {
  const text = rest.replace(/^(?:\s*--\S+)+/u, "").trimStart();
  return /^<<-?\s*\S+\n/u.test(text) ? `bash ${text}` : text;
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
  const given = {
    settings: [],
    into: [],
    reads: false,
    here: null,
    feeds: [],
    within: null,
    shells: [],
  };
  const command: PatchCommand = { ...given, words, line, text: `cd ${folder}` };
  return { ...NO_LISTING, commands: [command] };
}
