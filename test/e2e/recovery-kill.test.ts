import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { CHANGELOG } from "../support/acts.ts";
import { type Killable, openKillable } from "../support/killable.ts";
import { nth } from "../support/paths.ts";
import { lost, publication, recoveries } from "../support/recovery.ts";
import { botComments } from "../support/seen.ts";

jest.setTimeout(120_000);

let killable: Killable;
beforeEach(async () => {
  killable = await openKillable();
  await killable.start();
});
afterEach(async () => {
  await killable.close();
});

/** The requests of a recovery of #1, in their order; the recovery pull request is #2. */
const STEPS = [
  ["after", "the answer", "POST", /\/issues\/1\/comments$/u],
  ["after", "the branch", "POST", /\/git\/refs$/u],
  ["before", "the pull request", "POST", /\/pulls$/u],
  ["after", "the pull request", "POST", /\/pulls$/u],
  ["after", "the authorisation", "POST", /\/issues\/2\/comments$/u],
  ["after", "the label", "POST", /\/issues\/2\/labels$/u],
  ["before", "the entries", "PATCH", /\/git\/refs\//u],
  ["after", "the entries", "PATCH", /\/git\/refs\//u],
] as const;

describe("kill -9 while a recovery is being prepared", () => {
  test.each(STEPS)("%s %s: one recovery pull request, whole", async (when, _what, method, path) => {
    const { github, repo } = killable;
    const { pull, run } = await lost(killable);
    const killed = new Promise<void>((resolve) => {
      const trap = nth(path, 1, () => {
        killable.kill();
        resolve();
      });
      github.faults.add({ method, path: trap, when, hangUp: true, times: 1 });
    });
    const before = repo.runs().length;
    pull.comment("mira", "/recover-ingest");
    await killed;
    await killable.gone();

    await killable.start();
    await killable.settle();
    await killable.settle();
    const [recovery, ...others] = recoveries(killable);
    expect(others).toEqual([]);
    if (recovery === undefined) throw new Error("nothing was opened");
    const main = repo.read(CHANGELOG) ?? "";
    const added = (repo.read(CHANGELOG, recovery.headSha) ?? "").slice(main.length);
    expect(added.match(/- config-keys:/gu)).toHaveLength(1);
    expect(botComments(recovery, "recovery")).toHaveLength(1);
    expect(botComments(pull, "answer-")).toHaveLength(1);
    expect(recovery.labels).toHaveLength(1);
    expect(publication(pull)).toContain(`#2 publishes run ${run.id} again`);
    expect(repo.runs()).toHaveLength(before);
  });
});
