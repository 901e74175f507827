import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { nextNumber, NVIDIA } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { botComments } from "../support/seen.ts";
import { openPull, REJECTED, report, sign, verdict } from "../support/signoff-story.ts";
import { startStory, type Story } from "../support/story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

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

describe("a sign-off that goes away", () => {
  test.each<[string, (pull: SimulatedPull, id: number) => void]>([
    [
      "deleted",
      (_pull, id) => {
        story.repo.deleteComment("nora", id);
      },
    ],
    [
      "edited into something else",
      (_pull, id) => {
        story.repo.editComment("nora", id, "Never mind.");
      },
    ],
  ])("%s is withdrawn, and counts again when it is given again", async (_story, act) => {
    const pull = await openPull(story);
    const { id } = await sign(story, pull, "nora");
    expect(verdict(story, pull)).toBe(REJECTED);
    act(pull, id);
    await story.settle();
    const sha = pull.headSha.slice(0, 7);
    expect(verdict(story, pull)).toBe(
      `pending Sign-off withdrawn; waiting for a new one on ${sha}`,
    );
    expect(report(pull)).toContain("has been withdrawn");
    await sign(story, pull, "nora");
    expect(verdict(story, pull)).toBe(REJECTED);
    expect(botComments(pull, "signoff-")).toHaveLength(1);
  });

  test("83: with its review, which was dismissed, before anything was judged", async () => {
    const pull = await openPull(story);
    const body = filledForm(story.repo, "nora");
    const review = pull.review("nora", { state: "APPROVED", body });
    pull.dismissReview("mira", review.id);
    await story.settle();
    expect(verdict(story, pull)).toMatch(/^pending Sign-off withdrawn/u);
  });

  test("leaves what others signed", async () => {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
    const { id } = await sign(story, pull, "zoe");
    story.repo.deleteComment("zoe", id);
    await story.settle();
    expect(verdict(story, pull)).toBe(REJECTED);
    expect(report(pull)).not.toContain("`zoe`");
  });

  test("82: edited by somebody else it is void, the report names the editor, and only its author is mentioned", async () => {
    const pull = await openPull(story);
    const { id } = await sign(story, pull, "nora");
    story.repo.editComment("tov", id, filledForm(story.repo, "nora"));
    await story.settle();
    expect(verdict(story, pull)).toMatch(/^pending The sign-off was edited by somebody else/u);
    expect(report(pull)).toContain("last edited by `tov`");
    expect(report(pull).match(/@\w+/gu)).toEqual(["@nora"]);
    story.repo.editComment("nora", id, `${filledForm(story.repo, "nora")}\n`);
    await story.settle();
    expect(verdict(story, pull)).toBe(REJECTED);
  });
});

describe("several sign-offs", () => {
  test("of one author the newest counts", async () => {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
    story.clock.advance(5_000);
    pull.comment("nora", filledForm(story.repo, "nora").replaceAll("- [x]", "- [ ]"));
    await story.settle();
    expect(verdict(story, pull)).toBe("failure Rejected: checks 1, 2, 3, 4, 5");
  });

  test("somebody who owns nothing lowers nothing; the author's own is a note", async () => {
    const pull = await openPull(story, { author: "nora" });
    await sign(story, pull, "nora");
    await sign(story, pull, "tov");
    expect(verdict(story, pull)).toBe(REJECTED);
    const [row = ""] = /^- ✅ \*\*0 · .*$/mu.exec(report(pull)) ?? [];
    expect(row).toContain("The author of the pull request signed it.");
  });

  test("SGN-19: a comment, a review and a line's comment each count, in CRLF as well", async () => {
    const body = filledForm(story.repo, "nora").replaceAll("\n", "\r\n");
    for (const act of [
      (pull: SimulatedPull) => pull.comment("nora", body),
      (pull: SimulatedPull) => pull.review("nora", { state: "COMMENTED", body }),
      (pull: SimulatedPull) => pull.reviewComment("nora", { body, path: NVIDIA }),
    ]) {
      const pull = await openPull(story);
      act(pull);
      await story.settle();
      expect(verdict(story, pull)).toBe(REJECTED);
      expect(report(pull).match(/\[Sign-off\]/gu)).toHaveLength(1);
    }
  });
});

describe("where nothing is verified", () => {
  test("84: a draft's sign-off waits until it is ready", async () => {
    const pull = await openPull(story, { draft: true });
    await sign(story, pull, "nora");
    expect(verdict(story, pull)).toMatch(/^pending Draft/u);
    expect(report(pull)).toBe("");
    pull.ready();
    await story.settle();
    expect(verdict(story, pull)).toBe(REJECTED);
    expect(report(pull)).toContain("REJECTED");
  });

  test("a closed pull request gets no status", async () => {
    const pull = await openPull(story);
    pull.close();
    await story.settle();
    const before = verdict(story, pull);
    await sign(story, pull, "nora");
    expect(verdict(story, pull)).toBe(before);
    expect(botComments(pull, "signoff-")).toEqual([]);
    pull.reopen();
    await story.settle();
    expect(verdict(story, pull)).toBe(REJECTED);
  });

  test("a pull request to another branch gets one remark and no status", async () => {
    const { repo } = story;
    repo.createBranch(`release-${nextNumber(repo)}`);
    const pull = await openPull(story);
    pull.edit({ base: `release-${pull.number}` });
    await story.settle();
    const before = verdict(story, pull);
    await sign(story, pull, "nora");
    expect(botComments(pull, "signoff-")).toHaveLength(1);
    expect(botComments(pull, "signoff-base")[0]).toContain("verified for pull requests to `main`");
    expect(verdict(story, pull)).toBe(before);
    pull.edit({ base: "main" });
    await story.settle();
    expect(botComments(pull, "signoff-base")).toEqual([]);
    expect(verdict(story, pull)).toBe(REJECTED);
  });

  test("1 to 4, 81: quotes, fences, bots and forged verdicts count for nothing and are not answered", async () => {
    const pull = await openPull(story);
    const form = filledForm(story.repo, "nora");
    pull.comment("nora", form.replaceAll(/^/gmu, "> "));
    pull.comment("helper[bot]", form);
    pull.comment("tov", `<!-- codeowner-signoff-verify sha=${pull.headSha} -->\n**Verdict: PASS**`);
    pull.comment("tov", `<!-- sweepbot:signoff-${pull.headSha} -->\n## ✅ Verdict: PASS`);
    await story.settle();
    expect(verdict(story, pull)).toMatch(/^pending Waiting for a CODEOWNER/u);
    expect(botComments(pull, "signoff-")).toEqual([]);
  });
});
