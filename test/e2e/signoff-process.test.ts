import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { authorise, nextNumber, NVIDIA, openRecipePull, recipesWith } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { filledForm } from "../support/forms.ts";
import { botComments, status } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

jest.setTimeout(180_000);

const CONTEXT = "codeowner-signoff-verify";
const CHECKLIST = "docs/PR_REVIEW_CHECKLIST.md";

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

/** A pull request that changes a recipe of nora's, and the README, which the core team (zoe) owns. */
async function openPull(
  more: { readonly draft?: boolean; readonly author?: string } = {},
): Promise<SimulatedPull> {
  const { repo } = story;
  const pull = repo.openPull({
    author: more.author ?? "amir",
    branch: `process-${nextNumber(repo)}`,
    title: "Newer image",
    draft: more.draft ?? false,
    files: { [NVIDIA]: recipesWith(repo, `v0.50.${nextNumber(repo)}`), "README.md": "Words.\n" },
  });
  await story.settle();
  story.clock.advance(5_000);
  return pull;
}

function verdict(pull: SimulatedPull): string {
  return status(story.repo, pull, CONTEXT)?.replace(/ \(sweepbot.*$/u, "") ?? "";
}

function report(pull: SimulatedPull): string {
  return botComments(pull, `signoff-${pull.headSha}`).join("\n").split("<details>")[0] ?? "";
}

/** Rows that are cut above stand in full below. */
function whole(pull: SimulatedPull): string {
  return botComments(pull, `signoff-${pull.headSha}`).join("\n");
}

function hints(pull: SimulatedPull): readonly string[] {
  return botComments(pull, "signoff-hint-").map((body) => body.split("<details>")[0] ?? "");
}

async function sign(pull: SimulatedPull, login: string): Promise<{ readonly id: number }> {
  const made = pull.comment(login, filledForm(story.repo, login));
  await story.settle();
  return made;
}

const REJECTED = "failure Rejected: checks 4";

describe("a sign-off that goes away", () => {
  test.each<[string, (pull: SimulatedPull, id: number) => void]>([
    ["deleted", (_pull, id) => story.repo.deleteComment("nora", id)],
    [
      "edited into something else",
      (_pull, id) => story.repo.editComment("nora", id, "Never mind."),
    ],
  ])("%s is withdrawn, and counts again when it is given again", async (_story, act) => {
    const pull = await openPull();
    const { id } = await sign(pull, "nora");
    expect(verdict(pull)).toBe(REJECTED);
    act(pull, id);
    await story.settle();
    const sha = pull.headSha.slice(0, 7);
    expect(verdict(pull)).toBe(`pending Sign-off withdrawn; waiting for a new one on ${sha}`);
    expect(report(pull)).toContain("has been withdrawn");
    await sign(pull, "nora");
    expect(verdict(pull)).toBe(REJECTED);
    expect(botComments(pull, "signoff-")).toHaveLength(1);
  });

  test("83: with its review, which was dismissed, before anything was judged", async () => {
    const pull = await openPull();
    const body = filledForm(story.repo, "nora");
    const review = pull.review("nora", { state: "APPROVED", body });
    pull.dismissReview("mira", review.id);
    await story.settle();
    expect(verdict(pull)).toMatch(/^pending Sign-off withdrawn/u);
  });

  test("leaves what others signed", async () => {
    const pull = await openPull();
    await sign(pull, "nora");
    const { id } = await sign(pull, "zoe");
    story.repo.deleteComment("zoe", id);
    await story.settle();
    expect(verdict(pull)).toBe(REJECTED);
    expect(report(pull)).not.toContain("`zoe`");
  });

  test("82: edited by somebody else it is void, the report names the editor, and only its author is mentioned", async () => {
    const pull = await openPull();
    const { id } = await sign(pull, "nora");
    story.repo.editComment("tov", id, filledForm(story.repo, "nora"));
    await story.settle();
    expect(verdict(pull)).toMatch(/^pending The sign-off was edited by somebody else/u);
    expect(report(pull)).toContain("last edited by `tov`");
    expect(report(pull).match(/@\w+/gu)).toEqual(["@nora"]);
    story.repo.editComment("nora", id, `${filledForm(story.repo, "nora")}\n`);
    await story.settle();
    expect(verdict(pull)).toBe(REJECTED);
  });
});

describe("several sign-offs", () => {
  test("of one author the newest counts", async () => {
    const pull = await openPull();
    await sign(pull, "nora");
    story.clock.advance(5_000);
    pull.comment("nora", filledForm(story.repo, "nora").replaceAll("- [x]", "- [ ]"));
    await story.settle();
    expect(verdict(pull)).toBe("failure Rejected: checks 4, 5");
  });

  test("somebody who owns nothing lowers nothing; the author's own is a note", async () => {
    const pull = await openPull({ author: "nora" });
    await sign(pull, "nora");
    await sign(pull, "tov");
    expect(verdict(pull)).toBe(REJECTED);
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
      const pull = await openPull();
      act(pull);
      await story.settle();
      expect(verdict(pull)).toBe(REJECTED);
      expect(report(pull).match(/\[Sign-off\]/gu)).toHaveLength(1);
    }
  });
});

