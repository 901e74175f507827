import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { Signatures } from "./core/causes/signatures.ts";

const FILE = join(import.meta.dirname, "..", "signatures", "failures.yml");

/** Loads how failures are told apart, once, at start; a malformed file throws with its name. */
export function loadSignatures(file = FILE): Signatures {
  const parsed = Signatures.safeParse(parse(readFileSync(file, "utf8")));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
