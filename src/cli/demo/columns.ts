/** Characters that a terminal draws two columns wide, as far as names in our templates go. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/gu;

/** Columns that a text takes in a terminal. */
function displayWidth(text: string): number {
  return Array.from(text).length + (text.match(WIDE) ?? []).length;
}

/** `padEnd` by columns instead of characters. */
export function padDisplayed(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}
