import type { SignoffHint } from "../decide/signoff-aside.ts";
import type { CoveringSignoff, SignoffVerdict } from "../decide/signoff.ts";
import type { Config } from "../model/config.ts";
import type { SignoffSource } from "../signoff/candidate.ts";
import { NEAR_MISSES } from "../signoff/body.ts";
import { inLanguages } from "./languages.ts";
import type { View } from "./template.ts";
import { MARKDOWN, mentionable } from "./voice.ts";
import { type Dictionary, renderPage, say, type Words } from "./words.ts";

const SHORT = 7;

/** Where and with what a verdict was reached. */
export interface SignoffPlace {
  readonly headSha: string;
  /** The default branch whose rules counted; null where it is not known. */
  readonly tipSha: string | null;
}

/** What does not count, and why, in a line each. */
export function signoffRemarks(
  { aside }: SignoffVerdict,
  place: SignoffPlace,
  words: Words,
): readonly string[] {
  const sha = place.headSha.slice(0, SHORT);
  const voided = aside.voided.map(({ source, editor }) =>
    editor === null
      ? say(words, "report.void_unknown", sourceView(source), MARKDOWN)
      : say(words, "report.void_by", { ...sourceView(source), editor }, MARKDOWN),
  );
  const stale = aside.stale.map(({ source, reason }) =>
    say(words, `report.stale_${reason}`, { ...sourceView(source), sha }, MARKDOWN),
  );
  return [
    ...(aside.withdrawn ? [say(words, "report.withdrawn", {}, MARKDOWN)] : []),
    ...voided,
    ...stale,
    ...(aside.stranger === null
      ? []
      : [say(words, "report.stranger", { login: aside.stranger.login }, MARKDOWN)]),
  ];
}

/** Which sign-offs were judged, on which commit and by whose rules: facts only, the same at every look. */
export function signoffFooter(
  { covering, rows }: SignoffVerdict,
  { headSha, tipSha }: SignoffPlace,
  words: Words,
): readonly string[] {
  if (rows.length === 0) return [];
  const judged = { sha: headSha.slice(0, SHORT), tip: (tipSha ?? "?").slice(0, SHORT) };
  return [
    ...covering.map((each) => signedLine(each, headSha, words)),
    say(words, "report.judged", judged, MARKDOWN),
  ];
}

function signedLine({ source, coverage }: CoveringSignoff, headSha: string, words: Words): string {
  const at = new Date(source.updatedAt).toISOString().slice(0, "2026-01-01T00:00".length);
  const view = { ...sourceView(source), sha: headSha.slice(0, SHORT), at: at.replace("T", " ") };
  return say(words, `report.signed_${coverage}`, view, MARKDOWN);
}

function sourceView({ author, url, boundSha }: SignoffSource): View {
  return { author: author?.login ?? "ghost", url, signed: (boundSha ?? "?").slice(0, SHORT) };
}

/** The answer to a text that was plainly meant as a sign-off: what to change. */
export function renderSignoffHint(
  { source, reason }: SignoffHint,
  config: Config,
  dictionary: Dictionary,
): string {
  const area = NEAR_MISSES.some((code) => code === reason) ? "signoff" : "report";
  return inLanguages(config.languages, dictionary, (words) => {
    const about = say(words, "report.hint_about", { url: source.url }, MARKDOWN);
    const text = `${about} ${say(words, `${area}.${reason}`, {}, MARKDOWN)}`;
    const isFirst = words.language === config.languages[0];
    const mention = isFirst ? mentionable(source.author?.login ?? "") : "";
    return renderPage(words, "answer", { mention, replies: [{ text }] }, MARKDOWN);
  });
}

/** The line below a report that is history; `needs` is the head that waits for a fresh sign-off. */
export function renderOutdated(
  needs: string | null,
  languages: Config["languages"],
  dictionary: Dictionary,
): string {
  return inLanguages(languages, dictionary, (words) =>
    needs === null
      ? say(words, "report.outdated", {}, MARKDOWN)
      : say(words, "report.outdated_needs", { sha: needs.slice(0, SHORT) }, MARKDOWN),
  );
}

/** What is said to a sign-off on a pull request that does not go to the default branch. */
export function renderOtherBase(base: string, config: Config, dictionary: Dictionary): string {
  return inLanguages(config.languages, dictionary, (words) =>
    say(words, "report.other_base", { base }, MARKDOWN),
  );
}
