import { createHash } from "node:crypto";

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}

/** Compact ASCII JSON with the keys sorted at every level: equal values give equal texts (spec/matrix §4.6). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sorted).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** SHA-256 of a text's UTF-8 bytes, 64 lowercase hex digits. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
