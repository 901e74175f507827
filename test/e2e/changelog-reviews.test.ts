import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { LineComment } from "../../src/core/model/effect.ts";
import { openGitHub } from "../../src/github/adapter.ts";
import { BlobCache } from "../../src/github/blob-cache.ts";
import type { GitHub } from "../../src/github/port.ts";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { appOctokit } from "../simulator/support.ts";

jest.setTimeout(60_000);

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);

let simulator: Simulator;
let github: GitHub;
let pull: SimulatedPull;
beforeAll(async () => {
  simulator = await startSimulator();
  const files = { "a.txt": LINES.join(""), "b.txt": "b\n" };
  const repo = simulator.addRepository({ owner: "acme", name: "bench", files });
  simulator.addUser("mira");
  repo.setPermission("mira", "write");
  const changed = { "a.txt": LINES.with(9, "another\n").join("") };
  pull = repo.openPull({ author: "mira", branch: "change", title: "Change", files: changed });
  github = openGitHub({
    octokit: appOctokit(simulator, "acme"),
    repository: { owner: "acme", name: "bench", repositoryId: repo.id },
    app: { id: simulator.app.id, login: simulator.app.login },
    blobs: new BlobCache(),
  });
});
afterAll(async () => {
  expect(simulator.crashes).toEqual([]);
  expect(simulator.unknownRoutes).toEqual([]);
  await simulator.close();
});

function review(comment: Partial<LineComment>, headSha = pull.headSha): Promise<unknown> {
  const comments = [{ path: "a.txt", startLine: 10, endLine: 10, body: "b", ...comment }];
  return github.createReview(pull.number, { headSha, body: "Look", comments });
}

describe("a review on lines of the diff", () => {
  test.each<[string, Partial<LineComment>, object]>([
    ["the changed line", {}, { line: 10, startLine: null }],
    [
      "lines around it, as far as GitHub shows them",
      { startLine: 7, endLine: 13 },
      { line: 13, startLine: 7 },
    ],
  ])("is taken for %s", async (_, comment, expected) => {
    await review(comment);
    expect(pull.record.reviewComments.at(-1)).toMatchObject({ path: "a.txt", ...expected });
    expect(pull.record.reviews.at(-1)).toMatchObject({ state: "COMMENTED", body: "Look" });
  });

  test.each<[string, Partial<LineComment>, string | null]>([
    ["a line that the diff does not show", { startLine: 14, endLine: 14 }, null],
    ["lines of which one is not shown", { startLine: 6, endLine: 10 }, null],
    ["a file that is not changed", { path: "b.txt", startLine: 1, endLine: 1 }, null],
    ["a commit of somewhere else", {}, "0".repeat(40)],
  ])("is refused for %s, and leaves nothing behind", async (_, comment, sha) => {
    const before = pull.record.reviews.length;
    const failure: unknown = await review(comment, sha ?? pull.headSha).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ kind: "invalid", status: 422 });
    expect(pull.record.reviews).toHaveLength(before);
  });
});

describe("trees and commits", () => {
  test("a tree lists every file of a commit, with its mode, and no folder", async () => {
    const tree = await github.listTree(pull.headSha);
    const paths =
      tree.kind === "known" ? tree.value.map(({ path, mode }) => `${mode} ${path}`) : [];
    expect(paths).toEqual(["100644 a.txt", "100644 b.txt"]);
    expect(await github.listTree("0".repeat(40))).toEqual({ kind: "unknown", cause: "not_found" });
  });

  test("a commit takes the file's bytes as they are, and what a merge brings or removes", async () => {
    const bytes = Uint8Array.of(0xff, 0x0d, 0x0a);
    const head = pull.headSha;
    const [blob] = await treeOf(head);
    const changes = [
      { path: "b.txt", mode: "100644", sha: null },
      { path: "sub/c.sh", mode: "100755", sha: blob?.sha ?? "" },
    ];
    const file = { path: "a.txt", bytes };
    const { sha } = await github.createCommit({ parents: [head], message: "Mend", file, changes });
    expect(pull.headSha).toBe(head);
    const read = await github.readFile("a.txt", sha);
    expect(read).toMatchObject({ kind: "known", value: { bytes } });
    const paths = (await treeOf(sha)).map(({ path, mode }) => `${mode} ${path}`);
    expect(paths).toEqual(["100644 a.txt", "100755 sub/c.sh"]);
    await github.advanceBranch("change", sha);
    expect(pull.headSha).toBe(sha);
    await expect(github.advanceBranch("change", head)).rejects.toMatchObject({ kind: "invalid" });
  });

  async function treeOf(
    sha: string,
  ): Promise<readonly { readonly path: string; readonly mode: string; readonly sha: string }[]> {
    const tree = await github.listTree(sha);
    return tree.kind === "known" ? tree.value : [];
  }
});
