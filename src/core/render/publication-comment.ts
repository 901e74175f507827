import type { Verdicts } from "../decide/decide.ts";
import type { Config } from "../model/config.ts";
import { inLanguages } from "./languages.ts";
import { publicationRow } from "./publication-row.ts";
import { MARKS, type Row } from "./rows.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, say, sayIfAny, type Words } from "./words.ts";

/** The comment on a merged pull request whose publication was lost: what, why, and what to do. It mentions nobody (decision 23). */
export function renderPublication(
  verdicts: Pick<Verdicts, "merge" | "loss" | "recovery">,
  config: Config,
  dictionary: Dictionary,
): string {
  const { merge, loss, recovery } = verdicts;
  const now = publicationRow(verdicts);
  const why =
    recovery === null || loss.kind !== "lost"
      ? null
      : publicationRow({ merge, loss, recovery: null });
  const rows = [now, why].filter((row) => row !== null);
  return inLanguages(config.languages, dictionary, (words) => {
    const title = say(words, "recovery.comment_title", {}, MARKDOWN);
    const lines = rows.map((row) => `${MARKS[row.mark]} ${rowText(row, words)}`);
    const next = now === null ? null : nextText(now, words);
    return [`**${title}**`, ...lines, ...(next === null ? [] : [next])].join("\n\n");
  });
}

function rowText({ code, values }: Row, words: Words): string {
  return say(words, `card.${code}`, values, MARKDOWN);
}

function nextText({ code, values }: Row, words: Words): string | null {
  return sayIfAny(words, `card.${code}_next`, values, MARKDOWN);
}
