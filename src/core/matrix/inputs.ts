import { parseMasters } from "../contract/master.ts";
import type { Masters } from "../contract/master.ts";
import { parseRunners } from "../contract/runners.ts";
import type { Runners } from "../contract/runners.ts";
import type { FileContent } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";

/** The files a revision's matrix is made from, in the order of `SweepPaths`; null where one is not there. */
export interface SweepInputs {
  readonly masters: readonly (FileContent | null)[];
  readonly runners: FileContent | null;
}

/** Where those files stand in the guarded repository. */
export interface SweepPaths {
  readonly masters: readonly string[];
  readonly runners: string;
  readonly changelog: string;
}

export interface ParsedInputs {
  readonly masters: Masters;
  readonly runners: Runners;
  readonly problems: readonly Problem[];
}

/** Where InferenceX keeps its recipes, pools and changelog. */
export const DEFAULT_PATHS: SweepPaths = {
  masters: ["configs/amd-master.yaml", "configs/nvidia-master.yaml"],
  runners: "configs/runners.yaml",
  changelog: "perf-changelog.yaml",
};

/** The finding that a file is not there. */
export function missingFile(path: string): Problem {
  return { code: "file_missing", severity: "error", path, line: 1, values: { path } };
}

/** Recipes and pools of a revision with everything wrong in any of its files. */
export function parseInputs(inputs: SweepInputs, paths: SweepPaths): ParsedInputs {
  const masters = parseMasters(inputs.masters.filter((file) => file !== null));
  const missing = paths.masters.filter((_, index) => (inputs.masters[index] ?? null) === null);
  const pools =
    inputs.runners === null
      ? {
          runners: { labels: new Map(), hardware: new Map() },
          problems: [missingFile(paths.runners)],
        }
      : parseRunners(inputs.runners);
  return {
    masters,
    runners: pools.runners,
    problems: [...missing.map(missingFile), ...masters.problems, ...pools.problems],
  };
}
