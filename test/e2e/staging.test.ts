import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL, openRecipePull } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { DONE, redeliver, REFUSED, say } from "../support/commands.ts";
import { answer, reactions } from "../support/seen.ts";
import { callBack, handedOver, progress, staged, STAGING_SETTINGS } from "../support/staging.ts";
import { runningClock, startStory, type Story } from "../support/story.ts";

jest.setTimeout(180_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: STAGING_SETTINGS, clock: runningClock() });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

describe("/stage-results", () => {
  test("is acknowledged, handed over once, and followed to the staging site (STG-06)", async () => {
    const { pull, run } = await staged(story);
    const id = await say(story, pull, "nora", "/stage-results");
    const ack = pull.comments.find(({ body }) => body.startsWith(`<!-- sweepbot:answer-${id}-`));
    expect(handedOver(story, pull)).toEqual([
      {
        "source-repository": "acme/gpu-benchmarks",
        "pr-number": String(pull.number),
        "run-id": String(run.id),
        "run-attempt": "1",
        "run-date": expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/u),
        "requested-by": "nora",
        "comment-id": String(ack?.id),
        key: expect.stringMatching(
          new RegExp(`^stage-\\d+-${pull.number}-${id}-[0-9a-f]{8}$`, "u"),
        ),
      },
    ]);
    expect(progress(pull)).toContain("which has not said yet that it started");
    expect(reactions(story.repo, id)).toEqual(DONE);

    await callBack(story, pull, "started");
    await story.settle();
    expect(progress(pull)).toMatch(
      /⏳ .*\[staging run 71\]\(\S+\/acme\/results-app\/actions\/runs\/71\)/u,
    );

    await callBack(story, pull, "completed");
    await story.settle();
    const [asked] = handedOver(story, pull);
    expect(progress(pull)).toContain(`i_dates=${String(asked?.["run-date"])}~r${run.id})`);
    expect(answer(pull, id).match(/^- ✅ /gmu)).toHaveLength(8);

    await redeliver(story, id);
    await story.reconcile();
    expect(handedOver(story, pull)).toHaveLength(1);
  });

  test("is not put back by a start that arrives after the end (STG-08)", async () => {
    const { pull } = await staged(story);
    await say(story, pull, "nora", "/stage-results");
    await callBack(story, pull, "completed", { "stage-succeeded": "false" });
    await story.settle();
    expect(progress(pull)).toContain("could not be staged");
    await callBack(story, pull, "started");
    await story.settle();
    expect(progress(pull)).toContain("could not be staged");

    await callBack(story, pull, "started", { "app-run-id": "72" });
    await story.settle();
    expect(progress(pull)).toContain("staging run 72");
  });

  test("takes no word of another repository, another comment or another run (W48)", async () => {
    const { pull } = await staged(story);
    const id = await say(story, pull, "nora", "/stage-results");
    const before = pull.comments.map(({ body }) => body);
    const forged = [
      { "source-repository": "tov/results-app" },
      { "comment-id": String(id) },
      { "run-id": "1" },
      { "app-run-id": "71; rm" },
      { "stage-succeeded": "perhaps" },
    ];
    for (const more of forged) await callBack(story, pull, "completed", more);
    await story.settle();
    await story.reconcile();
    expect(pull.comments.map(({ body }) => body)).toEqual(before);
  });

  test("works on a closed pull request, and tells a redelivered callback once", async () => {
    const { pull, run } = await staged(story);
    pull.close("nora");
    await story.settle();
    await say(story, pull, "mira", `/stage-results ${run.id}`);
    await callBack(story, pull, "completed");
    await story.settle();
    const after = pull.comments.map(({ body }) => body);
    const delivery = story.github.webhooks.deliveries.findLast(
      ({ event }) => event === "repository_dispatch",
    );
    for (let time = 0; time < 3; time += 1)
      await story.github.webhooks.redeliver(delivery?.id ?? "");
    await story.settle();
    expect(pull.comments.map(({ body }) => body)).toEqual(after);
    expect(progress(pull)).toContain("✅");
  });

  test("says what GitHub refused, and stages a second request of the same run (W46)", async () => {
    const { pull, run } = await staged(story);
    const end = story.github.faults.add({
      method: "POST",
      path: /\/repos\/acme\/results-app\/dispatches$/u,
      status: 403,
      body: { message: "Resource not accessible by integration" },
    });
    await say(story, pull, "nora", "/stage-results");
    await story.reconcile();
    end();
    expect(handedOver(story, pull)).toEqual([]);
    expect(progress(pull)).toMatch(/❌ Run \d+ was not staged.*Resource not accessible/u);

    await say(story, pull, "nora", `/stage-results ${run.id}`);
    expect(handedOver(story, pull)).toHaveLength(1);
    expect(progress(pull)).toContain("⏳");
  });

  test("says after an hour that nobody has answered (W46), and still takes the answer", async () => {
    const { pull } = await staged(story);
    await say(story, pull, "nora", "/stage-results");
    story.clock.advance(61 * 60_000);
    await story.reconcile();
    expect(progress(pull)).toMatch(/⚠️ .*no answer came within an hour/u);
    await callBack(story, pull, "completed");
    await story.settle();
    expect(progress(pull)).toContain("✅");
  });
});

describe("a refusal is answered on the pull request", () => {
  test("for a run of another pull request (STG-10)", async () => {
    const { run } = await staged(story);
    const pull = openRecipePull(story.repo);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const id = await say(story, pull, "nora", `/stage-results ${run.id}`);
    expect(answer(pull, id)).toMatch(/❌ It (?:is not a sweep|measured)/u);
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(handedOver(story, pull)).toEqual([]);
  });

  test.each([
    ["tov", "/stage-results", /people with write permission/u],
    ["nora", "/stage-results", /No run can be staged yet/u],
    ["nora", "/stage-results 999999", /❌ There is no run 999999/u],
    ["nora", "/stage-results abc", /Usage: `\/stage-results \[run\]`/u],
  ])("%s: %s", async (login, body, reason) => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    const id = await say(story, pull, login, body);
    expect(answer(pull, id)).toMatch(reason);
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(handedOver(story, pull)).toEqual([]);
  });
});
