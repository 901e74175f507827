import type { SweepOptions } from "../core/matrix/plan-sweep.ts";
import type { Settings } from "./git/sweep-files.ts";
import { UsageError } from "./matrix-command-line.ts";

export interface SweepFlags {
  readonly trimConc?: boolean | undefined;
  readonly allEvals?: boolean | undefined;
  readonly evalsOnly?: boolean | undefined;
}

async function labelOptions(
  labels: readonly string[],
  { config }: Settings,
): Promise<SweepOptions> {
  const [{ selectLabels }, { sweepOptionsOf }, { DEFAULT_CONFIG }] = await Promise.all([
    import("../core/decide/labels.ts"),
    import("../core/decide/sweep-options.ts"),
    import("../core/model/config.ts"),
  ]);
  const settings = config ?? DEFAULT_CONFIG;
  const selection = selectLabels(labels, settings);
  if (selection.kind === "conflict") {
    throw new UsageError("several_primary_labels", { labels: selection.labels.join(", ") });
  }
  return sweepOptionsOf(labels, settings);
}

const NOTHING: SweepOptions = { trimConc: false, allEvals: false, evalsOnly: false };

/** What labels and flags together ask for; two primary labels ask for nothing (decision 10). */
export async function sweepOptions(
  labels: readonly string[],
  flags: SweepFlags,
  settings: Settings,
): Promise<SweepOptions> {
  // Settings are only loaded where they say something: their reader costs a cold start a tenth of a second.
  const silent = labels.length === 0 && settings.config === null;
  const named = silent ? NOTHING : await labelOptions(labels, settings);
  return {
    ...named,
    trimConc: flags.trimConc === true || named.trimConc,
    allEvals: flags.allEvals === true || named.allEvals,
    evalsOnly: flags.evalsOnly === true || named.evalsOnly,
  };
}
