import { CR, LF, byteText, endsWithBytes, isBlankLine, startsWithBytes, utf8 } from "./bytes.ts";

const NUL = 0;
export const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** Drops NUL, and CR where a line ends; a CR inside a line stays, since it may have meant anything. */
function withoutStrayBytes(bytes: Uint8Array): Uint8Array {
  if (!bytes.includes(CR) && !bytes.includes(NUL)) return bytes;
  const kept = new Uint8Array(bytes.length);
  let start = kept.length;
  let atLineEnd = true;
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const byte = bytes[at] ?? NUL;
    if (byte === NUL || (byte === CR && atLineEnd)) continue;
    atLineEnd = byte === LF;
    start -= 1;
    kept[start] = byte;
  }
  return kept.subarray(start);
}

/** The file with an LF at its end; an unfinished last line of nothing but spaces goes. */
function terminated(bytes: Uint8Array): Uint8Array {
  if (bytes.length === 0 || endsWithBytes(bytes, utf8("\n"))) return bytes;
  const text = byteText(bytes);
  const last = text.starts.length;
  if (isBlankLine(text, last)) return bytes.subarray(0, text.starts[last - 1] ?? 0);
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = LF;
  return longer;
}

/**
 * The file as it would be without faults of pure form: no byte order mark, LF line ends, no NUL, LF at the end.
 * Lines keep their numbers, so findings in the cleaned file hold for the real one. Clean bytes come back as they are.
 */
export function cleanBytes(bytes: Uint8Array): Uint8Array {
  const marked = startsWithBytes(bytes, BYTE_ORDER_MARK);
  return terminated(withoutStrayBytes(marked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes));
}