describe("where nothing is verified", () => {
  test("84: a draft's sign-off waits until it is ready", async () => {
    const pull = await openPull({ draft: true });
    await sign(pull, "nora");
    expect(verdict(pull)).toMatch(/^pending Draft/u);
    expect(report(pull)).toBe("");
    pull.ready();
    await story.settle();
    expect(verdict(pull)).toBe(REJECTED);
    expect(report(pull)).toContain("REJECTED");
  });

  test("a closed pull request gets no status", async () => {
    const pull = await openPull();
    pull.close();
    await story.settle();
    const before = verdict(pull);
    await sign(pull, "nora");
    expect(verdict(pull)).toBe(before);
    expect(botComments(pull, "signoff-")).toEqual([]);
    pull.reopen();
    await story.settle();
    expect(verdict(pull)).toBe(REJECTED);
  });

  test("a pull request to another branch gets one remark and no status", async () => {
    const { repo } = story;
    repo.createBranch(`release-${nextNumber(repo)}`);
    const pull = await openPull();
    pull.edit({ base: `release-${pull.number}` });
    await story.settle();
    const before = verdict(pull);
    await sign(pull, "nora");
    expect(botComments(pull, "signoff-")).toHaveLength(1);
    expect(botComments(pull, "signoff-base")[0]).toContain("verified for pull requests to `main`");
    expect(verdict(pull)).toBe(before);
    pull.edit({ base: "main" });
    await story.settle();
    expect(botComments(pull, "signoff-base")).toEqual([]);
    expect(verdict(pull)).toBe(REJECTED);
  });

  test("1 to 4, 81: quotes, fences, bots and forged verdicts count for nothing and are not answered", async () => {
    const pull = await openPull();
    const form = filledForm(story.repo, "nora");
    pull.comment("nora", form.replaceAll(/^/gmu, "> "));
    pull.comment("helper[bot]", form);
    pull.comment("tov", `<!-- codeowner-signoff-verify sha=${pull.headSha} -->\n**Verdict: PASS**`);
    pull.comment("tov", `<!-- sweepbot:signoff-${pull.headSha} -->\n## ✅ Verdict: PASS`);
    await story.settle();
    expect(verdict(pull)).toMatch(/^pending Waiting for a CODEOWNER/u);
    expect(botComments(pull, "signoff-")).toEqual([]);
  });
});

