import type { Voice } from "../core/render/template.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that is safe between tags and inside quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}

/** Makes values safe for an HTML page. */
export const HTML: Voice = {
  text: escapeHtml,
  code: (value) => `<code>${escapeHtml(value)}</code>`,
};
