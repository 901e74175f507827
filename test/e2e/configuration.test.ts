import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { botComments, card, check } from "../support/seen.ts";
import { startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

const SETTINGS = ".github/sweepbot.yml";

let story: Story;
afterEach(async () => {
  await expectAtRest(story);
  await story.close();
});

describe("the settings file", () => {
  test("is checked on the pull request that changes it, every mistake on its line", async () => {
    story = await startStory();
    const pull = story.repo.openPull({
      author: "nora",
      branch: "settings",
      title: "Settings",
      files: { [SETTINGS]: "languages: [en]\nreminders: yes\nsweep:\n  trigger: sometimes\n" },
    });
    await story.settle();
    const failing = check(story.repo, pull, "sweepbot/config");
    expect(failing?.conclusion).toBe("failure");
    expect(failing?.annotations).toHaveLength(2);
    expect(failing?.annotations).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^\.github\/sweepbot\.yml:2-2 failure.*`reminders`/u),
        expect.stringMatching(/^\.github\/sweepbot\.yml:4-4 failure.*`sweep\.trigger`/u),
      ]),
    );
    expect(card(pull)).toContain("**Settings**");
    // They are not in force: the card still speaks both languages.
    expect(card(pull)).toContain("中文");

    pull.push({ [SETTINGS]: "languages: [en]\n" });
    await story.settle();
    expect(check(story.repo, pull, "sweepbot/config")?.conclusion).toBe("success");
    expect(card(pull)).not.toContain("**Settings**");
  });

  test("stays in force as it last was when a broken one is merged", async () => {
    story = await startStory({ settings: "languages: [zh]\n" });
    const pull = openRecipePull(story.repo);
    await story.settle();
    expect(card(pull)).not.toContain("<summary>English");
    story.repo.commit({ author: "mira", files: { [SETTINGS]: "languages: [klingon]\n" } });
    await story.settle();
    expect(card(pull)).not.toContain("English");
    expect(card(pull)).toContain("⚠️");
    story.repo.commit({ author: "mira", files: { [SETTINGS]: "languages: [en]\n" } });
    await story.settle();
    expect(card(pull)).not.toContain("中文");
    expect(card(pull)).toContain("**Next step:**");
  });

  test("may ask for one language only: nothing else is posted", async () => {
    story = await startStory({ settings: "languages: [zh]\n" });
    const pull = openRecipePull(story.repo);
    pull.label("tov", FULL_LABEL);
    pull.comment("tov", "/help");
    await story.settle();
    for (const body of botComments(pull, "")) {
      expect(body).toMatch(/\p{Script=Han}/u);
      expect(body).not.toMatch(/<summary>(?:English|中文)|Next step|Thanks for/u);
    }
    expect(botComments(pull, "").length).toBeGreaterThanOrEqual(3);
  });

  test("may leave sweeps to the repository: nothing is ever dispatched or cancelled", async () => {
    story = await startStory({ settings: "sweep: { trigger: observe }\n" });
    const { repo, github } = story;
    const pull = openRecipePull(repo);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const run = repo.startRun({ event: "pull_request", workflow: WORKFLOW, pull });
    finishSweep(run);
    await story.settle();
    expect(github.dispatches).toEqual([]);
    expect(card(pull)).toContain(`[Run ${run.id}]`);
    expect(botComments(pull, `visualizer-${run.id}`)).toHaveLength(1);
    const second = repo.startRun({ event: "pull_request", workflow: WORKFLOW, pull }).start();
    pull.unlabel("nora", FULL_LABEL);
    await story.settle();
    expect(second.status).toBe("in_progress");
    expect(github.dispatches).toEqual([]);
  });

  test("may name a workflow that is not there: the trigger failed, it says", async () => {
    story = await startStory({ settings: "sweep: { workflow: .github/workflows/no.yml }\n" });
    const pull = openRecipePull(story.repo);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    await story.reconcile();
    expect(card(pull)).toContain("The trigger failed, no benchmark ran");
    expect(runsOf(story.repo, pull)).toEqual([]);
  });
});
