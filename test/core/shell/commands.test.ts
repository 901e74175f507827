import { describe, expect, test } from "@jest/globals";
import { shellText } from "../../../src/core/model/shell.ts";
import { readCommands } from "../../../src/core/shell/commands.ts";
import { parsed } from "./support.ts";

/** The first words of all commands of a script. */
function names(text: string): readonly string[] {
  return readCommands(parsed(text)).map(({ nameText }) => nameText);
}

describe("every simple command is listed, wherever it stands", () => {
  test.each([
    ["in conditions", "if ! a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["in pipes and lists", "a | b && c || d & e", ["a", "b", "c", "d", "e"]],
    [
      "in subshells, braces and loops",
      "( a ); { b; }; for x in 1; do c; done; while d; do e; done",
      ["a", "b", "c", "d", "e"],
    ],
    ["in functions that nobody calls", "f() { a; }", ["a"]],
    ["in substitutions", 'X=$(a "$(b)") c `d` "e $(f)"', ["c", "a", "b", "d", "f"]],
    ["in here-documents", "cat <<EOF\n$(a)\nEOF\n", ["cat", "a"]],
    ["in cases", "case x in a) b ;; *) c ;; esac", ["b", "c"]],
    ["declarations among them", "export A=1; unset A; local x", ["export", "unset", "local"]],
  ])("%s", (_, text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  test("with words, what is set for it, redirects, here-document, line and function", () => {
    const script = parsed("\nf() {\n  A=1 cat -u \"$x\" > out <<'EOF'\n$y\nEOF\n}\n");
    const [command] = readCommands(script);
    const text = (node: Parameters<typeof shellText>[1]): string => shellText(script, node);
    expect(command).toMatchObject({ nameText: "cat", line: 3, within: "f" });
    expect(command?.words.map(text)).toEqual(["-u", '"$x"']);
    expect(command?.assignments.map(text)).toEqual(["A=1"]);
    expect(command?.redirects.map(({ type }) => type)).toEqual([
      "file_redirect",
      "heredoc_redirect",
    ]);
    expect(command?.heredoc?.quoted).toBe(true);
    expect(
      command?.heredoc === null || command === undefined ? "" : text(command.heredoc.body),
    ).toBe("$y\n");
  });

  test("a command after a function stands in none", () => {
    expect(readCommands(parsed("f() { a; }\nb\n")).map(({ within }) => within)).toEqual([
      "f",
      null,
    ]);
  });
});
