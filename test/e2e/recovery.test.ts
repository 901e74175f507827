import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { CHANGELOG, runsOf, SCRIPT } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { DONE, english, REFUSED, say } from "../support/commands.ts";
import { lost, publication, recoveries } from "../support/recovery.ts";
import { botComments, card, reactions } from "../support/seen.ts";
import { startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

function recoveryOf(pull: SimulatedPull): SimulatedPull {
  const found = recoveries(story).filter(({ headRef }) =>
    headRef.startsWith(`sweepbot/recover-${pull.number}-`),
  );
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} were opened`);
  return only;
}

describe("a merge whose results were not published", () => {
  test("says which run was lost and what to do (REU-07)", async () => {
    const { pull, run, mergeSha } = await lost(story);
    expect(card(pull)).toContain(`so run ${run.id} was not published`);
    expect(publication(pull)).toContain("A maintainer posts `/recover-ingest` here");
    expect(publication(pull)).not.toMatch(/@\w/u);
    const check = story.repo.state().checkRuns.find((each) => each.sha === mergeSha);
    expect(check).toMatchObject({ name: "sweepbot/publication", conclusion: "failure" });
  });

  test("is published again by a pull request of its own, without a sweep", async () => {
    const { pull, run, mergeSha } = await lost(story);
    const before = story.repo.runs().length;
    const id = await say(story, pull, "mira", "/recover-ingest");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(english(pull, id)).toContain(`[Run ${run.id}]`);
    const recovery = recoveryOf(pull);
    expect(recovery.headRef).toBe(`sweepbot/recover-${pull.number}-${run.id}`);
    expect(recovery.labels).toHaveLength(1);
    expect(publication(pull)).toContain(`#${recovery.number} publishes run ${run.id} again`);
    const changelog = story.repo.read(CHANGELOG, recovery.headSha) ?? "";
    const main = story.repo.read(CHANGELOG) ?? "";
    expect(changelog.startsWith(main)).toBe(true);
    expect(changelog.slice(main.length)).toContain(`/pull/${recovery.number}\n`);
    expect(card(recovery)).toContain(`Run ${run.id}, measured at`);
    expect(card(recovery)).toContain("publishes results that were measured already");
    expect(botComments(recovery, "recovery")).toHaveLength(1);
    await story.reconcile();
    expect(story.repo.runs()).toHaveLength(before);

    const sha = recovery.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    expect(
      story.github.repositoryDispatches.filter(
        ({ payload }) => payload["source-run-id"] === String(run.id),
      ),
    ).toEqual([expect.objectContaining({ eventType: "ingest-results" })]);
    await story.reconcile();
    expect(publication(pull)).toContain(`#${recovery.number} was merged to publish run ${run.id}`);
    expect(sha).not.toBe(mergeSha);
    expect(runsOf(story.repo, recovery)).toEqual([]);
  });

  test("is published once, also when our data is lost or somebody asks again", async () => {
    const { pull, run } = await lost(story);
    await say(story, pull, "mira", "/recover-ingest");
    const recovery = recoveryOf(pull);
    const head = recovery.headSha;
    await story.host.database.executeSql("delete from sweepbot.claim");
    await story.reconcile();
    const again = await say(story, pull, "nora", `/recover-ingest ${run.id}`);
    expect(reactions(story.repo, again)).toEqual(REFUSED);
    expect(english(pull, again)).toContain(`#${recovery.number} publishes its results already`);
    expect(recoveryOf(pull).headSha).toBe(head);

    recovery.close("nora");
    await story.reconcile();
    expect(publication(pull)).toContain(`Reopen #${recovery.number} to go on`);
    const third = await say(story, pull, "nora", "/recover-ingest");
    expect(english(pull, third)).toContain("Reopen that one to go on");
    recovery.reopen("nora");
    await story.reconcile();
    expect(publication(pull)).toContain(`#${recovery.number} publishes run ${run.id} again`);
  });

  test("of two orders at once only the first is carried out", async () => {
    const { pull } = await lost(story);
    const first = pull.comment("mira", "/recover-ingest");
    const second = pull.comment("nora", "/recover-ingest");
    await story.settle();
    expect(reactions(story.repo, first.id)).toEqual(DONE);
    expect(reactions(story.repo, second.id)).toEqual(REFUSED);
    expect(recoveryOf(pull).state).toBe("open");
  });

  test("is not published when the script was changed on the default branch meanwhile", async () => {
    const { pull } = await lost(story);
    const changed = { [SCRIPT]: "#!/usr/bin/env bash\nexit 1\n" };
    story.repo.commit({ author: "mira", message: "Other", files: changed });
    const id = await say(story, pull, "mira", "/recover-ingest");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain("❌ A file that was run was changed on the default branch");
    expect(recoveries(story).map(({ headRef }) => headRef)).not.toContain(
      expect.stringContaining(`recover-${pull.number}-`),
    );
  });

  test("is held back when the script changes on the recovery pull request itself", async () => {
    const { pull, run } = await lost(story);
    await say(story, pull, "mira", "/recover-ingest");
    const recovery = recoveryOf(pull);
    recovery.push({ [SCRIPT]: "#!/usr/bin/env bash\nexit 2\n" }, { author: "nora" });
    await story.settle();
    expect(card(recovery)).toMatch(/❌ \| \*\*Reuse\*\*/u);
    const sha = recovery.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    const sources = story.github.repositoryDispatches.map(
      ({ payload }) => payload["source-run-id"],
    );
    expect(sources).not.toContain(String(run.id));
  });

  test("asks for write permission", async () => {
    const { pull } = await lost(story);
    const id = await say(story, pull, "tov", "/recover-ingest");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain("write permission");
  });
});
