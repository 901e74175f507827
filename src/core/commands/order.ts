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
