import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import * as limits from "../../src/core/model/limits.ts";

type Limit = keyof typeof limits;

const SRC = join(import.meta.dirname, "..", "..", "src");
const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.startsWith("simulator"))
  .map((path) => ({ path, text: readFileSync(join(SRC, path), "utf8") }));

/** GitHub's numbers (architecture §7), and who has to keep to each. */
const TABLE: Readonly<Record<Limit, readonly [value: number, ...keepers: string[]]>> = {
  COMMENT_CHARACTERS: [
    65_536,
    "core/render/fit.ts",
    "core/signoff/body.ts",
    "github/conversation.ts",
  ],
  STATUS_DESCRIPTION_CHARACTERS: [140, "core/render/signoff.ts", "github/checks.ts"],
  ANNOTATIONS_PER_CALL: [50, "core/render/problems.ts", "github/checks.ts"],
  CHECK_OUTPUT_CHARACTERS: [65_535, "core/render/checks.ts", "github/checks.ts"],
  PULL_COMMITS: [250, "github/pulls.ts"],
  PULL_FILES: [3_000, "github/pulls.ts"],
  DISPATCH_INPUTS: [25, "github/actions.ts"],
  MATRIX_JOBS: [256, "core/matrix/plan-sweep.ts"],
  WEBHOOK_BYTES: [26_214_400, "server/webhook.ts"],
  FILE_BYTES: [2_097_152, "core/changelog/file.ts", "github/files.ts"],
};

/** Numbers that mean something else where they stand. */
const OTHER_MEANING: readonly (readonly [path: string, number: number, why: string])[] = [
  ["server/settings.ts", 65_535, "the highest port"],
  ["server/settings.ts", 3_000, "the usual port"],
  ["cli/demo/command.ts", 3_000, "the usual port"],
  ["cli/demo/rows.ts", 140, "tokens a second of the demo"],
  ["core/config/parse.ts", 256, "kilobytes of the settings file"],
  ["github/log-ends.ts", 256, "kilobytes kept of the end of a log"],
  ["cli/git/trees.ts", 256, "megabytes of a list of files"],
  ["core/recipes/policy-text.ts", 256, "kilobytes of a policy"],
  ["core/shell/evaluate.ts", 256, "ways through a script"],
  ["core/shell/value.ts", 256, "pieces of a value"],
  ["core/shell/value.ts", 65_536, "longest value of a script's variable"],
  ["core/matrix/expand-fixed.ts", 256, "tokens kept free beside a prompt and its answer"],
];
/** The others are too common as numbers to be looked for. */
const TELLING = [65_536, 65_535, 140, 3_000, 256];

function numbersIn(text: string): readonly number[] {
  const code = text.replace(
    /\/\*[^]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"|`[^`]*`|\/(?:\\.|[^/\n])+\/[a-z]*/gu,
    " ",
  );
  return [...code.matchAll(/(?<![\w.])\d[\d_]*(?![\w.])/gu)].map(([digits]) =>
    Number(digits.replaceAll("_", "")),
  );
}

describe("GitHub's limits", () => {
  test.each(Object.entries(TABLE))(
    "%s is what GitHub says, and kept",
    (name, [value, ...keepers]) => {
      expect(limits[name as Limit]).toBe(value);
      const users = sources.filter(
        ({ path, text }) =>
          path !== "core/model/limits.ts" &&
          new RegExp(`import[^;]*\\b${name}\\b[^;]*/limits\\.ts"`, "u").test(text) &&
          text.split(new RegExp(`\\b${name}\\b`, "u")).length > 2,
      );
      expect(users.map(({ path }) => path)).toEqual(expect.arrayContaining(keepers));
    },
  );

  test("all have a row here", () => {
    expect(Object.keys(TABLE).sort()).toEqual(Object.keys(limits).sort());
  });

  test("stand nowhere else as bare numbers", () => {
    const found = sources.flatMap(({ path, text }) =>
      path === "core/model/limits.ts"
        ? []
        : [...new Set(numbersIn(text))]
            .filter((number) => TELLING.includes(number))
            .map((number) => [path, number]),
    );
    const allowed = OTHER_MEANING.map(([path, number]) => [path, number]);
    expect(found.sort()).toEqual(allowed.sort());
    expect(numbersIn('const a = 65_536; // 140\nconst b = "256";')).toEqual([65_536]);
  });
});
