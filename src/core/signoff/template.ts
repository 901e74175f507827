import { readLines, type MarkdownLine } from "../markdown/lines.ts";
import { isPhraseLine, normalise, PHRASE, visible } from "./body.ts";
import { readChecklist, type ChecklistItem } from "./checklist.ts";
import { itemWords } from "./match.ts";

/** Fewer items than this mean that the template was not understood (spec/signoff §2.3). */
const LEAST_TEMPLATE_ITEMS = 5;

/** Which check an item speaks for: none (an item that must be ticked), all the others, or one. */
export type ItemKind =
  | { readonly kind: "mandatory" }
  | { readonly kind: "escapeHatch" }
  /** `6a` and `6b` are the two halves of check 6. */
  | { readonly kind: "check"; readonly check: string };

export interface TemplateItem extends ChecklistItem {
  readonly asks: ItemKind;
}

export type TemplateReading =
  | {
      readonly kind: "template";
      readonly items: readonly TemplateItem[];
      /** The form as a reviewer copies it. */
      readonly form: string;
    }
  | { readonly kind: "unreadable" };

/** Words that must all occur, and the check they stand for; the first hit counts (spec/signoff §2.5). */
const KINDS: readonly (readonly [string, ItemKind])[] = [
  ["any of the above criteria", { kind: "escapeHatch" }],
  ["append only", { kind: "check", check: "12" }],
  ["patch inference engine", { kind: "check", check: "10" }],
  ["linked corresponding upstream pr", { kind: "check", check: "3" }],
  ["recipe documented", { kind: "check", check: "3" }],
  ["before additional frameworks", { kind: "check", check: "6b" }],
  ["upstream docker repo", { kind: "check", check: "6a" }],
  ["model architecture hacks", { kind: "check", check: "8" }],
  ["deprecated model scenario", { kind: "check", check: "7" }],
  ["golden acceptance", { kind: "check", check: "11" }],
  ["chat templates", { kind: "check", check: "9" }],
  ["passes evals", { kind: "check", check: "2" }],
  ["passed pr validation", { kind: "check", check: "1" }],
];

/** The checklist's form in `docs/PR_REVIEW_CHECKLIST.md`: its first fenced block with the phrase. */
export function parseTemplate(text: string): TemplateReading {
  const form = fencedForm(readLines(text)) ?? fromPhrase(text);
  if (form === null) return { kind: "unreadable" };
  const lines = visible(readLines(normalise(form)));
  const start = lines.findIndex(isPhraseLine);
  const { items } = readChecklist(lines.slice(start + 1));
  if (start < 0 || items.length < LEAST_TEMPLATE_ITEMS) return { kind: "unreadable" };
  return { kind: "template", items: items.map((item) => ({ ...item, asks: kindOf(item) })), form };
}

/** Which check an item of the template speaks for, by the words in it. */
function kindOf(item: { readonly text: string }): ItemKind {
  const words = new Set(itemWords(item.text));
  const found = KINDS.find(([wanted]) => wanted.split(" ").every((word) => words.has(word)));
  return found?.[1] ?? { kind: "mandatory" };
}

function fencedForm(lines: readonly MarkdownLine[]): string | null {
  let block: string[] = [];
  for (const line of lines) {
    if (line.kind === "code") {
      block.push(line.text);
      continue;
    }
    if (block.some((text) => text.includes(PHRASE))) return block.join("\n");
    block = [];
  }
  return block.some((text) => text.includes(PHRASE)) ? block.join("\n") : null;
}

function fromPhrase(text: string): string | null {
  const start = text.indexOf(PHRASE);
  return start < 0 ? null : text.slice(start);
}
