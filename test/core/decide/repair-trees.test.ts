import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { mergeTrees, type TreeMerge } from "../../../src/core/decide/merge-trees.ts";
import type { TreeFile } from "../../../src/core/model/gate.ts";

type Files = Readonly<Record<string, string>>;

function treeOf(files: Files): readonly TreeFile[] {
  return Object.entries(files).map(([path, content]) => {
    const [sha = "", mode = "100644"] = content.split(" ");
    return { path, mode, sha };
  });
}

function merge(base: Files, ours: Files, theirs: Files): TreeMerge {
  const sides = { base: treeOf(base), ours: treeOf(ours), theirs: treeOf(theirs) };
  return mergeTrees(sides, ["log"]);
}

describe("a merge of whole files", () => {
  test.each<[string, readonly [Files, Files, Files], Files | readonly string[]]>([
    ["what only they changed is taken", [{ a: "1" }, { a: "1" }, { a: "2" }], { a: "2" }],
    ["what only we changed stays", [{ a: "1" }, { a: "2" }, { a: "1" }], {}],
    ["what both changed alike stays", [{ a: "1" }, { a: "2" }, { a: "2" }], {}],
    ["what they added is taken", [{}, { b: "1" }, { a: "2" }], { a: "2" }],
    ["what they took away goes", [{ a: "1" }, { a: "1" }, {}], { a: "gone" }],
    ["their mode is taken", [{ a: "1" }, { a: "1" }, { a: "1 100755" }], { a: "1 100755" }],
    ["what both changed is a conflict", [{ a: "1" }, { a: "2" }, { a: "3" }], ["a"]],
    ["what we changed and they took away, too", [{ a: "1" }, { a: "2" }, {}], ["a"]],
    ["a mode against a content, too", [{ a: "1" }, { a: "1 100755" }, { a: "2" }], ["a"]],
    ["the changelog is left apart", [{ log: "1" }, { log: "2" }, { log: "3" }], {}],
    ["a file of ours where they have a folder", [{}, { a: "1" }, { "a/b": "2" }], ["a"]],
    ["a folder of ours where they have a file", [{}, { "a/b": "1" }, { a: "2" }], ["a"]],
    [
      "a file that becomes a folder is taken",
      [{ a: "1" }, { a: "1" }, { "a/b": "2" }],
      { a: "gone", "a/b": "2" },
    ],
  ])("%s", (_, sides, expected) => {
    const result = merge(...sides);
    if (result.kind === "conflict") expect(result.paths).toEqual(expected);
    else {
      const changes = result.changes.map(({ path, sha, mode }) => {
        const content = mode === "100644" ? sha : `${sha ?? ""} ${mode}`;
        return [path, sha === null ? "gone" : content];
      });
      expect(Object.fromEntries(changes)).toEqual(expected);
    }
  });

  test("without conflict it is the same whoever merges whom", () => {
    const files = fc.dictionary(
      fc.constantFrom("a", "b", "c", "d"),
      fc.constantFrom("1", "2", "3"),
    );
    const done = (ours: Files, result: TreeMerge): Files | null => {
      if (result.kind === "conflict") return null;
      const tree = new Map(Object.entries(ours));
      for (const { path, sha } of result.changes) {
        if (sha === null) tree.delete(path);
        else tree.set(path, sha);
      }
      return Object.fromEntries(tree);
    };
    fc.assert(
      fc.property(files, files, files, (base, one, two) => {
        expect(done(one, merge(base, one, two))).toEqual(done(two, merge(base, two, one)));
      }),
    );
  });
});
