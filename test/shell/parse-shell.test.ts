import { describe, expect, test } from "@jest/globals";
import { shellText, type ShellNode, type ShellScript } from "../../src/core/model/shell.ts";
import { loadShellParser } from "../../src/shell/parse-shell.ts";

const parse = await loadShellParser();

describe("a script is read as a tree", () => {
  test("with the names of the grammar, the line and the text of each piece", () => {
    const script = parsed('é="ü"\nX="${X:-2}"\n');
    const [first, second] = script.root.children;
    expect(first).toMatchObject({ type: "variable_assignment", line: 1, named: true });
    expect(second?.children.map(({ field, type }) => [field, type])).toEqual([
      ["name", "variable_name"],
      [null, "="],
      ["value", "string"],
    ]);
    expect(second === undefined ? "" : shellText(script, second)).toBe('X="${X:-2}"');
  });

  test("heredocs inside substitutions belong to their command", () => {
    const script = parsed("A=$(cat <<E\nsed -i x y\nE\n)\n");
    expect(script.errorLines).toEqual([]);
    expect(typesIn(script.root)).toContain("heredoc_body");
  });

  test("what the grammar does not explain is told by its line", () => {
    expect(parsed("a=1\nif foo; then\n").errorLines).toEqual([2]);
  });
});

describe("a script that nobody wrote by hand is given up", () => {
  test.each([
    ["longer than half a mebibyte", "a".repeat(512 * 1024 + 1)],
    ["of half a million pieces", "a=1\n".repeat(130_000)],
    ["nested four hundred deep", "(".repeat(1_000) + "a" + ")".repeat(1_000)],
    ["that keeps the parser guessing", "[[".repeat(250_000)],
  ])("%s", (_, text) => {
    expect(parse(text)).toEqual({ kind: "too_large" });
  });

  test("and the next one is read as if nothing had been", () => {
    parse("[[".repeat(250_000));
    expect(parsed("a=1\n").errorLines).toEqual([]);
  });
});

function parsed(text: string): Extract<ShellScript, { kind: "parsed" }> {
  const script = parse(text);
  if (script.kind !== "parsed") throw new Error("The script was given up");
  return script;
}

function typesIn(node: ShellNode): readonly string[] {
  return [node.type, ...node.children.flatMap(typesIn)];
}
