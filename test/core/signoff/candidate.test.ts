import { describe, expect, test } from "@jest/globals";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  decideCandidate,
  newestByAuthor,
  type SignoffSource,
  type SignoffStanding,
} from "../../../src/core/signoff/candidate.ts";
import { formOf, PHRASE_LINE } from "../../support/checklist.ts";

const mira = { id: 1, login: "mira", isBot: false };
const comment: SignoffSource = {
  kind: "comment",
  id: 1,
  author: mira,
  body: formOf(),
  updatedAt: 10,
  url: "https://example.test/1",
  boundSha: "aaa",
};
const standing: SignoffStanding = {
  appLogin: "sweepbot[bot]",
  listedOwner: false,
  permission: known("write"),
};

describe("whose text counts as a sign-off", () => {
  test.each([
    ["a person's comment", {}, "candidate"],
    ["SGN-19: a review", { kind: "review", reviewState: "APPROVED" }, "candidate"],
    ["SGN-19: an inline comment", { kind: "reviewComment" }, "candidate"],
    ["83: a dismissed review", { kind: "review", reviewState: "DISMISSED" }, "review_state"],
    [
      "a review that asks for changes",
      { kind: "review", reviewState: "CHANGES_REQUESTED" },
      "review_state",
    ],
    ["3: a bot", { author: { ...mira, isBot: true } }, "bot"],
    ["4: this app", { author: { ...mira, login: "Sweepbot[bot]" } }, "own_comment"],
    ["IDN-08: nobody", { author: null }, "no_author"],
    ["82: edited by somebody else", { editor: "tov" }, "edited_by_other"],
    ["edited by its author", { editor: "MIRA" }, "candidate"],
    ["a near miss", { body: PHRASE_LINE }, "too_few_items"],
    ["any comment", { body: "LGTM" }, "not_a_signoff"],
  ] as const)("%s: %s", (_story, change, expected) => {
    const verdict = decideCandidate({ ...comment, ...change }, standing);
    expect(verdict.kind === "candidate" ? verdict.kind : verdict.reason).toBe(expected);
  });

  test("a stranger is passed over; a listed owner and somebody unknown are not", () => {
    const kind = (permission: SignoffStanding["permission"], listedOwner: boolean) =>
      decideCandidate(comment, { ...standing, permission, listedOwner }).kind;
    expect(kind(known("read"), false)).toBe("ignored");
    expect(kind(known("read"), true)).toBe("candidate");
    expect(kind(unknown("not_found"), false)).toBe("candidate");
  });

  test("of one author's sign-offs the newest counts, then the higher id", () => {
    const sources = [
      { ...comment, id: 5, updatedAt: 20 },
      { ...comment, id: 6, updatedAt: 20, author: { ...mira, login: "Mira" } },
      { ...comment, id: 7, updatedAt: 10 },
      { ...comment, id: 8, author: { ...mira, login: "tov" } },
    ];
    expect(newestByAuthor(sources).map((source) => source.id)).toEqual([6, 8]);
  });
});
