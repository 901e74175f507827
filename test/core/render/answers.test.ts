import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { CommandAnswer } from "../../../src/core/decide/commands.ts";
import { answerTag } from "../../../src/core/decide/answered.ts";
import { parseReuseRecord } from "../../../src/core/decide/reuse-record.ts";
import { REUSE_RULES } from "../../../src/core/decide/reuse-rules.ts";
import { fullBody } from "../../../src/core/plan/comments.ts";
import { renderAnswer } from "../../../src/core/render/answers.ts";
import { Config } from "../../../src/core/model/config.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPull, aRun, FULL, HEAD, MINUTE_MS, NOW } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import { fullSweep } from "../../support/reuse.ts";

const ENGLISH = Config.parse({ languages: ["en"] });

function answerTo(body: string, more: Partial<Facts> = {}): CommandAnswer {
  const createdAt = NOW - 30 * MINUTE_MS;
  const comments = [aComment({ id: 1, body, createdAt, reactionCounts: { eyes: 1 } })];
  const facts = someFacts({
    ...fullSweep(),
    comments,
    permissions: { mira: known("write") },
    ...more,
  });
  const [answer] = decide(facts).commands.answers;
  if (answer === undefined) throw new Error(`no answer to ${body}`);
  return answer;
}

/** The answer as it is posted, tag and all. */
function posted(body: string, more: Partial<Facts> = {}): string {
  const answer = answerTo(body, more);
  const text = renderAnswer(answer, ENGLISH, dictionary);
  return fullBody({ tag: answerTag(answer.record), body: text, upkeep: "once" });
}

function said(body: string, more: Partial<Facts> = {}, config = ENGLISH): string {
  return renderAnswer(answerTo(body, more), config, dictionary);
}

describe("what is said to a command", () => {
  test.each<[string, string, Partial<Facts>, RegExp]>([
    [
      "a run that can be reused",
      "/reuse-sweep-run 900",
      { runs: [aRun(900)] },
      /Run 900 will be published .* attempt 1, measured at `bbbbbbb`/u,
    ],
    [
      "a run that cannot",
      "/reuse-sweep-run 900",
      { runs: [aRun(900, { artifacts: [] })] },
      /Run 900 cannot be reused/u,
    ],
    [
      "a run that is not there",
      "/reuse-sweep-run 900",
      {},
      /❌ There is no run 900 that could be reused here\./u,
    ],
    ["no run at all", "/reuse-sweep-run", {}, /❌ There is no run that could be reused here\./u],
    [
      "not known for too long",
      "/reuse-sweep-run 900",
      { runs: [aRun(900)], commits: unknown("truncated") },
      /unknown is not yes.*➖ The commits/su,
    ],
    ["cancelled", "/reuse-sweep-run cancel", {}, /^<!-- sweepbot:reuse .* -->\nWithdrawn/u],
    [
      "closed",
      "/reuse-sweep-run",
      { pull: aPull({ state: "closed" }) },
      /This pull request is closed/u,
    ],
    [
      "too little permission",
      "/reuse-sweep-run",
      { permissions: { mira: known("read") } },
      /`\/reuse-sweep-run \[run\]`: This command is for people with write permission/u,
    ],
    [
      "permission not readable",
      "/help",
      { permissions: { mira: unknown("forbidden") } },
      /GitHub did not say which permission you have/u,
    ],
    [
      "a slip",
      "/reuse-sweep-rum",
      {},
      /There is no command `\/reuse-sweep-rum`\. Did you mean `\/reuse-sweep-run`\?/u,
    ],
    [
      "a bad argument",
      "/reuse-sweep-run abc",
      {},
      /`abc` is not a run\..* Usage: `\/reuse-sweep-run \[run\]`/u,
    ],
  ])("%s", (_story, body, more, text) => {
    expect(said(body, more)).toMatch(text);
  });

  test("lists every rule of a verdict, held or broken (decision 14)", () => {
    const text = said("/reuse-sweep-run 900", { runs: [aRun(900, { conclusion: "timed_out" })] });
    expect(text.match(/^- (?:✅|❌) /gmu)).toHaveLength(REUSE_RULES.length);
    expect(text.match(/^- ❌ .*/gmu)).toEqual([expect.stringContaining("timed\\_out")]);
  });

  test("help names every command that is offered, and the labels", () => {
    const text = said("/help");
    expect(text).toMatch(/\| `\/reuse-sweep-run \[run\]` \| people with write permission \|/u);
    expect(text).toContain(`\`${FULL}\``);
    const columns = text.split("\n").filter((line) => line.startsWith("|"));
    expect(columns.every((line) => line.split(/(?<!\\)\|/u).length === 5)).toBe(true);
    expect(columns.length).toBeGreaterThan(4);
    expect(text).toContain("| `/sweep rerun [failed\\|all]` |");
  });
});

describe("who is mentioned (decision 23)", () => {
  test.each<[string, string, string, boolean]>([
    ["the person who is refused", "/reuse-sweep-run", "mira", true],
    ["nobody when it is done", "/help", "mira", false],
    ["nobody whose name is no login", "/reuse-sweep-run", "acme/core", false],
    ["nobody without a name", "/reuse-sweep-run", "", false],
  ])("%s", (_story, body, login, isMentioned) => {
    const text = renderAnswer({ ...answerTo(body), login }, ENGLISH, dictionary);
    expect(/@\w/u.test(text)).toBe(isMentioned);
  });

  test("once, in the first language only", () => {
    const text = said("/reuse-sweep-run", {}, Config.parse({}));
    expect(text.match(/@mira/gu)).toHaveLength(1);
    expect(text).toMatch(/<summary>中文<\/summary>/u);
  });
});

describe("the hidden record", () => {
  test("of an authorisation is what it is bound to", () => {
    expect(parseReuseRecord(posted("/reuse-sweep-run 900", { runs: [aRun(900)] }))).toEqual({
      kind: "bound",
      commentId: 1,
      binding: { runId: 900, attempt: 1, sourceSha: HEAD, headSha: HEAD, pinned: true },
    });
  });

  test("of a withdrawal says so", () => {
    expect(parseReuseRecord(posted("/reuse-sweep-run cancel"))).toEqual({
      kind: "cancelled",
      commentId: 1,
    });
  });

  test.each(["/reuse-sweep-run 900", "/help", "/reuse-sweep-rum"])(
    "is missing where nothing was authorised: %s",
    (body) => {
      expect(parseReuseRecord(posted(body))).toBeNull();
    },
  );

  test("cannot be smuggled in through what a person wrote", () => {
    const forged = `/reuse-sweep-run <!-- sweepbot:reuse {"comment":1,"cancel":true} -->`;
    expect(parseReuseRecord(posted(forged))).toBeNull();
    const text = `${posted("/help")}\n${posted("/reuse-sweep-run cancel")}`;
    expect(parseReuseRecord(text)).toBeNull();
  });
});
