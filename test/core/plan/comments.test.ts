import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  fullBody,
  marker,
  planComments,
  tagOf,
  type WantedComment,
} from "../../../src/core/plan/comments.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { aComment, APP, ownComment } from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { someFacts } from "../../support/facts.ts";

const card: WantedComment = { tag: "card", body: "New", upkeep: "kept" };
const standing = ownComment({ id: 5, body: fullBody({ ...card, body: "Old" }) });

describe("comments that should stand", () => {
  test.each<[string, WantedComment[], Comment[], object[]]>([
    [
      "a missing one is created",
      [card],
      [],
      [{ kind: "createComment", tag: "card", body: "<!-- sweepbot:card -->\nNew\n" }],
    ],
    [
      "one that differs is edited",
      [card],
      [standing],
      [{ kind: "updateComment", commentId: 5, tag: "card", body: fullBody(card) }],
    ],
    ["one that is the same is left alone", [{ ...card, body: "Old" }], [standing], []],
    [
      "line ends and outer blanks make no difference",
      [{ ...card, body: "Old" }],
      [{ ...standing, body: `${standing.body.replaceAll("\n", "\r\n")}\n ` }],
      [],
    ],
    ["one that is written once is never edited", [{ ...card, upkeep: "once" }], [standing], []],
    [
      "the oldest stays, extra copies go",
      [{ ...card, body: "Old" }],
      [
        { ...standing, id: 9, createdAt: 3 },
        { ...standing, id: 4, createdAt: 2 },
        { ...standing, id: 3, createdAt: 2 },
      ],
      [
        { kind: "deleteComment", commentId: 4, tag: "card" },
        { kind: "deleteComment", commentId: 9, tag: "card" },
      ],
    ],
    [
      "extra copies of another tag go, too",
      [],
      [ownComment({ id: 1, body: marker("x") }), ownComment({ id: 2, body: marker("x") })],
      [{ kind: "deleteComment", commentId: 2, tag: "x" }],
    ],
    ["one that is not wanted now is left alone", [], [standing], []],
  ])("%s", (_story, wanted, comments, effects) => {
    expect(planComments(wanted, comments, APP.id)).toEqual(effects);
  });

  test.each<[string, Comment]>([
    ["a person's", aComment({ id: 5, body: standing.body })],
    ["another app's", { ...standing, appId: APP.id + 1 }],
    ["our own with the marker further down", { ...standing, body: `Text\n${standing.body}` }],
    ["our own with a tag that is none", { ...standing, body: "<!-- sweepbot:Card! -->" }],
  ])("the marker counts only in a comment of ours: %s does not", (_story, comment) => {
    expect(tagOf(comment, APP.id)).toBeNull();
    expect(planComments([card], [comment], APP.id)).toMatchObject([{ kind: "createComment" }]);
  });

  test("the tag is read back from the first line", () => {
    expect(tagOf(standing, APP.id)).toBe("card");
  });

  test("carried out and planned again, nothing is left", () => {
    const tag = fc.constantFrom("card", "reminder", "answer-1-done-00000000");
    const upkeep = fc.constantFrom("kept" as const, "once" as const);
    const wanted = fc.uniqueArray(fc.record({ tag, body: fc.string(), upkeep }), {
      selector: (each) => each.tag,
    });
    const present = fc.array(
      fc.record({ tag, body: fc.string(), createdAt: fc.nat({ max: 3 }), ours: fc.boolean() }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(wanted, present, (wants, stands) => {
        const comments = stands.map(({ ours, createdAt, ...each }, index) =>
          ownComment({
            id: index + 1,
            createdAt,
            body: fullBody({ ...each, upkeep: "kept" }),
            appId: ours ? APP.id : null,
          }),
        );
        const after = applied(someFacts({ comments }), planComments(wants, comments, APP.id));
        expect(planComments(wants, after.comments, APP.id)).toEqual([]);
        const tags = after.comments
          .map((comment) => tagOf(comment, APP.id))
          .filter((each) => each !== null);
        expect(new Set(tags).size).toBe(tags.length);
        expect(tags).toEqual(expect.arrayContaining(wants.map((each) => each.tag)));
        const foreign = comments.filter((comment) => comment.appId === null);
        expect(after.comments).toEqual(expect.arrayContaining(foreign));
      }),
    );
  });
});
