import type { Word } from "./patch-command.ts";
import type { PatchHit } from "./patch-code.ts";
import type { PatchPolicy } from "./policy-patches.ts";
import type { PatchUnit } from "./patch-unit.ts";
import { pythonCode } from "./patch-python-text.ts";

/** P0: a word that says "patch", in what is executed or in a variable's name (spec/signoff §3.10). */
export function wordHits(unit: PatchUnit, policy: PatchPolicy): readonly PatchHit[] {
  const { listing, path } = unit;
  const places = [
    ...listing.assignments.map(({ name, values, line, text }) => ({
      texts: [name, ...values.flatMap(plainTexts)],
      line,
      text,
    })),
    ...listing.functions.map(({ name, line }) => ({ texts: [name], line, text: name })),
    ...listing.commands.map((command) => ({
      texts: isSaid(command) ? [] : [...command.words, ...command.into].flatMap(plainTexts),
      line: command.line,
      text: command.text,
    })),
    ...unit.programs.flatMap(({ text, line }) =>
      pythonCode(text).map((code, at) => ({
        texts: [code.outside],
        line: line + at,
        text: code.text.trim(),
      })),
    ),
  ];
  const first = places.find(({ texts }) => texts.some((text) => saysPatch(text, policy)));
  return first === undefined
    ? []
    : [{ code: "patch_word", path, line: first.line, text: first.text }];
}

/** What is only printed is not executed. */
function isSaid(command: {
  readonly words: readonly Word[];
  readonly into: readonly Word[];
}): boolean {
  const [first] = command.words[0] ?? [];
  return (
    first?.kind === "text" &&
    /^(?:echo|printf|log|warn|info)$/u.test(first.text) &&
    command.into.length === 0
  );
}

function plainTexts(word: Word): readonly string[] {
  return word.flatMap((piece) => {
    if (piece.kind === "text") return [piece.text];
    return piece.kind === "variable" ? [piece.name] : [];
  });
}

function saysPatch(text: string, policy: PatchPolicy): boolean {
  const rest = policy.harmlessWords.reduce(
    (left, word) => left.replaceAll(word, ""),
    text.toLowerCase(),
  );
  return /patch|monkey/u.test(rest);
}
