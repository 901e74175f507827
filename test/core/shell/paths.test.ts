import { describe, expect, test } from "@jest/globals";
import { literalOf } from "../../../src/core/shell/value.ts";
import { evaluated, runsOf, wordsOf } from "./support.ts";

/** The words that `show` gets on each path. */
function ways(
  script: string,
  environment: Readonly<Record<string, string>> = {},
): readonly string[] {
  return wordsOf(evaluated(script, { environment }), "show").map((words) => words.join(" "));
}

describe("every path is followed", () => {
  test.each([
    ["both branches", 'if [ "$A" = 1 ]; then X=a; else X=b; fi; show $X', ["a", "b"]],
    ["no branch taken", 'X=b; if [ -n "$A" ]; then X=a; fi; show $X', ["a", "b"]],
    [
      "elif",
      "if [ $A -le 4 ]; then X=a; elif [ $A -le 8 ]; then X=b; else X=c; fi; show $X",
      ["a", "b", "c"],
    ],
    [
      "the same condition twice",
      'if [ "$A" = 1 ]; then X=a; else X=b; fi\nif [[ $A == 1 ]]; then Y=a; else Y=b; fi; show $X$Y',
      ["aa", "bb"],
    ],
    [
      "its opposite",
      'if [ "$A" = 1 ]; then X=a; else X=b; fi\nif [ "$A" != "1" ]; then Y=b; else Y=a; fi; show $X$Y',
      ["aa", "bb"],
    ],
    [
      "another value of the same variable",
      'if [ "$A" = 1 ]; then X=a; else X=b; fi\nif [ "$A" = 1 ]; then Y=1; elif [ "$A" = 2 ]; then Y=2; else Y=3; fi; show $X$Y',
      ["a1", "b2", "b3"],
    ],
    [
      "bounds",
      'if (( C <= 16 )); then X=a; else X=b; fi\nif [ "$C" -lt 17 ]; then Y=a; else Y=b; fi; show $X$Y',
      ["aa", "bb"],
    ],
    [
      "bounds that follow from others",
      "if [ $C -gt 64 ]; then X=a; else X=b; fi\nif [ $C -ge 32 ]; then Y=a; else Y=b; fi; show $X$Y",
      ["aa", "ba", "bb"],
    ],
    [
      "a number equal to a text",
      'if [ "$T" -eq 8 ]; then X=a; else X=b; fi\nif [ "$T" = 8 ]; then Y=a; else Y=b; fi; show $X$Y',
      ["aa", "bb"],
    ],
    [
      "a compound condition twice",
      "if [[ $A = 1 && $B = 1 ]]; then X=a; else X=b; fi\nif [[ $A = 1 && $B = 1 ]]; then Y=a; else Y=b; fi; show $X$Y",
      ["aa", "bb"],
    ],
    [
      "tests without quotes, and, or, not",
      "if [[ ! $A = 1 || $B = 1 && $C != 2 ]]; then X=a; else X=b; fi\nif [ ! $A = 1 -o $B = 1 -a $C != 2 ]; then :; fi; show $X",
      ["a", "b"],
    ],
    ["two tests in a row", '[ "$A" = 1 ] && [ "$B" = 1 ] && X=a || X=b; show $X', ["a", "b"]],
    ["and, or", 'X=b; [ "$A" = 1 ] && X=a; show $X', ["a", "b"]],
    ["a path that ends", 'if [ "$A" = 1 ]; then X=a; else echo no >&2; exit 1; fi; show $X', ["a"]],
    [
      "a path that a list ends",
      '[ "$A" = 1 ] || { echo no; exit 1; }\nif [ "$A" = 1 ]; then X=a; else X=b; fi; show $X',
      ["a"],
    ],
    ["case", 'case "$A" in 1|2) X=a ;; moon*) X=b ;; *) X=c ;; esac; show $X', ["a", "b", "c"]],
    [
      "case of a known value",
      'A=moonlight; case "$A" in 1|2) X=a ;; moon*) X=b ;; *) X=c ;; esac; show $X',
      ["b"],
    ],
    ["case that goes on", "case 1 in 1) X=a ;& 2) X=${X}b ;; 3) X=c ;; esac; show $X", ["ab"]],
    ["a command that may fail", "X=a; if grep -q y z; then X=b; fi; show $X", ["b", "a"]],
    ["not", "X=a; if ! grep -q y z; then X=b; fi; show $X", ["a", "b"]],
    [
      "a function that is a test",
      'is_a() { [ "$A" = 1 ]; }\nif is_a; then X=a; else X=b; fi\nif [ $A = 1 ]; then Y=a; else Y=b; fi; show $X$Y',
      ["aa", "bb"],
    ],
    [
      "a function's positional and local names",
      "X=o; f() { local X=$1; Y=$X; }; f a; show $X$Y",
      ["oa"],
    ],
    ["a return", "f() { X=a; return 0; X=b; }; f; show $X", ["a"]],
    ["a subshell", "X=a; (X=b); show $X", ["a"]],
    ["a pipe", "X=a; echo | X=b; show $X", ["a"]],
    ["braces", "X=a; { X=b; } 2>/dev/null; show $X", ["b"]],
    ["a short loop", "for x in a b; do Y+=$x; done; show $Y", ["ab"]],
    ["a short loop that breaks", "for x in a b; do Y=$x; break; done; show $Y", ["a"]],
    ["a long loop", 'X=a; while read -r l; do X+=$l; done < f; show "$X"', ["${X}"]],
    ["what is unset", 'export X=a; unset X; show "[$X]"', ["[]"]],
    ["what is counted", 'X=3; ((X++)); show "$X"', ["${X}"]],
    ["what arithmetic sets", 'X=3; (( X = 4 )); show "$X"', ["${X}"]],
    ["what arithmetic sets in passing", 'X=3; Y=$((X++)); show "$X"', ["${X}"]],
    ["what arithmetic only compares", "X=3; (( X == 3 )) && show $X", ["3"]],
    ["what `let` sets", 'X=3; let X=4; show "$X"', ["${X}"]],
    ["what is read", 'X=a; read -r X; show "$X"', ["${X}"]],
    [
      "test as a word",
      'if test "$A" = 1; then X=a; else X=b; fi; if [ "$A" = 1 ]; then Y=a; else Y=b; fi; show $X$Y',
      ["aa", "bb"],
    ],
    ["a pattern", "X=mtp-3; if [[ $X == mtp* ]]; then Y=a; else Y=b; fi; show $Y", ["a"]],
  ])("%s", (_, script, expected) => {
    expect([...ways(script)].sort()).toEqual([...expected].sort());
  });

  test.each([
    ["false", ["sim"]],
    ["true", ["real"]],
  ])("with EVAL_ONLY=%s only its branch is", (value, expected) => {
    const script = 'if [ "${EVAL_ONLY:-false}" != "true" ]; then X=sim; else X=real; fi; show $X';
    expect(ways(script, { EVAL_ONLY: value })).toEqual(expected);
  });
});

