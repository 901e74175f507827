import { describe, expect, test } from "@jest/globals";
import type { Commit } from "../../../src/core/model/github.ts";
import { PULL_COMMITS } from "../../../src/core/model/limits.ts";
import { known, type Reading, unknown } from "../../../src/core/model/reading.ts";
import { readRevisions } from "../../../src/github/facts/read-revisions.ts";
import { aPull, PULL } from "../../support/build.ts";
import { aGitHub, methodsOf } from "../../support/github.ts";
import { sha } from "../given.ts";

const OTHER_PULL = PULL + 1;
const MERGE = sha(0xffff);
const pull = aPull({ state: "closed", merged: true, mergeCommitSha: MERGE });

/** A default branch, newest commit first, each with the pull requests that brought it. */
function branch(commits: readonly (readonly [string, readonly number[]])[]): {
  readonly readCommit: (sha: string) => Promise<Reading<Commit>>;
  readonly listPullsOfCommit: (sha: string) => Promise<readonly number[]>;
} {
  const shas = commits.map(([each]) => each);
  return {
    readCommit: (wanted) => {
      const at = shas.indexOf(wanted);
      const parents = shas.slice(at + 1, at + 2);
      return Promise.resolve(known({ sha: wanted, message: `commit ${at}`, parents }));
    },
    listPullsOfCommit: (wanted) =>
      Promise.resolve(commits.find(([each]) => each === wanted)?.[1] ?? []),
  };
}

describe("what a merge brought to the default branch starts", () => {
  test.each<[string, readonly (readonly [string, readonly number[]])[], string]>([
    [
      "at the parent of a squash",
      [
        [MERGE, [PULL]],
        [sha(9), [OTHER_PULL]],
      ],
      sha(9),
    ],
    [
      "at the parent of a rebase of one commit",
      [
        [MERGE, [PULL]],
        [sha(9), []],
      ],
      sha(9),
    ],
    [
      "below all commits of a rebase of three",
      [
        [MERGE, [PULL]],
        [sha(3), [PULL]],
        [sha(2), [OTHER_PULL, PULL]],
        [sha(9), [OTHER_PULL]],
        [sha(1), [PULL]],
      ],
      sha(9),
    ],
  ])("%s", async (_story, commits, base) => {
    const { github } = aGitHub(branch(commits));
    expect(await readRevisions(github, pull)).toEqual({
      kind: "known",
      value: {
        ...{ baseSha: base, tipSha: base, behindBy: 0 },
        ...{ headSha: MERGE, headMessage: "commit 0" },
      },
    });
  });

  test("at the first parent of a merge commit, though that belonged to this pull request before", async () => {
    const merge = { sha: MERGE, message: "Merge", parents: [sha(9), sha(3)] };
    const { github, calls } = aGitHub({
      readCommit: () => Promise.resolve(known(merge)),
      listPullsOfCommit: () => Promise.resolve([PULL]),
    });
    expect(await readRevisions(github, pull)).toMatchObject({ value: { baseSha: sha(9) } });
    expect(methodsOf(calls)).toEqual(["readCommit"]);
  });

  test("somewhere that is not known, where a commit on the way cannot be read", async () => {
    const { readCommit, listPullsOfCommit } = branch([
      [MERGE, [PULL]],
      [sha(3), [PULL]],
    ]);
    const { github } = aGitHub({
      listPullsOfCommit,
      readCommit: (wanted) =>
        wanted === MERGE ? readCommit(wanted) : Promise.resolve(unknown("forbidden")),
    });
    expect(await readRevisions(github, pull)).toEqual(unknown("forbidden"));
  });

  test("nowhere, where the branch begins with this pull request", async () => {
    const { github } = aGitHub(
      branch([
        [MERGE, [PULL]],
        [sha(3), [PULL]],
      ]),
    );
    expect(await readRevisions(github, pull)).toEqual(unknown("unreadable"));
  });

  test("nowhere, after more commits than a pull request has: it ends", async () => {
    const endless = branch([]);
    let step = 0;
    const { github, calls } = aGitHub({
      ...endless,
      readCommit: (wanted) => {
        step += 1;
        return Promise.resolve(known({ sha: wanted, message: "", parents: [sha(step)] }));
      },
      listPullsOfCommit: () => Promise.resolve([PULL]),
    });
    expect(await readRevisions(github, pull)).toEqual(unknown("unreadable"));
    const asked = methodsOf(calls).filter((method) => method === "listPullsOfCommit");
    expect(asked).toHaveLength(PULL_COMMITS);
  });

  test("nowhere, where the merge commit is not known or not readable", async () => {
    const { github } = aGitHub({ readCommit: () => Promise.resolve(unknown("not_found")) });
    expect(await readRevisions(github, pull)).toEqual(unknown("not_found"));
    const unnamed = { ...pull, mergeCommitSha: null };
    expect(await readRevisions(aGitHub().github, unnamed)).toEqual(unknown("not_found"));
  });
});

describe("what an open pull request brings", () => {
  const answers = {
    readBranchTip: () => Promise.resolve(sha(9)),
    compare: () =>
      Promise.resolve(known({ mergeBaseSha: sha(5), behindBy: 4, aheadBy: 1, commits: [] })),
    readCommit: () => Promise.resolve(known({ sha: sha(7), message: "Newer", parents: [sha(5)] })),
  };

  test("starts at the merge base", async () => {
    const { github } = aGitHub(answers as Parameters<typeof aGitHub>[0]);
    expect(await readRevisions(github, aPull())).toMatchObject({
      kind: "known",
      value: { baseSha: sha(5), tipSha: sha(9), behindBy: 4, headMessage: "Newer" },
    });
  });

  test.each([
    ["there is no such branch", { readBranchTip: () => Promise.resolve(null) }, "not_found"],
    [
      "the two cannot be compared",
      { compare: () => Promise.resolve(unknown("forbidden")) },
      "forbidden",
    ],
    [
      "the head cannot be read",
      { readCommit: () => Promise.resolve(unknown("not_found")) },
      "not_found",
    ],
  ])("is not known where %s", async (_story, changed, cause) => {
    const { github } = aGitHub({ ...answers, ...changed } as Parameters<typeof aGitHub>[0]);
    expect(await readRevisions(github, aPull())).toEqual({ kind: "unknown", cause });
  });
});
