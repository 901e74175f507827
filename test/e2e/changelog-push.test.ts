import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { BranchPush } from "../../src/core/model/effect.ts";
import { openGitHub } from "../../src/github/adapter.ts";
import { BlobCache } from "../../src/github/blob-cache.ts";
import type { ExecuteContext, Outcome } from "../../src/github/execution.ts";
import { pushCommitOnce } from "../../src/github/push-commit.ts";
import { openRecords } from "../../src/records.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { appOctokit } from "../simulator/support.ts";
import { CHANGELOG, openRecipePull } from "../support/acts.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterAll(async () => {
  await story.close();
});

const TEXT = "mended\n";

/** A push of the head's mended changelog, as a pass decided it on that head. */
function pushOf(pull: SimulatedPull, key: string): BranchPush {
  const { headSha, headRef } = pull;
  const file = { path: CHANGELOG, bytes: new TextEncoder().encode(TEXT) };
  const commit = { parents: [headSha], message: `Mend\n\n${key}`, file, changes: [] };
  return { key, headSha, branch: headRef, fork: null, commit };
}

function contextFor(pull: SimulatedPull): ExecuteContext {
  const { github, repo, host } = story;
  const { owner, name, id: repositoryId } = repo;
  const reader = openGitHub({
    octokit: appOctokit(github, owner),
    repository: { owner, name, repositoryId },
    app: { id: github.app.id, login: github.app.login },
    blobs: new BlobCache(),
  });
  const installationId = github.installationId(owner);
  return {
    github: reader,
    pull: { installationId, repositoryId, owner, name, pull: pull.number },
    claims: openRecords(host.database).claimStore,
    now: story.clock.now,
    dispatchGraceMs: 500,
    repositoryOf: () => Promise.resolve(reader),
    takeTurn: () => Promise.resolve(false),
    audit: () => Promise.resolve(),
  };
}

async function push(pull: SimulatedPull, key: string, wish = pushOf(pull, key)): Promise<Outcome> {
  return pushCommitOnce(wish, contextFor(pull));
}

describe("pushing a repair", () => {
  test("moves the branch by one commit, and only once for its key", async () => {
    const pull = openRecipePull(story.repo);
    const before = pull.headSha;
    const wish = pushOf(pull, "once");
    expect(await push(pull, "once", wish)).toEqual({
      kind: "done",
      note: `pushed:${pull.headSha}`,
    });
    const after = pull.headSha;
    expect(story.repo.record.git.commit(after).parents).toEqual([before]);
    expect(story.repo.read(CHANGELOG, after)).toBe(TEXT);
    expect(await push(pull, "once", wish)).toEqual({ kind: "done", note: `pushed:${after}` });
    expect(pull.headSha).toBe(after);
  });

  test("stops when the head has moved since it was judged, and may be decided anew", async () => {
    const pull = openRecipePull(story.repo);
    const wish = pushOf(pull, "moved");
    const theirs = pull.push({ "README.md": "mine\n" });
    expect(await push(pull, "moved", wish)).toEqual({ kind: "stale", note: "head_moved" });
    expect(pull.headSha).toBe(theirs);
    expect(await push(pull, "moved")).toMatchObject({ kind: "done" });
    expect(pull.headSha).not.toBe(theirs);
  });

  test("never forces: a head that moves between the look and the push stays", async () => {
    const { github, repo } = story;
    const pull = openRecipePull(repo);
    const wish = pushOf(pull, "race");
    let theirs = "";
    const context = contextFor(pull);
    const late = {
      ...context,
      github: {
        ...context.github,
        createCommit: async (commit: BranchPush["commit"]) => {
          const made = await context.github.createCommit(commit);
          theirs = pull.push({ "README.md": "faster\n" });
          return made;
        },
      },
    };
    expect(await pushCommitOnce(wish, late)).toEqual({ kind: "stale", note: "head_moved" });
    expect(pull.headSha).toBe(theirs);
    expect(github.crashes).toEqual([]);
  });

  test("does nothing to a pull request that was closed meanwhile", async () => {
    const pull = openRecipePull(story.repo);
    const wish = pushOf(pull, "closed");
    pull.close();
    expect(await push(pull, "closed", wish)).toEqual({ kind: "stale", note: "head_moved" });
    expect(pull.headSha).toBe(wish.headSha);
  });
});
