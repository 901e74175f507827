import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { filledForm } from "../support/forms.ts";
import { documentUpstream, finishFully } from "../support/full-sweep-story.ts";
import { mergeAnother, ownEntry, SIGNED_MERGE_SETTINGS, stepOf } from "../support/merging.ts";
import { status } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

const CONTEXT = "codeowner-signoff-verify";

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: SIGNED_MERGE_SETTINGS });
});
afterAll(async () => {
  await story.close();
});

describe("/merge-with-reuse where a sign-off is required", () => {
  test("carries it over to the head with main's entries, and merges", async () => {
    const { repo, clock } = story;
    const pull = openRecipePull(repo, { author: "amir", entry: ownEntry });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const [run] = runsOf(repo, pull);
    if (run === undefined) throw new Error("no run was dispatched");
    finishFully(run, pull);
    await story.settle();
    pull.comment("mira", `/reuse-sweep-run ${run.id}`);
    await story.settle();
    clock.advance(5_000);
    const actions = "https://github.com/acme/gpu-benchmarks/actions";
    const form = filledForm(repo, "nora");
    pull.comment("nora", form.replace(`- ${actions}`, `- ${documentUpstream(story)}`));
    await story.settle();
    const signed = pull.headSha;
    expect(status(repo, pull, CONTEXT)).toMatch(/^success Sign-off verified \(13 checks\)/u);

    mergeAnother(repo);
    await story.settle();
    clock.advance(5_000);
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(pull.headSha).not.toBe(signed);
    expect(status(repo, pull, CONTEXT)).toMatch(/^success Sign-off verified \(13 checks\)/u);
    expect(stepOf(pull)).toBe("merged");
    expect(pull.merged).toBe(true);
  });
});
