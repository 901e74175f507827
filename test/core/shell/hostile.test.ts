import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readCommands } from "../../../src/core/shell/commands.ts";
import { evaluateScript } from "../../../src/core/shell/evaluate.ts";
import { loadShellParser } from "../../../src/shell/parse-shell.ts";
import { evaluated } from "./support.ts";

const parse = await loadShellParser();

const TOKENS = [
  ...["if", "then", "else", "elif", "fi", "for", "x", "in", "do", "done", "while", "case", "esac"],
  ...[
    "[",
    "]",
    "[[",
    "]]",
    "((",
    "))",
    "(",
    ")",
    "{",
    "}",
    ";",
    ";;",
    ";&",
    "\n",
    "&&",
    "||",
    "|",
    "!",
  ],
  ...[
    "X=1",
    "X+=$X$X",
    "A=(",
    "A+=(",
    '"${A[@]}"',
    "$X",
    "${X:-",
    "${X##*",
    "$(",
    "`",
    '"',
    "'",
    "$((",
    "X",
  ],
  ...[
    "<<EOF",
    "\nEOF\n",
    "f()",
    "f",
    "exit",
    "return",
    "local X=",
    "export",
    "=",
    "-eq",
    "1",
    "*",
    "\\",
  ],
  ...[
    "source",
    "eval",
    "printf '%s%d' ",
    "break",
    "continue",
    "unset X",
    "--speculative-config",
    "&",
  ],
];

describe("whatever stands in a script, looking at it ends", () => {
  test("token soup is followed and listed without a throw and within its steps", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TOKENS), { maxLength: 120 }),
        fc.boolean(),
        (soup, marked) => {
          const script = parse(soup.join(" "));
          if (script.kind !== "parsed") return;
          const marker = marked ? /--speculative-config/ : null;
          const options = { environment: {}, given: [], marker, sources: new Map() };
          const evaluation = evaluateScript({ path: "x.sh", script }, options);
          expect(evaluation.runs.length).toBeLessThan(20_000);
          expect(readCommands(script).length).toBeLessThan(20_000);
        },
      ),
      { numRuns: 400 },
    );
  });

  test.each([
    ["a text that doubles", `X=aa\n${"X=$X$X\n".repeat(2_000)}show "$X"\n`],
    ["a list that doubles", `A=(a b)\n${'A=("${A[@]}" "${A[@]}")\n'.repeat(200)}show "\${A[@]}"\n`],
    ["thousands of conditions", 'if [ "$A" = 1 ]; then X+=a; fi\n'.repeat(2_000)],
    [
      "thousands of different conditions",
      Array.from({ length: 2_000 }, (_, at) => `[ $A${at} ] && X+=${at}`).join("\n"),
    ],
    [
      "one condition of many parts",
      `if [[ ${"( $A = 1 || $B = 2 ) && ".repeat(100)} $C = 3 ]]; then X=1; fi\nshow $X\n`,
    ],
    ["loops in loops", `${"for x in 1 2 3 4 5 6 7 8; do ".repeat(12)} f; ${"done; ".repeat(12)}\n`],
    ["a function that calls itself", "f() { f; f; }\nf\n"],
    [
      "functions that call each other",
      Array.from({ length: 40 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join("\n") +
        "\nf0\n",
    ],
    ["substitutions in substitutions", `show ${'"$(echo '.repeat(60)}a${')"'.repeat(60)}\n`],
    [
      "a pattern of stars",
      `X=${"a".repeat(4_000)}\n${`show "\${X##${"*a".repeat(200)}b}" "\${X%%b${"*a".repeat(200)}}"\n`.repeat(20)}`,
    ],
    [
      "a case of many patterns",
      `case $A in ${Array.from({ length: 3_000 }, (_, at) => `p${at}*) X+=a ;;`).join(" ")} esac\n`,
    ],
  ])("%s", (_, script) => {
    const started = performance.now();
    evaluated(script, { marker: /show|X/ });
    evaluated(script);
    // Steps are counted, never timed: this only says that a step is a small thing.
    expect(performance.now() - started).toBeLessThan(8_000);
  });
});
