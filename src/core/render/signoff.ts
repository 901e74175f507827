import type { Config } from "../model/config.ts";
import { givenLine } from "../decide/signoff-record.ts";
import type { SignoffVerdict } from "../decide/signoff.ts";
import { STATUS_DESCRIPTION_CHARACTERS } from "../model/limits.ts";
import { type Outcome, worstOutcome } from "../model/outcome.ts";
import type { CheckResult } from "../signoff/checks.ts";
import { checkName, rowNotes, rowSentence } from "./check-words.ts";
import { cutLine } from "./cut.ts";
import { fitComment, fitLine } from "./fit.ts";
import { inLanguages } from "./languages.ts";
import { findingView } from "./recipes.ts";
import { signoffFooter, type SignoffPlace, signoffRemarks } from "./signoff-remarks.ts";
import { PLAIN, type View } from "./template.ts";
import { MARKDOWN, mentionable } from "./voice.ts";
import { type Dictionary, joined, renderPage, say, type Words } from "./words.ts";

const MARKS: Readonly<Record<Outcome, string>> = { pass: "✅", fail: "❌", human: "➖", na: "➖" };
/** Longest row of the report; the whole of a longer one stands folded below (spec/signoff §5.1). */
const ROW_CHARACTERS = 300;

/**
 * The sign-off report: thirteen rows in the order of the checks, whose sign-offs they judge and what
 * does not count; its author is mentioned only on a refusal (spec/signoff §5.1, decision 23).
 */
export function renderSignoff(
  verdict: SignoffVerdict,
  place: SignoffPlace,
  config: Config,
  dictionary: Dictionary,
): string {
  const [first = "en"] = config.languages;
  const body = inLanguages(config.languages, dictionary, (words) => {
    const view = reportView(verdict, place, { words, config });
    const mention = words.language === first ? mentionOf(verdict) : "";
    return renderPage(words, "signoff-report", { ...view, mention }, MARKDOWN);
  });
  const legacy = `<!-- codeowner-signoff-verify sha=${place.headSha} -->`;
  const given = verdict.rows.length > 0 || verdict.aside.withdrawn ? [givenLine(place.tipSha)] : [];
  const cut = say(dictionary[first], "card.cut", {}, MARKDOWN);
  return [legacy, ...given, fitComment(body, cut)].join("\n");
}

/** The description of the required commit status: never a person's words, never over 140 characters. */
export function signoffDescription(verdict: SignoffVerdict, words: Words): string {
  const { code, values } = verdict.status;
  return fitLine(say(words, `signoff.${code}`, values, PLAIN), STATUS_DESCRIPTION_CHARACTERS);
}

type Headline = "verified" | "rejected" | "needs_human" | "none_counts";

function headlineFor({ rows }: SignoffVerdict): Headline {
  return rows.length === 0 ? "none_counts" : headlineOf(rows);
}

/** Whose sign-off is refused: the newest one that was judged, or one that is void. */
function mentionOf(verdict: SignoffVerdict): string {
  const { covering, aside } = verdict;
  const headline = headlineFor(verdict);
  const refused =
    headline === "rejected" ? covering : headline === "none_counts" ? aside.voided : [];
  const [newest] = refused
    .map(({ source }) => source)
    .toSorted((one, other) => other.updatedAt - one.updatedAt || other.id - one.id);
  return mentionable(newest?.author?.login ?? "");
}

function reportView(
  verdict: SignoffVerdict,
  place: SignoffPlace,
  { words, config }: { readonly words: Words; readonly config: Config },
): View {
  const headline = headlineFor(verdict);
  const listed = (outcome: Outcome): string =>
    verdict.rows
      .filter((row) => row.outcome === outcome)
      .map((row) => row.check)
      .join(", ");
  const summary = {
    checks: listed(headline === "rejected" ? "fail" : "human"),
    sha: place.headSha.slice(0, 7),
    checklist: config.paths.checklist,
  };
  const rows = verdict.rows.map((row) => rowLine(row, words));
  const more = rows.filter((line) => line.length > ROW_CHARACTERS);
  return {
    headline: say(words, `report.${headline}`, {}, MARKDOWN),
    summary: say(words, `report.summary_${headline}`, summary, MARKDOWN),
    remarks: signoffRemarks(verdict, place, words),
    rows: rows.map((line) => ({ line: cutLine(line, ROW_CHARACTERS) ?? line })),
    hasMore: more.length > 0,
    moreTitle: say(words, "report.more", {}, MARKDOWN),
    more,
    details: detailsView(verdict.rows, words),
    footer: signoffFooter(verdict, place, words),
  };
}

function rowLine(row: CheckResult, words: Words): string {
  const more = row.details?.length ?? 0;
  const sentences = [
    rowSentence(row, words, MARKDOWN),
    ...(more === 0 ? [] : [say(words, "report.more_places", { more }, MARKDOWN)]),
    ...rowNotes(row, words, MARKDOWN),
  ];
  const view = {
    mark: MARKS[row.outcome],
    number: row.check,
    name: checkName(row.check, words, MARKDOWN),
    outcome: say(words, `report.outcome_${row.outcome}`, {}, MARKDOWN),
    text: joined(sentences, words),
  };
  return say(words, "report.row_line", view, MARKDOWN);
}

/** What the rows come to together. */
export function headlineOf(rows: readonly CheckResult[]): "rejected" | "needs_human" | "verified" {
  const worst = worstOutcome(rows.map(({ outcome }) => outcome));
  return worst === "fail" ? "rejected" : worst === "human" ? "needs_human" : "verified";
}

/** Most places in the folded list: the check run has them all. */
const SHOWN_PLACES = 40;

/** What the rows have besides their one sentence; null where that says all. */
function detailsView(rows: readonly CheckResult[], words: Words): View | null {
  const findings = rows.flatMap(({ details }) => details ?? []);
  if (findings.length === 0) return null;
  const more = Math.max(0, findings.length - SHOWN_PLACES);
  return {
    title: say(words, "report.details", { count: findings.length }, MARKDOWN),
    findings: findings.slice(0, SHOWN_PLACES).map((finding) => findingView(finding, words)),
    more: more > 0 ? say(words, "report.details_more", { more }, MARKDOWN) : "",
  };
}
