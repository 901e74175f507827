import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { appended, CHANGELOG, entryText, openRecipePull } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { check } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";

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

const BOT = "sweepbot[bot]";
const CHECK = "sweepbot/changelog";

interface Suggested {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

function reviewsOf(pull: SimulatedPull): readonly { readonly id: number; readonly body: string }[] {
  return pull.record.reviews.filter(({ author }) => author.login === BOT);
}

/** What the suggestion blocks of the bot's reviews would put on which lines. */
function suggested(pull: SimulatedPull): readonly Suggested[] {
  return pull.record.reviewComments
    .filter(({ author }) => author.login === BOT)
    .map(({ path, line, startLine, body }) => {
      const text = /```suggestion\n([^]*)\n```$/u.exec(body)?.[1] ?? "no block";
      return { path, from: startLine ?? line, to: line, text };
    });
}

/** The file after every suggestion was accepted at once, as "add to batch" does. */
function accepted(text: string, suggestions: readonly Suggested[]): string {
  const lines = text.split("\n");
  for (const { from, to, text: wanted } of suggestions.toReversed()) {
    lines.splice(from - 1, to - from + 1, ...wanted.split("\n"));
  }
  return lines.join("\n");
}

/** An entry with a foreign link and without the empty line before it: two findings. */
function faulty(pull: number): string {
  return entryText(pull + 1).slice(1);
}

describe("an entry that one click can mend", () => {
  test("gets one review whose suggestions make the check green", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    const [review, ...others] = reviewsOf(pull);
    expect(others).toEqual([]);
    expect(review?.body).toMatch(/^<!-- sweepbot:suggestions-[0-9a-f]{16} -->\n/u);
    const suggestions = suggested(pull);
    expect(suggestions).toHaveLength(2);
    const mended = accepted(repo.read(CHANGELOG, pull.headRef) ?? "", suggestions);
    expect(mended).toBe(appended(repo, entryText(pull.number)));

    pull.push({ [CHANGELOG]: mended });
    await story.settle();
    expect(check(repo, pull, CHECK)?.conclusion).toBe("success");
    expect(reviewsOf(pull)).toHaveLength(1);
  });

  test("gets the review once, whatever is delivered again and however often it is pushed to", async () => {
    const { repo, github } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    for (const { id } of github.webhooks.deliveries) await github.webhooks.redeliver(id);
    pull.push({ "README.md": "more words\n" });
    await story.settle();
    await story.reconcile();
    expect(reviewsOf(pull)).toHaveLength(1);
  });

  test("gets another one when the findings are others", async () => {
    const { repo } = story;
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    pull.push({ [CHANGELOG]: appended(repo, entryText(pull.number + 1)) });
    await story.settle();
    expect(reviewsOf(pull)).toHaveLength(2);
    expect(suggested(pull).at(-1)?.text).toBe(
      `  pr-link: https://github.com/acme/gpu-benchmarks/pull/${pull.number}`,
    );
  });

  test("gets none when nothing is wrong, or when only the author knows what was meant", async () => {
    const { repo } = story;
    const fine = openRecipePull(repo);
    const broken = openRecipePull(repo, { entry: () => "\n- config-keys: [tiny-fp8-b200-vllm\n" });
    await story.settle();
    expect(reviewsOf(fine)).toEqual([]);
    expect(reviewsOf(broken)).toEqual([]);
  });
});

describe("GitHub does not take the review", () => {
  test("a 422 leaves the findings in the check run, and nothing is tried again", async () => {
    const { repo, github } = story;
    const end = github.faults.add({
      method: "POST",
      path: /\/pulls\/\d+\/reviews$/,
      status: 422,
      body: { message: "Unprocessable Entity", errors: ["Line could not be resolved"] },
    });
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    end();
    await story.reconcile();
    expect(reviewsOf(pull)).toEqual([]);
    expect(check(repo, pull, CHECK)?.annotations).toHaveLength(2);
  });

  test("an answer that is lost after the review was made leaves one review", async () => {
    const { repo, github } = story;
    github.faults.add({
      method: "POST",
      path: /\/pulls\/\d+\/reviews$/,
      hangUp: true,
      when: "after",
      times: 1,
    });
    const pull = openRecipePull(repo, { entry: faulty });
    await story.settle();
    await story.reconcile();
    expect(reviewsOf(pull)).toHaveLength(1);
    expect(story.errors.splice(0)).toHaveLength(1);
  });
});
