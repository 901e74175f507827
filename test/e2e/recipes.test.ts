import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { exampleRepository } from "../../src/simulator/example.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { NVIDIA, openRecipePull, SCRIPT } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

const CHECK = "sweepbot/recipes";
const OVERRIDE = ".github/sweepbot/images.yml";

let story: Story;
beforeAll(async () => {
  story = await startStory({
    files: {
      ...exampleRepository(),
      [OVERRIDE]: "no: [policy\n",
      ".github/sweepbot.yml": "sweep:\n  trigger: observe\n",
    },
  });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

/** The recipes of the default branch with this in place of the first upstream image. */
function withImage(image: string): string {
  return (story.repo.read(NVIDIA) ?? "").replace(/vllm\/vllm-openai:\S+/u, image);
}

function open(branch: string, files: Readonly<Record<string, string>>): SimulatedPull {
  return story.repo.openPull({ author: "amir", branch, title: "Newer image", files });
}

/** What was asked of GitHub since, that has to do with trees and blobs. */
function gitRequests(since: number): readonly { readonly path: string; readonly free: boolean }[] {
  return story.github.requests
    .slice(since)
    .filter(({ path }) => /\/git\/(?:trees|blobs)\//u.test(path))
    .map(({ path, notModified }) => ({ path, free: notModified }));
}

describe("while a pull request is written, the check sweepbot/recipes", () => {
  test("marks the line of a recipe with an image of somebody else, and is green once it is mended", async () => {
    const pull = open("other-image", { [NVIDIA]: withImage("someone/vllm-fork:v1") });
    await story.settle();
    const seen = check(story.repo, pull, CHECK);
    expect(seen).toMatchObject({ status: "completed", conclusion: "failure" });
    expect(seen?.annotations.join("\n")).toContain(NVIDIA);
    expect(seen?.annotations.join("\n")).toContain("someone/vllm-fork:v1");
    expect(seen?.title).toMatch(/^To mend in recipes: \d/u);
    expect(seen?.summary).toMatch(/^\| ❌ \| 6 · /mu);
    expect(card(pull)).toMatch(/❌ \| \*\*Recipes\*\* \| To mend: \d/u);
    pull.push({ [NVIDIA]: withImage("vllm/vllm-openai:v0.22.0") });
    await story.settle();
    expect(check(story.repo, pull, CHECK)?.conclusion).not.toBe("failure");
    expect(check(story.repo, pull, CHECK)?.summary).toMatch(/^\| ✅ \| 6 · /mu);
    expect(card(pull)).not.toMatch(/❌ \| \*\*Recipes/u);
  });

  test("tells of a policy that the repository has of its own and that cannot be read", async () => {
    const pull = open("policy", { [NVIDIA]: withImage("vllm/vllm-openai:v0.23.0") });
    await story.settle();
    expect(check(story.repo, pull, CHECK)?.summary).toContain(OVERRIDE);
  });

  test("is there in both languages", async () => {
    const pull = open("languages", { [NVIDIA]: withImage("vllm/vllm-openai:v0.24.0") });
    await story.settle();
    expect(check(story.repo, pull, CHECK)?.summary).toMatch(/\p{Script=Han}{3}/u);
  });

  test("is not there where no recipe is touched, and nothing is read for it", async () => {
    const before = story.github.requests.length;
    const pull = open("words", { "docs/words.md": "words\n" });
    await story.settle();
    expect(story.github.requests.length).toBeGreaterThan(before);
    expect(check(story.repo, pull, CHECK)).toBeUndefined();
    expect(gitRequests(before)).toEqual([]);
  });
});

describe("reading for it", () => {
  test("takes a request a text, and none for those that were read for another pull request", async () => {
    const pull = open("script", { [SCRIPT]: "#!/usr/bin/env bash\nbash helper.sh\n" });
    const before = story.github.requests.length;
    await story.settle();
    const trees = new Set(gitRequests(before).map(({ path }) => path));
    expect(trees.size).toBeLessThanOrEqual(10);
    const again = story.github.requests.length;
    pull.push({ "docs/more.md": "words\n" });
    await story.settle();
    expect(gitRequests(again).filter(({ path }) => path.includes("/git/blobs/"))).toEqual([]);
  });

  test("asks for nothing new at a second look", async () => {
    openRecipePull(story.repo);
    await story.settle();
    const before = story.github.requests.length;
    await story.reconcile();
    const asked = gitRequests(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter(({ path, free }) => !free || path.includes("/git/blobs/"))).toEqual([]);
  });
});
