import type { FileContent, FileReading } from "./github.ts";
import { known, type Reading } from "./reading.ts";

/** The content of a file that was read; null where there is none. */
export function contentOf(file: FileReading): FileContent | null {
  return file.kind === "known" ? file.value : null;
}

/** A file as text; null where it is not there. */
export function textOf(file: FileReading): Reading<string | null> {
  if (file.kind === "unknown") return file;
  return known(file.value === null ? null : new TextDecoder().decode(file.value.bytes));
}
