import { createHash } from "node:crypto";
import type { CheckResult } from "./checks.ts";

/** 128 bits of SHA-256, hexadecimal. */
const HASH_CHARACTERS = 32;
/** Rows that say that nothing could be read: equal ones say nothing about two commits. */
const UNREAD = /^not_decided_yet$|_unread(?:able)?$/u;

/**
 * Names what a row was decided from, whatever the order of its keys: equal evidence gives equal
 * hashes (spec/signoff §5.4). A row without evidence is bound to its head commit.
 */
export function evidenceHash(row: CheckResult, headSha: string): string {
  const { check, code, values, evidence } = row;
  const isBound = UNREAD.test(code) || !hasContent(evidence);
  const text = JSON.stringify([check, code, values, evidence, isBound ? headSha : null], sorted);
  return createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Map || value instanceof Set || ArrayBuffer.isView(value)) {
    // All three are iterated the same way; a plain object would lose what is in them.
    return [...(value as Iterable<unknown>)];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}

/** True when anything at all stands in it: a word, a number, a yes. */
function hasContent(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return Boolean(value);
  const inside: readonly unknown[] =
    value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
  return inside.some(hasContent);
}
