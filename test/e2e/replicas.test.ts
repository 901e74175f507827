import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { serverDatabase } from "../support/database.ts";
import { type Replicas, startReplicas } from "../support/replicas.ts";
import { botComments } from "../support/seen.ts";
import { handedOver, STAGING_SETTINGS } from "../support/staging.ts";
import { WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

const location = await serverDatabase();

describe("two replicas on one PostgreSQL database look at a pull request at the same moment", () => {
  if (location === null) {
    test.skip("skipped: TEST_DATABASE_URL names no PostgreSQL server", () => undefined);
    return;
  }
  let replicas: Replicas;
  let pull: SimulatedPull;
  beforeAll(async () => {
    replicas = await startReplicas(location, STAGING_SETTINGS);
    pull = openRecipePull(replicas.repo);
    await replicas.settle();
  });
  afterAll(async () => {
    await replicas.close();
  });

  /** Nothing has been delivered yet when both look; then everything is. */
  async function act(deed: () => unknown): Promise<void> {
    deed();
    await replicas.lookAtOnce(pull);
    await replicas.settle();
    await replicas.lookAtOnce(pull);
    await replicas.settle();
  }

  test("and start its sweep once", async () => {
    await act(() => {
      pull.label("nora", FULL_LABEL);
    });
    expect(runsOf(replicas.repo, pull)).toHaveLength(1);
  });

  test("and hand its results to the staging site once", async () => {
    const [run] = runsOf(replicas.repo, pull);
    run?.addArtifact("changelog-metadata", { "changelog_metadata.json": "{}" });
    await act(() => (run === undefined ? null : finishSweep(run, "failure")));
    await act(() => pull.comment("nora", "/stage-results"));
    expect(handedOver(replicas, pull)).toHaveLength(1);
  });

  test("and ask for its failed jobs again once", async () => {
    await act(() => pull.comment("nora", "/sweep rerun failed"));
    const [run] = runsOf(replicas.repo, pull);
    expect(run?.attempt).toBe(2);
  });

  test("and publish its results once", async () => {
    const [run] = runsOf(replicas.repo, pull);
    await act(() => (run === undefined ? null : finishSweep(run)));
    await act(() => pull.comment("mira", `/reuse-sweep-run ${run?.id ?? 0}`));
    const sha = pull.merge("mira", { method: "squash" });
    const mergeRun = replicas.repo.pushRun(WORKFLOW, sha).start();
    await act(() => mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" }));
    await act(() => mergeRun.complete());
    const ingests = replicas.github.repositoryDispatches.filter(
      ({ payload }) => payload["source-run-id"] === String(run?.id),
    );
    expect(ingests).toHaveLength(1);
  });

  test("and everything that people see stands there once", () => {
    expect(botComments(pull, "card")).toHaveLength(1);
    const tags = botComments(pull, "answer-").map((body) => body.split("\n")[0]);
    expect(new Set(tags).size).toBe(tags.length);
    expect(replicas.errors).toEqual([]);
  });
});
