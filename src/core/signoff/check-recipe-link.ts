import { codeSpan } from "../markdown/escape.ts";
import type { Outcome } from "../model/outcome.ts";
import type { Reading } from "../model/reading.ts";
import { type UpstreamLink, upstreamName, type UpstreamReadings } from "../model/upstream.ts";
import type { ArgumentsVerdict } from "../recipes/major-arguments.ts";
import type { CheckCode, CheckResult } from "./checks.ts";
import { changesRecipes } from "./recipe-link.ts";

export interface RecipeLinkFacts {
  /** Submitted single-node recipes of vLLM and SGLang; unknown where what is submitted cannot be said. */
  readonly keys: Reading<readonly string[]>;
  /** Links of the sign-offs that can be recipes. */
  readonly links: readonly UpstreamLink[];
  readonly upstream: UpstreamReadings;
  /** Compares with the texts of the links that count. */
  readonly compare: (texts: readonly string[]) => ArgumentsVerdict;
}

type Row = CheckResult<{ readonly links: readonly string[] }>;

interface Judged {
  readonly link: UpstreamLink;
  readonly outcome: Outcome;
  readonly code: CheckCode;
  readonly state: string;
}

/** Most arguments that are named. */
const NAMED = 5;

/**
 * Check 3: every single-node vLLM or SGLang recipe is documented upstream, merged, with the same
 * major arguments (spec/signoff §3.3). One link that counts is enough; unknown never passes.
 */
export function checkRecipeLink(facts: RecipeLinkFacts): Row {
  const at = rowOf(facts);
  const { keys, links, upstream } = facts;
  if (keys.kind === "unknown") return at("human", "recipe_link_unread");
  if (keys.value.length === 0) return at("na", "recipe_link_not_needed");
  const named = { keys: listed(keys.value), count: keys.value.length };
  if (links.length === 0) return at("fail", "recipe_link_missing", named);
  const judged = links.map((link) => judgeLink(link, upstream));
  const good = judged.filter(({ outcome }) => outcome === "pass");
  if (good.length > 0) return compared(facts, good, at);
  const first = judged.find(({ outcome }) => outcome === "human") ?? judged[0];
  if (first === undefined) return at("fail", "recipe_link_missing", named);
  const values = { link: codeSpan(upstreamName(first.link), { most: 200 }), state: first.state };
  return at(first.outcome, first.code, values);
}

/** No event tells that an upstream recipe was merged or published: it is asked about every hour (spec/signoff §5.5). */
const HOUR_MS = 3_600_000;
const WAITING: ReadonlySet<string> = new Set<CheckCode>([
  "recipe_link_not_merged",
  "recipe_link_unpublished",
  "recipe_link_unverified",
  "recipe_link_unavailable",
]);

function judgeLink(link: UpstreamLink, upstream: UpstreamReadings): Judged {
  const reading = upstream[upstreamName(link)] ?? { kind: "unknown", cause: "unreadable" };
  const told = (outcome: Outcome, code: CheckCode, state = ""): Judged => ({
    link,
    outcome,
    code,
    state,
  });
  if (reading.kind === "unknown") {
    if (reading.cause === "unavailable") return told("human", "recipe_link_unavailable");
    const isGone = link.kind === "page" && reading.cause === "not_found";
    return told("fail", isGone ? "recipe_link_unpublished" : "recipe_link_unverified");
  }
  const { state, paths } = reading.value;
  if (link.kind === "page") {
    return state === "published"
      ? told("pass", "recipe_link_holds")
      : told("fail", "recipe_link_unpublished");
  }
  if (state !== "merged") return told("fail", "recipe_link_not_merged", state);
  return changesRecipes(link, paths)
    ? told("pass", "recipe_link_holds")
    : told("fail", "recipe_link_no_cookbook");
}

function compared(
  { upstream, compare }: RecipeLinkFacts,
  good: readonly Judged[],
  at: ReturnType<typeof rowOf>,
): Row {
  const names = good.map(({ link }) => upstreamName(link));
  const texts = names.flatMap((name) => {
    const reading = upstream[name];
    return reading?.kind === "known" ? [reading.value.text] : [];
  });
  const link = codeSpan(names[0] ?? "", { most: 200 });
  const verdict = compare(texts);
  switch (verdict.kind) {
    case "match":
      return at("pass", "recipe_link_holds", { link, count: verdict.count });
    case "contradiction":
      return at("fail", "recipe_arguments_differ", { link, items: listed(verdict.items) });
    case "unclear":
      return at("human", "recipe_arguments_unclear", { link, items: listed(verdict.items) });
    case "notCompared":
      return at("human", "recipe_arguments_by_person", { link });
  }
}

function listed(items: readonly string[]): string {
  const shown = items.slice(0, NAMED).map((item) => codeSpan(item, { most: 160 }));
  return shown.join(", ") + (items.length > NAMED ? " …" : "");
}

function rowOf(
  facts: RecipeLinkFacts,
): (outcome: Outcome, code: CheckCode, values?: Row["values"]) => Row {
  const evidence = { links: facts.links.map(upstreamName) };
  return (outcome, code, values = {}) => ({
    ...{ check: 3, outcome, code, values, notes: [], evidence },
    ...(WAITING.has(code) ? { lookAgainMs: HOUR_MS } : {}),
  });
}
