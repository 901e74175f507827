import { describe, expect, test } from "@jest/globals";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import { decidePatches } from "../../../src/core/recipes/patches.ts";
import { patchInput, type Texts } from "../../support/patch-check.ts";
import { PATCH_IDIOMS } from "../../support/patch-idioms.ts";
import { CLEAN_FILES, CLEAN_SCRIPTS } from "../../support/patch-scripts.ts";

/** What the scripts declare that they offload to. */
const POINT = {
  entry: { router: { name: "none" } },
  space: { "kv-offload-backend": { name: "lmcache" } },
  settings: [],
  script: null,
  recipeFile: null,
} as unknown as RecipePoint;

function outcomesOf(head: Texts): readonly string[] {
  const findings = decidePatches(patchInput({ base: CLEAN_FILES, head, touched: [POINT] }));
  return findings
    .filter(({ outcome }) => outcome !== "pass")
    .map(({ code, path, line, values }) => `${code} ${path}:${line} ${values["what"]}`);
}

/** Where a person would put a line: after the first lines, at the end, in a branch, in a function, in a subshell. */
const PLACES: Readonly<Record<string, (script: string, lines: string) => string>> = {
  "after the first line": (script, lines) => script.replace("\n", `\n${lines}\n`),
  "at the end": (script, lines) => `${script}\n${lines}\n`,
  "in a branch": (script, lines) => `${script}\nif [[ "$TP" -gt 4 ]]; then\n${lines}\nfi\n`,
  "in a function": (script, lines) => `prepare() {\n${lines}\n}\n${script}\nprepare\n`,
  "in a subshell": (script, lines) => `${script}\n(\n${lines}\n)\n`,
};

describe("scripts that patch nothing", () => {
  test.each(Object.entries(CLEAN_SCRIPTS))("%s", (path, script) => {
    expect(outcomesOf({ ...CLEAN_FILES, [path]: script })).toEqual([]);
  });
});

describe("whatever patches the engine is found", () => {
  test.each(PATCH_IDIOMS)("%s", (_, lines) => {
    const missed = Object.entries(CLEAN_SCRIPTS).flatMap(([path, script]) =>
      Object.entries(PLACES)
        .filter(
          ([, put]) => outcomesOf({ ...CLEAN_FILES, [path]: put(script, lines) }).length === 0,
        )
        .map(([place]) => `${path} ${place}`),
    );
    expect(missed).toEqual([]);
  });
});
