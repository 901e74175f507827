const CODE_SPAN = /(?<!`)(`+)(?!`)[^`](?:[^\n]*?[^`])?\1(?!`)/gu;
const LINK = /\[[^\][\n]{0,500}\]\([^()\s]{0,2000}\)/gu;

/**
 * Markdown of one line, cut at a blank before `most` characters and never inside a code span or a
 * link; null when it is short enough.
 */
export function cutLine(line: string, most: number): string | null {
  if (line.length <= most) return null;
  const whole = [CODE_SPAN, LINK].flatMap((pattern) =>
    [...line.matchAll(pattern)].map((found) => ({
      from: found.index,
      to: found.index + found[0].length,
    })),
  );
  let at = line.lastIndexOf(" ", most - 2);
  for (;;) {
    const inside = whole.find(({ from, to }) => from < at && at < to);
    if (at <= 0 || inside === undefined) break;
    at = line.lastIndexOf(" ", inside.from - 1);
  }
  return `${line.slice(0, Math.max(at, 0)).trimEnd()} …`;
}
