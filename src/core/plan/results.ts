import { createHash } from "node:crypto";
import type { Verdicts } from "../decide/decide.ts";
import type { Facts } from "../model/facts.ts";
import type { ShownResults } from "../render/results.ts";

/** What the card shows of the shown run's results; null while it goes on or when it left none. */
export function shownResults(
  { results }: Pick<Verdicts, "results">,
  facts: Pick<Facts, "results" | "config">,
): ShownResults | null {
  if (results === null) return null;
  const id = String(results.runId);
  const { inference, evaluation } = facts.config.inForce.visualizer;
  return {
    verdict: results,
    picture: pictureOf(results, facts.results.pictures[id]),
    pages: {
      inference: inference.replace("{run}", id),
      evaluation: evaluation.replace("{run}", id),
    },
  };
}

/** GitHub keeps pictures by their address: another curve needs another one. */
function pictureOf(
  { curve }: NonNullable<Verdicts["results"]>,
  address: string | undefined,
): string | null {
  if (curve === null || address === undefined) return null;
  const digest = createHash("sha256").update(JSON.stringify(curve)).digest("hex").slice(0, 8);
  return `${address}&v=${digest}`;
}
