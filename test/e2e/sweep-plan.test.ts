import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { NVIDIA, openRecipePull } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { answer, card, check, reactions } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({
    settings: "languages: [en]\nsweep:\n  nominalMinutes: { 1k1k: 60, 8k1k: 60, eval: 60 }\n",
  });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

describe("what a sweep would run", () => {
  test("stands on the card and in the check, with the estimate of the settings", async () => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    const summary = check(story.repo, pull, "sweepbot/changelog")?.summary ?? "";
    for (const text of [card(pull), summary]) {
      expect(text).toContain("| `tiny-fp8-b200-vllm` | 8k1k | eval | 4 | 4 | 8 | 24 |");
      expect(text).toMatch(/\| altered \| altered: fixed-seq-len \| \S+ \S+ \| `\S+` → `\S+` \|/u);
    }
    expect(card(pull)).toMatch(/about \d+ GPU-hours/u);
  });

  test("is answered to anybody who can read, once, and starts nothing", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo);
    const asked = pull.comment("tov", "/sweep plan");
    await story.settle();
    const text = answer(pull, asked.id);
    expect(text).toContain("nothing was started");
    expect(text).toContain("**What one sweep runs (jobs: 24");
    expect(reactions(repo, asked.id)).toEqual(["eyes", "rocket"]);
    expect(repo.runs()).toEqual([]);
  });

  test("is answered with the problems and their hints while there is no plan", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo);
    const recipes = repo.read(NVIDIA, pull.headRef) ?? "";
    pull.push({ [NVIDIA]: recipes.replace("{ tp:", "{ tpp:") });
    const asked = pull.comment("tov", "/sweep plan");
    await story.settle();
    const text = answer(pull, asked.id);
    expect(text).toContain("There is no sweep to plan.");
    expect(text).toContain("Did you mean `tp`?");
    expect(text).toContain("What changes (recipes: 1)");
  });

  test("is offered by /help", async () => {
    const pull = openRecipePull(story.repo);
    const asked = pull.comment("tov", "/help");
    await story.settle();
    expect(answer(pull, asked.id)).toContain("| `/sweep plan` |");
  });
});
