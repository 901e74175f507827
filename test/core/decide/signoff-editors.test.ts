import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { nodesToAsk, possibleSigners } from "../../../src/core/decide/signoff-sources.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Comment, Review, ReviewComment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPerson, HEAD, NOW, ownComment } from "../../support/build.ts";
import { formOf } from "../../support/checklist.ts";
import { someFacts } from "../../support/facts.ts";

const BODY = formOf({ signed: "zoe" });
const zoe = aPerson("zoe");
const comment = aComment({ id: 1, nodeId: "IC_1", body: BODY, author: zoe });
const review: Review = {
  ...{ id: 2, nodeId: "PRR_2", author: zoe, state: "APPROVED", body: BODY },
  ...{ commitSha: HEAD, submittedAt: NOW, url: "u" },
};
const inline: ReviewComment = {
  ...{ id: 3, nodeId: "PRRC_3", author: zoe, body: BODY, originalCommitSha: HEAD },
  ...{ createdAt: NOW, updatedAt: NOW, url: "u" },
};

interface Texts {
  readonly comments?: readonly Comment[];
  readonly reviews?: readonly Review[];
  readonly reviewComments?: readonly ReviewComment[];
}

function factsOf(texts: Texts, editors: Facts["editors"]): Facts {
  return someFacts({
    ...texts,
    editors,
    pushes: known([{ after: HEAD, at: NOW - 10 ** 7 }]),
    permissions: { zoe: known("write") },
    teams: { "acme/core": { zoe: known(true) } },
  });
}

describe("a sign-off that was edited", () => {
  const places: readonly (readonly [string, Texts, string])[] = [
    ["comment", { comments: [comment] }, "IC_1"],
    ["review", { reviews: [review] }, "PRR_2"],
    ["inline comment", { reviewComments: [inline] }, "PRRC_3"],
  ];

  describe.each(places)("in a %s", (_place, texts, node) => {
    test.each<[string, Facts["editors"], number]>([
      ["by nobody, it counts", known({ [node]: null }), 1],
      ["by its author, it counts", known({ [node]: "zoe" }), 1],
      ["by its author in capitals, it counts", known({ [node]: "ZOE" }), 1],
      ["by somebody else, it does not", known({ [node]: "tov" }), 0],
      ["by whom GitHub does not say, it does not", known({}), 0],
      ["by whom nobody may ask, it does not", unknown("forbidden"), 0],
    ])("%s", (_story, editors, counted) => {
      expect(decide(factsOf(texts, editors)).signoff.covering).toHaveLength(counted);
    });
  });

  test("82: by the pull request's author after a push covers nothing, and says who it was", () => {
    const edited = [{ ...comment, createdAt: NOW - 10 ** 6, updatedAt: NOW }];
    const { status, aside } = decide(
      factsOf({ comments: edited }, known({ IC_1: "amir" })),
    ).signoff;
    expect(status).toMatchObject({ state: "pending", code: "status_void" });
    expect(aside.stale).toEqual([]);
    expect(aside.voided).toMatchObject([{ editor: "amir" }]);
  });

  test("is voided alone: what others signed still counts", () => {
    const nora = aComment({ id: 4, body: formOf({ signed: "nora" }), author: aPerson("nora") });
    const facts = factsOf({ comments: [comment, nora] }, known({ IC_1: "tov", C_4: null }));
    const permissions = { ...facts.permissions, nora: known("write" as const) };
    const { covering } = decide({ ...facts, permissions }).signoff;
    expect(covering.map(({ source }) => source.id)).toEqual([4]);
  });
});

describe("whose editor is asked for", () => {
  test.each<[string, Texts, readonly string[]]>([
    ["nobody's where nobody talks", {}, []],
    [
      "that of every place that holds the phrase",
      { comments: [comment], reviews: [review], reviewComments: [inline] },
      ["IC_1", "PRR_2", "PRRC_3"],
    ],
    ["not that of other talk", { comments: [{ ...comment, body: "LGTM" }] }, []],
    ["not that of a bot", { comments: [{ ...comment, author: aPerson("x[bot]") }] }, []],
    ["not that of a deleted person", { reviews: [{ ...review, author: null }] }, []],
    ["not that of our own report", { comments: [ownComment({ id: 5, body: BODY })] }, []],
  ])("%s", (_story, texts, nodes) => {
    expect(nodesToAsk(factsOf(texts, known({})))).toEqual(nodes);
  });

  test("does not depend on who may have signed, who is asked about before editors are known", () => {
    expect(possibleSigners(factsOf({ comments: [comment] }, unknown("forbidden")))).toEqual([
      "zoe",
    ]);
  });
});
