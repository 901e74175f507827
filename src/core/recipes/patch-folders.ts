import type { PatchCommand } from "./patch-command.ts";
import { invocationsOf, type Invocation } from "./patch-invocation.ts";
import { absolute, WORKSPACE } from "./patch-place.ts";
import type { PatchValue, ValuePlace } from "./patch-value.ts";

const HOME: PatchValue = { text: WORKSPACE, engine: false };

/** A change of the working folder, which ends with the shell that it is in. */
interface Move {
  readonly shells: readonly number[];
  readonly to: PatchValue;
}

/** The working folder of every command behind a `cd`, in the order of the text. */
export function foldersOf(
  commands: readonly PatchCommand[],
  place: ValuePlace,
): ReadonlyMap<PatchCommand, PatchValue> {
  const folders = new Map<PatchCommand, PatchValue>();
  const moves: Move[] = [];
  for (const command of commands) {
    const current = currentFolder(moves, command);
    if (current !== HOME) folders.set(command, current);
    const [invocation] = invocationsOf(command, place);
    const to = invocation === undefined ? null : movedTo(invocation, current);
    if (to === "back") moves.pop();
    else if (to !== null) moves.push({ shells: command.shells, to });
  }
  return folders;
}

/** Forgets what other shells did; the last move that is left counts. */
function currentFolder(moves: Move[], command: PatchCommand): PatchValue {
  for (let last = moves.at(-1); last !== undefined; last = moves.at(-1)) {
    if (last.shells.every((shell) => command.shells.includes(shell))) return last.to;
    moves.pop();
  }
  return HOME;
}

/** Where a command goes; null for one that goes nowhere. */
function movedTo({ name, words }: Invocation, current: PatchValue): PatchValue | "back" | null {
  if (name === "popd") return "back";
  if (name !== "cd" && name !== "pushd") return null;
  const [target = []] = words.filter((values) => !values.some(({ text }) => /^-./u.test(text)));
  if (target[0]?.text === "-") return "back";
  const places = target.map((value) => absolute(value, current));
  return places.find(({ engine }) => engine) ?? places[0] ?? HOME;
}
