import type { ChangelogEntry } from "../contract/changelog-entry.ts";
import type { YamlDocument, YamlValue } from "../contract/yaml.ts";
import {
  isBlankLine,
  lenientText,
  lineAt,
  lineStartsWith,
  linesBetween,
  offsetOfLine,
  textOfLines,
} from "./bytes.ts";
import type { ByteText } from "./bytes.ts";
import { identityOfValue } from "./identity.ts";
import { LINK_LINE_START, linkOfText } from "./links.ts";

/** The text that every entry must begin with, at the start of its line (rule F8). */
export const ENTRY_START = "- config-keys:";

/** One entry and the blank lines and comments after it: the bytes up to where the next entry begins. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Last line that is not blank. */
  readonly lastLine: number;
  /** Line of the link, or the entry's first line when it has none. */
  readonly linkLine: number;
  /** Null when the entry breaks the schema or the file cannot be read as YAML. */
  readonly entry: ChangelogEntry | null;
  /** Null when there is no link, or it is no text. */
  readonly link: string | null;
  /** Equal for entries that are equal apart from their links. */
  readonly identity: string;
  /** The same by the text alone, for comparing with a file that cannot be read. */
  readonly textIdentity: string;
}

/** A line that Git leaves behind in a conflict. */
const CONFLICT_MARKER = /^(?:[<>|]{7} |[<>|=]{7}$)/u;

/** Lines with which a conflict was committed unresolved. */
export function conflictMarkerLines(text: ByteText): readonly number[] {
  return text.starts.flatMap((_, index) =>
    CONFLICT_MARKER.test(textOfLines(text, index + 1, index + 1)) ? [index + 1] : [],
  );
}

interface Place {
  readonly line: number;
  /** First line of the next slot. */
  readonly nextLine: number;
}

function lastFilledLine(text: ByteText, { line, nextLine }: Place): number {
  let last = nextLine - 1;
  while (last > line && isBlankLine(text, last)) last -= 1;
  return last;
}

function lineOfLink(text: ByteText, { line, nextLine }: Place): number {
  for (let at = line; at < nextLine; at += 1) {
    if (lineStartsWith(text, at, LINK_LINE_START)) return at;
  }
  return line;
}

function textIdentity(lines: string): string {
  return lines
    .split("\n")
    .filter((line) => !line.startsWith(LINK_LINE_START) && !CONFLICT_MARKER.test(line))
    .join("\n")
    .trimEnd();
}

function placesOf(text: ByteText, lines: readonly number[]): readonly Place[] {
  const end = text.starts.length + 1;
  return lines.map((line, index) => ({ line, nextLine: lines[index + 1] ?? end }));
}

function bareSlot(text: ByteText, place: Place): Omit<Slot, "entry" | "link" | "identity"> {
  const lines = lenientText(linesBetween(text, place.line, place.nextLine - 1));
  return {
    start: offsetOfLine(text, place.line),
    end: offsetOfLine(text, place.nextLine),
    line: place.line,
    lastLine: lastFilledLine(text, place),
    linkLine: lineOfLink(text, place),
    textIdentity: textIdentity(lines),
  };
}

function linkOfValue(value: YamlValue): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const link: unknown = (value as Readonly<Record<string, unknown>>)["pr-link"];
  return typeof link === "string" ? link : null;
}

/** The slots of a file that was read as YAML: one for each item of its list, where YAML says that it stands. */
export function slotsOfDocument(
  text: ByteText,
  document: YamlDocument,
  entries: readonly (ChangelogEntry | null)[],
): readonly Slot[] {
  const values = document.value as readonly YamlValue[];
  const places = placesOf(
    text,
    values.map((_, index) => document.lineOf([index])),
  );
  return places.map((place, index) => {
    const value = values[index] ?? null;
    const bare = bareSlot(text, place);
    const hasLink = linkOfValue(value) !== null && bare.linkLine === place.line;
    return {
      ...bare,
      linkLine: hasLink ? document.lineOf([index, "pr-link"]) : bare.linkLine,
      entry: entries[index] ?? null,
      link: linkOfValue(value),
      identity: identityOfValue(value),
    };
  });
}

/** Near enough to the start of an entry for a file that is broken anyway. */
const LIKE_ENTRY_START = /^ {0,3}- *["']?config-keys["']? *:/u;

function likeEntryStarts(text: ByteText): readonly number[] {
  return text.starts.flatMap((_, index) => {
    const line = lenientText(linesBetween(text, index + 1, index + 1));
    return LIKE_ENTRY_START.test(line) ? [index + 1] : [];
  });
}

/** The slots of a file that cannot be read as YAML, by what its lines look like. */
export function slotsOfText(text: ByteText): readonly Slot[] {
  return placesOf(text, likeEntryStarts(text)).map((place) => {
    const bare = bareSlot(text, place);
    const lines = lenientText(linesBetween(text, place.line, place.nextLine - 1));
    return { ...bare, entry: null, link: linkOfText(lines), identity: bare.textIdentity };
  });
}

/** The slot that holds a line; undefined for lines before the first. */
export function slotAt(slots: readonly Slot[], line: number): Slot | undefined {
  return slots.findLast((slot) => slot.line <= line);
}

/** The line on which a slot's bytes end, blank lines after it included. */
export function endLineOf(text: ByteText, slot: Slot): number {
  return slot.end > slot.start ? lineAt(text, slot.end - 1) : slot.line;
}

/** The slot on the same lines, `distance` bytes further on. */
export function movedSlot(slot: Slot, distance: number): Slot {
  return { ...slot, start: slot.start + distance, end: slot.end + distance };
}
