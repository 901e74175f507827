import type { Facts } from "../model/facts.ts";
import { waitsForUpstream } from "../signoff/check-recipe-link.ts";
import type { SignoffVerdict } from "./signoff.ts";

const HOUR_MS = 3_600_000;
/** An upstream recipe that was not merged for so long is looked for no longer (spec/signoff §5.5). */
const UPSTREAM_PATIENCE_MS = 14 * 24 * HOUR_MS;

/** No event tells that an upstream recipe was merged or published: it is asked about every hour. */
export function signoffWait(
  { rows, covering }: SignoffVerdict,
  { now, pull }: Pick<Facts, "now" | "pull">,
): number | null {
  if (pull.state === "closed" || !rows.some(waitsForUpstream)) return null;
  const newest = Math.max(...covering.map(({ source }) => source.updatedAt));
  return now - newest < UPSTREAM_PATIENCE_MS ? HOUR_MS : null;
}
