import type { Outlook, Queue } from "../decide/outlook.ts";
import type { Remaining } from "../decide/remaining.ts";
import { MARKDOWN } from "./voice.ts";
import { say, type Words } from "./words.ts";

/** Pools that have a line of their own; the others share one. */
const SHOWN_QUEUES = 4;

/** What a running sweep still has before it, a line each, as Markdown; none while nothing is known. */
export function outlookLines(outlook: Outlook | null, words: Words): readonly string[] {
  if (outlook === null) return [];
  const { oldest, queues, remaining } = outlook;
  return [
    ...(oldest === null ? [] : [oldestLine(oldest, words)]),
    ...queueLines(queues, words),
    ...(remaining === null ? [] : [remainingLine(remaining, words)]),
  ];
}

function oldestLine({ name, minutes }: NonNullable<Outlook["oldest"]>, words: Words): string {
  return say(words, "card.outlook_oldest", { name, age: timeOf(minutes, words) }, MARKDOWN);
}

function queueLines(queues: readonly Queue[], words: Words): readonly string[] {
  const rest = queues.slice(SHOWN_QUEUES);
  const waiting = rest.reduce((total, queue) => total + queue.waiting, 0);
  return [
    ...queues
      .slice(0, SHOWN_QUEUES)
      .map((queue) => say(words, "card.outlook_queue", { ...queue }, MARKDOWN)),
    ...(rest.length === 0 ? [] : [say(words, "card.outlook_more", { waiting }, MARKDOWN)]),
  ];
}

function remainingLine({ minutes, pastJobs, nominal }: Remaining, words: Words): string {
  const kind = nominal ? (pastJobs === 0 ? "nominal" : "mixed") : "past";
  const basis = say(words, `card.outlook_left_${kind}`, { jobs: pastJobs }, MARKDOWN);
  return say(
    words,
    "card.outlook_left",
    { time: timeOf(rounded(minutes), words), basis },
    MARKDOWN,
  );
}

/** An estimate is no more exact than this: five minutes, from an hour on ten. */
function rounded(minutes: number): number {
  if (minutes < 5) return minutes;
  const step = minutes < 60 ? 5 : 10;
  return Math.ceil(minutes / step) * step;
}

function timeOf(total: number, words: Words): string {
  const hours = Math.floor(total / 60);
  const minutes = total % 60;
  if (hours === 0) return say(words, "card.time_minutes", { minutes }, MARKDOWN);
  if (minutes === 0) return say(words, "card.time_hours", { hours }, MARKDOWN);
  return say(words, "card.time_both", { hours, minutes }, MARKDOWN);
}
