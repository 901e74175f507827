import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { nextNumber, NVIDIA, recipesWith } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { botComments } from "../support/seen.ts";
import { hints, openPull, REJECTED, sign, verdict } from "../support/signoff-story.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(180_000);

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

describe("what is plainly meant as a sign-off", () => {
  const spoilt: readonly (readonly [string, (form: string) => string, string])[] = [
    ["stands in a code block", (form) => `\`\`\`\n${form}\n\`\`\``, "in a code block"],
    ["has no list", (form) => form.split("\n")[0] ?? "", "the checklist is missing"],
    ["has words before the phrase", (form) => `Hi. ${form}`, "must begin a line of its own"],
    ["has another phrase", (form) => form.replace("CODEOWNER", "code owner"), "was changed"],
  ];

  test.each(spoilt)("and %s is answered once, until it is mended", async (_story, spoil, words) => {
    const pull = await openPull(story);
    const form = filledForm(story.repo, "nora");
    const { id } = pull.comment("nora", spoil(form));
    await story.settle();
    expect(verdict(story, pull)).toMatch(/^pending Waiting/u);
    expect(hints(pull)).toHaveLength(1);
    expect(hints(pull)[0]).toContain(words);
    expect(hints(pull)[0]).toMatch(/^<!-- sweepbot:signoff-hint-comment-\d+ -->\n@nora\b/u);
    await story.reconcile();
    expect(hints(pull)).toHaveLength(1);
    story.clock.advance(5_000);
    story.repo.editComment("nora", id, form);
    await story.settle();
    expect(hints(pull)).toEqual([]);
    expect(verdict(story, pull)).toBe(REJECTED);
  });

  test("is answered about what is wrong now, in the same reply", async () => {
    const pull = await openPull(story);
    const form = filledForm(story.repo, "nora");
    const { id } = pull.comment("nora", `\`\`\`\n${form}\n\`\`\``);
    await story.settle();
    story.repo.editComment("nora", id, `Hi. ${form}`);
    await story.settle();
    expect(hints(pull)).toHaveLength(1);
    expect(hints(pull)[0]).toContain("must begin a line of its own");
    story.repo.deleteComment("nora", id);
    await story.settle();
    expect(hints(pull)).toEqual([]);
  });

  test("and stands in a review that asks for changes is answered, with the way out", async () => {
    const pull = await openPull(story);
    const body = filledForm(story.repo, "nora");
    pull.review("nora", { state: "CHANGES_REQUESTED", body });
    await story.settle();
    expect(verdict(story, pull)).toMatch(/^pending Waiting/u);
    expect(hints(pull)[0]).toContain("a review that asks for changes");
  });

  test("by a bot, by a stranger or three days ago is not answered", async () => {
    const pull = await openPull(story);
    const body = `Hi. ${filledForm(story.repo, "nora")}`;
    pull.comment("helper[bot]", body);
    story.github.addUser("passerby");
    pull.comment("passerby", body);
    await story.settle();
    expect(botComments(pull, "signoff-")).toEqual([]);
  });

  test("47: on a fork a comment is answered with the way out, and a review counts", async () => {
    const { repo } = story;
    const fork = repo.fork("tov", `fork-${nextNumber(repo)}`);
    const pull = repo.openPull({
      author: "tov",
      branch: "from-fork",
      title: "Newer image",
      headRepository: fork,
      files: { [NVIDIA]: recipesWith(repo, `v0.60.${nextNumber(repo)}`) },
    });
    await story.settle();
    story.clock.advance(5_000);
    await sign(story, pull, "nora");
    expect(hints(pull)[0]).toContain("Submit the same form as a review");
    expect(verdict(story, pull)).toMatch(/^pending/u);
    story.clock.advance(5_000);
    pull.review("nora", { state: "APPROVED", body: filledForm(repo, "nora") });
    await story.settle();
    expect(verdict(story, pull)).toBe(REJECTED);
    expect(hints(pull)).toEqual([]);
  });
});
