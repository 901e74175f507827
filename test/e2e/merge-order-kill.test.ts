import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { CHANGELOG } from "../support/acts.ts";
import { type Killable, openKillable } from "../support/killable.ts";
import { MERGE_SETTINGS, mergeAnother, stepOf, swept, sweepsOf } from "../support/merging.ts";
import { nth } from "../support/paths.ts";
import { botComments } from "../support/seen.ts";

jest.setTimeout(120_000);

let killable: Killable;
beforeEach(async () => {
  killable = await openKillable({ settings: MERGE_SETTINGS });
  await killable.start();
});
afterEach(async () => {
  await killable.close();
});

describe("kill -9 while a pull request is being merged", () => {
  test.each([
    ["before", "the answer", "POST", /\/issues\/1\/comments$/u],
    ["after", "the answer", "POST", /\/issues\/1\/comments$/u],
    ["after", "the commit", "POST", /\/git\/commits$/u],
    ["before", "the push", "PATCH", /\/git\/refs\/heads\//u],
    ["after", "the push", "PATCH", /\/git\/refs\/heads\//u],
    ["before", "the merge", "PUT", /\/pulls\/1\/merge$/u],
    ["after", "the merge", "PUT", /\/pulls\/1\/merge$/u],
  ] as const)("%s %s: one commit, one merge", async (when, _what, method, path) => {
    const { github, repo } = killable;
    const { pull } = await swept(killable);
    mergeAnother(repo);
    await killable.settle();
    const [head, tip] = [pull.headSha, repo.tip()];
    const killed = new Promise<void>((resolve) => {
      const trap = nth(path, 1, () => {
        killable.kill();
        resolve();
      });
      github.faults.add({ method, path: trap, when, hangUp: true, times: 1 });
    });
    pull.comment("nora", "/merge-with-reuse");
    await killed;
    await killable.gone();

    await killable.start();
    for (let look = 0; look < 6 && !pull.merged; look += 1) await killable.settle();
    await killable.settle();
    expect(pull.merged).toBe(true);
    expect(stepOf(pull)).toBe("merged");
    expect(botComments(pull, "answer-")).toHaveLength(1);
    expect(repo.record.git.commit(pull.headSha).parents).toEqual([head, tip]);
    expect(repo.record.git.commit(repo.tip()).parents).toEqual([tip]);
    expect(sweepsOf(repo, pull)).toBe(1);
    expect((repo.read(CHANGELOG) ?? "").match(/Newer image of #1"/gu)).toHaveLength(1);
  });
});
