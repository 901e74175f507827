import type { PatchCommand } from "./patch-command.ts";
import { documentsOf, invocationsOf, type Invocation } from "./patch-invocation.ts";
import { isDerived, placeOf, WORKSPACE, type Territory } from "./patch-place.ts";
import { OPEN, SUBSTITUTED, type Output, type PatchValue, type ValuePlace } from "./patch-value.ts";

/** What is known of the functions of the scripts: their text, by name. */
export type FunctionTexts = ReadonlyMap<string, string>;

/** What commands in `$(…)` print, as far as the scripts say; a question for the engine's place is answered with it. */
export function printedBy(
  output: Output,
  place: ValuePlace,
  about: { readonly territory: Territory; readonly functions: FunctionTexts },
): readonly PatchValue[] {
  const { territory, functions } = about;
  const inner: ValuePlace = { ...place, open: [...(place.open ?? []), SUBSTITUTED] };
  const invocations = output.commands.flatMap((command) => invocationsOf(command, inner));
  const called = invocations.map(({ name }) => functions.get(name) ?? "");
  const asks = [output.text, ...called].some((text) => isDerived(text, territory.policy));
  const inside = invocations.some((each) => namesEngine(each, territory));
  if (asks || inside) return [{ text: OPEN.text, engine: true }];
  const last = output.commands.at(-1);
  return last === undefined ? [OPEN] : lastPrinted(last, output.commands, inner);
}

function namesEngine({ words }: Invocation, territory: Territory): boolean {
  return words.some((values) => values.some((value) => placeOf(value, territory) === "engine"));
}

function lastPrinted(
  last: PatchCommand,
  commands: readonly PatchCommand[],
  place: ValuePlace,
): readonly PatchValue[] {
  const [invocation] = invocationsOf(last, place);
  if (invocation === undefined || last.feeds.length > 0) return [OPEN];
  const operands = invocation.words.filter(
    (values) => !values.some(({ text }) => text.startsWith("-")),
  );
  const [first = [OPEN]] = operands;
  switch (invocation.name) {
    case "dirname":
      return first.map(({ text, engine }) => ({ text: folderOf(text), engine }));
    case "basename":
      return first.map(({ text, engine }) => ({
        text: text.slice(text.lastIndexOf("/") + 1),
        engine,
      }));
    case "realpath":
    case "readlink":
      return first;
    case "mktemp":
      return [{ text: `/tmp/${OPEN.text}`, engine: false }];
    case "pwd":
      return folderBefore(commands, place);
    case "git":
      return last.text.includes("--show-toplevel") ? [{ text: WORKSPACE, engine: false }] : [OPEN];
    case "echo":
      return [{ text: operands.map(([value]) => value?.text ?? "").join(" "), engine: false }];
    case "cat":
      return operands.length > 0 ? [OPEN] : documentValues(last, place);
    default:
      return [OPEN];
  }
}

function documentValues(command: PatchCommand, place: ValuePlace): readonly PatchValue[] {
  const documents = documentsOf(command, place).map(({ text }) => ({
    text: text.trimEnd(),
    engine: false,
  }));
  return documents.length > 0 ? documents : [OPEN];
}

/** `$(cd "$(dirname "$0")/.." && pwd)` */
function folderBefore(commands: readonly PatchCommand[], place: ValuePlace): readonly PatchValue[] {
  const moves = commands
    .flatMap((command) => invocationsOf(command, place))
    .filter(({ name }) => name === "cd");
  return moves.at(-1)?.words.at(-1) ?? [{ text: WORKSPACE, engine: false }];
}

function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  return at < 0 ? "." : path.slice(0, at);
}
