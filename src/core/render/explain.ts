import type { RuleResult } from "../decide/reuse-rules.ts";
import type { Permission } from "../model/github.ts";
import { type Card, cardText, rowNext, ruleMark, ruleSentence } from "./card.ts";
import type { View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { renderPage, say, type Words } from "./words.ts";

/** The facts that decided, short enough to be shown. */
export interface Grounds {
  readonly headSha: string;
  /** Null where it could not be read. */
  readonly tipSha: string | null;
  readonly labels: readonly string[];
  /** Who asked for the sweep last, and when; null when nobody did. */
  readonly request: { readonly login: string | null; readonly at: number } | null;
  /** What GitHub said that people may do; null where it did not say. */
  readonly permissions: readonly {
    readonly login: string;
    readonly permission: Permission | null;
  }[];
  readonly mode: string | null;
  readonly trigger: "dispatch" | "observe";
  readonly planKey: string | null;
  readonly run: { readonly id: number; readonly attempt: number; readonly url: string } | null;
  readonly settings: "default_branch" | "last_good" | "defaults";
  readonly version: string | null;
}

/** What an answer may show of the pull request as it was seen in the pass. */
export interface Seen {
  readonly card: Card;
  readonly rules: readonly RuleResult[];
  readonly grounds: Grounds;
}

/** The answer to `/sweep status`: the card's line of the sweep, how far its run is, what to do next, and the run. */
export function statusText({ card, grounds }: Seen, words: Words): string {
  const rows = card.rows.filter((row) => row.subject === "sweep");
  const run = grounds.run === null ? [] : [say(words, "explain.run", { ...grounds.run }, MARKDOWN)];
  return [cardText({ ...card, rows, plan: null }, words).trim(), ...run].join("\n\n");
}

/** The answer to `/explain`: the whole card, every next step and rule, and the facts that they follow from. */
export function explainText({ card, rules, grounds }: Seen, words: Words): string {
  const steps = card.rows.flatMap((row) => {
    const text = rowNext(row, card, words);
    const subject = say(words, `card.subject_${row.subject}`, {}, MARKDOWN);
    return text === null ? [] : [{ subject, text }];
  });
  const view: View = {
    card: cardText({ ...card, plan: null }, words).trim(),
    hasSteps: steps.length > 0,
    stepsTitle: say(words, "explain.steps_title", {}, MARKDOWN),
    steps,
    hasRules: rules.length > 0,
    rulesTitle: say(words, "explain.rules_title", {}, MARKDOWN),
    rules: rules.map((rule) => ({
      mark: ruleMark(rule),
      text: ruleSentence(rule, words, MARKDOWN),
    })),
    factsTitle: say(words, "explain.facts_title", {}, MARKDOWN),
    facts: groundLines(grounds, words).map((text) => ({ text })),
  };
  return renderPage(words, "answer-explain", view, MARKDOWN).trim();
}

function groundLines(grounds: Grounds, words: Words): readonly string[] {
  const told = (code: string, view: View = {}): string =>
    say(words, `explain.${code}`, view, MARKDOWN);
  const ifKnown = (code: string, view: View | null): string =>
    view === null ? told(`no_${code}`) : told(code, view);
  const { labels, tipSha, request, planKey, run, mode, version } = grounds;
  return [
    told("head", { sha: grounds.headSha }),
    ifKnown("tip", tipSha === null ? null : { sha: tipSha }),
    told("labels", { labels, hasLabels: labels.length > 0 }),
    ifKnown("request", request && { login: request.login ?? "?", at: timeText(request.at) }),
    ...grounds.permissions.map((each) => permissionLine(each, told)),
    ifKnown("mode", mode === null ? null : { mode }),
    told(`trigger_${grounds.trigger}`),
    ifKnown("plan_key", planKey === null ? null : { key: planKey }),
    ifKnown("run", run && { ...run }),
    told(`settings_${grounds.settings}`),
    ifKnown("version", version === null ? null : { version }),
  ];
}

function permissionLine(
  { login, permission }: Grounds["permissions"][number],
  told: (code: string, view: View) => string,
): string {
  return permission === null
    ? told("permission_unknown", { login })
    : told("permission", { login, permission });
}

/** To the minute, and in UTC, which everybody can work out. */
function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
