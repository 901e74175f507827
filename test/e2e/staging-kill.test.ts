import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Killable, openKillable } from "../support/killable.ts";
import { nth } from "../support/paths.ts";
import { botComments } from "../support/seen.ts";
import { handedOver, progress, staged, STAGING_SETTINGS } from "../support/staging.ts";

jest.setTimeout(120_000);

let killable: Killable;
beforeEach(async () => {
  killable = await openKillable({ settings: STAGING_SETTINGS });
  await killable.start();
});
afterEach(async () => {
  await killable.close();
});

const ANSWER = /\/issues\/1\/comments$/u;
const HANDOVER = /\/repos\/acme\/results-app\/dispatches$/u;

describe("kill -9 while a run is being staged", () => {
  test.each([
    ["before", "the acknowledgement", ANSWER],
    ["after", "the acknowledgement", ANSWER],
    ["before", "the handover", HANDOVER],
    ["after", "the handover", HANDOVER],
  ] as const)("%s %s: one acknowledgement and exactly one handover", async (when, _what, path) => {
    const { github, repo } = killable;
    const { pull } = await staged(killable);
    const killed = new Promise<void>((resolve) => {
      const trap = nth(path, 1, () => {
        killable.kill();
        resolve();
      });
      github.faults.add({ method: "POST", path: trap, when, hangUp: true, times: 1 });
    });
    pull.comment("nora", "/stage-results");
    await killed;
    await killable.gone();
    // What was received shows by a run that names it.
    for (const { key } of handedOver(killable, pull)) receive(String(key));

    await killable.start();
    await killable.settle();
    await killable.settle();
    expect(handedOver(killable, pull)).toHaveLength(1);
    expect(botComments(repo.pull(1), "answer-")).toHaveLength(1);
    expect(progress(pull)).toContain("has not said yet that it started");
  });
});

function receive(key: string): void {
  const receiver = killable.github.repository("acme", "results-app");
  receiver.addWorkflow(".github/workflows/stage.yml", { dispatchable: false });
  receiver.startRun({
    event: "repository_dispatch",
    workflow: ".github/workflows/stage.yml",
    displayTitle: `Stage [${key}]`,
  });
}
