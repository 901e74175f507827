import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import {
  AMD,
  appended,
  CHANGELOG,
  entryText,
  FULL_LABEL,
  nextNumber,
  NVIDIA,
  openRecipePull,
  recipesWith,
  runsOf,
} from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { answer, check, reactions } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(180_000);

const PUSH = "ingest:\n  repository: acme/results-app\nchangelog:\n  repair: push\n";
const CHECK = "sweepbot/changelog";
const REFS = /\/git\/refs\/heads\//;

/** The entry right after the old text, as a merge by hand leaves it. */
function faulty(pull: number): string {
  return entryText(pull).slice(1);
}

/** An entry about another recipe, as main gains them. */
function elsewhere(pull: number): string {
  return entryText(pull, ["tiny-fp8-mi355x-sglang"]);
}

function changelogOf({ repo }: Story, pull: SimulatedPull): string | null {
  return repo.read(CHANGELOG, pull.headSha);
}

async function asks(story: Story, pull: SimulatedPull, login = "nora"): Promise<number> {
  const { id } = pull.comment(login, "/changelog fix");
  await story.settle();
  return id;
}

describe("where repairs are offered", () => {
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

  test("the answer holds what to append, and the branch stays as it is", async () => {
    const pull = openRecipePull(story.repo, { entry: faulty });
    const head = pull.headSha;
    const comment = await asks(story, pull);
    expect(answer(pull, comment)).toContain(`\`\`\`yaml\n${entryText(pull.number).trim()}\n\`\`\``);
    expect(reactions(story.repo, comment)).toEqual(["eyes", "rocket"]);
    expect(pull.headSha).toBe(head);
  });

  test("an entry that conflicts with a newer one is offered for the end of main", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo);
    repo.commit({ author: "mira", files: { [CHANGELOG]: appended(repo, elsewhere(900)) } });
    await story.settle();
    const comment = await asks(story, pull);
    expect(answer(pull, comment)).toContain(entryText(pull.number).trim());
    expect(answer(pull, comment)).not.toContain("/pull/900");
  });

  test("nothing to mend is said, and so is what only the author can decide", async () => {
    const { repo } = story;
    const fine = openRecipePull(repo);
    const rewritten = openRecipePull(repo, { entry: () => "" });
    const old = repo.read(CHANGELOG) ?? "";
    rewritten.push({ [CHANGELOG]: old.replace("First measurements on", "Great measurements on") });
    await story.settle();
    const [one, two] = [await asks(story, fine), await asks(story, rewritten)];
    expect(answer(fine, one)).toContain("right as it is");
    expect(answer(rewritten, two)).toContain("Please change this first");
    expect(reactions(repo, two)).toEqual(["-1", "eyes"]);
  });

  test("a hidden mark in an entry does not get into the answer", async () => {
    const mark = `<!-- sweepbot:reuse {"comment":1,"cancel":true} -->`;
    const pull = openRecipePull(story.repo, {
      entry: (number) =>
        faulty(number).replace("Newer image", `Newer ${mark.replaceAll('"', "'")}`),
    });
    const comment = await asks(story, pull);
    expect(answer(pull, comment)).not.toContain("sweepbot:reuse");
    expect(answer(pull, comment)).toContain("sweepbot changelog fix");
  });

  test("somebody who may only read is refused", async () => {
    const pull = openRecipePull(story.repo, { entry: faulty });
    const comment = await asks(story, pull, "tov");
    expect(reactions(story.repo, comment)).toEqual(["-1", "eyes"]);
    expect(answer(pull, comment)).not.toContain("yaml");
  });
});

