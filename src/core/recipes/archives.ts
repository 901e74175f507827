import type { Reading } from "../model/reading.ts";
import type { SourceText } from "../model/sources.ts";

/** Where recipes stand that are not run any more. */
const ARCHIVE = /^configs\/deprecated\/.*\.ya?ml$/u;

/** True for a file that keeps retired recipes; check 7 asks for those of the merge base that change. */
export function isArchive(path: string): boolean {
  return ARCHIVE.test(path);
}

/** Whether the recipe stood in the archive; one that was not read may have held it. */
export function wasArchived(key: string, file: Reading<SourceText | null>): boolean {
  if (file.kind === "unknown") return true;
  const text = file.value?.text ?? "";
  return text.split(/\r?\n/u).some((line) => nameOf(line) === key);
}

function nameOf(line: string): string | null {
  const [, quoted, plain] =
    /^(?:"([^"]{1,300})"|'?([^\s#:'][^:']{0,300})'?)[ \t]*:/u.exec(line) ?? [];
  return quoted ?? plain ?? null;
}
