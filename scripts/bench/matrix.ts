/** How fast recipes are read and expanded, cold and warm, on the real files of the shared material. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GitObjects } from "../../src/cli/git/objects.ts";
import { GitFiles } from "../../src/cli/git/sweep-files.ts";
import { judgeChangelog } from "../../src/core/changelog/judge.ts";
import { NO_FILTER } from "../../src/core/matrix/expand.ts";
import { generateRows } from "../../src/core/matrix/generate.ts";
import { DEFAULT_PATHS, parseInputs } from "../../src/core/matrix/inputs.ts";
import type { SweepInputs } from "../../src/core/matrix/inputs.ts";
import { planSweep } from "../../src/core/matrix/plan-sweep.ts";
import type { FileContent } from "../../src/core/model/github.ts";
import { sharedFolder } from "../../test/support/shared-folder.ts";

type Print = (line: string) => void;

const REPEATS = 11;
const COLD_AIM_MS = 600;
const NEW_CHANGELOG_AIM_MS = 120;
const KNOWN_AIM_MS = 15;

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function repeated(work: () => void): number {
  return median(Array.from({ length: REPEATS }, () => timed(work)));
}

function report(print: Print, title: string, ms: number, aimMs: number): void {
  const verdict = ms <= aimMs ? "within" : "over";
  print(`${title}: ${ms.toFixed(1)} ms (${verdict} the aim of ${aimMs} ms)`);
}

/** The whole process, as a person starts it. */
function cold(folder: string): number {
  const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
  const args = ["matrix", "--repo", folder, "--base", "HEAD~1", "--head", "HEAD"];
  return repeated(() => {
    const { status } = spawnSync(process.execPath, [main, ...args]);
    if (status !== 0) throw new Error("sweepbot matrix failed on the real files");
  });
}

interface Change {
  readonly base: SweepInputs;
  readonly head: SweepInputs;
  readonly before: FileContent | null;
  readonly after: FileContent;
}

async function readChange(files: GitFiles): Promise<Change> {
  const { changelog } = DEFAULT_PATHS;
  const after = await files.readFile("HEAD", changelog);
  if (after === null) throw new Error("The real changelog is missing");
  return {
    base: await files.readInputs("HEAD~1", DEFAULT_PATHS),
    head: await files.readInputs("HEAD", DEFAULT_PATHS),
    before: await files.readFile("HEAD~1", changelog),
    after,
  };
}

/** What the bot does for a pull request: the bytes of the changelog, then the plan. */
function validate({ base, head, before, after }: Change): void {
  judgeChangelog(
    { path: DEFAULT_PATHS.changelog, mergeBase: before, head: after, baseTip: before },
    { repository: "SemiAnalysisAI/InferenceX", pull: null, mode: "main" },
  );
  planSweep({
    ...{ base, head, changelog: { base: before, head: after }, paths: DEFAULT_PATHS },
    refs: { base: "HEAD~1", head: "HEAD" },
    options: { trimConc: false, allEvals: false, evalsOnly: false },
  });
}

function warm(print: Print, change: Change): void {
  validate(change);
  const fresh = repeated(() => {
    validate({ ...change, after: { ...change.after } });
  });
  report(print, "validation with a new changelog blob", fresh, NEW_CHANGELOG_AIM_MS);
  const known = repeated(() => {
    validate(change);
  });
  report(print, "validation with all blobs known", known, KNOWN_AIM_MS);
  const inputs = parseInputs(change.head, DEFAULT_PATHS);
  const recipes = [...inputs.masters.recipes.values()];
  let rows = 0;
  const ms = repeated(() => {
    const filter = { ...NO_FILTER, evals: "marked" } as const;
    rows = generateRows(recipes, inputs.runners, filter).jobs.length;
  });
  const rate = Math.round((rows * 1000) / ms);
  print(`rows of key *: ${rows} in ${ms.toFixed(1)} ms, ${rate.toLocaleString("en")} a second`);
}

/** Prints the figures of issue 3; says so where the real files are missing. */
export async function benchMatrix(print: Print): Promise<void> {
  if (sharedFolder === null) {
    print("matrix: skipped, needs the shared material");
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), "sweepbot-bench-"));
  const bundle = join(sharedFolder, "data", "inferencex-data.bundle");
  execFileSync("git", ["clone", "--quiet", "--bare", bundle, folder]);
  const objects = new GitObjects(folder);
  try {
    report(print, "sweepbot matrix, whole process", cold(folder), COLD_AIM_MS);
    warm(print, await readChange(new GitFiles(objects)));
  } finally {
    await objects.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
