import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import {
  appended,
  CHANGELOG,
  entryText,
  FULL_LABEL,
  openRecipePull,
  SCRIPT,
} from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { botComments, card, check, counts } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

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

const CHECK = "sweepbot/changelog";

describe("a pull request that changes a recipe is opened", () => {
  test("it gets one card, one reminder and a green changelog check", async () => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    expect(counts(pull)).toEqual({ cards: 1, reminders: 1, visualizers: 0 });
    expect(check(story.repo, pull, CHECK)).toMatchObject({
      conclusion: "success",
      annotations: [],
    });
    expect(card(pull)).toContain("`tiny-fp8-b200-vllm`");
    expect(card(pull)).toContain("single-node 1k1k 10");
  });

  test("opened and five review_requested at the same moment leave one of each", async () => {
    const { repo, github } = story;
    github.webhooks.hold();
    const pull = openRecipePull(repo);
    for (const login of ["mira", "amir", "tov", "zoe", "nora"]) pull.requestReview(login);
    const requested = github.webhooks.held.filter(({ action }) => action === "review_requested");
    expect(requested).toHaveLength(5);
    await github.webhooks.release();
    await story.settle();
    expect(counts(pull)).toEqual({ cards: 1, reminders: 1, visualizers: 0 });
  });

  test("the reminder of an older workflow is enough", async () => {
    const { repo, github } = story;
    github.webhooks.hold();
    const pull = openRecipePull(repo);
    pull.comment("github-actions[bot]", "<!-- recipe-reminder -->\nThanks!");
    await github.webhooks.release();
    await story.settle();
    expect(counts(pull)).toMatchObject({ cards: 1, reminders: 0 });
  });

  test("one that touches a script gets a card and, as a recipe does, the reminder", async () => {
    const pull = story.repo.openPull({
      author: "nora",
      branch: "script",
      title: "Better script",
      files: { [SCRIPT]: "#!/usr/bin/env bash\ntrue\n" },
    });
    await story.settle();
    expect(counts(pull)).toEqual({ cards: 1, reminders: 1, visualizers: 0 });
  });

  test("one that is none of our business gets neither, until somebody asks for something", async () => {
    const pull = story.repo.openPull({
      author: "nora",
      branch: "words",
      title: "Better words",
      files: { "README.md": "# gpu-benchmarks\n\nBetter words.\n" },
    });
    await story.settle();
    expect(counts(pull)).toEqual({ cards: 0, reminders: 0, visualizers: 0 });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(counts(pull)).toEqual({ cards: 1, reminders: 0, visualizers: 0 });
    expect(card(pull)).toContain("no changelog entry says which configs to measure");
  });
});

describe("a broken changelog entry", () => {
  test("is marked on its line with the text to write; a corrected push turns the check green", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo, { entry: (number) => entryText(number + 1) });
    await story.settle();
    const line = lineOf(repo.read(CHANGELOG, pull.headRef) ?? "", `/pull/${pull.number + 1}`);
    const failing = check(repo, pull, CHECK);
    expect(failing?.conclusion).toBe("failure");
    expect(failing?.annotations).toEqual([
      expect.stringContaining(`${CHANGELOG}:${line}-${line} failure`),
    ]);
    const replacement = `pr-link: https://github.com/acme/gpu-benchmarks/pull/${pull.number}\n`;
    expect(failing?.summary).toContain(replacement.trim());
    expect(failing?.annotations[0]).toContain(replacement.trim());
    expect(card(pull)).toContain("❌ | **Changelog**");

    pull.push({ [CHANGELOG]: appended(repo, entryText(pull.number)) });
    await story.settle();
    expect(check(repo, pull, CHECK)).toMatchObject({ conclusion: "success", annotations: [] });
    expect(card(pull)).toContain("✅ | **Changelog**");
    expect(botComments(pull, "")).toHaveLength(2);
  });

  test("that does not parse is marked where the reading stopped", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo, { entry: () => "\n- config-keys: [tiny-fp8-b200-vllm\n" });
    await story.settle();
    const failing = check(repo, pull, CHECK);
    expect(failing?.conclusion).toBe("failure");
    expect(failing?.annotations[0]).toMatch(/^perf-changelog\.yaml:1[2-5]-/u);
  });

  test("old bytes that were changed are marked on exactly the changed line", async () => {
    const { repo } = story;
    const old = repo.read(CHANGELOG) ?? "";
    const pull = repo.openPull({
      author: "amir",
      branch: "rewrite",
      title: "Rewrite history",
      files: { [CHANGELOG]: old.replace("First measurements on", "Great measurements on") },
    });
    await story.settle();
    const line = lineOf(old, "First measurements on");
    const failing = check(repo, pull, CHECK);
    expect(failing?.conclusion).toBe("failure");
    expect(failing?.annotations[0]).toContain(`${CHANGELOG}:${line}-${line} failure`);
    expect(failing?.annotations[0]).toContain("First measurements on MI355X");
  });
});

function lineOf(text: string, needle: string): number {
  return text.split("\n").findIndex((line) => line.includes(needle)) + 1;
}
