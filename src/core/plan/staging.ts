import type { Verdicts } from "../decide/decide.ts";
import { withStagingSection } from "../decide/staging-record.ts";
import type { StagingVerdict } from "../decide/stagings.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { renderStagingProgress } from "../render/staging.ts";
import type { Dictionary } from "../render/words.ts";
import { marker, planComments, tagOf } from "./comments.ts";

/** Hands over what our answer has acknowledged, and lets that answer say how far it is (case STG-06). */
export function planStaging(
  { stagings }: Pick<Verdicts, "stagings">,
  facts: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  return stagings.flatMap((staging): readonly Effect[] => {
    const { dispatch, progress } = staging;
    const due: readonly Effect[] =
      progress.state === "ordered" ? [{ kind: "dispatchRepository", dispatch }] : [];
    return [...due, ...planProgress(staging, facts, dictionary)];
  });
}

function planProgress(
  { acknowledgement, progress }: StagingVerdict,
  { config, comments, app }: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const { comment, record } = acknowledgement;
  const tag = tagOf(comment, app.id);
  if (tag === null) return [];
  const site = /^https?:\/\/[^/]+/u.exec(comment.url)?.[0] ?? "https://github.com";
  const section = renderStagingProgress({ record, progress, site }, config.inForce, dictionary);
  const whole = withStagingSection(comment.body, section);
  const body = whole.slice(marker(tag).length);
  return planComments([{ tag, body, upkeep: "kept" }], comments, app.id);
}

/** How soon a request is looked at again although nothing may have happened; null when an event will tell. */
export function stagingWait({ progress }: StagingVerdict, now: number): number | null {
  if (progress.state === "sent") return progress.until - now;
  if (progress.state !== "ordered") return null;
  // What was handed over is shown by the next look; after a crash it takes until that is settled.
  return progress.isNew ? 0 : SETTLING_MS;
}

const SETTLING_MS = 5_000;
