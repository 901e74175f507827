import { entry, link } from "./story.ts";

const A = entry("a");
const B = entry("b", link(2));
const N = entry("n", "XXX");
const M = entry("m", "XXX");

/** A new entry whose one description item is written as given. */
function described(item: string): string {
  return `${A}\n- config-keys:\n    - n\n  description:\n    - ${item}\n  pr-link: XXX\n`;
}

function withBytes(text: string, ...bytes: number[]): Uint8Array {
  const [before = "", after = ""] = text.split("@@");
  return new Uint8Array(
    Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]),
  );
}

/** Name, base, head, number of new entries. */
export type AcceptedRow = readonly [string, string, string | Uint8Array, number];
/** Name, base, head, first broken rule. */
export type RefusedRow = readonly [string, string, string | Uint8Array, string];

/** Numbers are those of spec/control-plane §2.5. */
export const ACCEPTED: readonly AcceptedRow[] = [
  ["1: an entry appended", A, `${A}\n${N}`, 1],
  ["2: a placeholder as the number of the link", A, `${A}\n${entry("n", link("XXX"))}`, 1],
  ["3: the own link", A, `${A}\n${entry("n", link(42))}`, 1],
  ["3: the own link in quotes", A, `${A}\n${entry("n", `"${link(42)}"`)}`, 1],
  ["12: no change", A, A, 0],
  ["17: a base that ends in an empty line", `${A}\n`, `${A}\n${N}`, 1],
  ["19: a base that ends in two empty lines", `${A}\n\n`, `${A}\n\n${N}`, 1],
  ["20: a base that ends in a line of spaces", `${A}  \n`, `${A}  \n\n${N}`, 1],
  ["22: spaces, then an empty line", `${A}  \n\n`, `${A}  \n\n${N}`, 1],
  ["25: a line of spaces at the end", A, `${A}\n${N}  \n`, 1],
  ["26: spaces after the placeholder", A, `${A}\n${entry("n", "XXX   ")}`, 1],
  ["32: Chinese, emoji and a hard space", A, described('"调优 🚀\u00a0x"'), 1],
  ["33: U+2028 inside a description", A, described('"one\u2028two"'), 1],
  ["36: two entries", A, `${A}\n${N}\n${M}`, 2],
  ["40: a comment and an empty line in between", A, `${A}\n${N}# c\n\n${M}`, 2],
  [
    "58: an anchor and its alias",
    A,
    `${A}\n- config-keys: &k\n    - n\n  description: *k\n  pr-link: XXX\n`,
    1,
  ],
  [
    "61: lists on one line",
    A,
    `${A}\n- config-keys: [n]\n  description: [Tune]\n  pr-link: XXX\n`,
    1,
  ],
  ["65: y", A, described("y"), 1],
  ["65: n", A, described("n"), 1],
  ["65: 1e3", A, described("1e3"), 1],
  ["65: 0o10", A, described("0o10"), 1],
  ["65: a:b", A, described("a:b"), 1],
  ["65: a number in quotes", A, described("'12'"), 1],
  ["70: a flag written yes", A, `${A}\n${entry("n", "XXX", "  evals-only: yes\n")}`, 1],
  ["73: an exact copy of an older entry", A, `${A}\n${entry("a", link(42))}`, 1],
  ["75: a comment at the end", A, `${A}\n${N}# c\n`, 1],
  ["75: a comment on the first line", A, `${A}\n${N.replace("keys:", "keys: # c")}`, 1],
  ["75: an empty line inside an entry", A, `${A}\n${N.replace("  pr-link", "\n  pr-link")}`, 1],
];

