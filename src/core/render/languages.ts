import type { Language } from "../model/config.ts";
import type { Dictionary, Words } from "./words.ts";

const NAMES: Readonly<Record<Language, string>> = { en: "English", zh: "中文" };

/**
 * The same message in every language of the configuration: the first in full, the others folded
 * below it (decision 22).
 */
export function inLanguages(
  languages: readonly Language[],
  dictionary: Dictionary,
  render: (words: Words) => string,
): string {
  const [first = "en", ...others] = new Set(languages);
  const folded = others.map(
    (language) =>
      `<details><summary>${NAMES[language]}</summary>\n\n${render(dictionary[language]).trim()}\n\n</details>`,
  );
  return [render(dictionary[first]).trim(), ...folded].join("\n\n");
}
