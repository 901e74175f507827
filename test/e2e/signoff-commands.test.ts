import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { finishSweep, FULL_LABEL, NVIDIA, openRecipePull, recipesWith } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { DONE, english, newestRun, redeliver, REFUSED, say } from "../support/commands.ts";
import { filledForm } from "../support/forms.ts";
import { answer, botComments, card, reactions, status } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(180_000);

const CONTEXT = "codeowner-signoff-verify";
const SETTINGS = `languages: [en]
ingest: { repository: acme/results-app }
signoff: { selfSignoff: human }
`;
const PAGE = "https://github.com/acme/gpu-benchmarks/pull";

let story: Story;
beforeAll(async () => {
  story = await startStory({ settings: SETTINGS });
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

/** A pull request of nora's, who has signed it herself: check 0 needs a person. */
async function selfSigned(): Promise<{ readonly pull: SimulatedPull; readonly signoff: number }> {
  const pull = openRecipePull(story.repo, { image: `v0.30.${story.clock.now() % 1_000_000}` });
  await story.settle();
  // GitHub tells times in seconds: a sign-off within the second of the push would not count for it.
  story.clock.advance(5_000);
  const signoff = await say(story, pull, "nora", filledForm(story.repo, "nora"));
  return { pull, signoff };
}

/** The report's row of a check. */
function row(pull: SimulatedPull, check: number): string {
  const report = botComments(pull, `signoff-${pull.headSha}`).join("\n");
  return new RegExp(`^- \\S+ \\*\\*${check} · .*$`, "mu").exec(report)?.[0] ?? "";
}

describe("/signoff-verify", () => {
  test("says what a sign-off comes to, what is open and what to do, and is answered once", async () => {
    const { pull, signoff } = await selfSigned();
    const id = await say(
      story,
      pull,
      "amir",
      `/signoff-verify ${PAGE}/${pull.number}#issuecomment-${signoff}`,
    );
    const text = english(pull, id);
    expect(text).toMatch(/✅ \[nora\]\(\S+\): counts for this commit\./u);
    expect(text).toMatch(/^- ➖ \*\*0 · .*Only the author signed/mu);
    expect(text).toMatch(/^- ❌ \*\*4 · .*no reuse order/mu);
    expect(text).toContain("Next: See the sign-off report");
    expect(reactions(story.repo, id)).toEqual(DONE);
    await redeliver(story, id);
    expect(answer(pull, id)).not.toBe("");
  });

  test("binds nothing anew, and tells a draft and a closed pull request", async () => {
    const { pull } = await selfSigned();
    story.clock.advance(5_000);
    pull.push({ [NVIDIA]: recipesWith(story.repo, "v0.98.0") });
    await story.settle();
    pull.convertToDraft("nora");
    const draft = await say(story, pull, "amir", "/signoff-verify");
    expect(english(pull, draft)).toMatch(
      /draft[^]*❌ \[nora\]\(\S+\): was given on `[0-9a-f]{7}`/u,
    );
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^pending/u);
    pull.close("nora");
    const closed = await say(story, pull, "amir", "/signoff-verify");
    expect(english(pull, closed)).toContain("for information only");
  });

  test("refuses what belongs elsewhere, without repeating the link (case 85)", async () => {
    const { signoff } = await selfSigned();
    const { pull } = await selfSigned();
    const links = [
      `${PAGE}/${pull.number}#issuecomment-${signoff}`,
      `${PAGE}/${pull.number - 1}#issuecomment-${signoff}`,
      `https://github.com/tov/elsewhere/pull/1#issuecomment-${signoff}`,
    ];
    for (const link of links) {
      const id = await say(story, pull, "amir", `/signoff-verify ${link}`);
      expect(reactions(story.repo, id)).toEqual(REFUSED);
      expect(english(pull, id)).not.toContain("https://");
    }
    const stranger = await say(story, pull, "tov", "/signoff-verify");
    expect(english(pull, stranger)).toContain("people with write permission");
  });
});

describe("/signoff-resolve", () => {
  test("by a maintainer makes the row pass, and taking the comment back opens it again", async () => {
    const { pull } = await selfSigned();
    expect(row(pull, 0)).toMatch(/^- ➖ .*Only the author signed/u);
    const id = await say(story, pull, "mira", "/signoff-resolve 0 ok nobody else is there today");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(row(pull, 0)).toMatch(
      new RegExp(
        `^- ✅ .*Confirmed by mira: see \\[the decision\\]\\(\\S+#issuecomment-${id}\\)`,
        "u",
      ),
    );
    await redeliver(story, id);
    await story.reconcile();
    expect(row(pull, 0)).toMatch(/^- ✅ /u);

    story.repo.editComment("mira", id, "On second thoughts, no.");
    await story.settle();
    expect(row(pull, 0)).toMatch(/^- ➖ .*Only the author signed/u);
  });

  test("by a member of the catch-all team rejects, a newer word counts, deleting it brings the older back", async () => {
    const { pull } = await selfSigned();
    const first = await say(story, pull, "zoe", "/signoff-resolve 0 reject ask amir first");
    expect(reactions(story.repo, first)).toEqual(DONE);
    expect(row(pull, 0)).toMatch(/^- ❌ .*Rejected by zoe/u);
    expect(status(story.repo, pull, CONTEXT)).toMatch(/^failure Rejected: checks 0/u);
    const second = await say(story, pull, "mira", "/signoff-resolve 0 ok amir has told me so");
    expect(row(pull, 0)).toMatch(/^- ✅ .*Confirmed by mira/u);
    story.repo.deleteComment("mira", second);
    await story.settle();
    expect(row(pull, 0)).toMatch(/^- ❌ .*Rejected by zoe/u);
  });

  test("never turns a failure into a pass (case 87), and is for few people only", async () => {
    const { pull } = await selfSigned();
    const refused: readonly (readonly [login: string, command: string, why: string])[] = [
      ["mira", "/signoff-resolve 4 ok we agreed on this", "failed by rule"],
      ["amir", "/signoff-resolve 0 ok looks fine to me", "catch-all line of CODEOWNERS"],
      ["mira", "/signoff-resolve 0 ok fine", "at least 15 characters"],
      ["mira", "/signoff-resolve 13 ok looks fine to me", "from 0 to 12"],
    ];
    for (const [login, command, why] of refused) {
      const id = await say(story, pull, login, command);
      expect(english(pull, id)).toContain(why);
      expect(reactions(story.repo, id)).toEqual(REFUSED);
    }
    story.repo.setPermission("nora", "maintain");
    const own = await say(story, pull, "nora", "/signoff-resolve 0 ok it is my own work");
    story.repo.setPermission("nora", "write");
    expect(english(pull, own)).toContain("Nobody decides on their own pull request");
    expect(row(pull, 0)).toMatch(/^- ➖ /u);
  });

  test("put into a maintainer's comment by somebody else is nobody's word", async () => {
    const { pull } = await selfSigned();
    const id = await say(story, pull, "mira", "I will look at this tomorrow.");
    story.clock.advance(60_000);
    story.repo.editComment("nora", id, "/signoff-resolve 0 ok nobody else is there today");
    await story.settle();
    expect(english(pull, id)).toContain("Somebody other than its author edited this comment");
    expect(row(pull, 0)).toMatch(/^- ➖ /u);
  });

  test("put into our own answer by somebody who may write is nobody's word", async () => {
    const { pull } = await selfSigned();
    const words = "/signoff-resolve 0 ok nobody else is there today";
    const taken = await say(story, pull, "mira", words);
    expect(row(pull, 0)).toMatch(/^- ✅ /u);
    const real = pull.comments.find(({ body }) => body.includes(`answer-${taken}-`))?.body ?? "";
    story.repo.deleteComment("mira", taken);
    await story.settle();
    expect(row(pull, 0)).toMatch(/^- ➖ /u);
    story.repo.setPermission("tov", "write");
    const refused = await say(story, pull, "tov", words);
    story.clock.advance(60_000);
    const answer = pull.comments.find(({ body }) => body.includes(`answer-${refused}-`))?.id ?? 0;
    story.repo.editComment("tov", answer, real.replaceAll(String(taken), String(refused)));
    await story.settle();
    expect(row(pull, 0)).toMatch(/^- ➖ /u);
  });

  test("waits while GitHub does not say who may, and is then taken", async () => {
    const { pull } = await selfSigned();
    const end = story.github.faults.add({
      method: "GET",
      path: /\/collaborators\/mira\/permission$/u,
      status: 503,
    });
    const id = await say(story, pull, "mira", "/signoff-resolve 0 ok nobody else is there today");
    expect(reactions(story.repo, id)).toEqual(["eyes"]);
    end();
    story.clock.advance(60_000);
    await story.reconcile();
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(row(pull, 0)).toMatch(/^- ✅ /u);
  });

  test("goes on for a newly signed commit only as long as it is about the same", async () => {
    const { pull } = await selfSigned();
    await say(story, pull, "mira", "/signoff-resolve 0 ok nobody else is there today");
    const again = async (files: Readonly<Record<string, string>>): Promise<void> => {
      story.clock.advance(5_000);
      pull.push(files);
      await story.settle();
      story.clock.advance(5_000);
      await say(story, pull, "nora", filledForm(story.repo, "nora"));
    };
    await again({ [NVIDIA]: recipesWith(story.repo, "v0.97.0") });
    expect(row(pull, 0)).toMatch(/^- ✅ .*Confirmed by mira/u);
    await again({ "docs/more.md": "More.\n" });
    expect(row(pull, 0)).not.toMatch(/^- ✅/u);
  });
});

describe("/signoff-template", () => {
  test("gives a form that counts once a person has ticked and posted it", async () => {
    const pull = openRecipePull(story.repo, { author: "amir" });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    const run = newestRun(story, pull);
    finishSweep(run);
    await story.settle();
    const id = await say(story, pull, "nora", "/signoff-template");
    const [, form = ""] = answer(pull, id).split("```\n");
    expect(form).toContain(`- [ ] Verified that the change has passed PR validation`);
    expect(form).toContain(`/actions/runs/${run.id}\n`);
    expect(form).toContain("Signed: `nora`");
    expect(botComments(pull, "signoff")).toEqual([]);

    await say(story, pull, "nora", form.replaceAll("[ ]", "[x]"));
    expect(row(pull, 5)).toMatch(/^- ✅ .*Every item of the latest checklist/u);
  });
});

describe("the description's own boxes", () => {
  test("that are not true stand on the card until they are, or are open", async () => {
    const pull = openRecipePull(story.repo, { author: "amir" });
    const boxes = "- [x] Evals pass\n- [x] Carries exactly one sweep label\n- [ ] Entry added\n";
    pull.edit({ body: `## Checklist\n\n${boxes}` }, "amir");
    await story.settle();
    expect(card(pull).match(/\| \*\*Description\*\* \|.*$/gmu)).toHaveLength(2);
    expect(card(pull)).toContain("A box says that one sweep label is on, but none is.");

    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(card(pull)).not.toContain("one sweep label");
    pull.edit({ body: boxes.replaceAll("[x]", "[ ]") }, "amir");
    await story.settle();
    expect(card(pull)).not.toContain("Description");
  });
});