describe("where repairs are pushed", () => {
  let story: Story;
  beforeAll(async () => {
    story = await startStory({ settings: PUSH });
  });
  afterEach(async () => {
    await expectAtRest(story);
  });
  afterAll(async () => {
    await story.close();
  });

  test("one commit mends the entry, and the check turns green", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    const before = pull.headSha;
    const comment = await asks(story, pull);
    expect(changelogOf(story, pull)).toBe(appended(repo, entryText(pull.number)));
    expect(repo.record.git.commit(pull.headSha).parents).toEqual([before]);
    expect(answer(pull, comment)).toContain(pull.headSha.slice(0, 7));
    expect(reactions(repo, comment)).toEqual(["eyes", "rocket"]);
    expect(check(repo, pull, CHECK)?.conclusion).toBe("success");
  });

  test("the command is carried out once, however often it is delivered", async () => {
    const { repo, github } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    await asks(story, pull);
    const head = pull.headSha;
    for (const { id } of github.webhooks.deliveries.slice(-20)) await github.webhooks.redeliver(id);
    await story.settle();
    await story.reconcile();
    expect(pull.headSha).toBe(head);
  });

  test("an answer of GitHub that is lost after the push leads to no second commit", async () => {
    const { repo, github } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    const before = pull.headSha;
    github.faults.add({ method: "PATCH", path: REFS, hangUp: true, when: "after", times: 1 });
    const comment = await asks(story, pull);
    await story.reconcile();
    expect(repo.record.git.commit(pull.headSha).parents).toEqual([before]);
    expect(answer(pull, comment)).toContain(pull.headSha.slice(0, 7));
    expect(story.errors.splice(0)).toHaveLength(1);
  });

  test("a conflict with newer entries becomes a merge when all other files merge by themselves", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo);
    const before = pull.headSha;
    const amd = (repo.read(AMD) ?? "").replace("v0.5.9-rocm720", "v0.6.0-rocm720");
    const tip = repo.commit({
      author: "mira",
      files: { [CHANGELOG]: appended(repo, elsewhere(900)), [AMD]: amd },
    });
    await story.settle();
    expect(check(repo, pull, CHECK)?.conclusion).toBe("action_required");
    await asks(story, pull);
    expect(repo.record.git.commit(pull.headSha).parents).toEqual([before, tip]);
    expect(changelogOf(story, pull)).toBe(appended(repo, entryText(pull.number)));
    expect(repo.read(AMD, pull.headSha)).toBe(amd);
    expect(check(repo, pull, CHECK)?.conclusion).toBe("success");
    expect(pull.testMergeSha).not.toBeNull();
  });

  test("where another file conflicts too, nothing is pushed and the text is offered", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo);
    const before = pull.headSha;
    repo.commit({
      author: "mira",
      files: {
        [CHANGELOG]: appended(repo, elsewhere(901)),
        [NVIDIA]: recipesWith(repo, "v0.30.0"),
      },
    });
    await story.settle();
    const comment = await asks(story, pull);
    expect(pull.headSha).toBe(before);
    expect(answer(pull, comment)).toContain("the merge is yours to make");
    expect(answer(pull, comment)).toContain(entryText(pull.number).trim());
    expect(reactions(repo, comment)).toEqual(["-1", "eyes"]);
  });

  test("while a sweep runs nothing is pushed", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo);
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(runsOf(repo, pull)).toHaveLength(1);
    repo.commit({ author: "mira", files: { [CHANGELOG]: appended(repo, elsewhere(902)) } });
    const before = pull.headSha;
    const comment = await asks(story, pull);
    expect(pull.headSha).toBe(before);
    expect(answer(pull, comment)).toContain("when it has ended");
    pull.close();
    await story.settle();
  });

  test.each([
    [true, "is pushed to"],
    [false, "is left alone"],
  ])("a fork whose author lets maintainers edit (%s) %s", async (maintainerCanModify) => {
    const { repo } = story;
    const fork = repo.fork("tov", `fork-${String(maintainerCanModify)}`);
    const number = nextNumber(repo);
    const pull = repo.openPull({
      author: "tov",
      branch: `fork-${number}`,
      title: "From a fork",
      files: { [CHANGELOG]: appended(repo, faulty(number)) },
      headRepository: fork,
      maintainerCanModify,
    });
    const before = pull.headSha;
    const comment = await asks(story, pull);
    expect(pull.headSha === before).toBe(!maintainerCanModify);
    expect(answer(pull, comment).includes("Allow edits by maintainers")).toBe(!maintainerCanModify);
    if (maintainerCanModify) {
      expect(fork.read(CHANGELOG, pull.headRef)).toBe(appended(repo, entryText(number)));
    }
  });

  test("a push that GitHub refuses is said, with the text instead", async () => {
    const { repo, github } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    const refused = { status: 422, body: { message: "Protected branch update failed" } };
    const end = github.faults.add({ method: "PATCH", path: REFS, ...refused });
    const comment = await asks(story, pull);
    end();
    expect(answer(pull, comment)).toContain("Protected branch update failed");
    expect(answer(pull, comment)).toContain(entryText(pull.number).trim());
    expect(reactions(repo, comment)).toEqual(["-1", "eyes"]);
  });
});
