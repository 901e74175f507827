import { describe, expect, test } from "@jest/globals";
import { evaluated, wordsOf } from "./support.ts";

/** The words that `show` gets at the end of a script. */
function shown(script: string): readonly string[] {
  return wordsOf(evaluated(script), "show").at(-1) ?? ["not run"];
}

describe("words become what the shell makes of them", () => {
  test.each([
    ["plain words", "show a --b=c", ["a", "--b=c"]],
    ["quotes of both kinds", `show 'a $x' "b c" d'e'"f"`, ["a $x", "b c", "def"]],
    ["a quote inside quotes", `show 'a'\\''b'`, ["a'b"]],
    ["an empty quoted word", `show "" ''`, ["", ""]],
    ["escapes", String.raw`show a\ b \"c\"`, ["a b", '"c"']],
    ["escaped JSON", String.raw`show "{\"k\": \"v\", \"n\": 1}"`, ['{"k": "v", "n": 1}']],
    ["an ANSI text", String.raw`show $'a\tb'`, ["a\tb"]],
    ["a continued line", "show a \\\n  b", ["a", "b"]],
    ["a variable", "X=1; show $X ${X}2", ["1", "12"]],
    ["a variable of several words", 'X="a b"; show $X "$X"', ["a", "b", "a b"]],
    ["an empty variable", 'X=; show $X "$X" z', ["", "z"]],
    ["a variable that nothing sets", 'show "$X" $Y', ["${X}", "*${Y}"]],
    ["an unknown part of a word", 'show "a-$X-b"', ["a-${X}-b"]],
    ["text added to a variable", 'X=a; X+=" b"; show "$X"', ["a b"]],
    ["a list", 'A=(a "b c"); show "${A[@]}"', ["a", "b c"]],
    ["a list that is added to", "A=(a); A+=(b $(:)); show ${A[@]}", ["a", "b"]],
    ["an empty list", 'A=(); show x "${A[@]}" y', ["x", "y"]],
    ["a list with comments", 'A=(\n  # one\n  --x 1 # two\n)\nshow "${A[@]}"', ["--x", "1"]],
    ["a list as one word", 'A=(a b); show "${A[*]}"', ["a b"]],
    ["a list inside a word", 'A=(a b); show "x${A[@]}y"', ["xa", "by"]],
    ["an element", 'A=(a b); show "${A[1]}" "$A"', ["b", "a"]],
    ["the length of a list", 'A=(a b); show "${#A[@]}"', ["2"]],
    ["the end of a list", 'A=(a b c); show "${A[@]:1}"', ["b", "c"]],
    ["a list if there is one", 'A=(a b); show ${A[@]+"${A[@]}"}', ["a", "b"]],
    ["arithmetic", "X=3; show $((X * (2 + 1) - 4 / 3 % 5)) $((1 + X))", ["8", "4"]],
    ["arithmetic of what is not known", "show $((2 * N))", ["$((2 * N))"]],
    ["division by nothing", "show $((1 / 0))", ["$((1 / 0))"]],
  ])("%s", (_, script, words) => {
    expect(shown(script)).toEqual(words);
  });
});

describe("parameters", () => {
  test.each([
    ["a default", "show ${X:-d} ${X-e}", ["d", "e"]],
    ["a default that is not needed", "X=1; show ${X:-d}", ["1"]],
    ["a default for an empty one", 'X=; show ${X:-d} "${X-d}"', ["d", ""]],
    ["a default with quotes and a variable", 'Y=2; show "${X:-"v$Y"}"', ["v2"]],
    ["a variable that defaults to itself", 'X="${X:-2}"; show $X', ["2"]],
    ["an assigned default", 'show "${X:=d}"; show "$X"', ["d"]],
    ["an alternative", "X=1; show a${X:+b}c${Y:+d}", ["abc"]],
    ["a demanded one", 'X=1; show "${X:?missing}"', ["1"]],
    ["what follows the last slash", 'X=a/b/c.sh; show "${X##*/}" "${X#*/}"', ["c.sh", "b/c.sh"]],
    ["what precedes a suffix", 'X=a.b.c; show "${X%.*}" "${X%%.*}"', ["a.b", "a"]],
    ["a trimmed pattern of a set", 'X=v12; show "${X#v[0-9]}"', ["2"]],
    ["a pattern that fits nowhere", 'X=abc; show "${X##*/}" "${X%z}"', ["abc", "abc"]],
    ["a replaced part", 'X=a-b-c; show "${X/-/+}" "${X//-/}"', ["a+b-c", "abc"]],
    ["letters", "X=aB; show ${X^^} ${X,,}", ["AB", "ab"]],
    ["a part", "X=abcdef; show ${X:1:2} ${X:3}", ["bc", "def"]],
    ["a length", "X=abc; show ${#X}", ["3"]],
    ["an indirect name", "Y=2; X=Y; show ${!X}", ["2"]],
    [
      "the script itself",
      'show "$(basename "$0")" "$(dirname "$0")"',
      ["x.sh", "benchmarks/single_node"],
    ],
    ["what only the shell knows", 'show "$?" "$!"', ["$?", "$!"]],
  ])("%s", (_, script, words) => {
    expect(shown(script)).toEqual(words);
  });

  test("a name that is given from outside takes no default", () => {
    const evaluation = evaluated("show ${CONC:-4} ${OTHER:-4}", { given: ["CONC"] });
    expect(wordsOf(evaluation, "show")).toEqual([["*${CONC:-4}", "4"]]);
  });
});

describe("what commands print", () => {
  test.each([
    [
      "printf with words and numbers",
      `show "$(printf '{"n":%d,"l":%.2f,"m":"%s"}' 3 2.5 mtp)"`,
      ['{"n":3,"l":2.50,"m":"mtp"}'],
    ],
    ["printf that repeats its format", `show $(printf '%s,' 1 2 3)`, ["1,2,3,"]],
    ["printf into a variable", `printf -v X '%s-%s' a b; show "$X"`, ["a-b"]],
    ["printf of a percent sign", `show "$(printf '100%%\\n')"`, ["100%"]],
    ["printf of what is not known", `show "$(printf '%s:%d' "$M" "$N")"`, ["${M}:${N}"]],
    ["echo", `show "$(echo a b)" "$(echo -n c)"`, ["a b", "c"]],
    [
      "a here-document inside a substitution",
      'K=3\nX=$(cat <<EOF\n  {"k": $K, "t": "${T:-x}"}\nEOF\n)\nshow "$X"',
      ['  {"k": 3, "t": "x"}'],
    ],
    ["a quoted here-document", "X=$(cat <<'EOF'\n$K\nEOF\n)\nshow \"$X\"", ["$K"]],
    [
      "a here-document that begins with blanks and a variable",
      'K=3\nX=$(cat <<EOF\n  $K x\n\nEOF\n)\nshow "$X"',
      ["  3 x"],
    ],
    [
      "a function that prints",
      'al() { case "$1" in 3) echo 2.49 ;; *) echo 2.27 ;; esac; }\nshow "$(al 3)" "$(al 2)"',
      ["2.49", "2.27"],
    ],
    ["nothing known", 'show "$(date)" `date`', ["$(date)", "*`date`"]],
    ["what goes elsewhere", 'show "$(echo log >&2; echo 1)"', ["1"]],
    ["a pipe", 'show "$(echo a | tr a b)"', ["$(echo a | tr a b)"]],
  ])("%s", (_, script, words) => {
    expect(shown(script)).toEqual(words);
  });

  test("a text that is printed assigns nothing", () => {
    expect(shown('X=1\necho "X=2"\necho X=3\nshow $X')).toEqual(["1"]);
  });
});
