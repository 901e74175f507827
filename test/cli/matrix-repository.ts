/** A Git repository of the small recipes, on disk, and the command line over it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { master, RUNNERS } from "../core/matrix/fixture.ts";
import { AMD, entry, NVIDIA } from "../core/matrix/repository.ts";

export const OLD_CHANGELOG = `- config-keys:
    - nv.b
  description:
    - first
  pr-link: https://github.com/SemiAnalysisAI/InferenceX/pull/1
`;

export const NEW_ENTRY = entry("nv.a, amd-mn")
  .replace("[nv.a, amd-mn]", "\n    - nv.a\n    - amd-mn")
  .replace('["d"]', "\n    - second")
  .replace("pr-link: L", "pr-link: XXX");

export interface Repository {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Commits everything under a tag. */
  readonly commit: (tag: string) => void;
  readonly git: (...args: readonly string[]) => string;
  readonly remove: () => void;
}

const SMALL: Readonly<Record<string, string>> = {
  "configs/amd-master.yaml": master(AMD),
  "configs/nvidia-master.yaml": master(NVIDIA),
  "configs/runners.yaml": RUNNERS,
  "perf-changelog.yaml": OLD_CHANGELOG,
};

/** A repository with these files on branch `main`, tagged `base`; the small recipes where none are named. */
export function createRepository(files = SMALL): Repository {
  const folder = mkdtempSync(join(tmpdir(), "sweepbot-cli-"));
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", folder, ...args], { stdio: "pipe" }).toString();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const commit = (tag: string): void => {
    git("add", ".");
    git("commit", "--quiet", "--message", tag);
    git("tag", tag);
  };
  git("init", "--quiet", "--initial-branch", "main");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.com");
  git("config", "color.ui", "always");
  for (const [path, text] of Object.entries(files)) write(path, text);
  commit("base");
  return {
    ...{ folder, git, write, commit },
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one command of the command line in a process of its own. */
export function run(
  command: "lint" | "matrix" | "signoff" | "validate",
  ...args: readonly string[]
): Outcome {
  const module = new URL(`../../src/cli/${command}.ts`, import.meta.url).href;
  const script = `const m = await import(${JSON.stringify(module)}); await m.${command}Command().parseAsync(process.argv.slice(1), { from: "user" });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", script, "--", ...args],
    { encoding: "utf8" },
  );
  return { status, stdout, stderr };
}
