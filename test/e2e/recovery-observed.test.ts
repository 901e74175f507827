import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { appended, CHANGELOG } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { DONE, english, REFUSED, say } from "../support/commands.ts";
import { publication, recoveries, sweptByItself } from "../support/recovery.ts";
import { card, reactions } from "../support/seen.ts";
import { startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: "languages: [en]\nsweep:\n  trigger: observe\n" });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

describe("the repository's own run for a merge", () => {
  test("is followed job by job, and what failed is told", async () => {
    const { pull, run } = await sweptByItself(story);
    const sha = pull.merge("mira", { method: "squash" });
    await story.settle();
    expect(card(pull)).toContain("Waiting for this repository's own run for the merge");
    expect(publication(pull)).toBe("");

    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    const setup = mergeRun.addJob("setup").start();
    mergeRun.addJob("upload-changelog-metadata");
    await story.settle();
    expect(card(pull)).toContain("is running: 0 of 2 jobs done");

    setup.complete("failure");
    mergeRun.complete("failure");
    await story.settle();
    expect(card(pull)).toContain("ended as failure. Failed jobs: `setup`");
    expect(publication(pull)).toContain("Failed jobs: `setup`");
    expect(publication(pull)).toContain(`\`/recover-ingest ${run.id}\``);
    expect(publication(pull)).not.toMatch(/@\w/u);
    const check = story.repo.state().checkRuns.find((each) => each.sha === sha);
    expect(check).toMatchObject({ name: "sweepbot/publication", conclusion: "failure" });

    mergeRun.rerun("all", "mira").addJob("setup").complete("success");
    mergeRun.complete("success");
    await story.settle();
    expect(publication(pull)).toContain("Published by");
  });

  test("is all that is said where it succeeds", async () => {
    const { pull } = await sweptByItself(story);
    const sha = pull.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addJob("setup").complete("success");
    mergeRun.addJob("trigger-ingest").complete("success");
    mergeRun.complete("success");
    await story.settle();
    expect(card(pull)).toContain(`Published by [run ${mergeRun.id}]`);
    expect(publication(pull)).toBe("");
  });

  test("hands nothing over although it is green, and that is told (W12)", async () => {
    const { pull } = await sweptByItself(story);
    const sha = pull.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addJob("trigger-ingest").complete("skipped");
    mergeRun.addJob("trigger-agentic-ingest").complete("skipped");
    mergeRun.complete("success");
    await story.settle();
    expect(publication(pull)).toContain("none of its jobs handed results over");
  });

  test("never starts, and that is told after two hours", async () => {
    const { pull } = await sweptByItself(story);
    pull.merge("mira", { method: "squash" });
    await story.settle();
    expect(publication(pull)).toBe("");
    story.clock.advance(2 * 3_600_000);
    await story.reconcile();
    expect(publication(pull)).toContain("no run of this repository's own workflow started");
  });

  test("is found for every merge of a push, not only for the last (W22)", async () => {
    const first = await sweptByItself(story);
    first.pull.merge("mira", { method: "squash" });
    const second = await sweptByItself(story);
    const sha = second.pull.merge("mira", { method: "squash" });
    const mergeRun = story.repo.pushRun(WORKFLOW, sha).start();
    mergeRun.addJob("setup").complete("failure");
    mergeRun.complete("failure");
    await story.settle();
    await story.reconcile();
    for (const { pull } of [first, second]) {
      expect(publication(pull)).toContain(`[run ${mergeRun.id}]`);
    }
  });
});

describe("recovery where the repository's own workflow starts sweeps", () => {
  test("adds no entry before a person's command stands: without it the workflow would start a sweep", async () => {
    const { pull, run } = await sweptByItself(story);
    const sha = pull.merge("mira", { method: "squash" });
    story.repo.pushRun(WORKFLOW, sha).start().complete("failure");
    await story.settle();
    const id = await say(story, pull, "mira", "/recover-ingest");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(english(pull, id)).toContain(`[Run ${run.id}]`);
    const [recovery] = recoveries(story).slice(-1);
    if (recovery === undefined) throw new Error("nothing was opened");
    const main = story.repo.read(CHANGELOG) ?? "";
    expect(story.repo.read(CHANGELOG, recovery.headSha)).toBe(main);
    expect(recovery.labels).toHaveLength(1);
    expect(publication(pull)).toContain(`mira posts \`/reuse-sweep-run ${run.id}\``);

    recovery.comment("nora", `/reuse-sweep-run ${run.id + 1}`);
    await story.settle();
    story.clock.advance(60_000);
    await story.reconcile();
    expect(story.repo.read(CHANGELOG, recovery.headSha)).toBe(main);

    const order = await say(story, recovery, "mira", `/reuse-sweep-run ${run.id}`);
    await story.reconcile();
    expect(story.repo.read(CHANGELOG, recovery.headSha)).toContain(`/pull/${recovery.number}\n`);
    expect(reactions(story.repo, order)).toEqual(DONE);
    expect(card(recovery)).toContain(`Run ${run.id}, measured at`);
    expect(publication(pull)).toContain(`#${recovery.number} publishes run ${run.id} again`);
  });
});

describe("entries that reach the default branch without a merge (REU-15)", () => {
  test("are noticed and can be recovered", async () => {
    const { pull, run } = await sweptByItself(story);
    const { repo } = story;
    pull.close("nora");
    await story.settle();
    expect(publication(pull)).toBe("");
    const files = Object.fromEntries(
      ["configs/nvidia-master.yaml", CHANGELOG].map((path) => [
        path,
        repo.read(path, pull.headSha) ?? "",
      ]),
    );
    repo.commit({ author: "mira", message: "By hand", files });
    await story.reconcile();
    expect(publication(pull)).toContain("GitHub knows of no merge");
    expect(card(pull)).toContain("GitHub knows of no merge");

    const id = await say(story, pull, "nora", `/recover-ingest ${run.id}`);
    expect(english(pull, id)).not.toContain("❌");
    expect(reactions(repo, id)).toEqual(DONE);
    const [recovery] = recoveries(story).slice(-1);
    expect(recovery?.headRef).toBe(`sweepbot/recover-${pull.number}-${run.id}`);
  });

  test("of which an old entry with the same number is none", async () => {
    const { pull } = await sweptByItself(story);
    story.repo.commit({
      author: "mira",
      message: "Another entry",
      files: { [CHANGELOG]: appended(story.repo, foreignEntry(pull.number)) },
    });
    await story.reconcile();
    expect(publication(pull)).toBe("");
    const id = await say(story, pull, "mira", "/recover-ingest");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(english(pull, id)).toContain("Nothing of this pull request has reached `main`");
  });
});

/** Somebody else's entry with a wrong link. */
function foreignEntry(pull: number): string {
  return [
    "",
    "- config-keys:",
    "    - tiny-fp8-b200-vllm",
    "  description:",
    '    - "Something else"',
    `  pr-link: https://github.com/acme/gpu-benchmarks/pull/${pull}`,
    "",
  ].join("\n");
}
