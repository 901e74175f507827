import { parseConfig } from "../../core/config/parse.ts";
import { CONFIG_PATH, DEFAULT_CONFIG } from "../../core/model/config.ts";
import type { ConfigFacts } from "../../core/model/facts.ts";
import type { FileReading } from "../../core/model/github.ts";
import type { Problem } from "../../core/model/problem.ts";
import type { GitHubReader } from "../port.ts";

/**
 * Where nobody knows what a maintainer meant, nothing is started: the file that cannot be read may
 * have said so.
 */
const CAUTIOUS = {
  ...DEFAULT_CONFIG,
  sweep: { ...DEFAULT_CONFIG.sweep, trigger: "observe" as const },
};

/** The last configuration text of a repository that was free of mistakes. */
export interface LastGoodStore {
  read(repositoryId: number): Promise<string | null>;
  write(repositoryId: number, text: string): Promise<void>;
}

/**
 * The settings in force: the default branch's file; when that has mistakes, the last good one, else
 * the defaults. Never the pull request's own copy (architecture §4).
 */
export async function readConfig(
  github: GitHubReader,
  repositoryId: number,
  defaultTip: string,
  lastGood: LastGoodStore,
): Promise<Omit<ConfigFacts, "proposed">> {
  const file = await github.readFile(CONFIG_PATH, defaultTip);
  if (file.kind === "known" && file.value === null) {
    return { inForce: DEFAULT_CONFIG, source: "defaults", mistakes: [] };
  }
  const mistakes = mistakesIn(file);
  if (file.kind === "known" && file.value !== null && mistakes.length === 0) {
    const parsed = parseConfig(file.value.bytes);
    if (parsed.kind === "valid") {
      await lastGood.write(repositoryId, new TextDecoder().decode(file.value.bytes));
      return { inForce: parsed.config, source: "default_branch", mistakes: [] };
    }
  }
  const earlier = await lastGood.read(repositoryId);
  const parsed = earlier === null ? null : parseConfig(earlier);
  return parsed?.kind === "valid"
    ? { inForce: parsed.config, source: "last_good", mistakes }
    : { inForce: CAUTIOUS, source: "defaults", mistakes };
}

/** Every mistake of a settings file; one that cannot be read is a mistake too. */
export function mistakesIn(file: FileReading): readonly Problem[] {
  if (file.kind === "unknown") {
    const values = { cause: file.cause };
    return [{ code: "config_unreadable", severity: "error", path: CONFIG_PATH, line: 1, values }];
  }
  if (file.value === null) return [];
  const parsed = parseConfig(file.value.bytes);
  return parsed.kind === "valid" ? [] : parsed.problems;
}
