import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { keepTouchedKeys, listOtherPulls } from "../../src/queue/touched-keys.ts";
import {
  appended,
  CHANGELOG,
  entryText,
  nextNumber,
  openRecipePull,
  SCRIPT,
} from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check } from "../support/seen.ts";
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
const AMD_KEY = "tiny-fp8-mi355x-sglang";

function script(more: string): Record<string, string> {
  return { [SCRIPT]: `${story.repo.read(SCRIPT) ?? ""}# ${more}\n` };
}

describe("coverage (decision 19)", () => {
  test("a script that changes alone is named with its key, and quiet once an entry names it", async () => {
    const { repo } = story;
    const number = nextNumber(repo);
    const options = { author: "nora", branch: "script", title: "Script" };
    const pull = repo.openPull({ ...options, files: script("one") });
    await story.settle();
    const found = check(repo, pull, CHECK);
    expect(found?.conclusion).toBe("neutral");
    expect(found?.annotations).toEqual([expect.stringMatching(`^${SCRIPT}:1-1 warning`)]);
    expect(found?.summary).toContain("`tiny-fp8-b200-vllm`");
    pull.push({ [CHANGELOG]: appended(repo, entryText(number)) });
    await story.settle();
    expect(check(repo, pull, CHECK)).toMatchObject({ conclusion: "success", annotations: [] });
  });

  test("a tree that GitHub cuts leaves it unsaid which keys a script has", async () => {
    const { repo, github } = story;
    const end = github.faults.add({
      method: "GET",
      path: /\/git\/trees\//,
      status: 200,
      body: { sha: "0".repeat(40), tree: [], truncated: true },
    });
    const pull = repo.openPull({
      author: "nora",
      branch: "cut",
      title: "Script in a large tree",
      files: script("two"),
    });
    await story.settle();
    expect(check(repo, pull, CHECK)?.annotations).toEqual([
      expect.stringContaining("could not be found out (truncated)"),
    ]);
    end();
    await story.reconcile();
    expect(check(repo, pull, CHECK)?.annotations).toEqual([
      expect.stringMatching(`^${SCRIPT}:1-1 warning`),
    ]);
  });

  test("what each pattern selects is folded into the check", async () => {
    const entry = (number: number): string => entryText(number, ['"tiny-fp8-*"']);
    const pull = openRecipePull(story.repo, { entry });
    await story.settle();
    expect(check(story.repo, pull, CHECK)?.summary).toContain(
      `<details><summary><code>tiny-fp8-*</code> selects 2 config keys</summary>\n\n- \`${AMD_KEY}\`\n`,
    );
  });
});

describe("duplicate work (decision 20)", () => {
  test("two open pull requests on one key know of each other until one is closed", async () => {
    const { repo } = story;
    const entry = (number: number): string => entryText(number, [AMD_KEY]);
    const first = openRecipePull(repo, { entry });
    await story.settle();
    const second = openRecipePull(repo, { entry });
    await story.settle();
    await story.reconcile();
    const link = (number: number): string =>
      `[#${number}](https://github.com/acme/gpu-benchmarks/pull/${number})`;
    expect(card(second)).toContain(link(first.number));
    expect(card(first)).toContain(link(second.number));
    first.close();
    await story.settle();
    await story.reconcile();
    expect(card(second)).not.toContain(link(first.number));
  });

  test("pull requests of other repositories, and this one, are not others", async () => {
    const { host } = story;
    const place = { installationId: 1, owner: "acme", name: "other" };
    const [one, two, elsewhere] = [
      { ...place, repositoryId: 900_001, pull: 1 },
      { ...place, repositoryId: 900_001, pull: 2 },
      { ...place, repositoryId: 900_002, pull: 3 },
    ] as const;
    await keepTouchedKeys(host.database, one, ["a", "b"]);
    await keepTouchedKeys(host.database, two, ["b"]);
    await keepTouchedKeys(host.database, elsewhere, ["a"]);
    await keepTouchedKeys(host.database, two, ["c"]);
    expect(await listOtherPulls(host.database, one)).toEqual([{ number: 2, keys: ["c"] }]);
    await keepTouchedKeys(host.database, two, []);
    expect(await listOtherPulls(host.database, one)).toEqual([]);
  });

  test("an identical entry of history is linked, and accepted", async () => {
    const { repo } = story;
    const again = (number: number): string =>
      entryText(number, [AMD_KEY]).replace("Newer image", "First measurements on MI355X");
    const pull = openRecipePull(repo, { entry: again });
    await story.settle();
    const found = check(repo, pull, CHECK);
    expect(found?.conclusion).toBe("success");
    expect(found?.summary).toContain("https://github.com/acme/gpu-benchmarks/pull/2.");
  });
});

describe("main is merged into the branch (case CHG-19)", () => {
  test("a field that the merge dropped is reported on the entry", async () => {
    const { repo } = story;
    const own = (number: number): string => `${entryText(number).trimEnd()}\n  all-evals: true\n`;
    const number = nextNumber(repo);
    const pull = repo.openPull({
      author: "nora",
      branch: `merged-${number}`,
      title: "More evals",
      files: { [CHANGELOG]: appended(repo, `\n${own(number).trimStart()}`) },
    });
    repo.commit({ author: "mira", files: { "README.md": "main moves on\n" } });
    const merge = pull.updateBranch();
    expect(repo.record.git.commit(merge).parents).toHaveLength(2);
    await story.settle();
    expect(check(repo, pull, CHECK)?.annotations).toEqual([]);
    repo.commit({ author: "mira", files: { "README.md": "main moves on again\n" } });
    dropField(pull.updateBranch(), number);
    await story.settle();
    expect(check(repo, pull, CHECK)?.annotations).toEqual([
      expect.stringMatching(/^perf-changelog\.yaml:\d+-\d+ warning: .*all-evals/u),
    ]);
  });

  /** Rewrites the merge commit as somebody would who resolves it by hand and loses a line. */
  function dropField(merge: string, number: number): void {
    const { repo } = story;
    const { git } = repo.record;
    const text = (repo.read(CHANGELOG, merge) ?? "").replace("\n  all-evals: true", "");
    const side = repo.commit({
      branch: `merged-${number}`,
      author: "nora",
      files: { [CHANGELOG]: text },
    });
    const { tree } = git.commit(side);
    const rewritten = git.writeCommit({ ...git.commit(merge), tree });
    repo.resetBranch(`merged-${number}`, rewritten, "nora");
  }
});

describe("what is read", () => {
  test("no tree, unless a recipe or a measured file changes", async () => {
    const { repo, github } = story;
    const before = github.requests.length;
    const pull = repo.openPull({
      author: "nora",
      branch: "words-only",
      title: "Words only",
      files: { "docs/words.md": "words\n" },
    });
    await story.settle();
    expect(check(repo, pull, CHECK)?.conclusion).toBe("neutral");
    const asked = github.requests.slice(before).map(({ path }) => path);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((path) => path.includes("/git/trees/"))).toEqual([]);
  });
});
