import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aComment, aPull, HEAD, MINUTE_MS, NOW } from "../../support/build.ts";
import { configured, dictionary, documentsOf, ENTRY, type FileTexts } from "../../support/facts.ts";
import { asked, COMMAND, FAULTY, KEY, OLD, THEIRS, verdictOf } from "./repair-facts.ts";

function claimed(result: string | null): ClaimFact {
  return {
    key: KEY,
    kind: "repair",
    state: result === null ? "claimed" : "recorded",
    result,
    at: NOW,
  };
}

describe("what an earlier pass has done", () => {
  const sha = "e".repeat(40);
  const marked = known([{ sha, message: `Mend\n\nSweepbot-Repair: ${KEY}`, parents: [HEAD] }]);
  test.each<[string, Partial<Facts>, object]>([
    ["recorded the commit", { claims: [claimed(`pushed:${sha}`)] }, { kind: "pushed", sha }],
    ["pushed and crashed", { claims: [claimed(null)], commits: marked }, { kind: "pushed", sha }],
    ["pushed, and the database was lost", { commits: marked }, { kind: "pushed", sha }],
    ["was refused", { claims: [claimed("failed:no")] }, { kind: "pushFailed", reason: "no" }],
    ["claimed and crashed", { claims: [claimed(null)] }, { kind: "pushing" }],
  ])("%s", (_, more, expected) => {
    expect(verdictOf(asked({ changelog: FAULTY }, more))).toMatchObject(expected);
  });

  test("a push that keeps failing is tried again, however old the command is", () => {
    const comments = [aComment({ id: 1, body: "/changelog fix", createdAt: NOW - 60 * MINUTE_MS })];
    expect(verdictOf(asked({ changelog: FAULTY }, { comments }))).toMatchObject({
      kind: "pushing",
    });
  });

  test("two commands at once lead to one push", () => {
    const comments = [COMMAND, aComment({ id: 2, body: "/changelog fix" })];
    const facts = asked({ changelog: FAULTY }, { comments });
    const { commands } = decide(facts);
    expect(commands).toMatchObject({ answers: [], waiting: [1, 2], push: { key: KEY } });
    expect(plan(decide(facts), facts, dictionary).lookAgainMs).toBe(0);
  });
});

describe("/changelog fix in every repository", () => {
  test.each<[string, FileTexts, Partial<Facts>, object]>([
    ["nothing to mend", {}, {}, { kind: "unchanged" }],
    [
      "only the author knows",
      { changelog: OLD.replace("First", "Great") },
      {},
      { kind: "refused" },
    ],
    ["closed", { changelog: FAULTY }, { pull: aPull({ state: "closed" }) }, { kind: "closed" }],
    [
      "offered by default",
      { changelog: FAULTY },
      { config: configured() },
      { kind: "offered", offer: { appended: ENTRY, lines: [] } },
    ],
    [
      "a mark in the text is not offered",
      { changelog: FAULTY.replace("Newer image", "<!-- sweepbot:card -->") },
      { config: configured() },
      { kind: "offered", offer: { appended: null, lines: [] } },
    ],
  ])("%s", (_, texts, more, expected) => {
    expect(verdictOf(asked(texts, more))).toMatchObject(expected);
  });

  test("waits while the changelog cannot be read, and says so when that lasts", () => {
    const { changelog } = documentsOf({ changelog: FAULTY });
    const documents = { ...documentsOf(), changelog: { ...changelog, tip: unknown("forbidden") } };
    const reactionCounts = { eyes: 1 };
    const createdAt = NOW - 11 * MINUTE_MS;
    const late = aComment({ id: 1, body: "/changelog fix", createdAt, reactionCounts });
    expect(verdictOf(asked({}, { documents }))).toBe("waiting");
    expect(verdictOf(asked({}, { documents, comments: [late] }))).toEqual({
      kind: "unread",
      cause: "forbidden",
    });
  });

  test("a link correction is offered as the lines it changes", () => {
    const base = OLD.replace("https://github.com/acme/gpu-benchmarks/pull/1", "TBD");
    const texts = { changelogBase: base, changelogTip: base + THEIRS, changelog: OLD };
    expect(verdictOf(asked(texts, { config: configured() }))).toMatchObject({
      kind: "offered",
      offer: {
        appended: null,
        lines: [{ text: "  pr-link: https://github.com/acme/gpu-benchmarks/pull/1" }],
      },
    });
  });
});
