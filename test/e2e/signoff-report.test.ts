import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { authorise, openRecipePull } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import {
  CONTEXT,
  openPull,
  REJECTED,
  report,
  sign,
  verdict,
  wholeReport,
} from "../support/signoff-story.ts";
import { startStory, type Story } from "../support/story.ts";

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

const CHECKLIST = "docs/PR_REVIEW_CHECKLIST.md";

describe("the report", () => {
  test("is written anew when it was deleted or edited, and the status links it", async () => {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
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
    expect(verdict(story, pull)).toBe(REJECTED);
  });

  test("says commit, sign-off and time, and does not change because main moves on", async () => {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
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
    const pull = await openPull(story);
    story.repo.setStatus("tov", pull.headSha, { context: CONTEXT, state: "success" });
    await story.reconcile();
    expect(verdict(story, pull)).toMatch(/^pending Waiting/u);
    expect(report(pull)).toContain("`tov` has set a commit status of the same name");
  });

  test("SGN-13: is judged anew when the reuse order comes and goes, without a new sign-off", async () => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    story.clock.advance(5_000);
    await sign(story, pull, "nora");
    expect(report(pull)).toMatch(/^- ❌ \*\*4 · /mu);
    await authorise(story, pull);
    expect(report(pull)).toMatch(/^- ✅ \*\*4 · /mu);
    const order = pull.comments.findLast(({ body }) => body.startsWith("/reuse-sweep-run"));
    story.repo.deleteComment("mira", order?.id ?? 0);
    await story.settle();
    expect(report(pull)).toMatch(/^- ❌ \*\*4 · /mu);
  });

  test("SGN-01, 86: once looking was given up the status is an error, and the next look mends it", async () => {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
    const refs = await story.host.bot.listPulls();
    const ref = refs.find((each) => each.pull === pull.number);
    if (ref === undefined) throw new Error("not listed");
    await story.host.bot.reportGivenUp(ref, "GitHub answered 502");
    expect(verdict(story, pull)).toBe("error Could not verify the sign-off; trying again");
    await story.reconcile();
    expect(verdict(story, pull)).toBe(REJECTED);
  });

  test("a change of the checklist on main re-judges, and dates the change (19)", async () => {
    const pull = await openPull(story);
    await sign(story, pull, "nora");
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
    expect(wholeReport(pull)).toContain(`it is not any more since ${today}`);
    const copied = page.split("```")[1] ?? "";
    story.clock.advance(86_400_000);
    pull.comment(
      "nora",
      copied.trim().replaceAll("[ ]", "[x]").replace("FILL_IN_GITHUB_USERNAME", "nora"),
    );
    await story.settle();
    expect(wholeReport(pull)).toContain("The form is the version of 2026-03-0");
    story.repo.commit({ author: "mira", message: "Back", files: { [CHECKLIST]: page } });
    await story.settle();
    expect(report(pull)).toMatch(/^- ✅ \*\*5 · /mu);
  });
});