/** Numbers as above; the last row is refused by decision 21 alone. */
export const REFUSED: readonly RefusedRow[] = [
  ["4: another pull request's link", A, `${A}\n${entry("n", link(41))}`, "D6"],
  ["5: TBD", A, `${A}\n${entry("n", "TBD")}`, "D6"],
  ["6: the placeholder in lower case", A, `${A}\n${entry("n", "xxx")}`, "D6"],
  ["7: a slash after the number", A, `${A}\n${entry("n", `${link(42)}/`)}`, "D6"],
  ["7: a page of the pull request", A, `${A}\n${entry("n", `${link(42)}/files`)}`, "D6"],
  ["7: plain http", A, `${A}\n${entry("n", link(42).replace("https", "http"))}`, "D6"],
  ["8: a bare number", A, `${A}\n${entry("n", "42")}`, "F10"],
  ["8: an empty link", A, `${A}\n${entry("n", "")}`, "F10"],
  ["9: an empty text as link", A, `${A}\n${entry("n", "''")}`, "D6"],
  ["13: no empty line before the entry", A, A + N, "R2"],
  ["14: two empty lines", A, `${A}\n\n${N}`, "R2"],
  ["15: a line of spaces instead", A, `${A}  \n${N}`, "R2"],
  ["16: a comment instead", A, `${A}# c\n${N}`, "R2"],
  ["16: a comment below the empty line", A, `${A}\n# c\n${N}`, "R2"],
  ["18: one empty line too many after one that was there", `${A}\n`, `${A}\n\n${N}`, "R2"],
  ["21: only the line of spaces that was there", `${A}  \n`, `${A}  \n${N}`, "R2"],
  ["23: no line feed at the end", A, `${A}\n${N.trimEnd()}`, "F1"],
  ["24: an empty line at the end", A, `${A}\n${N}\n`, "R4"],
  ["27: CRLF in the new entry", A, `${A}\n${N.replaceAll("\n", "\r\n")}`, "F2"],
  ["28: a tab", A, described('"a\tb"'), "F3"],
  ["29: a NUL byte", A, described('"a\0b"'), "F4"],
  ["30: invalid UTF-8", A, withBytes(described('"a@@b"'), 0xff), "F5"],
  ["31: a byte order mark", A, `\ufeff${A}\n${N}`, "F8"],
  ["34: U+2028 before what looks like an entry", A, described('"one\u2028- config-keys:"'), "F8"],
  ["35: a BEL", A, described('"a\u0007b"'), "F6"],
  ["35: a vertical tab", A, described('"a\vb"'), "F6"],
  ["37: nothing between two new entries", A, `${A}\n${N}${M}`, "R3"],
  ["38: two empty lines between them", A, `${A}\n${N}\n\n${M}`, "R3"],
  ["39: a line of spaces between them", A, `${A}\n${N}  \n${M}`, "R3"],
  ["41: inserted in the middle", `${A}\n${B}`, `${A}\n${N}\n${B}`, "D2"],
  ["42: prepended", A, `${N}\n${A}`, "D2"],
  ["43: the last entry gone", `${A}\n${B}`, A, "D1"],
  ["44: the last entry replaced", `${A}\n${B}`, `${A}\n${N}`, "D2"],
  ["45: two entries swapped", `${A}\n${B}`, `${B}\n${A}`, "D2"],
  ["46: an old description edited", A, `${A.replace("Tune", "Tuned")}\n${N}`, "D2"],
  [
    "47: old trailing spaces stripped beside an entry",
    A.replace("a\n", "a  \n"),
    `${A}\n${N}`,
    "R1",
  ],
  ["48: old trailing spaces stripped", A.replace("a\n", "a  \n"), A, "R8"],
  ["49: other quotes", A, A.replaceAll('"', "'"), "R8"],
  ["52: a good link made a placeholder", A, entry("a", "XXX"), "D4"],
  ["52: a placeholder made half a link", entry("a", "XXX"), entry("a", `${link(1)}/files`), "D4"],
  ["53: a correction beside an entry", entry("a", "XXX"), `${A}\n${N}`, "D5"],
  ["54: a correction and a space elsewhere", entry("a", "XXX"), A.replace("keys:", "keys: "), "R6"],
  ["55: a correction and an empty line", entry("a", "XXX"), `${A}\n`, "R5"],
  ["56: a key twice", A, `${A}\n${N}  pr-link: XXX\n`, "F6"],
  ["57: a merge key", A, `${A}\n${N}  <<: {}\n`, "F6"],
  ["59: an unknown key", A, `${A}\n${N}  note: x\n`, "F10"],
  ["60: no config keys", A, `${A}\n${N.replace(":\n    - n", ": []")}`, "F10"],
  ["60: a number as config key", A, `${A}\n${entry("12", "XXX")}`, "F10"],
  ["62: a description that is no list", A, described("x").replace(":\n    - x", ": x"), "F10"],
  ["63: a colon that makes a mapping", A, described("Bump image: v2"), "F10"],
  ...["yes", "no", "on", "null", "12", "1.5", "0x1F", "010", "12:30", "2026-01-01"].map(
    (item) => [`64: ${item} without quotes`, A, described(item), "F10"] as const,
  ),
  ...["@x", "`x`", "%x", "*nobody"].map(
    (item) => [`66: ${item} without quotes`, A, described(item), "F6"] as const,
  ),
  [
    "67: config-keys not first",
    A,
    `${A}\n- description:\n    - x\n  config-keys:\n    - n\n  pr-link: XXX\n`,
    "F8",
  ],
  ["67: the key in quotes", A, `${A}\n${N.replace("config-keys", '"config-keys"')}`, "F8"],
  ["67: two spaces after the dash", A, `${A}\n- ${N.slice(1).replaceAll("\n  ", "\n   ")}`, "F8"],
  ["68: a plain text as entry", A, `${A}\n- foo\n`, "F8"],
  ["69: a document start before history", A, `---\n${A}\n${N}`, "R1"],
  ["69: a second document", A, `${A}---\n${N}`, "F6"],
  [
    "71: append-only beside evals-only",
    A,
    `${A}\n${N}  append-only: true\n  evals-only: true\n`,
    "F10",
  ],
  ["72: a smallest prefill of zero", A, `${A}\n${N}  eval-min-prefill-ep: 0\n`, "F10"],
  ["72: an unknown scenario", A, `${A}\n${N}  scenario-type: [chat]\n`, "F10"],
  ["74: an empty file", A, "", "F1"],
  ["74: nothing but a line feed", A, "\n", "F7"],
  ["74: a mapping", A, "a: b\n", "F7"],
  ["a flag hidden behind U+2028", A, described("x\u2028  evals-only: true"), "F6"],
  [
    "a config key hidden behind NEL",
    A,
    `${A}\n${N.replace("    - n", "    - n\u0085    - m")}`,
    "F6",
  ],
  ["the rest of a line hidden behind U+2029", A, described("x\u2029# y"), "F6"],
  ["decision 21: a flag written as text", A, `${A}\n${N}  evals-only: "true"\n`, "F10"],
];