describe("what may set anything leaves a doubt", () => {
  test.each([
    ["text that is run", 'eval "X=4"', "unsupported"],
    ["text that is not known", 'eval "$COMMAND"', "unsupported"],
    ["text that only shows something", 'eval "echo a"', null],
    ["another name for a variable", "declare -n R=X; R=4", "unsupported"],
    ["a script that was not given", "source benchmarks/other.sh", "unsupported"],
    ["a library", "source benchmarks/lib.sh", null],
    ["an environment", "source .venv/bin/activate", null],
    ["a case that goes on looking", "case x in x) X=1 ;;& *) X=2 ;; esac", "unsupported"],
  ])("%s", (_, script, gaveUp) => {
    const libraries = ["benchmarks/lib.sh"];
    expect(evaluated(`${script}\n`, { libraries }).gaveUp).toBe(gaveUp);
  });
});

describe("what is told of a command", () => {
  test("the conditions of its paths, those that all of them share", () => {
    const script = 'if [ "$A" = 1 ]; then show a; else show b; fi; show c';
    expect(runsOf(evaluated(script), "show").map(({ conditions }) => conditions)).toEqual([
      ['"$A" = 1'],
      ['not "$A" = 1'],
      [],
    ]);
  });

  test("what is exported to it, and what is set for it alone", () => {
    const script = "A=1; export B=2; C=3 show; export A; D=4 nohup env E=5 show";
    const environments = runsOf(evaluated(script), "show").map(({ environment }) =>
      [...environment].map(([name, value]) => `${name}=${literalOf(value)}`),
    );
    expect(environments).toEqual([
      ["B=2", "C=3"],
      ["A=1", "B=2", "D=4", "E=5"],
    ]);
  });

  test("what it is fed and where it writes", () => {
    const [run] = runsOf(evaluated('F=a.yml; N=3\ncat > "$F" <<EOF\n  n: $N\nEOF\n'), "cat");
    expect(run?.input === null || run === undefined ? null : literalOf(run.input)).toBe("  n: 3\n");
    expect(run?.writes.map((each) => [each.operator, literalOf(each.destination)])).toEqual([
      [">", "a.yml"],
    ]);
  });

  test("the functions that it runs in, with their arguments", () => {
    const [run] = runsOf(
      evaluated('start() { show "$@"; }\nmain() { start a b; }\nmain\n'),
      "show",
    );
    expect(run?.within).toEqual(["main", "start"]);
    expect(run?.words.map(({ value }) => literalOf(value))).toEqual(["show", "a", "b"]);
  });

  test("a function that nobody calls runs nothing", () => {
    expect(ways("f() { show a; }\n")).toEqual([]);
  });

  test("a command that is the words of a list has their first as its name", () => {
    expect(wordsOf(evaluated('C=(/opt/vllm serve "$M"); "${C[@]}" > log 2>&1 &'), "vllm")).toEqual([
      ["serve", "${M}"],
    ]);
  });

  test("a script that is sourced runs, found by its path", () => {
    const script = 'source "$(dirname "$0")/../common.sh"\nshow $X; inner\n';
    const sources = { "benchmarks/common.sh": "X=1\ninner() { show in; }\n" };
    expect(wordsOf(evaluated(script, { sources }), "show")).toEqual([["1"], ["in"]]);
  });
});

