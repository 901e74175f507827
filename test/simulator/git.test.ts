import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diffTrees } from "../../src/simulator/git/diff.ts";
import { commitsBetween, isAncestor, mergeBase } from "../../src/simulator/git/history.ts";
import { mergeTrees } from "../../src/simulator/git/merge.ts";
import { GitStore } from "../../src/simulator/git/store.ts";
import { filesOf, treeWith } from "../../src/simulator/git/tree.ts";

const signature = { name: "Mira", email: "mira@example.com", seconds: 1_767_225_600 };

function treeOf(store: GitStore, files: Readonly<Record<string, string>>): string {
  return treeWith(store, null, new Map(Object.entries(files)));
}

function commitOf(store: GitStore, tree: string, parents: readonly string[], seconds = 0): string {
  const at = { ...signature, seconds: signature.seconds + seconds };
  return store.writeCommit({ tree, parents, author: at, committer: at, message: "change" });
}

describe("object ids", () => {
  // What `git hash-object`, `git mktree` and `git commit-tree` answer for the same input.
  test("are those of git", () => {
    const store = new GitStore();
    expect(store.writeBlob("hello\n")).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
    expect(store.writeTree([])).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    const tree = treeOf(store, { "b.txt": "hello\n", "b/c.txt": "hello\n", "b-x": "x\n" });
    expect(tree).toBe("c2a14954a2c29e7ea6b2841f688b9e20d076a465");
    expect(commitOf(store, tree, [])).toBe("96f21455afc58e4ac0532a5e2f4e54c7c86db20e");
  });
});

const path = fc.stringMatching(/^[a-c](?:\/[a-c]){0,2}$/);
const fileMap = fc
  .dictionary(path, fc.stringMatching(/^[xy\n]{0,6}$/), { maxKeys: 6 })
  // A path that is both a file and a folder cannot exist.
  .filter((files) => {
    const paths = Object.keys(files);
    return !paths.some((one) => paths.some((other) => other.startsWith(`${one}/`)));
  });

describe("trees", () => {
  test("hold exactly the files they were made of", () => {
    fc.assert(
      fc.property(fileMap, (files) => {
        const store = new GitStore();
        const found = [...filesOf(store, treeOf(store, files))].map(([name, { sha }]) => [
          name,
          Buffer.from(store.blob(sha)).toString(),
        ]);
        expect(Object.fromEntries(found)).toEqual(files);
      }),
    );
  });

  test("differ by exactly what was changed, and the difference leads from one to the other", () => {
    fc.assert(
      fc.property(fileMap, fileMap, (before, after) => {
        const store = new GitStore();
        const [from, to] = [treeOf(store, before), treeOf(store, after)];
        const changes = new Map(
          diffTrees(store, from, to).flatMap(
            (one): [string, null | { sha: string; mode: string }][] => [
              ...(one.previousPath === null ? [] : [[one.previousPath, null] as [string, null]]),
              [one.path, one.after],
            ],
          ),
        );
        // Removals first: a folder may take the place of a file.
        const sorted = [...changes].toSorted(
          ([, a], [, b]) => Number(a !== null) - Number(b !== null),
        );
        expect(treeWith(store, from, new Map(sorted))).toBe(to);
      }),
    );
  });

  test("tell a move by content that stays half alike", () => {
    const store = new GitStore();
    const long = "one\ntwo\nthree\nfour\n";
    const from = treeOf(store, { "old.txt": long, "gone.txt": "q\n" });
    const to = treeOf(store, { "new.txt": `${long}five\n`, "fresh.txt": "z\n" });
    expect(
      diffTrees(store, from, to).map(({ path: name, status, previousPath }) => [
        name,
        status,
        previousPath,
      ]),
    ).toEqual([
      ["fresh.txt", "added", null],
      ["gone.txt", "removed", null],
      ["new.txt", "renamed", "old.txt"],
    ]);
  });
});

describe("history", () => {
  test("finds the newest common ancestor, also across a merge", () => {
    const store = new GitStore();
    const tree = store.writeTree([]);
    const root = commitOf(store, tree, []);
    const main = commitOf(store, tree, [root], 1);
    const side = commitOf(store, tree, [root], 2);
    const merged = commitOf(store, tree, [side, main], 3);
    const ahead = commitOf(store, tree, [main], 4);
    expect(mergeBase(store, main, side)).toBe(root);
    expect(mergeBase(store, ahead, merged)).toBe(main);
    expect(mergeBase(store, ahead, commitOf(store, tree, [], 9))).toBeNull();
    expect(isAncestor(store, side, merged)).toBe(true);
    expect(isAncestor(store, merged, side)).toBe(false);
    expect(commitsBetween(store, ahead, merged).map((commit) => commit.sha)).toEqual([
      merged,
      side,
    ]);
  });
});

type Files = Readonly<Record<string, string>>;
interface MergeCase {
  readonly name: string;
  readonly trees: readonly [base: Files, ours: Files, theirs: Files];
  readonly merged: Files | null;
}
const mergeCases: readonly MergeCase[] = [
  {
    name: "different files",
    trees: [{ a: "1\n" }, { a: "1\n", b: "2\n" }, { a: "3\n" }],
    merged: { a: "3\n", b: "2\n" },
  },
  {
    name: "a file removed on one side",
    trees: [{ a: "1\n", b: "2\n" }, { b: "2\n" }, { a: "1\n", b: "3\n" }],
    merged: { b: "3\n" },
  },
  {
    name: "the same file added alike",
    trees: [{}, { a: "1\n" }, { a: "1\n" }],
    merged: { a: "1\n" },
  },
  {
    name: "the same file added differently",
    trees: [{}, { a: "1\n" }, { a: "2\n" }],
    merged: null,
  },
  {
    name: "a file removed here and changed there",
    trees: [{ a: "1\n" }, {}, { a: "2\n" }],
    merged: null,
  },
];

describe("tree merges", () => {
  test.each(mergeCases)("$name", ({ trees, merged }) => {
    const store = new GitStore();
    const [base, ours, theirs] = [
      treeOf(store, trees[0]),
      treeOf(store, trees[1]),
      treeOf(store, trees[2]),
    ];
    const expected =
      merged === null
        ? { kind: "conflict", paths: ["a"] }
        : { kind: "merged", tree: treeOf(store, merged) };
    expect(mergeTrees(store, { base, ours, theirs })).toEqual(expected);
  });
});
