import type { Verdicts } from "../decide/decide.ts";
import { decideDescription } from "../decide/description.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { withBlame } from "../render/blame.ts";
import { type Card, renderCard } from "../render/card.ts";
import { shownPlan } from "../render/plan-table.ts";
import { descriptionRows } from "../render/description.ts";
import { orderRow } from "../render/order.ts";
import { publicationRow } from "../render/publication-row.ts";
import { recipesRow } from "../render/recipes.ts";
import {
  changelogRow,
  configRow,
  matrixRow,
  reuseRow,
  signoffRow,
  sweepRow,
} from "../render/rows.ts";
import { sharedWorkRow } from "../render/shared-work.ts";
import type { Dictionary } from "../render/words.ts";
import { pauseOf, stateLine } from "./card-pause.ts";
import { shownResults } from "./results.ts";
import { planComments, tagOf } from "./comments.ts";

const TAG = "card";

/** What the status card says, as data. */
export function cardOf(verdicts: Verdicts, facts: Facts): Card {
  const { pull, config } = facts;
  const { labels, paths } = config.inForce;
  const rows = [
    configRow(config),
    changelogRow(verdicts.changelog),
    matrixRow(verdicts.matrix),
    recipesRow(verdicts.recipes),
    pull.state === "open" ? sharedWorkRow(verdicts.gate.shared, facts) : null,
    withBlame(sweepRow(verdicts.sweep), verdicts),
    isOrdered(verdicts) ? null : reuseRow(verdicts.reuse, verdicts.merge.kind),
    pull.merged ? null : signoffRow(verdicts.signoff),
    pull.state === "open" || pull.merged ? orderRow(verdicts.order) : null,
    publicationRow(verdicts),
    ...descriptionRows(decideDescription(facts, verdicts)),
  ];
  return {
    headSha: pull.headSha,
    state: pull.merged ? "merged" : pull.state,
    rows: rows.filter((row) => row !== null),
    progress: verdicts.progress,
    failures: verdicts.failures,
    outlook: verdicts.outlook,
    results: shownResults(verdicts, facts),
    plan: shownPlan(verdicts.matrix),
    names: { recommended: labels.recommended, checklist: paths.checklist },
  };
}

/** The order says whose results are published; nobody has to name a run besides. */
function isOrdered({ order, reuse }: Verdicts): boolean {
  const { kind } = order?.step ?? { kind: "over" };
  return reuse.kind === "none" && kind !== "over" && kind !== "abandoned";
}

/**
 * Whether a pull request is any of sweepbot's business: it touches what is measured, owned or set, or
 * somebody asks for a sweep. On all others, such as a mended typo, it stays silent.
 */
function isOfInterest({ changelog, sweep, signoff }: Verdicts, { config }: Facts): boolean {
  return (
    changelog.kind !== "untouched" ||
    sweep.decision.kind !== "idle" ||
    signoff.status.code !== "status_not_required" ||
    config.proposed !== null
  );
}

/** Effects, or how long they wait because nothing but numbers would change. */
export interface CardPlan {
  readonly effects: readonly Effect[];
  readonly lookAgainMs: number | null;
}

/** The card, created once for an open pull request of interest, and kept up to date from then on. */
export function planCard(verdicts: Verdicts, facts: Facts, dictionary: Dictionary): CardPlan {
  const standing = facts.comments.find((comment) => tagOf(comment, facts.app.id) === TAG);
  const welcome = facts.pull.state === "open" && isOfInterest(verdicts, facts);
  if (standing === undefined && !welcome) return { effects: [], lookAgainMs: null };
  const card = cardOf(verdicts, facts);
  const text = renderCard(card, dictionary, facts.config.inForce.languages);
  const wanted = { tag: TAG, body: `${text}\n\n${stateLine(card)}`, upkeep: "kept" as const };
  const effects = planComments([wanted], facts.comments, facts.app.id);
  const moving = card.progress !== null && verdicts.sweep.shown?.run.status !== "completed";
  const pauseMs = effects.length > 0 && moving ? pauseOf(standing, card, facts.now) : 0;
  return pauseMs > 0 ? { effects: [], lookAgainMs: pauseMs } : { effects, lookAgainMs: null };
}
