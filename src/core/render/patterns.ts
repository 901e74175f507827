import type { GateVerdict } from "../decide/gate.ts";
import type { Voice } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { say, type Words } from "./words.ts";

/** Keys shown for one pattern; the rest is a number. */
const SHOWN_KEYS = 60;
const PATTERN_CHARACTERS = 200;

/** GitHub reads no Markdown inside `<summary>`: a name is code as HTML writes it. */
const SUMMARY: Voice = { text: harmless, code: (value) => `<code>${harmless(value)}</code>` };

/** What each `*` in a new entry stands for, folded; empty where no entry has one (decision 19). */
export function renderPatterns(patterns: GateVerdict["patterns"], words: Words): string {
  return patterns
    .map(({ pattern, keys }) => {
      const summary = say(words, "check.pattern", { pattern, count: keys.length }, SUMMARY);
      const shown = keys.slice(0, SHOWN_KEYS).map((key) => `- ${MARKDOWN.code(key)}`);
      const more = keys.length - shown.length;
      const rest = more > 0 ? [`- ${say(words, "check.pattern_more", { more }, MARKDOWN)}`] : [];
      const lines = [`<details><summary>${summary}</summary>`, "", ...shown, ...rest];
      return `\n${lines.join("\n")}\n\n</details>\n`;
    })
    .join("");
}

function harmless(value: string): string {
  return value
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .slice(0, PATTERN_CHARACTERS)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
