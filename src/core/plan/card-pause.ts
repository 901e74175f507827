import { createHash } from "node:crypto";
import type { Comment } from "../model/github.ts";
import type { Card } from "../render/card.ts";

/** While only numbers move, the card is edited no more often than this (architecture §7, issue 5) … */
const CARD_PAUSE_MS = 15_000;
/** … and only when so much of all jobs has ended since, … */
const WORTH_AN_EDIT = 1 / 20;
/** … or after this long: age and time left get old. */
const CARD_AGES_MS = 15 * 60_000;

const STATE = /<!-- sweepbot:state (?<hash>[0-9a-f]{12}) (?<done>\d{1,6}) -->/u;

/** The hidden line by which a standing card tells what it shows: a hash of all but the numbers, and the jobs that had ended. */
export function stateLine(card: Card): string {
  return `<!-- sweepbot:state ${stateOf(card)} ${card.progress?.done ?? 0} -->`;
}

/** How long the edit of a running sweep's card waits, in milliseconds; zero where more than numbers would change. */
export function pauseOf(standing: Comment | undefined, card: Card, now: number): number {
  const shown = STATE.exec(standing?.body ?? "")?.groups;
  if (standing === undefined || shown?.["hash"] !== stateOf(card)) return 0;
  const { done, total } = card.progress ?? { done: 0, total: 0 };
  const moved = Math.abs(done - Number(shown["done"]));
  const pauseMs = moved > 0 && moved >= total * WORTH_AN_EDIT ? CARD_PAUSE_MS : CARD_AGES_MS;
  return Math.max(0, standing.updatedAt + pauseMs - now);
}

/** Changes when anything but a number on the card does. */
function stateOf(card: Card): string {
  const said = card.rows.map((row) => `${row.mark} ${row.code}`);
  const { failed = 0, families = [] } = card.progress ?? {};
  const started = families.some((family) => family.running + family.done > 0);
  const text = JSON.stringify([card.headSha, card.state, failed > 0, started, said]);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
