import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { NVIDIA, openRecipePull, recipesWith, SCRIPT } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { botComments, card, status } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

jest.setTimeout(120_000);

const CONTEXT = "codeowner-signoff-verify";

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

/** A pull request that changes one file of the recipes, which nora owns. */
async function openOwned(author = "amir"): Promise<SimulatedPull> {
  const pull = story.repo.openPull({
    author,
    branch: `owned-${story.clock.now()}`,
    title: "Newer image",
    files: { [NVIDIA]: recipesWith(story.repo, `v0.23.${story.clock.now() % 1_000_000}`) },
  });
  await story.settle();
  // GitHub tells times in seconds: a sign-off within the second of the push would not count for it.
  story.clock.advance(5_000);
  return pull;
}

function report(pull: SimulatedPull): string {
  return botComments(pull, "signoff").join("\n").split("<details>")[0] ?? "";
}

describe("a CODEOWNER sign-off", () => {
  test("is waited for on the head", async () => {
    const pull = await openOwned();
    expect(status(story.repo, pull, CONTEXT)).toContain("pending Waiting for a CODEOWNER");
    expect(botComments(pull, "signoff")).toEqual([]);
  });

  test("by the owner decides what can be decided, and fails for what is missing", async () => {
    const pull = await openOwned();
    pull.comment("nora", filledForm(story.repo, "nora"));
    await story.settle();
    const rows = report(pull).match(/^- \S+ \*\*\d+ · .*$/gmu) ?? [];
    expect(rows).toHaveLength(13);
    expect(rows[0]).toMatch(/^- ✅ \*\*0 · /u);
    expect(rows[4]).toMatch(/^- ❌ \*\*4 · .*no reuse order/u);
    expect(rows[5]).toMatch(/^- ✅ \*\*5 · /u);
    expect(rows[1]).toMatch(/^- ❌ .*No sweep has run/u);
    expect(rows[2]).toMatch(/^- ❌ .*see check 1/u);
    expect(rows[3]).toMatch(/^- ❌ .*links no upstream recipe/u);
    const others = rows.filter((_, at) => at > 5);
    for (const row of others) expect(row).toMatch(/^- (?:✅|➖) /u);
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^failure Rejected: checks 1, 2, 3, 4/u);
  });

  test("never comes to success while a check needs a person", async () => {
    const pull = await openOwned();
    pull.label("nora", "full-sweep-fail-fast");
    pull.review("nora", { state: "APPROVED", body: filledForm(story.repo, "nora") });
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).not.toMatch(/^success/u);
  });

  test("by somebody else names the path and who owns it", async () => {
    const pull = await openOwned();
    pull.comment("zoe", filledForm(story.repo, "zoe"));
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^failure Rejected: checks 0/u);
    const [row = ""] = /^- ❌ \*\*0 · .*$/mu.exec(report(pull)) ?? [];
    expect(row).toContain(NVIDIA);
    expect(row).toContain("nora");
  });

  test("by a member of the owning team counts for what the team owns", async () => {
    const pull = story.repo.openPull({
      author: "amir",
      branch: "script",
      title: "Better script",
      files: { [SCRIPT]: "#!/usr/bin/env bash\ntrue\n" },
    });
    story.clock.advance(5_000);
    pull.comment("zoe", filledForm(story.repo, "zoe"));
    await story.settle();
    expect(report(pull)).toMatch(/^- ✅ \*\*0 · /mu);
  });

  test("does not cover a later push", async () => {
    const pull = await openOwned();
    pull.comment("nora", filledForm(story.repo, "nora"));
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^failure/u);
    story.clock.advance(5_000);
    pull.push({ [NVIDIA]: recipesWith(story.repo, "v0.99.0") });
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^pending The sign-off no longer covers/u);
    expect(card(pull)).toContain("not for this commit");
    story.clock.advance(5_000);
    pull.comment("nora", filledForm(story.repo, "nora"));
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^failure Rejected: checks 1, 2, 3, 4/u);
  });

  test.each([
    ["a bot posts it", "helper[bot]", (form: string) => form],
    ["it is quoted", "nora", (form: string) => form.replace(/^/gmu, "> ")],
    ["it stands in a code block", "nora", (form: string) => `~~~\n${form}\n~~~`],
    ["it has no checklist", "nora", (form: string) => form.split("\n")[0] ?? ""],
  ])("does not count when %s", async (_, login, change) => {
    const pull = await openOwned();
    pull.comment(login, change(filledForm(story.repo, "nora")));
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toContain("pending Waiting for a CODEOWNER");
  });

  test("is not required where no benchmark file and no owned path changes", async () => {
    const pull = story.repo.openPull({
      author: "amir",
      branch: "docs",
      title: "Words",
      files: { "docs/words.md": "Words.\n" },
    });
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^success Sign-off not required/u);
  });

  test("in somebody else's status of the same name is replaced", async () => {
    const pull = openRecipePull(story.repo);
    story.repo.setStatus("nora", pull.headSha, { context: CONTEXT, state: "success" });
    await story.settle();
    expect(status(story.repo, pull, CONTEXT)).toContain("pending Waiting for a CODEOWNER");
    expect(status(story.repo, pull, CONTEXT)).toContain("(sweepbot[bot])");
  });
});
