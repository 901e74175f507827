import { expect, jest, test } from "@jest/globals";
import { openPull, sign, verdict } from "../support/signoff-story.ts";
import { startStory } from "../support/story.ts";

jest.setTimeout(120_000);

test("IDN-06: a suspension that only an error tells of stops nothing for good", async () => {
  const story = await startStory();
  try {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
    const before = verdict(story, pull);
    story.github.setSuspended("acme", true);
    const refused = story.github.requests.length;
    await story.reconcile();
    expect(story.errors.length).toBeGreaterThan(0);
    expect(
      story.github.requests.slice(refused).filter(({ path }) => path.startsWith("/repos/")),
    ).toEqual([]);
    story.errors.splice(0);
    story.github.setSuspended("acme", false);
    pull.push({ "docs/more.md": "More.\n" });
    await story.reconcile();
    expect(story.errors).toEqual([]);
    expect(before).toMatch(/^failure/u);
    expect(verdict(story, pull)).toMatch(/^pending The sign-off no longer covers/u);
  } finally {
    await story.close();
  }
});
