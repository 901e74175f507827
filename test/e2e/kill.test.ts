import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL, openRecipePull } from "../support/acts.ts";
import { type Killable, openKillable } from "../support/killable.ts";
import { nth } from "../support/paths.ts";
import { plainState } from "../support/plain-state.ts";
import { counts } from "../support/seen.ts";

jest.setTimeout(120_000);

interface Boundary {
  readonly request: string;
  readonly method: string;
  readonly path: RegExp;
  /** Which such request after the label was put on. */
  readonly which: number;
}

/** Every request of the look that dispatches, from the claim on; reads of the facts come before it. */
const BOUNDARIES: readonly Boundary[] = [
  { request: "the head is read again", method: "GET", path: /\/pulls\/1$/u, which: 2 },
  { request: "check runs are listed", method: "GET", path: /\/check-runs$/u, which: 2 },
  { request: "the key is written down", method: "POST", path: /\/check-runs$/u, which: 1 },
  { request: "the dispatch", method: "POST", path: /\/dispatches$/u, which: 1 },
  { request: "the card is edited", method: "PATCH", path: /\/issues\/comments\/\d+$/u, which: 1 },
];

let wanted: ReturnType<typeof plainState>;
beforeAll(async () => {
  const killable = await openKillable();
  await labelled(killable, () => undefined);
  await killable.settle();
  wanted = plainState(killable.repo);
  expect(wanted.dispatches).toHaveLength(1);
  await killable.close();
});

let killable: Killable;
afterAll(async () => {
  await killable.close();
});

/** A pull request that the bot knows, then a sweep label on it. */
async function labelled(pair: Killable, arm: () => void): Promise<void> {
  await pair.start();
  const pull = openRecipePull(pair.repo);
  await pair.settle();
  arm();
  pull.label("nora", FULL_LABEL);
}

describe("kill -9 while a sweep is being dispatched", () => {
  test.each(
    BOUNDARIES.flatMap((boundary) => [
      { ...boundary, when: "before" as const },
      { ...boundary, when: "after" as const },
    ]),
  )("$when $request: exactly one dispatch", async ({ method, path, which, when }) => {
    killable = await openKillable();
    const { github, repo } = killable;
    await new Promise<void>((resolve, reject) => {
      const trap = nth(path, which, () => {
        killable.kill();
        resolve();
      });
      labelled(killable, () => {
        github.faults.add({ method, path: trap, when, hangUp: true, times: 1 });
      }).catch(reject);
    });
    await killable.gone();

    await killable.start();
    await killable.settle();
    expect(github.dispatches).toHaveLength(1);
    expect(counts(repo.pull(1))).toEqual({ cards: 1, reminders: 1, visualizers: 0 });
    await killable.settle();
    expect(plainState(repo)).toEqual(wanted);
    await killable.close();
  });
});
