import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import {
  appended,
  CHANGELOG,
  entryText,
  nextNumber,
  NVIDIA,
  recipesWith,
} from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { botComments, status } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

jest.setTimeout(180_000);

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

/** A recipe change with its changelog entry, signed by the owners of both files. */
async function signedPull(): Promise<SimulatedPull> {
  const { repo } = story;
  const pull = repo.openPull({
    author: "amir",
    branch: `signed-${nextNumber(repo)}`,
    title: "Newer image",
    files: {
      [NVIDIA]: recipesWith(repo, `v0.30.${nextNumber(repo)}`),
      [CHANGELOG]: appended(repo, entryText(nextNumber(repo))),
      "docs/new.md": "New.\n",
    },
  });
  await story.settle();
  story.clock.advance(5_000);
  pull.comment("nora", filledForm(repo, "nora"));
  pull.comment("zoe", filledForm(repo, "zoe"));
  await story.settle();
  expect(verdict(pull)).toBe("failure Rejected: checks 1, 2, 3, 4");
  return pull;
}

function verdict(pull: SimulatedPull): string {
  return status(story.repo, pull, CONTEXT)?.replace(/ \(sweepbot.*$/u, "") ?? "";
}

/** Main changes the same recipe file further down, and other files. */
function changeMain(files: Readonly<Record<string, string>> = {}): void {
  const recipes = story.repo.read(NVIDIA) ?? "";
  const marked = `${recipes}# ${nextNumber(story.repo)}\n`;
  story.repo.commit({ author: "mira", message: "Main", files: { [NVIDIA]: marked, ...files } });
}

describe("a sign-off on an earlier commit", () => {
  test("32 and SGN-03: covers the head after main was merged in, and the report says so", async () => {
    const pull = await signedPull();
    const signed = pull.headSha;
    changeMain({ "docs/main.md": "Main.\n" });
    await story.settle();
    pull.updateBranch();
    await story.settle();
    expect(pull.headSha).not.toBe(signed);
    expect(verdict(pull)).toBe("failure Rejected: checks 1, 2, 3, 4");
    const [report = ""] = botComments(pull, `signoff-${pull.headSha}`);
    expect(report).toContain(`for \`${signed.slice(0, 7)}\``);
    expect(report).toContain(`It covers \`${pull.headSha.slice(0, 7)}\` as well`);
    const [old = ""] = botComments(pull, `signoff-${signed}`);
    expect(old).toContain("the branch has moved on since");
    expect(old).not.toContain("fresh sign-off");
    const folded = story.repo.state().pulls.find(({ number }) => number === pull.number);
    expect(folded?.comments.filter(({ minimized }) => minimized === "outdated")).toHaveLength(1);
  });

  test("covers a new base with main's changelog entries in between", async () => {
    const pull = await signedPull();
    const { repo } = story;
    const before = repo.read(CHANGELOG) ?? "";
    const own = entryText(pull.number);
    const others = entryText(900 + pull.number, ["grand-fp4-b200-sglang"]);
    changeMain({ [CHANGELOG]: `${before}${others}` });
    const linked = own.replace(`/pull/${pull.number}`, "/pull/XXX");
    pull.forcePush({
      [NVIDIA]: recipesWith(repo, `v0.30.${pull.number}`),
      [CHANGELOG]: `${before}${others}${linked}`,
      "docs/new.md": "New.\n",
    });
    await story.settle();
    expect(verdict(pull)).toBe("failure Rejected: checks 1, 2, 3, 4");
  });

  test.each<[string, (pull: SimulatedPull) => Readonly<Record<string, string | null>>]>([
    ["33: one line more", () => ({ "docs/new.md": "New.\nNewer.\n" })],
    ["one file more", () => ({ "docs/extra.md": "Extra.\n" })],
    ["a file of it is gone again", () => ({ "docs/new.md": null })],
    [
      "the same line in another place",
      () => ({
        [NVIDIA]: (story.repo.read(NVIDIA) ?? "").replace(
          /lmsysorg\/sglang:v\S+/u,
          "lmsysorg/sglang:v9",
        ),
      }),
    ],
    [
      "another key in its changelog entry",
      (pull) => ({
        [CHANGELOG]: appended(story.repo, entryText(pull.number, ["grand-fp4-b200-sglang"])),
      }),
    ],
  ])("SGN-03: does not cover a merge of main that brings %s", async (_story, edit) => {
    const pull = await signedPull();
    const signed = pull.headSha;
    changeMain();
    await story.settle();
    pull.updateBranch();
    pull.push(edit(pull));
    await story.settle();
    expect(verdict(pull)).toBe(
      `pending The sign-off no longer covers ${pull.headSha.slice(0, 7)}; please sign again`,
    );
    const [old = ""] = botComments(pull, `signoff-${signed}`);
    expect(old).toContain(`A fresh sign-off is needed for \`${pull.headSha.slice(0, 7)}\``);
    expect(botComments(pull, `signoff-${pull.headSha}`)).toEqual([]);
  });

  test("is one report a head: the newer head's names what it needs, the older ones say they are history", async () => {
    const pull = await signedPull();
    const first = pull.headSha;
    pull.push({ "docs/new.md": "New, and better.\n" });
    story.clock.advance(5_000);
    pull.comment("nora", filledForm(story.repo, "nora"));
    await story.settle();
    const second = pull.headSha;
    expect(verdict(pull)).toBe("failure Rejected: checks 1, 2, 3, 4");
    const [report = ""] = botComments(pull, `signoff-${second}`);
    expect(report).toMatch(/by `zoe` is for `\w{7}`, and the change is another one since/u);
    pull.push({ "docs/new.md": "New, and better still.\n" });
    await story.settle();
    expect(botComments(pull, `signoff-${first}`)[0]).toContain("the branch has moved on since");
    expect(botComments(pull, `signoff-${second}`)[0]).toContain(
      `A fresh sign-off is needed for \`${pull.headSha.slice(0, 7)}\``,
    );
  });

  test("that GitHub does not have any more covers nothing, and the report says so", async () => {
    const pull = await signedPull();
    const gone = pull.headSha;
    const end = story.github.faults.add({
      path: new RegExp(`/compare/\\w+\\.\\.\\.${gone}`, "u"),
      status: 404,
      body: { message: "Not Found" },
    });
    pull.forcePush({ [NVIDIA]: recipesWith(story.repo, `v0.31.${pull.number}`) });
    story.clock.advance(5_000);
    await story.settle();
    expect(verdict(pull)).toMatch(/^pending The sign-off no longer covers/u);
    pull.comment("nora", filledForm(story.repo, "nora"));
    await story.settle();
    const [report = ""] = botComments(pull, `signoff-${pull.headSha}`);
    expect(report).toContain(
      `by \`zoe\` is for \`${gone.slice(0, 7)}\`, a commit that GitHub does not have any more`,
    );
    end();
  });

  test("with `binding: strict` covers no other commit, and the tree that was signed is not read", async () => {
    const strict = await startStory({
      settings: "signoff:\n  binding: strict\ningest:\n  repository: acme/results-app\n",
    });
    try {
      const pull = strict.repo.openPull({
        author: "amir",
        branch: "strict",
        title: "Words",
        files: { [NVIDIA]: recipesWith(strict.repo, "v0.40.1") },
      });
      strict.clock.advance(5_000);
      await strict.settle();
      pull.comment("nora", filledForm(strict.repo, "nora"));
      await strict.settle();
      strict.repo.commit({ author: "mira", message: "Main", files: { "docs/m.md": "m\n" } });
      const signed = pull.headSha;
      pull.updateBranch();
      const before = strict.github.requests.length;
      await strict.settle();
      expect(status(strict.repo, pull, CONTEXT)).toMatch(/^pending The sign-off no longer covers/u);
      const trees = strict.github.requests
        .slice(before)
        .filter(({ path }) => path.includes(`/git/trees/${signed}`));
      expect(trees).toEqual([]);
      expect(strict.errors).toEqual([]);
    } finally {
      await strict.close();
    }
  });
});
