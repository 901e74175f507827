import type { Config } from "../model/config.ts";
import type { SignoffVerdict } from "../decide/signoff.ts";
import { STATUS_DESCRIPTION_CHARACTERS } from "../model/limits.ts";
import { type Outcome, worstOutcome } from "../model/outcome.ts";
import { CHECK_CODES, CHECKS, type CheckResult } from "../signoff/checks.ts";
import { fitComment, fitLine } from "./fit.ts";
import { inLanguages } from "./languages.ts";
import { findingView } from "./recipes.ts";
import { PLAIN, type View, type Voice } from "./template.ts";
import { MARKDOWN, mentionable } from "./voice.ts";
import { type Dictionary, renderPage, say, type Words } from "./words.ts";

const MARKS: Readonly<Record<Outcome, string>> = { pass: "✅", fail: "❌", human: "➖", na: "➖" };

/** The sign-off report: thirteen rows in the order of the checks, the signer mentioned only on a rejection (spec/signoff §5.1). */
export function renderSignoff(
  verdict: SignoffVerdict,
  headSha: string,
  config: Config,
  dictionary: Dictionary,
): string {
  const [first = "en"] = config.languages;
  const body = inLanguages(config.languages, dictionary, (words) =>
    renderPage(
      words,
      "signoff-report",
      reportView(verdict, headSha, words, words.language === first),
      MARKDOWN,
    ),
  );
  const legacy = `<!-- codeowner-signoff-verify sha=${headSha} -->`;
  return `${legacy}\n${fitComment(body, say(dictionary[first], "card.cut", {}, MARKDOWN))}`;
}

/** The description of the required commit status: never a person's words, never over 140 characters. */
export function signoffDescription(verdict: SignoffVerdict, words: Words): string {
  const { code, values } = verdict.status;
  return fitLine(say(words, `signoff.${code}`, values, PLAIN), STATUS_DESCRIPTION_CHARACTERS);
}

function reportView(
  verdict: SignoffVerdict,
  headSha: string,
  words: Words,
  mayMention: boolean,
): View {
  const failed = verdict.rows.filter((row) => row.outcome === "fail");
  const headline = headlineOf(verdict.rows);
  const signers = verdict.covering.map(({ source }) => ({
    login: source.author?.login ?? "",
    url: source.url,
  }));
  const [signer] = signers;
  return {
    headline: say(words, `report.${headline}`, {}, MARKDOWN),
    mention: failed.length > 0 && mayMention ? mentionable(signer?.login ?? "") : "",
    blocking: say(
      words,
      "report.blocking",
      { checks: failed.map((row) => row.check).join(", ") },
      MARKDOWN,
    ),
    rows: verdict.rows.map((row) => rowView(row, words)),
    details: detailsView(verdict.rows, words),
    footer: say(words, "report.footer", { sha: headSha.slice(0, 12), signers }, MARKDOWN),
  };
}

function rowView(row: CheckResult, words: Words): View {
  const more = row.details?.length ?? 0;
  const name = CHECKS.find(({ check }) => check === row.check)?.name ?? "check_owners";
  return {
    mark: MARKS[row.outcome],
    number: row.check,
    name: say(words, `signoff.${name}`, {}, MARKDOWN),
    text: rowSentence(row, words, MARKDOWN),
    notes: [
      ...(more === 0 ? [] : [say(words, "report.more", { more }, MARKDOWN)]),
      ...row.notes.map((note) => say(words, `signoff.${note}`, {}, MARKDOWN)),
    ],
  };
}

/** What the rows come to together. */
export function headlineOf(rows: readonly CheckResult[]): "rejected" | "needs_human" | "verified" {
  const worst = worstOutcome(rows.map(({ outcome }) => outcome));
  return worst === "fail" ? "rejected" : worst === "human" ? "needs_human" : "verified";
}

const SIGNOFF_CODES: ReadonlySet<string> = new Set(CHECK_CODES);

/** What a check came to, in one sentence. */
export function rowSentence({ code, values }: CheckResult, words: Words, voice: Voice): string {
  const area = SIGNOFF_CODES.has(code) ? "signoff" : "recipes";
  return say(words, `${area}.${code}`, values, voice);
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
