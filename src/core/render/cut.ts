const CODE_SPAN = /(?<!`)(`+)(?!`)[^`](?:[^\n]*?[^`])?\1(?!`)/gu;
const LINK = /\[[^\][\n]{0,500}\]\([^()\s]{0,2000}\)/gu;

/** How far back a blank is looked for; Chinese has few. */
const BACK = 40;

/** Markdown of one line, cut before `most` characters and never inside a code span or a link; null when it is short enough. */
export function cutLine(line: string, most: number): string | null {
  if (line.length <= most) return null;
  const whole = [CODE_SPAN, LINK].flatMap((pattern) =>
    [...line.matchAll(pattern)].map(({ index, 0: found }) => ({
      from: index,
      to: index + found.length,
    })),
  );
  const startOf = (at: number): number =>
    whole.find(({ from, to }) => from < at && at < to)?.from ?? at;
  let end = most - 2;
  while (startOf(end) < end) end = startOf(end);
  const blank = line.lastIndexOf(" ", end);
  if (blank > Math.max(0, end - BACK) && startOf(blank) === blank) end = blank;
  // Half an escape or half a character would show.
  const kept = line.slice(0, end).replace(/(?:\\|&\w{0,8}|[\uD800-\uDBFF])$/, "");
  return `${kept.trimEnd()} …`;
}
