import type { RecipesVerdict } from "../decide/recipes.ts";
import type { Annotation, CheckRunContent } from "../model/effect.ts";
import { ANNOTATIONS_PER_CALL } from "../model/limits.ts";
import { type Outcome, worstOutcome } from "../model/outcome.ts";
import type { RecipeFinding } from "../recipes/finding.ts";
import { CHECKS } from "../signoff/checks.ts";
import { checkName } from "./check-words.ts";
import { type CheckSources, firstWords, summaryOf, TITLE_CHARACTERS } from "./checks.ts";
import { withContentId } from "./content-id.ts";
import { fitLine } from "./fit.ts";
import { markdownTable } from "./markdown-table.ts";
import { plainLine } from "./plain.ts";
import type { Row } from "./rows.ts";
import { PLAIN, type View, type Voice } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { describeProblem, joined, renderPage, say, type Words } from "./words.ts";

const MARKS: Readonly<Record<Outcome, string>> = { fail: "❌", human: "⚠️", pass: "✅", na: "➖" };
const SHOWN_FINDINGS = 50;

type Checked = Extract<RecipesVerdict, { kind: "checked" }>;

/** The check run `sweepbot/recipes`: the checks 6 to 12, every finding on its line; null where no recipe is touched. */
export function recipesCheck(
  verdict: RecipesVerdict,
  sources: CheckSources,
): CheckRunContent | null {
  if (verdict.kind === "none") return null;
  const outcome = outcomeOf(verdict);
  const first = firstWords(sources);
  const title = (words: Words, voice: Voice): string =>
    say(words, `check.recipes_title_${outcome}`, countsOf(verdict), voice);
  return withContentId({
    name: "sweepbot/recipes",
    headSha: sources.facts.pull.headSha,
    status: "completed",
    // What a person has to judge holds up nobody who still writes; the sign-off asks for it.
    conclusion: outcome === "fail" ? "failure" : outcome === "human" ? "neutral" : "success",
    detailsUrl: null,
    title: fitLine(title(first, PLAIN), TITLE_CHARACTERS),
    summary: summaryOf(sources, (words) => summary(verdict, title(words, MARKDOWN), words)),
    annotations: annotationsOf(verdict.findings, first),
  });
}

/** The checks of recipes in one line of the card; null where none applies. */
export function recipesRow(verdict: RecipesVerdict): Row | null {
  if (verdict.kind === "none") return null;
  const values = countsOf(verdict);
  const row = { subject: "recipes", values } as const;
  switch (outcomeOf(verdict)) {
    case "fail":
      return { ...row, mark: "fail", code: "recipes_fail" };
    case "human":
      return { ...row, mark: "none", code: "recipes_human" };
    case "pass":
      return { ...row, mark: "pass", code: "recipes_pass" };
    case "na":
      return null;
  }
}

function outcomeOf({ findings }: Checked): Outcome {
  return worstOutcome(findings.map(({ outcome }) => outcome));
}

function countsOf({ findings }: Checked): { readonly fails: number; readonly open: number } {
  const count = (wanted: Outcome): number =>
    findings.filter(({ outcome }) => outcome === wanted).length;
  return { fails: count("fail"), open: count("human") };
}

function summary({ findings, problems }: Checked, headline: string, words: Words): string {
  const asking = askingFirst(findings);
  const shown = asking.slice(0, SHOWN_FINDINGS);
  const more = asking.length - shown.length;
  const policies = problems.map((problem) => {
    const { text, hint } = describeProblem(problem, words, MARKDOWN);
    return { place: placeText(problem, words), text: joined([text, hint], words) };
  });
  const view = {
    headline,
    table: tableOf(findings, words),
    hasFindings: shown.length > 0,
    findingsTitle: say(words, "check.recipes_findings_title", {}, MARKDOWN),
    findings: shown.map((finding) => findingView(finding, words)),
    more: more > 0 ? say(words, "check.more_problems", { more }, MARKDOWN) : "",
    hasPolicies: policies.length > 0,
    policiesTitle: say(words, "check.recipes_policies_title", {}, MARKDOWN),
    policies,
  };
  return renderPage(words, "recipes-check", view, MARKDOWN);
}

/** One row a check: how it came out, its worst finding, and how many there are of that kind. */
function tableOf(findings: readonly RecipeFinding[], words: Words): string {
  const columns = ["", "check.recipes_column_check", "check.recipes_column_result"].map((code) => ({
    title: code === "" ? "" : say(words, code, {}, MARKDOWN),
    align: "left" as const,
  }));
  const rows = CHECKS.flatMap(({ check }) => {
    const own = findings.filter((each) => each.check === check);
    const worst = worstOutcome(own.map(({ outcome }) => outcome));
    const [first, ...others] = own.filter(({ outcome }) => outcome === worst);
    if (first === undefined) return [];
    const more = others.length;
    const rest = more > 0 ? say(words, "check.recipes_more", { more }, MARKDOWN) : "";
    const text = cell(joined([findingText(first, words, MARKDOWN), rest], words));
    return [[MARKS[worst], `${check} · ${checkName(check, words, MARKDOWN)}`, text]];
  });
  return markdownTable(columns, rows);
}

/** Keeps a sentence inside one table cell. */
function cell(text: string): string {
  return text.replace(/\s*\n\s*/gu, " ").replace(/(?<!\\)\|/gu, "\\|");
}

/** What somebody has to do something about, failures first. */
function askingFirst(findings: readonly RecipeFinding[]): readonly RecipeFinding[] {
  return (["fail", "human"] as const).flatMap((kind) =>
    findings.filter(({ outcome }) => outcome === kind),
  );
}

/** One finding with its mark and its place, as a line of Markdown. */
export function findingView(
  finding: RecipeFinding,
  words: Words,
): View & { readonly mark: string; readonly place: string; readonly text: string } {
  return {
    mark: MARKS[finding.outcome],
    number: finding.check,
    place: placeText(finding, words),
    text: findingText(finding, words, MARKDOWN),
  };
}

function placeText(
  { path, line }: { readonly path: string | null; readonly line: number | null },
  words: Words,
): string {
  if (path === null) return "";
  const place =
    line === null
      ? say(words, "check.at_file", { path }, MARKDOWN)
      : say(words, "check.at_line", { path, line }, MARKDOWN);
  return `${place}: `;
}

/** What a check of recipes says, in one language. */
export function findingText(finding: RecipeFinding, words: Words, voice: Voice): string {
  return say(words, `recipes.${finding.code}`, finding.values, voice);
}

function annotationsOf(findings: readonly RecipeFinding[], words: Words): readonly Annotation[] {
  return askingFirst(findings)
    .flatMap((finding): readonly Annotation[] => {
      const { path, line, check, outcome } = finding;
      if (path === null) return [];
      const title = plainLine(checkName(check, words, PLAIN));
      return [
        {
          path,
          startLine: line ?? 1,
          endLine: line ?? 1,
          level: outcome === "fail" ? "failure" : "warning",
          title: `${check} · ${title}`,
          message: plainLine(findingText(finding, words, PLAIN)).slice(0, MESSAGE_CHARACTERS),
        },
      ];
    })
    .slice(0, 2 * ANNOTATIONS_PER_CALL);
}

const MESSAGE_CHARACTERS = 60_000;
