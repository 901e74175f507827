import { expect, test } from "@jest/globals";
import { decidePatches } from "../../../src/core/recipes/patches.ts";
import { indexPaths, referencesIn } from "../../../src/core/recipes/references.ts";
import type { SourceSide } from "../../../src/core/model/sources.ts";
import { patchInput } from "../../support/patch-check.ts";
import { CLEAN_FILES, CLEAN_SCRIPTS } from "../../support/patch-scripts.ts";

/** What is read of a side when only some paths are asked for, and then what those name. */
function asRead(side: SourceSide, paths: readonly string[]): SourceSide {
  const index = indexPaths(Object.keys(side.texts));
  const wanted = new Set(paths);
  for (const path of wanted) {
    const reading = side.texts[path];
    if (reading?.kind !== "known" || reading.value === null) continue;
    for (const named of referencesIn(reading.value, index)) wanted.add(named);
  }
  const read = Object.entries(side.texts).filter(([path]) => wanted.has(path));
  return { ...side, texts: Object.fromEntries(read) };
}

test.each(Object.entries(CLEAN_SCRIPTS))(
  "what check 10 follows from %s is read",
  (path, script) => {
    const input = patchInput({ base: CLEAN_FILES, head: { ...CLEAN_FILES, [path]: script } });
    const { head, base, policy } = input.sources;
    const sources = { head: asRead(head, [path]), base: asRead(base, [path]), policy };
    const codes = decidePatches({ ...input, sources }).map(({ code }) => code);
    expect(codes).not.toContain("patch_unread");
  },
);
