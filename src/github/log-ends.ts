import type { JobLog } from "../core/model/cause.ts";

const HEAD_BYTES = 16 * 1024;
const TAIL_BYTES = 256 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;

const LINE_END = 10;

/**
 * Reads a log as it comes and keeps its first 16 and last 256 KiB, so that memory stays small whatever
 * its size. Null for one of more than 64 MiB: its end, where the cause stands, was not reached.
 */
export async function keepEnds(body: AsyncIterable<Uint8Array>): Promise<JobLog | null> {
  const head = new Uint8Array(HEAD_BYTES);
  let tail: Uint8Array[] = [];
  let [bytes, tailBytes, droppedLines] = [0, 0, 0];
  for await (const chunk of body) {
    const toHead = Math.min(chunk.length, Math.max(0, HEAD_BYTES - bytes));
    head.set(chunk.subarray(0, toHead), Math.min(bytes, HEAD_BYTES));
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return null;
    tail.push(chunk.subarray(toHead));
    tailBytes += chunk.length - toHead;
    if (tailBytes > 2 * TAIL_BYTES) {
      const kept = joined(tail);
      droppedLines += countLines(kept.subarray(0, kept.length - TAIL_BYTES));
      // A copy: a part of a buffer would keep the whole of it in memory.
      tail = [kept.slice(-TAIL_BYTES)];
      tailBytes = TAIL_BYTES;
    }
  }
  const rest = joined(tail);
  const last = rest.subarray(-TAIL_BYTES);
  droppedLines += countLines(rest.subarray(0, rest.length - last.length));
  const first = head.subarray(0, Math.min(bytes, HEAD_BYTES));
  const isWhole = first.length + last.length === bytes;
  return partsOf(first, last, isWhole ? null : droppedLines);
}

/** One part where nothing was dropped between the two, so that no line is torn. */
function partsOf(first: Uint8Array, last: Uint8Array, droppedLines: number | null): JobLog {
  if (droppedLines === null)
    return { parts: [{ firstLine: 1, text: text(joined([first, last])) }] };
  return {
    parts: [
      { firstLine: 1, text: text(first) },
      { firstLine: 1 + countLines(first) + droppedLines, text: text(last) },
    ],
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === LINE_END) lines += 1;
  return lines;
}

/** Bytes that are no UTF-8, such as half a character at a cut, become replacement characters. */
function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
