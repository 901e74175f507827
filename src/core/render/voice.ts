import { codeSpan, escapeText } from "../markdown/escape.ts";
import type { Voice } from "./template.ts";

/** Longest value shown inside a sentence; what people write may be longer. */
const VALUE_CHARACTERS = 300;

/** For comments and check-run texts: whatever came from a person or a file is made harmless. */
export const MARKDOWN: Voice = {
  text: (value) => escapeText(value, { most: VALUE_CHARACTERS }),
  code: (value) => codeSpan(value, { most: VALUE_CHARACTERS }),
};

/** The login where it may be mentioned: as GitHub gives logins; empty for all else (decision 23). */
export function mentionable(login: string): string {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/u.test(login) ? login : "";
}
