import { isPhraseLine, normalise, PHRASE, visible } from "./body.ts";
import { readLines } from "../markdown/lines.ts";
import { readChecklist } from "./checklist.ts";

/** What goes into a form before a reviewer gets it; boxes are theirs alone. */
export interface FormContent {
  readonly login: string;
  /** What is appended to items, by their position in the form. */
  readonly additions: readonly { readonly item: number; readonly text: string }[];
}

const BOX = /^(\s*(?:[-*+]|\d{1,9}[.)])\s+\[)[^\]]?(\])/u;
const NEW_BLOCK =
  /^\s*(?:$|#{1,6} |(?:[-*+]|\d{1,9}[.)])\s+\[)|^[ *_]*(?:signed|additional detail)/iu;
const BULLET = /^\s*(?:[-*+]|\d{1,9}[.)])\s/u;
const SIGNED = /^[ *_]{0,9}signed[ *_]{0,9}:/iu;
const LOGIN = /^[\w-]{1,100}$/u;

/**
 * The form of the checklist, ready to be copied (spec/signoff §2): every box empty, what is verified
 * appended to its item, so that matching by the first words still holds, and the signer's name at the end.
 */
export function fillForm(form: string, { login, additions }: FormContent): string {
  const lines = form.split(/\r\n|\n|\r/u);
  const seen = visible(readLines(normalise(form)));
  const start = seen.findIndex(isPhraseLine);
  const { items } = readChecklist(seen.slice(start + 1));
  for (const { line } of items) {
    lines[line - 1] = (lines[line - 1] ?? "").replace(BOX, "$1 $2");
  }
  for (const { item, text } of additions) {
    const first = items[item]?.line;
    if (first === undefined) continue;
    const last = lastLine(lines, first - 1);
    lines[last] = `${(lines[last] ?? "").trimEnd()} ${text}`;
  }
  return signed(lines, login).join("\n").trim();
}

/** An item goes on, hard-wrapped or with plain bullets below it, until another block begins. */
function lastLine(lines: readonly string[], first: number): number {
  const deeper = indentOf(lines[first] ?? "") + 2;
  const isOwn = (text: string): boolean =>
    !NEW_BLOCK.test(text) && (!BULLET.test(text) || indentOf(text) >= deeper);
  let last = first;
  while (last + 1 < lines.length && isOwn(lines[last + 1] ?? "")) last += 1;
  return last;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function signed(lines: readonly string[], login: string): readonly string[] {
  if (!LOGIN.test(login)) return lines;
  const line = `Signed: \`${login}\``;
  const start = lines.findIndex((text) => text.includes(PHRASE));
  const at = lines.findIndex((text, index) => index > start && SIGNED.test(text));
  return at < 0 ? [...lines, "", line] : lines.toSpliced(at, 1, line);
}

/** A fence that nothing inside can close. */
export function fenced(text: string): string {
  const runs = [...text.matchAll(/`{3,}/gu)].map(([run]) => run.length);
  const fence = "`".repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return `${fence}\n${text}\n${fence}`;
}
