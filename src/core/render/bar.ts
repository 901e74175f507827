/** A progress bar of six cells; any failure-free start shows an empty bar, any finished job at least one cell. */
export function progressBar(done: number, total: number): string {
  const cells = 6;
  if (total <= 0) return "░".repeat(cells);
  const exact = (done / total) * cells;
  const filled =
    done === total ? cells : Math.min(cells - 1, Math.max(done > 0 ? 1 : 0, Math.floor(exact)));
  return "▓".repeat(filled) + "░".repeat(cells - filled);
}
