import { nearest } from "../contract/nearest.ts";

export type KeyResolution =
  | { readonly kind: "keys"; readonly keys: readonly string[] }
  | { readonly kind: "unmatched"; readonly pattern: string; readonly suggestion: string | null };

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function unmatched(pattern: string, available: readonly string[]): KeyResolution {
  const suggestion = pattern.includes("*") ? null : nearest(pattern, available);
  return { kind: "unmatched", pattern, suggestion };
}

/** Keys that a changelog entry names: only `*` is special, everything else literal (spec/matrix §4.4). */
export function resolveEntryKey(pattern: string, available: readonly string[]): KeyResolution {
  if (!pattern.includes("*")) {
    return available.includes(pattern)
      ? { kind: "keys", keys: [pattern] }
      : unmatched(pattern, available);
  }
  const expression = new RegExp(`^${pattern.split("*").map(quoted).join(".*")}$`);
  const keys = available.filter((key) => expression.test(key));
  return keys.length > 0 ? { kind: "keys", keys } : unmatched(pattern, available);
}

/** A shell pattern as an expression: `*`, `?` and `[…]` with `!` for "none of". */
function globExpression(pattern: string): RegExp {
  const source = pattern.replace(/\[(!?)([^\]]+)\]|[\s\S]/g, (part, not: string, set?: string) => {
    if (set !== undefined) {
      const members = set.replace(/[\\^]/g, String.raw`\$&`);
      return `[${not === "" ? "" : "^"}${members}]`;
    }
    if (part === "*") return "[^]*";
    return part === "?" ? "[^]" : quoted(part);
  });
  return new RegExp(`^${source}$`);
}

/** Keys that a person names on the command line: shell patterns when they hold `*` or `?` (spec/matrix §3.2). */
export function resolveGlobKey(pattern: string, available: readonly string[]): KeyResolution {
  if (!/[*?]/.test(pattern)) {
    return available.includes(pattern)
      ? { kind: "keys", keys: [pattern] }
      : unmatched(pattern, available);
  }
  const expression = globExpression(pattern);
  const keys = available.filter((key) => expression.test(key));
  return keys.length > 0 ? { kind: "keys", keys } : unmatched(pattern, available);
}
