import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import { finishSweep, FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { answer, botComments, card, reactions } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
  story.github.addUser("stranger");
});
afterEach(async () => {
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

const DONE = ["eyes", "rocket"];
const REFUSED = ["-1", "eyes"];

/** A pull request with a finished sweep. */
async function openSwept(): Promise<{ readonly pull: SimulatedPull; readonly run: SimulatedRun }> {
  const pull = openRecipePull(story.repo);
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const [run] = runsOf(story.repo, pull);
  if (run === undefined) throw new Error("no run was dispatched");
  finishSweep(run);
  await story.settle();
  return { pull, run };
}

async function say(pull: SimulatedPull, login: string, body: string): Promise<number> {
  const { id } = pull.comment(login, body);
  await story.settle();
  return id;
}

describe("/reuse-sweep-run", () => {
  test("names the newest eligible run and goes through every rule", async () => {
    const { pull, run } = await openSwept();
    const id = await say(pull, "mira", "/reuse-sweep-run");
    expect(reactions(story.repo, id)).toEqual(DONE);
    const [english = ""] = answer(pull, id).split("<details>");
    expect(english).toContain(`Run ${run.id} will be published`);
    expect(english.match(/^- ✅ /gmu)).toHaveLength(11);
    expect(card(pull)).toContain(`✅ | **Reuse** | Run ${run.id}`);
  });

  test.each([
    ["its id", (run: SimulatedRun) => String(run.id)],
    [
      "its address",
      (run: SimulatedRun) => `https://github.com/acme/gpu-benchmarks/actions/runs/${run.id}`,
    ],
  ])("takes a run by %s, a failed one as well", async (_, named) => {
    const { pull, run } = await openSwept();
    run.rerun("all", "nora").complete("failure");
    await story.settle();
    const plain = await say(pull, "mira", "/reuse-sweep-run");
    expect(reactions(story.repo, plain)).toEqual(REFUSED);
    expect(answer(pull, plain)).toContain("@mira");
    const id = await say(pull, "mira", `/reuse-sweep-run ${named(run)}`);
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(answer(pull, id)).toContain(`Run ${run.id} will be published`);
  });

  test("is refused with the reason while there is no run, and left standing for nobody", async () => {
    const pull = openRecipePull(story.repo);
    const id = await say(pull, "mira", "/reuse-sweep-run");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(answer(pull, id)).toContain("No run can be reused yet");
    expect(card(pull)).toContain("No run is named for reuse");
  });

  test("is withdrawn by cancel", async () => {
    const { pull, run } = await openSwept();
    await say(pull, "mira", "/reuse-sweep-run");
    const id = await say(pull, "nora", "/reuse-sweep-run cancel");
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(card(pull)).not.toContain(`✅ | **Reuse** | Run ${run.id}`);
  });

  test("is withdrawn by deleting the comment", async () => {
    const { pull, run } = await openSwept();
    const id = await say(pull, "mira", "/reuse-sweep-run");
    expect(card(pull)).toContain(`✅ | **Reuse** | Run ${run.id}`);
    story.repo.deleteComment("mira", id);
    await story.settle();
    expect(card(pull)).not.toContain(`✅ | **Reuse** | Run ${run.id}`);
    expect(botComments(pull, `answer-${id}-`)).toHaveLength(1);
  });

  test("of somebody without permission is refused", async () => {
    const { pull } = await openSwept();
    const id = await say(pull, "tov", "/reuse-sweep-run");
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(answer(pull, id)).toContain("@tov");
    expect(card(pull)).not.toContain("✅ | **Reuse**");
  });
});

describe("a permission that GitHub does not tell", () => {
  test.each([404, 403, 502])("(%i) lets the command wait, then refuses it", async (status) => {
    const { pull } = await openSwept();
    const end = story.github.faults.add({ path: /\/collaborators\/mira\/permission$/u, status });
    const id = await say(pull, "mira", "/reuse-sweep-run");
    expect(reactions(story.repo, id)).toEqual(["eyes"]);
    expect(botComments(pull, `answer-${id}-`)).toEqual([]);
    story.clock.advance(11 * 60_000);
    await story.reconcile();
    end();
    expect(reactions(story.repo, id)).toEqual(REFUSED);
    expect(answer(pull, id)).toContain("GitHub did not say which permission you have");
  });

  test("is asked for again: a command that waited is carried out", async () => {
    const { pull } = await openSwept();
    const end = story.github.faults.add({
      path: /\/collaborators\/mira\/permission$/u,
      status: 404,
    });
    const id = await say(pull, "mira", "/reuse-sweep-run");
    expect(reactions(story.repo, id)).toEqual(["eyes"]);
    end();
    story.clock.advance(60_000);
    await story.reconcile();
    expect(reactions(story.repo, id)).toEqual(DONE);
  });
});

describe("commands", () => {
  test.each([
    ["/help", "tov", DONE, "| `/reuse-sweep-run [run]` |"],
    ["/reuse-sweep-run tomorrow", "mira", REFUSED, "is not a run"],
    ["/reuse-sweep-run https://github.com/other/one/actions/runs/1", "mira", REFUSED, "another"],
    ["/resue-sweep-run", "mira", REFUSED, "Did you mean `/reuse-sweep-run`"],
    ["Text\n\n   /HELP", "tov", DONE, "| `/help` |"],
  ])("%j is answered once", async (body, login, given, words) => {
    const pull = openRecipePull(story.repo);
    const id = await say(pull, login, body);
    expect(reactions(story.repo, id)).toEqual(given);
    expect(answer(pull, id)).toContain(words);
  });

  test.each([
    ["a word of somebody else's", "/deploy now"],
    ["a quoted command", "> /help"],
    ["a command in a code block", "```\n/help\n```"],
    ["a command within a line", "Post /help to see more"],
  ])("%s is not answered", async (_, body) => {
    const pull = openRecipePull(story.repo);
    const id = await say(pull, "mira", body);
    expect(reactions(story.repo, id)).toEqual([]);
    expect(botComments(pull, "answer-")).toEqual([]);
  });

  test("of a bot are ignored", async () => {
    const pull = openRecipePull(story.repo);
    const id = await say(pull, "renovate[bot]", "/help");
    expect(reactions(story.repo, id)).toEqual([]);
    expect(botComments(pull, "answer-")).toEqual([]);
  });

  test("two in one comment get one answer with both", async () => {
    const { pull, run } = await openSwept();
    const id = await say(pull, "mira", `/help\n/reuse-sweep-run ${run.id}`);
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(answer(pull, id)).toContain("| `/help` |");
    expect(answer(pull, id)).toContain(`Run ${run.id} will be published`);
  });

  test("in an edited comment run only when they are new", async () => {
    const { pull, run } = await openSwept();
    const id = await say(pull, "mira", "/help");
    story.repo.editComment("mira", id, "/help\n\nThanks!");
    await story.settle();
    expect(botComments(pull, `answer-${id}-`)).toHaveLength(1);
    story.repo.editComment("mira", id, `/help\n/reuse-sweep-run ${run.id}`);
    await story.settle();
    const [first, second, ...others] = botComments(pull, `answer-${id}-`);
    expect(others).toEqual([]);
    expect(first).toContain("| `/help` |");
    expect(second).toContain(`Run ${run.id} will be published`);
    expect(second).not.toContain("| `/help` |");
  });

  test("are answered once whatever is delivered again", async () => {
    const pull = openRecipePull(story.repo);
    const id = await say(pull, "tov", "/help");
    const deliveries = story.github.webhooks.deliveries.filter(({ body }) =>
      body.includes("/help"),
    );
    expect(deliveries.length).toBeGreaterThan(0);
    for (const delivery of deliveries) await story.github.webhooks.redeliver(delivery.id);
    await story.settle();
    expect(reactions(story.repo, id)).toEqual(DONE);
    expect(botComments(pull, `answer-${id}-`)).toHaveLength(1);
  });

  test("get their reaction although the answer to posting the reply was lost", async () => {
    const pull = openRecipePull(story.repo);
    await story.settle();
    story.github.faults.add({
      method: "POST",
      path: /\/issues\/\d+\/comments$/u,
      status: 502,
      when: "after",
      times: 1,
    });
    const id = await say(pull, "tov", "/help");
    story.errors.length = 0;
    expect(botComments(pull, `answer-${id}-`)).toHaveLength(1);
    expect(reactions(story.repo, id)).toEqual(DONE);
  });
});
