import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { repairChangelog } from "../core/changelog/repair.ts";
import type { Repair } from "../core/changelog/repair-terms.ts";
import { causeOf } from "./changelog-check.ts";
import { readMergeBase } from "./git/merge-base.ts";
import { readSettings } from "./git/sweep-files.ts";
import type { GitFiles } from "./git/sweep-files.ts";
import {
  DEFAULT_REPOSITORY,
  EXIT_PROBLEMS,
  EXIT_USAGE,
  UsageError,
  commitOf,
} from "./matrix-command-line.ts";
import { print, renderProblems } from "./matrix-output.ts";
import type { CliWords } from "./words.ts";

export interface FixOptions {
  readonly repo: string;
  readonly base: string;
  readonly head: string;
  readonly pr: number;
  readonly repository?: string;
  readonly output?: string;
}

const run = promisify(execFile);

/** The top folder of the working tree; null in a bare repository. */
async function readTopFolder(directory: string): Promise<string | null> {
  try {
    const { stdout } = await run("git", ["-C", directory, "rev-parse", "--show-toplevel"]);
    return stdout.replace(/\n$/u, "");
  } catch {
    return null;
  }
}

interface Repaired {
  readonly repair: Repair;
  /** Path of the changelog inside the repository. */
  readonly changelog: string;
}

async function repaired(files: GitFiles, options: FixOptions): Promise<Repaired> {
  const tip = await commitOf(files, options.base);
  const head = await commitOf(files, options.head);
  const mergeBase = await readMergeBase(options.repo, tip, head);
  if (mergeBase === null) {
    throw new UsageError("no_merge_base", { base: options.base, head: options.head });
  }
  const { paths, config } = await readSettings(files, tip);
  const path = paths.changelog;
  const versions = {
    path,
    mergeBase: await files.readFile(mergeBase, path),
    head: await files.readFile(head, path),
    baseTip: await files.readFile(tip, path),
  };
  const repository = options.repository ?? config?.changelog.linkRepository ?? DEFAULT_REPOSITORY;
  const terms = { repository, pull: options.pr, mode: "pull" } as const;
  return { repair: repairChangelog(versions, terms), changelog: path };
}

async function written(bytes: Uint8Array, path: string, words: CliWords): Promise<number> {
  try {
    await writeFile(path, bytes);
    return 0;
  } catch (error) {
    await print(process.stderr, words.say("unwritable_file", { path, cause: causeOf(error) }));
    return EXIT_USAGE;
  }
}

function writtenToPipe(bytes: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    process.stdout.write(bytes, () => {
      resolve(0);
    });
  });
}

/** Writes the repaired changelog of a pull request; the answer is the exit code (0 done, 1 refused, 2 usage). */
export async function fixBranch(
  files: GitFiles,
  options: FixOptions,
  words: CliWords,
): Promise<number> {
  const { repair, changelog } = await repaired(files, options);
  if (repair.kind === "refused") {
    await print(process.stderr, renderProblems(repair.problems, "text", words));
    await print(process.stderr, words.say("fix_refused"));
    return EXIT_PROBLEMS;
  }
  if (options.output === "-") return writtenToPipe(repair.bytes);
  const top = options.output === undefined ? await readTopFolder(options.repo) : null;
  const path = options.output ?? (top === null ? null : join(top, changelog));
  if (path === null) {
    await print(process.stderr, words.say("no_working_tree", { directory: options.repo }));
    return EXIT_USAGE;
  }
  const code = await written(repair.bytes, path, words);
  const said = repair.changed ? "fix_written" : "fix_unchanged";
  if (code === 0) await print(process.stdout, words.say(said, { path }));
  return code;
}
