import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import {
  appended,
  CHANGELOG,
  entryText,
  FULL_LABEL,
  nextNumber,
  NVIDIA,
  openRecipePull,
  recipesWith,
} from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { card, check, counts, reactions } from "../support/seen.ts";
import { send } from "../support/sending.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(120_000);

let story: Story;
beforeAll(async () => {
  story = await startStory();
});
/** Whatever came before, a good delivery works. */
afterEach(async () => {
  const pull = openRecipePull(story.repo);
  await story.settle();
  expect(counts(pull)).toEqual({ cards: 1, reminders: 1, visualizers: 0 });
  await expectAtRest(story);
});
afterAll(async () => {
  await story.close();
});

const MEGABYTES = 1024 * 1024;
const HELLO = JSON.stringify({ action: "opened" });

describe("a request that is no webhook of ours", () => {
  test.each([
    ["without a signature", HELLO, {}, { status: 401, code: "signature_missing" }],
    ["with another secret", HELLO, { secret: "guessed" }, { status: 401, code: "signature_wrong" }],
    ["of 30 MB", "x".repeat(30 * MEGABYTES), {}, { status: 413, code: "body_too_large" }],
    [
      "as a form",
      HELLO,
      { headers: { "content-type": "application/x-www-form-urlencoded" } },
      {
        status: 415,
        code: "not_json_type",
      },
    ],
  ])("%s is told what is wrong and not stored", async (_, body, sending, wanted) => {
    const { stored } = story.host.inbox.counters;
    expect(await send(story.host.url, body, sending)).toEqual(wanted);
    expect(story.host.inbox.counters.stored).toBe(stored);
  });

  test.each([
    ["that is not JSON", "{", "not_json"],
    ["that is a list", "[]", "not_json"],
    ["that is empty", "", "body_empty"],
  ])("with the right signature %s is refused, too", async (_, body, code) => {
    const { webhookSecret: secret } = story.github.app;
    expect(await send(story.host.url, body, { secret })).toEqual({ status: 400, code });
  });

  test.each([
    ["an unknown event", "quantum_leap", { action: "opened" }],
    ["an event without a repository", "pull_request", { action: "opened" }],
    ["a pull request without a number", "pull_request", { repository: null, pull_request: {} }],
    ["null for everybody", "issue_comment", { sender: null, issue: null, comment: { user: null } }],
  ])("%s is stored and asks for nothing", async (_, event, payload) => {
    const { webhookSecret: secret } = story.github.app;
    const { passes } = story.host.queue.counters;
    const answer = await send(story.host.url, JSON.stringify(payload), { event, secret });
    expect(answer).toEqual({ status: 202, code: "stored" });
    await story.settle();
    expect(story.host.queue.counters.passes).toBe(passes);
    expect(await story.host.inbox.listFailed(5)).toEqual([]);
  });
});

const BOMB = [
  "a: &a [x, x, x, x, x, x, x, x, x]",
  ..."bcdefghij".split("").map((name, at) => {
    const before = "abcdefghij"[at] ?? "a";
    return `${name}: &${name} [${Array.from({ length: 9 }, () => `*${before}`).join(", ")}]`;
  }),
  "",
].join("\n");

describe("a changelog", () => {
  test.each([
    ["that is a YAML bomb", (old: string) => `${old}\n- ${BOMB.replaceAll("\n", "\n  ")}`],
    ["that was replaced by a YAML bomb", () => BOMB],
    ["of 10 MB", (old: string) => `${old}${entryText(1)}${"# filler\n".repeat(1_200_000)}`],
    ["that is not text", (old: string) => `${old}\u0000\u0001\u0002`],
    ["of nothing", () => ""],
  ])("%s gets a failing check, and no sweep starts", async (_, change) => {
    const { repo, github } = story;
    const dispatched = github.dispatches.length;
    const pull = openRecipePull(repo);
    pull.push({ [CHANGELOG]: change(repo.read(CHANGELOG) ?? "") });
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(check(repo, pull, "sweepbot/changelog")?.conclusion ?? "unread").toMatch(
      /^(?:failure|unread)$/u,
    );
    expect(card(pull)).not.toContain("✅ | **Changelog**");
    expect(github.dispatches).toHaveLength(dispatched);
    pull.close("nora");
    await story.settle();
  });
});

test("a recipe whose name no database can hold is looked at like any other", async () => {
  const { repo } = story;
  const number = nextNumber(repo);
  const name = String.raw`"tiny\0-\uD800fp8-b200-vllm"`;
  const recipes = recipesWith(repo, "v0.77.0").replace(/^tiny-fp8-b200-vllm(?=:)/mu, name);
  const entry = entryText(number).replace("tiny-fp8-b200-vllm", name);
  const files = { [NVIDIA]: recipes, [CHANGELOG]: appended(repo, entry) };
  const pull = repo.openPull({ author: "nora", branch: `named-${number}`, title: "Named", files });
  await story.settle();
  expect(story.errors).toEqual([]);
  expect(counts(pull)).toMatchObject({ cards: 1 });
  pull.close("nora");
  await story.settle();
});

describe("people and places that are gone", () => {
  test("a deleted account's pull request, label and command are read without a crash", async () => {
    const { repo, github } = story;
    github.addUser("spook");
    repo.setPermission("spook", "write");
    const pull = openRecipePull(repo, { author: "spook" });
    github.webhooks.hold();
    pull.label("spook", FULL_LABEL);
    const { id } = pull.comment("spook", "/help");
    github.deleteUser("spook");
    await github.webhooks.release();
    await story.settle();
    expect(counts(pull)).toMatchObject({ cards: 1 });
    expect(card(pull)).toContain("GitHub does not say who put the label on");
    expect(reactions(repo, id)).toEqual([]);
    pull.close("nora");
    await story.settle();
  });

  test("a deleted head repository starts no sweep, and the card says so", async () => {
    const { repo, github } = story;
    github.addUser("fay");
    const pull = openRecipePull(repo, { author: "fay", headRepository: repo.fork("fay") });
    await story.settle();
    pull.deleteHeadRepository();
    pull.label("nora", FULL_LABEL);
    await story.settle();
    expect(card(pull)).toContain("the repository this branch lived in was deleted");
    pull.close("nora");
    await story.settle();
  });
});

test("more files than GitHub lists: what was not read is never passed", async () => {
  const { repo } = story;
  const files: Record<string, string> = {};
  for (let at = 0; at < 3_050; at += 1) files[`docs/many/${at}.md`] = `${at}\n`;
  files[CHANGELOG] = appended(repo, entryText(9_999));
  const pull = repo.openPull({ author: "nora", branch: "many", title: "Many files", files });
  await story.settle();
  expect(counts(pull)).toMatchObject({ cards: 1 });
  const signoff = repo.state().statuses.find((line) => line.startsWith(pull.headSha)) ?? "";
  expect(signoff).not.toContain("success");
  pull.close("nora");
  await story.settle();
});
