/** A file as bytes with the offsets of its lines. A line ends with its LF; the last one may lack it. */
export interface ByteText {
  readonly bytes: Uint8Array;
  /** Offset at which each line begins; the number of entries is the number of lines. */
  readonly starts: readonly number[];
}

export const LF = 10;
export const CR = 13;
const SPACE = 32;
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** Finds the lines of a file, split at LF alone; an empty file has none. */
export function byteText(bytes: Uint8Array): ByteText {
  const starts: number[] = [];
  let start = 0;
  while (start < bytes.length) {
    starts.push(start);
    const end = bytes.indexOf(LF, start);
    if (end === -1) break;
    start = end + 1;
  }
  return { bytes, starts };
}

/** The line (from 1) that holds a byte; an offset at the end of the file belongs to the last line. */
export function lineAt(text: ByteText, offset: number): number {
  let low = 0;
  let high = text.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((text.starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Offset at which a line (from 1) begins; the length of the file for the line after the last. */
export function offsetOfLine(text: ByteText, line: number): number {
  return text.starts[line - 1] ?? text.bytes.length;
}

/** The bytes of the lines `from` to `to`, both from 1 and included; empty when `to` is before `from`. */
export function linesBetween(text: ByteText, from: number, to: number): Uint8Array {
  return text.bytes.subarray(offsetOfLine(text, from), offsetOfLine(text, to + 1));
}

/** Bytes as text for a person or a replacement: no byte order mark is dropped, bad bytes become U+FFFD. */
export function lenientText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** The text of the lines `from` to `to` without the last line end. */
export function textOfLines(text: ByteText, from: number, to: number): string {
  return lenientText(linesBetween(text, from, to)).replace(/\n$/u, "");
}

/** True when a line holds nothing but spaces. */
export function isBlankLine(text: ByteText, line: number): boolean {
  return linesBetween(text, line, line).every((byte) => byte === SPACE || byte === LF);
}

/** True when a line begins with these ASCII characters. */
export function lineStartsWith(text: ByteText, line: number, ascii: string): boolean {
  const start = text.starts[line - 1];
  if (start === undefined) return false;
  for (let at = 0; at < ascii.length; at += 1) {
    if (text.bytes[start + at] !== ascii.charCodeAt(at)) return false;
  }
  return true;
}

/** How many leading bytes two files share. */
export function commonPrefixLength(one: Uint8Array, two: Uint8Array): number {
  const most = Math.min(one.length, two.length);
  let at = 0;
  while (at < most && one[at] === two[at]) at += 1;
  return at;
}

/** True when two byte strings are the same. */
export function sameBytes(one: Uint8Array, two: Uint8Array): boolean {
  return one.length === two.length && commonPrefixLength(one, two) === one.length;
}

/** True when `bytes` begin with all of `prefix`. */
export function startsWithBytes(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length >= prefix.length && commonPrefixLength(bytes, prefix) === prefix.length;
}

/** True when `bytes` end with exactly these bytes. */
export function endsWithBytes(bytes: Uint8Array, suffix: Uint8Array): boolean {
  return sameBytes(bytes.subarray(Math.max(0, bytes.length - suffix.length)), suffix);
}

/** The parts one after the other, as new bytes. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}