describe("paths that differ in nothing that matters become one", () => {
  const switches = Array.from({ length: 12 }, (_, at) => `if [ "$S${at}" = 1 ]; then A${at}=1; fi`);

  test("however many other conditions there are", () => {
    const script = `${switches.join("\n")}\nif [ $C -le 4 ]; then K=3; else K=2; fi\nserve --spec "$K" "$A1"\n`;
    const evaluation = evaluated(script, { marker: /--spec/ });
    expect(evaluation.gaveUp).toBeNull();
    expect(wordsOf(evaluation, "serve")).toEqual([
      ["--spec", "3", "${A1}"],
      ["--spec", "2", "${A1}"],
    ]);
  });

  test("a flag that decides about what matters is kept apart", () => {
    const script =
      'F=no\nif [ $C -le 4 ]; then F=yes; fi\nif [ $F = yes ]; then K=3; else K=2; fi\nif [ $F = yes ]; then L=a; else L=b; fi\nserve --spec "$K-$L"\n';
    expect(wordsOf(evaluated(script, { marker: /--spec/ }), "serve")).toEqual([
      ["--spec", "3-a"],
      ["--spec", "2-b"],
    ]);
  });

  test("without a marker the paths are counted, and beyond 256 it is given up", () => {
    expect(evaluated(switches.join("\n")).gaveUp).toBe("paths");
    expect(evaluated(switches.slice(0, 8).join("\n"))).toMatchObject({ gaveUp: null, paths: 256 });
  });
});
