import { COMMAND_NAMES, COMMANDS } from "./table.ts";

/** Words longer than this are no mistyped command of ours. */
const LONGEST_WORD = 40;

/** Every way to type a command as one word, with the command it stands for. */
const SPELLINGS: readonly (readonly [string, string])[] = COMMAND_NAMES.flatMap((name) => {
  const first = name.split(" ")[0] ?? name;
  const ways = [name, ...COMMANDS[name].aliases].map((way) => way.replaceAll(" ", "-"));
  return [...ways.map((way) => [way, name] as const), [first, first] as const];
});

/**
 * The command that an unknown word was probably meant to be, or null. Close means: one slip for
 * every five letters of ours, at least one; underscores and hyphens instead of a blank are free.
 */
export function suggestCommand(word: string): string | null {
  const typed = word.toLowerCase().replaceAll("_", "-");
  if (typed.length > LONGEST_WORD) return null;
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const [spelling, name] of SPELLINGS) {
    const distance = editDistance(typed, spelling);
    const allowed = Math.max(1, Math.floor(spelling.length / 5));
    if (distance <= allowed && distance < (best?.distance ?? Infinity)) best = { name, distance };
  }
  return best?.name ?? continued(typed);
}

/** `/reuse-sweep-run-now`: a command of ours with more words tied to it. */
function continued(typed: string): string | null {
  const found = SPELLINGS.find(([way]) => way.includes("-") && typed.startsWith(`${way}-`));
  return found?.[1] ?? null;
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + cost,
          swapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
