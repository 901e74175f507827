import type { OfferedSuggestion } from "../decide/suggestions.ts";
import type { LineComment } from "../model/effect.ts";
import type { Config } from "../model/config.ts";
import { inLanguages } from "./languages.ts";
import { MARKDOWN } from "./voice.ts";
import { describeProblem, type Dictionary, say } from "./words.ts";

/** The text above a review that offers replacements. */
export function renderSuggestionsIntro(
  count: number,
  config: Config,
  dictionary: Dictionary,
): string {
  return inLanguages(config.languages, dictionary, (words) =>
    say(words, "check.suggestions", { count }, MARKDOWN),
  );
}

/** A finding as a comment on its lines, with the block that puts it right. */
export function renderSuggestion(
  { problem, startLine, endLine, block }: OfferedSuggestion,
  config: Config,
  dictionary: Dictionary,
): LineComment {
  const said = inLanguages(config.languages, dictionary, (words) => {
    const { text, hint } = describeProblem(problem, words, MARKDOWN);
    return `${text} ${hint}`;
  });
  return { path: problem.path, startLine, endLine, body: `${said}\n\n${block}` };
}
