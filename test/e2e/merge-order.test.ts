import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { AMD, CHANGELOG } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import {
  MERGE_SETTINGS,
  mergeAnother,
  ownEntry,
  protect,
  stepOf,
  swept,
  sweepsOf,
} from "../support/merging.ts";
import { answer, card, reactions } from "../support/seen.ts";
import { startStory, type Story, WORKFLOW } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: MERGE_SETTINGS });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

const NOTES = "docs/NOTES.md";

describe("/merge-with-reuse", () => {
  test("merges a pull request that is ready as it is, without a commit of its own", async () => {
    const { pull, run } = await swept(story);
    const head = pull.headSha;
    const { id } = pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(answer(pull, id)).toContain("Accepted");
    expect(stepOf(pull)).toBe("merged");
    expect(pull.merged).toBe(true);
    expect(pull.headSha).toBe(head);
    expect(reactions(story.repo, id)).toEqual(["eyes", "rocket"]);
    expect(card(pull)).toContain(`**Merge** | Merged for nora, publishing run ${run.id}`);
  });

  test("squashes to one commit that nothing keeps from being published", async () => {
    const { pull } = await swept(story);
    pull.edit({ title: "Faster [skip-sweep]" });
    const before = story.repo.tip();
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    const merge = story.repo.record.git.commit(story.repo.tip());
    expect(merge.parents).toEqual([before]);
    expect(merge.message.split("\n")[0]).toBe(`Faster (#${pull.number})`);
    expect(merge.message).not.toContain("[skip-sweep]");
  });

  test("puts a changelog right that conflicts, with one commit, and hands the run over", async () => {
    const { pull, run } = await swept(story, {
      entry: (number) => ownEntry(number).replace(/pull\/\d+/u, "pull/XXX"),
    });
    const head = pull.headSha;
    const other = mergeAnother(story.repo);
    const tip = story.repo.tip();
    await story.settle();
    expect(card(pull)).toContain("Conflicts with the base branch");
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();

    const made = story.repo.record.git.commit(pull.headSha);
    expect(made.parents).toEqual([head, tip]);
    expect(made.message).toContain("[skip-sweep]");
    expect(sweepsOf(story.repo, pull)).toBe(1);
    expect(run.conclusion).toBe("success");
    expect(stepOf(pull)).toBe("merged");
    const changelog = story.repo.read(CHANGELOG) ?? "";
    const links = [...changelog.matchAll(/pr-link: (\S+)/gu)].map(([, link = ""]) => link);
    expect(links.slice(-2)).toEqual(
      [other, pull].map(({ number }) => `https://github.com/acme/gpu-benchmarks/pull/${number}`),
    );

    const mergeRun = story.repo.pushRun(WORKFLOW, story.repo.tip()).start();
    mergeRun.addArtifact("changelog-metadata", { "metadata.json": "{}" });
    mergeRun.complete("success");
    await story.settle();
    const sent = story.github.repositoryDispatches.map(({ payload }) => payload["source-run-id"]);
    expect(sent).toEqual([String(run.id)]);
  });

  test("records the authorisation only once the head is ready, for that head", async () => {
    const { pull, run } = await swept(story);
    mergeAnother(story.repo);
    await story.settle();
    const refuse = story.github.faults.add({
      method: "PATCH",
      path: /\/git\/refs\//u,
      status: 422,
      body: { message: "Update is not a fast forward" },
    });
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    refuse();
    // GitHub refused the push: nothing was authorised, and nothing stays authorised.
    expect(stepOf(pull)).toBe("abandoned: push_refused");
    expect(card(pull)).toContain("meets every rule and can be reused at the merge");

    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(stepOf(pull)).toBe("merged");
    expect(card(pull)).toContain(`Run ${run.id}`);
  });

  test("merges other files that both sides changed in different lines", async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}\n`);
    const text = (at: number, line: string): string => lines.with(at, line).join("");
    story.repo.commit({ files: { [NOTES]: lines.join("") }, message: "Notes", author: "mira" });
    const { pull } = await swept(story, { files: { [NOTES]: text(1, "ours\n") } });
    mergeAnother(story.repo, { [NOTES]: text(10, "theirs\n") });
    await story.settle();
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(stepOf(pull)).toBe("merged");
    expect(story.repo.read(NOTES)).toBe(lines.with(1, "ours\n").with(10, "theirs\n").join(""));
  });

  test("takes what the base branch has changed besides along", async () => {
    const { pull } = await swept(story);
    mergeAnother(story.repo, { "docs/OTHER.md": "theirs\n" });
    await story.settle();
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(stepOf(pull)).toBe("merged");
    expect(story.repo.read("docs/OTHER.md", pull.headSha)).toBe("theirs\n");
  });
});

describe("where the branch asks for pull requests that are up to date", () => {
  test("merges the base branch even without any conflict", async () => {
    protect(story.repo, { upToDate: true });
    const { pull } = await swept(story);
    story.repo.commit({ author: "mira", message: "Notes", files: { "docs/MORE.md": "more\n" } });
    const tip = story.repo.tip();
    await story.settle();
    pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(stepOf(pull)).toBe("merged");
    expect(story.repo.record.git.commit(pull.headSha).parents[1]).toBe(tip);
    expect(sweepsOf(story.repo, pull)).toBe(1);
    protect(story.repo, {});
  });
});

describe("a run that was named for reuse", () => {
  test("is kept, whatever newer run there is", async () => {
    const { pull, run } = await swept(story);
    pull.comment("mira", `/reuse-sweep-run ${run.id}`);
    await story.settle();
    mergeAnother(story.repo);
    await story.settle();
    const { id } = pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(stepOf(pull)).toBe("merged");
    expect(answer(pull, id)).toContain(`"run":${run.id},`);
    expect(answer(pull, id)).toContain(`"pinned":true,"kept":true`);
    expect(answer(pull, id)).not.toContain("sweepbot:reuse");
  });

  test("may be named in the same comment", async () => {
    const { pull, run } = await swept(story);
    const { id } = pull.comment("nora", `/reuse-sweep-run ${run.id}\n/merge-with-reuse`);
    await story.settle();
    expect(stepOf(pull)).toBe("merged");
    expect(answer(pull, id)).toContain(`"pinned":true,"kept":true`);
  });

  test("and suspended is not replaced by another: the command is refused with the rule", async () => {
    const { pull, run } = await swept(story);
    pull.comment("mira", `/reuse-sweep-run ${run.id}`);
    await story.settle();
    const recipes = (story.repo.read(AMD) ?? "").replace(/:v\S+/u, ":v9.9.9");
    pull.push({ [AMD]: recipes, "runners/launch.sh": "echo other\n" }, { message: "[skip-sweep]" });
    await story.settle();
    const { id } = pull.comment("nora", "/merge-with-reuse");
    await story.settle();
    expect(answer(pull, id)).toMatch(/❌ .*runners\/launch\.sh/u);
    expect(stepOf(pull)).toBe("none");
    expect(reactions(story.repo, id)).toEqual(["-1", "eyes"]);
  });
});
