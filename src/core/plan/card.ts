import { createHash } from "node:crypto";
import type { Verdicts } from "../decide/decide.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { type Card, renderCard } from "../render/card.ts";
import { shownPlan } from "../render/plan-table.ts";
import {
  changelogRow,
  configRow,
  matrixRow,
  mergeRow,
  reuseRow,
  signoffRow,
  sweepRow,
} from "../render/rows.ts";
import { sharedWorkRow } from "../render/shared-work.ts";
import type { Dictionary } from "../render/words.ts";
import { shownResults } from "./results.ts";
import { planComments, tagOf } from "./comments.ts";

/** While only numbers move, the card is edited no more often than this (architecture §7, issue 5). */
const CARD_PAUSE_MS = 15_000;
const TAG = "card";

/** What the status card says, as data. */
export function cardOf(verdicts: Verdicts, facts: Facts): Card {
  const { pull, config } = facts;
  const { labels, paths } = config.inForce;
  const rows = [
    configRow(config),
    changelogRow(verdicts.changelog),
    matrixRow(verdicts.matrix),
    pull.state === "open" ? sharedWorkRow(verdicts.gate.shared, facts.repository) : null,
    sweepRow(verdicts.sweep),
    reuseRow(verdicts.reuse, verdicts.merge.kind),
    pull.merged ? null : signoffRow(verdicts.signoff),
    mergeRow(verdicts.merge),
  ];
  return {
    headSha: pull.headSha,
    state: pull.merged ? "merged" : pull.state,
    rows: rows.filter((row) => row !== null),
    progress: verdicts.progress,
    results: shownResults(verdicts, facts),
    plan: shownPlan(verdicts.matrix),
    names: { recommended: labels.recommended, checklist: paths.checklist },
  };
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

/** The card, created once for an open pull request of interest, and kept up to date from then on. */
export function planCard(
  verdicts: Verdicts,
  facts: Facts,
  dictionary: Dictionary,
): { readonly effects: readonly Effect[]; readonly lookAgainMs: number | null } {
  const standing = facts.comments.find((comment) => tagOf(comment, facts.app.id) === TAG);
  const welcome = facts.pull.state === "open" && isOfInterest(verdicts, facts);
  if (standing === undefined && !welcome) return { effects: [], lookAgainMs: null };
  const card = cardOf(verdicts, facts);
  const state = stateLine(card);
  const text = renderCard(card, dictionary, facts.config.inForce.languages);
  const wanted = { tag: TAG, body: `${text}\n\n${state}`, upkeep: "kept" as const };
  const effects = planComments([wanted], facts.comments, facts.app.id);
  const pauseMs = effects.length === 0 ? 0 : pauseOf(standing, state, verdicts, facts.now);
  return pauseMs > 0 ? { effects: [], lookAgainMs: pauseMs } : { effects, lookAgainMs: null };
}

/** How long an edit waits: only while a sweep runs and nothing but numbers would change. */
function pauseOf(
  standing: Comment | undefined,
  state: string,
  { progress, sweep }: Verdicts,
  now: number,
): number {
  const moving = progress !== null && sweep.shown?.run.status !== "completed";
  if (standing === undefined || !moving || !standing.body.includes(state)) return 0;
  return Math.max(0, standing.updatedAt + CARD_PAUSE_MS - now);
}

/** Changes when anything but a number on the card does. */
function stateLine(card: Card): string {
  const said = card.rows.map((row) => `${row.mark} ${row.code}`);
  const failed = (card.progress?.failed ?? 0) > 0;
  const text = JSON.stringify([card.headSha, card.state, failed, said]);
  return `<!-- sweepbot:state ${createHash("sha256").update(text).digest("hex").slice(0, 12)} -->`;
}