describe("what is plainly meant as a sign-off", () => {
  const spoilt: readonly (readonly [string, (form: string) => string, string])[] = [
    ["stands in a code block", (form) => `\`\`\`\n${form}\n\`\`\``, "in a code block"],
    ["has no list", (form) => form.split("\n")[0] ?? "", "the checklist is missing"],
    ["has words before the phrase", (form) => `Hi. ${form}`, "must begin a line of its own"],
    ["has another phrase", (form) => form.replace("CODEOWNER", "code owner"), "was changed"],
  ];

  test.each(spoilt)("and %s is answered once, until it is mended", async (_story, spoil, words) => {
    const pull = await openPull();
    const form = filledForm(story.repo, "nora");
    const { id } = pull.comment("nora", spoil(form));
    await story.settle();
    expect(verdict(pull)).toMatch(/^pending Waiting/u);
    expect(hints(pull)).toHaveLength(1);
    expect(hints(pull)[0]).toContain(words);
    expect(hints(pull)[0]).toMatch(/^<!-- sweepbot:signoff-hint-comment-\d+ -->\n@nora\b/u);
    await story.reconcile();
    expect(hints(pull)).toHaveLength(1);
    story.clock.advance(5_000);
    story.repo.editComment("nora", id, form);
    await story.settle();
    expect(hints(pull)).toEqual([]);
    expect(verdict(pull)).toBe(REJECTED);
  });

  test("is answered about what is wrong now, in the same reply", async () => {
    const pull = await openPull();
    const form = filledForm(story.repo, "nora");
    const { id } = pull.comment("nora", `\`\`\`\n${form}\n\`\`\``);
    await story.settle();
    story.repo.editComment("nora", id, `Hi. ${form}`);
    await story.settle();
    expect(hints(pull)).toHaveLength(1);
    expect(hints(pull)[0]).toContain("must begin a line of its own");
    story.repo.deleteComment("nora", id);
    await story.settle();
    expect(hints(pull)).toEqual([]);
  });

  test("and stands in a review that asks for changes is answered, with the way out", async () => {
    const pull = await openPull();
    const body = filledForm(story.repo, "nora");
    pull.review("nora", { state: "CHANGES_REQUESTED", body });
    await story.settle();
    expect(verdict(pull)).toMatch(/^pending Waiting/u);
    expect(hints(pull)[0]).toContain("a review that asks for changes");
  });

  test("by a bot, by a stranger or three days ago is not answered", async () => {
    const pull = await openPull();
    const body = `Hi. ${filledForm(story.repo, "nora")}`;
    pull.comment("helper[bot]", body);
    story.github.addUser("passerby");
    pull.comment("passerby", body);
    await story.settle();
    expect(botComments(pull, "signoff-")).toEqual([]);
  });

  test("47: on a fork a comment is answered with the way out, and a review counts", async () => {
    const { repo } = story;
    const fork = repo.fork("tov", `fork-${nextNumber(repo)}`);
    const pull = repo.openPull({
      author: "tov",
      branch: "from-fork",
      title: "Newer image",
      headRepository: fork,
      files: { [NVIDIA]: recipesWith(repo, `v0.60.${nextNumber(repo)}`) },
    });
    await story.settle();
    story.clock.advance(5_000);
    await sign(pull, "nora");
    expect(hints(pull)[0]).toContain("Submit the same form as a review");
    expect(verdict(pull)).toMatch(/^pending/u);
    story.clock.advance(5_000);
    pull.review("nora", { state: "APPROVED", body: filledForm(repo, "nora") });
    await story.settle();
    expect(verdict(pull)).toBe(REJECTED);
    expect(hints(pull)).toEqual([]);
  });
});

