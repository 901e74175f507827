import { readLines } from "../markdown/lines.ts";
import { normalise, visible } from "./body.ts";
import { readChecklist, type ChecklistItem } from "./checklist.ts";
import { itemWords } from "./match.ts";

/** What a ticked box of a pull request's own checklist claims, as far as facts can contradict it. */
export type Claim = "reuse" | "entry" | "label" | "evals" | "sweep" | "link";

interface Pattern {
  readonly claim: Claim;
  /** Words that must all occur. */
  readonly all: readonly string[];
  /** One of these must occur; a negation shortly before it takes the claim away. */
  readonly verbs: readonly string[];
}

const PASSED = ["pass", "passes", "passed", "passing", "green", "succeeded", "successful"];

/** The first hit counts, as for the items of the review checklist (spec/signoff §2.5). */
const PATTERNS: readonly Pattern[] = [
  {
    claim: "reuse",
    all: ["reuse"],
    verbs: ["commented", "commanded", "posted", "authorised", "authorized"],
  },
  { claim: "entry", all: ["entry"], verbs: ["appended", "added"] },
  {
    claim: "label",
    all: ["one", "sweep", "label"],
    verbs: ["carries", "has", "have", "added", "applied"],
  },
  { claim: "evals", all: ["evals"], verbs: PASSED },
  { claim: "sweep", all: ["full", "sweep"], verbs: PASSED },
  { claim: "link", all: ["run"], verbs: ["linked"] },
  { claim: "link", all: ["to", "run"], verbs: ["link"] },
  { claim: "link", all: ["workflow"], verbs: ["link", "linked"] },
];

const NEGATIONS = new Set(
  "not no never without cannot isn doesn don didn won hasn haven fails failed unable skipped".split(
    " ",
  ),
);
/** A negation this many words before the verb is about the verb. */
const REACH = 4;
const HEADING = /^ {0,3}#{1,6} /u;
/** Struck out, or said not to apply. */
const WITHDRAWN = /~~|\bn\/a\b|\bnot applicable\b|不适用/iu;

/** What the ticked boxes of a description claim, each once, in their order; unticked boxes claim nothing. */
export function claimsIn(body: string): readonly Claim[] {
  const claims = itemsOf(body)
    .filter((item) => item.checked && !WITHDRAWN.test(item.text))
    .flatMap((item) => claimOf(itemWords(item.text)) ?? []);
  return [...new Set(claims)];
}

/** All boxes, wherever they stand: a heading ends a list and nothing else. */
function itemsOf(body: string): readonly ChecklistItem[] {
  const lines = visible(readLines(normalise(body)));
  const sections: (typeof lines)[number][][] = [[]];
  for (const line of lines) {
    if (HEADING.test(line.text)) sections.push([]);
    else sections.at(-1)?.push(line);
  }
  return sections.flatMap((section) => readChecklist(section).items);
}

function claimOf(words: readonly string[]): Claim | null {
  const found = PATTERNS.find(
    ({ all, verbs }) => all.every((word) => words.includes(word)) && affirms(words, verbs),
  );
  return found?.claim ?? null;
}

function affirms(words: readonly string[], verbs: readonly string[]): boolean {
  return words.some(
    (word, at) =>
      verbs.includes(word) &&
      !words.slice(Math.max(0, at - REACH), at).some((before) => NEGATIONS.has(before)),
  );
}
