import type { ParsedCommand } from "./parse.ts";
import type { CommandName } from "./table.ts";

export type ReadCommand = Extract<ParsedCommand, { readonly kind: "command" }>;

/** The last command of these names in one comment: for reuse the last one wins. */
export function lastOf(
  commands: readonly ParsedCommand[],
  names: readonly CommandName[],
): ReadCommand | null {
  return (
    commands.findLast(
      (parsed): parsed is ReadCommand => parsed.kind === "command" && names.includes(parsed.name),
    ) ?? null
  );
}

/** A comment's commands and when its present text was given: at its creation or its last edit. */
export interface GivenCommands {
  readonly commentId: number;
  readonly givenAt: number;
  readonly commands: readonly ParsedCommand[];
}

/**
 * The order in force among several comments: the one given last, an edit counting as giving
 * (case CMD-16); at equal times the higher comment id; within a comment the last line.
 */
export function newestOrder(
  given: readonly GivenCommands[],
  names: readonly CommandName[],
): { readonly commentId: number; readonly command: ReadCommand } | null {
  const inOrder = [...given].sort(
    (one, other) => other.givenAt - one.givenAt || other.commentId - one.commentId,
  );
  for (const { commentId, commands } of inOrder) {
    const command = lastOf(commands, names);
    if (command !== null) return { commentId, command };
  }
  return null;
}
