import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { looseListing } from "../../../src/core/recipes/patch-loose.ts";
import { waiverGaps } from "../../../src/core/recipes/waiver.ts";
import { isLike } from "../../../src/core/recipes/star-words.ts";
import { PATCH_POLICY, PATCHED_SCRIPT, saidAbout, saidOf } from "../../support/patch-check.ts";

/** What scripts are made of, in any order. */
const TOKENS = [
  ...["sed", "-i", "patch", "-p1", "git", "apply", "pip", "install", "vllm", "python3", "-c", "-"],
  ...["bash", "eval", "cd", "find", "-exec", "{}", "\\;", "xargs", "docker", "-v", "cp", "source"],
  ...["$X", "${X:-$Y}", "${X%/*}", '"$@"', "$(", ")", "`", "<(", "((", "))", "[[", "]]", "{", "}"],
  ...[
    "X=",
    "Y=$X",
    "X=$Y",
    "A=(",
    "A+=(",
    "<<EOF\n",
    "\nEOF\n",
    "<<'E'\n",
    "\nE\n",
    "<<<",
    ">",
    ">>",
  ],
  ...["|", "&&", "||", ";", "&", "\n", "#", "'", '"', "\\", "if", "then", "fi", "for", "in", "do"],
  ...["done", "case", "esac", "f()", "/opt/vllm/x.py", "../", "*", "export", "\u0000", "é", "if !"],
];
const soup = fc
  .array(fc.constantFrom(...TOKENS), { maxLength: 60 })
  .map((words) => words.join(" "));
const OUTCOMES = /^(?:fail|human|pass|na) /u;

describe("whatever stands in a file, check 10 says something about it", () => {
  test("in a script, a Dockerfile, a recipe and in Python", () => {
    fc.assert(
      fc.property(
        soup,
        fc.constantFrom(PATCHED_SCRIPT, "Dockerfile", "benchmarks/x.yaml", "benchmarks/x.py"),
        (text, path) => {
          const said = saidAbout({ [path]: text });
          expect(said.length).toBeGreaterThan(0);
          expect(said.every((each) => OUTCOMES.test(each))).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("in a text for a shell, of which no command is passed over", () => {
    fc.assert(
      fc.property(soup, (text) => {
        const words = looseListing(
          `${text.replaceAll(/['"\\`#(){}<>$\n]/gu, "")}\npatch -p1`,
          1,
        ).commands.flatMap((command) => command.words.flat());
        expect(words).toContainEqual({ kind: "text", text: "patch" });
      }),
      { numRuns: 200 },
    );
  });

  test("in a waiver", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
        expect(waiverGaps(text, PATCH_POLICY.waiver).length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("nothing takes longer than a script is long", () => {
  test.each([
    ["values that double", `A=x\n${"A=$A$A\n".repeat(200)}sed -i s/a/b/ $A`],
    [
      "names in a circle",
      Array.from({ length: 500 }, (_, at) => `V${at}=$V${(at + 1) % 500}`).join("\n") +
        "\nsed -i s/a/b/ $V0",
    ],
    [
      "many values",
      `${Array.from({ length: 2_000 }, (_, at) => `A=/tmp/${at}`).join("\n")}\ncp x "$A$A$A"`,
    ],
    ["nested texts", `bash -c ${"'bash -c ".repeat(200)}`],
    ["nested substitutions", `A=${"$(echo ".repeat(150)}x${")".repeat(150)}`],
    ["quotes that never end", `bash -c "${"'".repeat(20_000)}"`],
    ["a long line", `pip install ${"pandas ".repeat(20_000)}`],
    [
      "functions that call each other",
      'f() { sed -i s/a/b/ "$1"; g "$1"; }\ng() { f "$1"; }\nf "$1"',
    ],
  ])(
    "%s",
    (_, script) => {
      expect(saidOf(script).every((each) => OUTCOMES.test(each))).toBe(true);
    },
    5_000,
  );

  test("scripts that run each other", () => {
    const paths = Array.from({ length: 40 }, (_, at) => `benchmarks/s${at}.sh`);
    const all = paths.map((path) => `bash ${path}`).join("\n");
    expect(saidAbout(Object.fromEntries(paths.map((path) => [path, all])))).toEqual([
      "pass patches_none",
    ]);
  }, 10_000);

  test("words with stars", () => {
    expect(isLike("a".repeat(100_000), "*a*a*a*a*a*a*a*b")).toBe(false);
    expect(isLike("one-two-three", "one*three")).toBe(true);
    expect(isLike("aba", "ab*ba")).toBe(false);
  }, 2_000);
});
