import { describe, expect, test } from "@jest/globals";
import type { VerifyVerdict } from "../../../src/core/decide/signoff-verify.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { PHRASE } from "../../../src/core/signoff/body.ts";
import {
  aComment,
  aPerson,
  aPull,
  EARLIER,
  MINUTE_MS,
  NOW,
  ownComment,
} from "../../support/build.ts";
import { formOf } from "../../support/checklist.ts";
import { answerTo, ordered, SIGNED, signedFacts, signedReview } from "../../support/signing.ts";

const PAGE = "https://github.com/acme/gpu-benchmarks/pull/42";

function asked(
  word = "",
  facts: Partial<Facts> = {},
  comments: readonly Comment[] = [SIGNED],
): Facts {
  return signedFacts(facts, [...comments, ordered(`/signoff-verify ${word}`)]);
}

function verdictOf(facts: Facts): VerifyVerdict {
  const [reply] = answerTo(facts)?.replies ?? [];
  if (reply?.kind !== "signoffVerify") throw new Error(`answered with ${reply?.kind}`);
  return reply.verdict;
}

/** What each sign-off comes to, or why there is no such answer. */
function seen(facts: Facts): readonly string[] {
  const verdict = verdictOf(facts);
  if (verdict.kind === "refused") return [verdict.code];
  if (verdict.kind === "noCandidate") return [`no candidate: ${verdict.signoff.code}`];
  return verdict.signoffs.map(({ login, code }) => `${login} ${code}`);
}

describe("what all sign-offs come to", () => {
  const FORM = formOf({ signed: "zoe" });
  test.each<[string, Facts, readonly string[]]>([
    ["none", asked("", {}, []), []],
    ["one that counts", asked(), ["zoe counts"]],
    [
      "one that an older commit was signed with",
      asked("", {}, [{ ...SIGNED, updatedAt: NOW - 30 * MINUTE_MS }]),
      ["zoe other_commit"],
    ],
    [
      "one whose commit GitHub does not tell",
      asked("", { pushes: unknown("forbidden") }),
      ["zoe commit_unknown"],
    ],
    [
      "one that the same person replaced",
      asked("", {}, [SIGNED, { ...SIGNED, id: 2, nodeId: "C_2", updatedAt: NOW - MINUTE_MS }]),
      ["zoe replaced", "zoe counts"],
    ],
    [
      "one that somebody else edited",
      asked("", { editors: known({ C_1: "nora" }) }),
      ["zoe edited_by_other"],
    ],
    [
      "one whose editor is not read",
      asked("", { editors: unknown("forbidden") }),
      ["zoe editor_unknown"],
    ],
    [
      "one of somebody who may not sign",
      asked("", { permissions: { zoe: known("read"), mira: known("write") }, teams: {} }),
      ["zoe stranger"],
    ],
    [
      "one in a code block",
      asked("", {}, [{ ...SIGNED, body: `~~~\n${FORM}\n~~~` }]),
      ["zoe in_code_block"],
    ],
    [
      "one with another first sentence",
      asked("", {}, [{ ...SIGNED, body: FORM.replace(PHRASE, "As reviewer and CODEOWNER") }]),
      ["zoe altered_phrase"],
    ],
    [
      "one whose first sentence only looks right",
      asked("", {}, [{ ...SIGNED, body: FORM.replace("CODEOWNER", "ＣODEOWNER") }]),
      ["zoe altered_phrase"],
    ],
    [
      "reviews, dismissed and of another commit",
      asked("", {
        reviews: [
          signedReview("nora", { state: "DISMISSED" }),
          signedReview("mira", { id: 21, nodeId: "PRR_21", commitSha: EARLIER }),
        ],
      }),
      ["zoe counts", "nora review_state", "mira other_commit"],
    ],
    [
      "nothing of bots, quotes, our own words and ordinary talk",
      asked("", {}, [
        aComment({ id: 2, body: FORM, author: aPerson("x[bot]") }),
        aComment({ id: 3, body: FORM.replaceAll(/^/gmu, "> ") }),
        aComment({ id: 4, body: FORM, author: null }),
        aComment({ id: 5, body: "As a reviewer I like it", author: aPerson("tov") }),
        ownComment({ id: 6, body: FORM }),
      ]),
      [],
    ],
  ])("%s", (_story, facts, expected) => {
    expect(seen(facts)).toEqual(expected);
  });

  test("with every check that is not passed, and the state of the status", () => {
    const verdict = verdictOf(asked());
    expect(verdict).toMatchObject({ kind: "seen", status: { code: "status_rejected" } });
    const open = verdict.kind === "seen" ? verdict.open : [];
    expect(open.map(({ check, outcome }) => `${check} ${outcome}`)).toContain("4 fail");
    expect(open.filter(({ outcome }) => outcome === "pass" || outcome === "na")).toEqual([]);
    expect(open.map(({ check }) => check)).not.toContain(5);
  });

  test.each<[string, Partial<Facts>, string]>([
    ["open", {}, "open"],
    ["a draft", { pull: aPull({ draft: true }) }, "draft"],
    ["closed", { pull: aPull({ state: "closed" }) }, "closed"],
    ["merged", { pull: aPull({ state: "closed", merged: true }) }, "merged"],
    ["for another branch", { pull: aPull({ baseRef: "release" }) }, "other_branch"],
  ])("is also answered when the pull request is %s", (_story, more, standing) => {
    expect(verdictOf(asked("", more))).toMatchObject({ kind: "seen", standing });
  });

  test("binds nothing anew: what was stale is stale", () => {
    const old = [{ ...SIGNED, updatedAt: NOW - 30 * MINUTE_MS }];
    expect(verdictOf(asked(`${PAGE}#issuecomment-1`, {}, old))).toMatchObject({
      status: { code: "status_stale" },
      signoffs: [{ code: "other_commit", sha: "ccccccc" }],
    });
  });
});

