import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { protect, setUnit } from "../support/merging.ts";
import { appOctokit, statusOf } from "./support.ts";

const one = { owner: "acme", repo: "bench", pull_number: 1 } as const;
let github: Simulator;
let repo: SimulatedRepository;
let pull: SimulatedPull;
let bot: ReturnType<typeof appOctokit>;

beforeEach(async () => {
  github = await startSimulator();
  repo = github.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  repo.setPermission("mira", "write");
  const files = { "b.txt": "1\n" };
  pull = repo.openPull({ author: "mira", branch: "f", title: "F", files });
  bot = appOctokit(github, "acme");
});
afterEach(async () => {
  expect(github.crashes).toEqual([]);
  await github.close();
});

async function state(): Promise<string> {
  return (await bot.rest.pulls.get(one)).data.mergeable_state;
}

async function refusal(): Promise<string> {
  const error: unknown = await bot.rest.pulls.merge(one).catch((caught: unknown) => caught);
  return error instanceof Error ? error.message : "merged";
}

describe("what a branch asks of a pull request", () => {
  test("required checks block it until each is green, and the refusal names them", async () => {
    protect(repo, { requiredChecks: ["unit"] });
    expect([await state(), await statusOf(bot.rest.pulls.merge(one))]).toEqual(["blocked", 405]);
    expect(await refusal()).toContain('Required status check "unit" is expected.');
    setUnit(repo, pull, "pending");
    expect([await state(), await refusal()]).toEqual([
      "blocked",
      expect.stringContaining('"unit" is pending'),
    ]);
    setUnit(repo, pull, "failure");
    expect(await refusal()).toContain('"unit" is failing');
    setUnit(repo, pull, "success");
    expect(await state()).toBe("clean");
    expect(await statusOf(bot.rest.pulls.merge({ ...one, sha: repo.tip() }))).toBe(409);
    const { data } = await bot.rest.pulls.merge({ ...one, sha: pull.headSha });
    expect(data).toMatchObject({ merged: true, sha: repo.tip() });
  });

  test("a check that nobody requires makes it unstable and does not block it", async () => {
    expect(await state()).toBe("clean");
    setUnit(repo, pull, "failure");
    expect(await state()).toBe("unstable");
    expect(await refusal()).toBe("merged");
  });

  test("a branch that wants to be merged first blocks what is behind it", async () => {
    protect(repo, { upToDate: true });
    expect(await state()).toBe("clean");
    repo.commit({ author: "mira", files: { "c.txt": "1\n" } });
    expect(await state()).toBe("behind");
    expect(await refusal()).toContain("out of date");
    pull.updateBranch("mira");
    expect(await refusal()).toBe("merged");
  });
});