describe("the report", () => {
  test("is written anew when it was deleted or edited, and the status links it", async () => {
    const pull = await openPull();
    await sign(pull, "nora");
    const own = (): { readonly id: number; readonly body: string } =>
      pull.comments.find(({ body }) => body.startsWith("<!-- sweepbot:signoff-")) ?? {
        id: 0,
        body: "",
      };
    const { id, body } = own();
    const target = (): string | null | undefined =>
      story.repo.record.statuses.get(pull.headSha)?.find(({ context }) => context === CONTEXT)
        ?.targetUrl;
    expect(target()).toContain(`#issuecomment-${id}`);
    story.repo.editComment("tov", id, "<!-- sweepbot:mine -->\n## ✅ Verdict: PASS");
    story.repo.deleteComment("tov", id);
    await story.settle();
    expect(own().body).toBe(body);
    expect(target()).toContain(`#issuecomment-${own().id}`);
    story.repo.editComment("tov", own().id, `${body}\nVerdict: PASS`);
    await story.settle();
    expect(own().body).toBe(body);
    expect(verdict(pull)).toBe(REJECTED);
  });

  test("says commit, sign-off and time, and does not change because main moves on", async () => {
    const pull = await openPull();
    await sign(pull, "nora");
    const before = report(pull);
    const sha = pull.headSha.slice(0, 7);
    expect(before).toMatch(
      new RegExp(
        `\\[Sign-off\\]\\(\\S+\\) by \`nora\` for \`${sha}\`, 2026-03-0\\d \\d\\d:\\d\\d UTC`,
        "u",
      ),
    );
    expect(before).toContain(`at \`${story.repo.tip().slice(0, 7)}\``);
    story.repo.commit({ author: "mira", message: "Main", files: { "docs/other.md": "x\n" } });
    await story.settle();
    expect(report(pull)).toBe(before);
  });

  test("names who set a status of the same name, and that it was replaced", async () => {
    const pull = await openPull();
    story.repo.setStatus("tov", pull.headSha, { context: CONTEXT, state: "success" });
    await story.reconcile();
    expect(verdict(pull)).toMatch(/^pending Waiting/u);
    expect(report(pull)).toContain("`tov` has set a commit status of the same name");
  });

  test("SGN-13: is judged anew when the reuse order comes and goes, without a new sign-off", async () => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    story.clock.advance(5_000);
    await sign(pull, "nora");
    expect(report(pull)).toMatch(/^- ❌ \*\*4 · /mu);
    await authorise(story, pull);
    expect(report(pull)).toMatch(/^- ✅ \*\*4 · /mu);
    const order = pull.comments.findLast(({ body }) => body.startsWith("/reuse-sweep-run"));
    story.repo.deleteComment("mira", order?.id ?? 0);
    await story.settle();
    expect(report(pull)).toMatch(/^- ❌ \*\*4 · /mu);
  });

  test("SGN-01, 86: once looking was given up the status is an error, and the next look mends it", async () => {
    const pull = await openPull();
    await sign(pull, "nora");
    const refs = await story.host.bot.listPulls();
    const ref = refs.find((each) => each.pull === pull.number);
    if (ref === undefined) throw new Error("not listed");
    await story.host.bot.reportGivenUp(ref, "GitHub answered 502");
    expect(verdict(pull)).toBe("error Could not verify the sign-off; trying again");
    await story.reconcile();
    expect(verdict(pull)).toBe(REJECTED);
  });

  test("a change of the checklist on main re-judges, and dates the change (19)", async () => {
    const pull = await openPull();
    await sign(pull, "nora");
    expect(report(pull)).toMatch(/^- ✅ \*\*5 · /mu);
    const page = story.repo.read(CHECKLIST) ?? "";
    story.clock.advance(86_400_000);
    const grown = page.replace(
      "- [ ] Verified that no deprecated",
      "- [ ] Verified that the lunar calibration of every accelerator was renewed\n- [ ] Verified that no deprecated",
    );
    story.repo.commit({ author: "mira", message: "One more", files: { [CHECKLIST]: grown } });
    await story.settle();
    expect(report(pull)).toMatch(/^- ❌ \*\*5 · .*lunar calibration/mu);
    const today = new Date(story.clock.now()).toISOString().slice(0, 10);
    expect(whole(pull)).toContain(`it is not any more since ${today}`);
    const copied = page.split("```")[1] ?? "";
    story.clock.advance(86_400_000);
    pull.comment(
      "nora",
      copied.trim().replaceAll("[ ]", "[x]").replace("FILL_IN_GITHUB_USERNAME", "nora"),
    );
    await story.settle();
    expect(whole(pull)).toContain("The form is the version of 2026-03-0");
    story.repo.commit({ author: "mira", message: "Back", files: { [CHECKLIST]: page } });
    await story.settle();
    expect(report(pull)).toMatch(/^- ✅ \*\*5 · /mu);
  });
});
