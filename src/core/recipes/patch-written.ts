import type { PatchCommand } from "./patch-command.ts";
import { documentsOf } from "./patch-invocation.ts";
import type { Run } from "./patch-run.ts";
import { HOLE, valuesOf, type ValuePlace } from "./patch-value.ts";

/** Texts that a command writes into a file that something may run later. */
export function writtenScripts(command: PatchCommand, place: ValuePlace): readonly Run[] {
  const documents = documentsOf(command, place);
  if (documents.length === 0) return [];
  const at = { ...place, within: command.within };
  const texts = [...command.into, ...command.words.slice(1)].flatMap((word) =>
    valuesOf(word, at).map(({ text }) => text),
  );
  const kind = texts.some((text) => text.endsWith(".py"))
    ? "python"
    : texts.some((text) => /\.(?:sh|bash|slurm|sbatch)$/u.test(text))
      ? "shell"
      : null;
  const unsaid = texts.length === 0 || texts.some((text) => text.endsWith(HOLE));
  return documents.flatMap(({ text, line }): readonly Run[] => {
    const shebang = /^#!.*\b(python|bash|sh)/u.exec(text)?.[1];
    const known =
      kind ?? (shebang === undefined ? null : shebang === "python" ? "python" : "shell");
    if (known !== null) return [{ kind: known, text, line, args: [] }];
    return unsaid
      ? (["python", "shell"] as const).map((each) => ({ kind: each, text, line, args: [] }))
      : [];
  });
}