describe("one sign-off by its link (spec/signoff §1.4)", () => {
  const review = signedReview("nora");
  const inline = {
    ...{ id: 30, nodeId: "PRRC_30", author: aPerson("nora"), body: formOf({ signed: "nora" }) },
    ...{ originalCommitSha: EARLIER, createdAt: NOW, updatedAt: NOW, url: "u" },
  };
  const many = [
    SIGNED,
    aComment({ id: 2, body: "Fine", author: aPerson("nora") }),
    aComment({ id: 3, body: formOf(), author: aPerson("x[bot]") }),
    ownComment({ id: 6, body: "<!-- sweepbot:card -->" }),
  ];
  const facts = (word: string): Facts =>
    asked(word, { reviews: [review], reviewComments: [inline] }, many);

  test.each<[string, string, readonly string[]]>([
    ["a comment", `${PAGE}#issuecomment-1`, ["zoe counts"]],
    ["a review", `${PAGE}#pullrequestreview-20`, ["nora replaced"]],
    ["an inline comment", `${PAGE}#discussion_r30`, ["nora other_commit"]],
    ["an inline comment, among the files", `${PAGE}/files#discussion_r30`, ["nora other_commit"]],
    [
      "another pull request (case 85)",
      `${PAGE.replace("42", "41")}#issuecomment-1`,
      ["another_pull"],
    ],
    ["an id of another pull request (case 85)", `${PAGE}#issuecomment-77`, ["not_here"]],
    ["an id of another kind", `${PAGE}#pullrequestreview-1`, ["not_here"]],
    ["ordinary talk", `${PAGE}#issuecomment-2`, ["no candidate: not_a_signoff"]],
    ["a bot's form", `${PAGE}#issuecomment-3`, ["no candidate: bot"]],
    ["our own comment", `${PAGE}#issuecomment-6`, ["no candidate: own_comment"]],
  ])("%s", (_story, word, expected) => {
    expect(seen(facts(word))).toEqual(expected);
  });

  test.each<[string, string]>([
    ["https://github.com/acme/elsewhere/pull/42#issuecomment-1", "signoff_elsewhere"],
    ["https://example.test/acme/gpu-benchmarks/pull/42#issuecomment-1", "signoff_elsewhere"],
    ["https://example.test/@mira#issuecomment-1", "not_a_signoff_link"],
    [`${PAGE}#issuecomment-1 ${PAGE}#issuecomment-2`, "not_a_signoff_link"],
    [`${PAGE}#issuecomment-１`, "not_a_signoff_link"],
    ["1", "not_a_signoff_link"],
  ])("refuses %s once", (word, reason) => {
    const answer = answerTo(facts(word));
    expect(answer?.record.outcome).toBe("refused");
    expect(answer?.replies).toMatchObject([{ kind: "badArguments", command: { reason } }]);
  });

  test("needs write permission", () => {
    const more = { permissions: { mira: known("triage" as const), zoe: known("write" as const) } };
    expect(answerTo(asked("", more))?.replies).toMatchObject([{ kind: "noPermission" }]);
  });
});
