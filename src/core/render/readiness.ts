import type { Aspect, ReadinessItem, ReadinessVerdict } from "../decide/readiness.ts";
import type { CheckRunContent } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { CHECK_OUTPUT_CHARACTERS } from "../model/limits.ts";
import { fitComment, fitLine } from "./fit.ts";
import { inLanguages } from "./languages.ts";
import { plainLine } from "./plain.ts";
import { PLAIN, type Voice } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { type Dictionary, joined, say, sayIfAny, type Words } from "./words.ts";

const TITLE_CHARACTERS = 250;

const MARKS: Readonly<Record<ReadinessItem["outcome"], string>> = {
  pass: "✅",
  fail: "❌",
  missing: "⚠️",
  waiting: "⏳",
  none: "➖",
};

/** The check run `sweepbot/merge-readiness` (decision 17): pending while something is missing, red when something is wrong. */
export function readinessCheck(
  verdict: ReadinessVerdict,
  { facts, dictionary }: { readonly facts: Facts; readonly dictionary: Dictionary },
): CheckRunContent {
  const { languages } = facts.config.inForce;
  const first = dictionary[languages[0] ?? "en"];
  const body = inLanguages(languages, dictionary, (words) => summaryOf(verdict, words));
  const [status, conclusion] = STATES[verdict.kind];
  return {
    name: "sweepbot/merge-readiness",
    headSha: facts.pull.headSha,
    externalId: `readiness:${facts.pull.number}`,
    status,
    conclusion,
    detailsUrl: null,
    title: fitLine(titleOf(verdict, first), TITLE_CHARACTERS),
    summary: fitComment(body, say(first, "card.cut", {}, MARKDOWN), CHECK_OUTPUT_CHARACTERS),
    annotations: [],
  };
}

const STATES = {
  ready: ["completed", "success"],
  notReady: ["in_progress", null],
  broken: ["completed", "failure"],
  nothingToPublish: ["completed", "neutral"],
} as const;

/** What decides comes first: what is wrong, then what is missing, then what is waited for. */
const WEIGHT: readonly ReadinessItem["outcome"][] = ["fail", "missing", "waiting"];

function titleOf(verdict: ReadinessVerdict, words: Words): string {
  const items = "items" in verdict ? verdict.items : [];
  const deciding = WEIGHT.flatMap((outcome) => items.filter((each) => each.outcome === outcome))[0];
  const view = {
    first: deciding === undefined ? "" : plainLine(sentence(deciding, words, PLAIN)),
    run: items.find(({ aspect }) => aspect === "results")?.values["run"] ?? "",
  };
  return say(words, `readiness.title_${stateOf(verdict)}`, view, PLAIN);
}

/** What a merge publishes does not hang on all that should be there before it: then nobody is told that it would publish nothing. */
function stateOf(verdict: ReadinessVerdict): ReadinessVerdict["kind"] | "unfinished" {
  if (verdict.kind !== "notReady") return verdict.kind;
  const publishes = verdict.items
    .filter(({ aspect }) => PUBLISHING.has(aspect))
    .every(({ outcome }) => outcome === "pass");
  return publishes ? "unfinished" : "notReady";
}

const PUBLISHING: ReadonlySet<string> = new Set<Aspect>(["validation", "results", "position"]);

function summaryOf(verdict: ReadinessVerdict, words: Words): string {
  const items = "items" in verdict ? verdict.items : [];
  const head = say(words, `readiness.head_${stateOf(verdict)}`, {}, MARKDOWN);
  return [head, "", ...items.map((each) => line(each, words))].join("\n");
}

function line(each: ReadinessItem, words: Words): string {
  const aspect = say(words, `readiness.aspect_${each.aspect}`, {}, MARKDOWN);
  const code = `readiness.${each.aspect}_${each.code}_next`;
  const next = sayIfAny(words, code, each.values, MARKDOWN);
  const said = joined([sentence(each, words, MARKDOWN), next ?? ""], words);
  return `- ${MARKS[each.outcome]} **${aspect}**: ${said}`;
}

function sentence(each: ReadinessItem, words: Words, voice: Voice): string {
  return say(words, `readiness.${each.aspect}_${each.code}`, each.values, voice);
}
