import { afterAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { type Killable, openKillable } from "../support/killable.ts";
import { nth } from "../support/paths.ts";
import { card } from "../support/seen.ts";

jest.setTimeout(120_000);

const LOST = "The self-hosted runner: b200-01 lost communication with the server.";

let killable: Killable;
afterAll(async () => {
  await killable.close();
});

describe("kill -9 while failed jobs are being run again", () => {
  test.each(["before", "after"] as const)(
    "%s GitHub has done it: exactly one re-run",
    async (when) => {
      killable = await openKillable({ settings: "sweep:\n  autoRetry: 2\n" });
      const { github, repo } = killable;
      await killable.start();
      const pull = openRecipePull(repo);
      pull.label("nora", FULL_LABEL);
      await killable.settle();
      const [run] = runsOf(repo, pull);
      run
        ?.start()
        .addJob("single-node 1k1k / a")
        .complete("failure", { annotations: [LOST] });
      await killable.settle();
      const killed = new Promise<void>((resolve) => {
        const trap = nth(/\/rerun-failed-jobs$/u, 1, () => {
          killable.kill();
          resolve();
        });
        github.faults.add({ method: "POST", path: trap, when, hangUp: true, times: 1 });
      });
      run?.complete();
      await killed;
      await killable.gone();

      await killable.start();
      await killable.settle();
      await killable.settle();
      expect(run?.attempt).toBe(2);
      expect(card(pull)).toContain("(1 of 2 times)");
      await killable.close();
    },
  );
});
