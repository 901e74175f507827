import type { TreeReading } from "./gate.ts";
import type { Reading } from "./reading.ts";
import type { ShellScript } from "./shell.ts";

/** A text file of a commit; `shell` is set for bash scripts. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
  readonly shell: ShellScript | null;
}

/**
 * What was read of a commit: every path of its tree, and the texts that the checks asked for. A text
 * that is not in `texts` was not asked for; `known(null)` says that the commit has no such file.
 */
export interface SourceSide {
  readonly commitSha: string;
  readonly tree: TreeReading;
  readonly texts: Readonly<Record<string, Reading<SourceText | null>>>;
}

/**
 * The files that decide what a recipe measures, at head and at the merge base, and the policy that
 * stands on the default branch (spec/signoff §0.2: never from the head).
 */
export interface SourceFiles {
  readonly head: SourceSide;
  readonly base: SourceSide;
  readonly policy: SourceSide;
}

/** A text of a side; what was not asked for is unreadable, never absent. */
export function textAt(side: SourceSide, path: string): Reading<SourceText | null> {
  const own = Object.hasOwn(side.texts, path) ? side.texts[path] : undefined;
  return own ?? { kind: "unknown", cause: "unreadable" };
}
