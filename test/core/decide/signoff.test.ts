import { describe, expect, test } from "@jest/globals";
import { decide, type Verdicts } from "../../../src/core/decide/decide.ts";
import {
  headAt,
  possibleSigners,
  signoffSources,
  teamsToAsk,
} from "../../../src/core/decide/signoff-sources.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import {
  aComment,
  aPerson,
  APP,
  aPull,
  EARLIER,
  HEAD,
  NOW,
  ownComment,
} from "../../support/build.ts";
import { formOf } from "../../support/checklist.ts";
import { aFile, configured, someFacts } from "../../support/facts.ts";

const BODY = formOf({ signed: "zoe" });
const PUSHED = NOW - 600_000;
const pushes = known([
  { after: HEAD, at: PUSHED },
  { after: EARLIER, at: PUSHED - 600_000 },
]);
const signed = aComment({ id: 1, body: BODY, author: aPerson("zoe") });
/** Zoe of the core team has signed after the newest push. */
const given: Partial<Facts> = {
  comments: [signed],
  pushes,
  permissions: { zoe: known("write") },
  teams: { "acme/core": { zoe: known(true) } },
};

function signoffOf(more: Partial<Facts>): Verdicts["signoff"] {
  return decide(someFacts({ ...given, ...more })).signoff;
}

describe("head of the branch when something was said", () => {
  test.each<[string, number, string | null]>([
    ["after the newest push", PUSHED + 1_000, HEAD],
    ["in the very second of the newest push: the earlier one", PUSHED, EARLIER],
    ["later within that second: still the earlier one", PUSHED + 999, EARLIER],
    ["between the two", PUSHED - 1_000, EARLIER],
    ["before any push that is known", PUSHED - 10 ** 7, null],
  ])("%s", (_story, at, sha) => {
    expect(headAt(pushes, at)).toBe(sha);
  });

  test("is not known where pushes cannot be read", () => {
    expect(headAt(unknown("forbidden"), NOW)).toBeNull();
  });
});

describe("the status of a sign-off", () => {
  test.each<[string, Partial<Facts>, string]>([
    ["nobody signed", { comments: [] }, "pending status_waiting"],
    ["one covers the head", {}, "failure status_rejected"],
    [
      "one is older than the newest push (decision 15)",
      { comments: [{ ...signed, updatedAt: PUSHED - 1_000 }] },
      "pending status_stale",
    ],
    ["it is a draft", { pull: aPull({ draft: true }) }, "pending status_draft"],
    [
      "the pushes cannot be read: it does not cover",
      { pushes: unknown("forbidden") },
      "pending status_stale",
    ],
    [
      "only documents change (decision 24)",
      {
        files: known([{ path: "docs/x.md", previousPath: null, status: "modified", blobSha: "1" }]),
      },
      "success status_not_required",
    ],
    [
      "only documents change, and the repository always asks",
      {
        comments: [],
        config: configured({ signoff: { requireSignoff: "always" } }),
        files: known([{ path: "docs/x.md", previousPath: null, status: "modified", blobSha: "1" }]),
      },
      "pending status_waiting",
    ],
    [
      'the files cannot be read: not "not required"',
      { comments: [], files: unknown("truncated") },
      "pending status_waiting",
    ],
    [
      "a bot signed",
      { comments: [{ ...signed, author: aPerson("zoe[bot]") }] },
      "pending status_waiting",
    ],
    [
      "our own comment quotes the form",
      { comments: [ownComment({ id: 1, body: BODY })] },
      "pending status_waiting",
    ],
    [
      "a quoted form",
      { comments: [{ ...signed, body: BODY.replaceAll(/^/gmu, "> ") }] },
      "pending status_waiting",
    ],
    [
      "a stranger signed",
      { permissions: { zoe: known("read") }, teams: {} },
      "pending status_waiting",
    ],
    [
      "a deleted person signed",
      { comments: [{ ...signed, author: null }] },
      "pending status_waiting",
    ],
  ])("%s", (_story, more, status) => {
    const verdict = signoffOf(more);
    expect(`${verdict.status.state} ${verdict.status.code}`).toBe(status);
  });

  test("no row is there while nothing covers the head, and thirteen once something does", () => {
    expect(signoffOf({ comments: [] }).rows).toEqual([]);
    expect(signoffOf({}).rows.map(({ check }) => check)).toEqual(
      Array.from({ length: 13 }, (_, index) => index),
    );
  });

  test("never succeeds by itself: what is not decided needs a person", () => {
    const outcomes = signoffOf({}).rows.filter(({ code }) => code === "not_decided_yet");
    expect(outcomes).toHaveLength(7);
    expect(outcomes.every(({ outcome }) => outcome === "human")).toBe(true);
  });

  test("each author's newest counts", () => {
    const older = { ...signed, id: 2, updatedAt: signed.updatedAt - 1_000 };
    const nora = aComment({ id: 3, body: formOf({ signed: "nora" }), author: aPerson("nora") });
    const permissions = { zoe: known("write" as const), nora: known("write" as const) };
    const { covering } = signoffOf({ comments: [older, signed, nora], permissions });
    expect(covering.map(({ source }) => source.id)).toEqual([1, 3]);
  });

  test("a newer one that covers less replaces the older", () => {
    const review = {
      id: 5,
      nodeId: "PRR_5",
      author: aPerson("zoe"),
      state: "APPROVED" as const,
      body: BODY,
      commitSha: EARLIER,
      submittedAt: NOW,
      url: "u",
    };
    expect(signoffOf({ reviews: [review] }).status.code).toBe("status_stale");
    expect(signoffOf({ reviews: [{ ...review, commitSha: HEAD }] }).covering).toMatchObject([
      { source: { kind: "review" } },
    ]);
  });
});

describe("where sign-offs are looked for", () => {
  const inline = {
    id: 8,
    nodeId: "PRRC_8",
    author: aPerson("nora"),
    body: BODY,
    originalCommitSha: HEAD,
    createdAt: 1,
    updatedAt: 2,
    url: "u",
  };
  const review = {
    id: 9,
    nodeId: "PRR_9",
    author: aPerson("amir"),
    state: "COMMENTED" as const,
    body: BODY,
    commitSha: null,
    submittedAt: null,
    url: "u",
  };
  const facts = someFacts({ ...given, reviewComments: [inline], reviews: [review] });

  test("in comments, reviews and inline comments, each with its commit", () => {
    expect(signoffSources(facts).map(({ kind, boundSha }) => [kind, boundSha])).toEqual([
      ["comment", HEAD],
      ["review", null],
      ["reviewComment", HEAD],
    ]);
  });

  test("who may have signed is asked about, and teams that the configuration does not know", () => {
    expect(possibleSigners(facts)).toEqual(["zoe", "amir", "nora"]);
    expect(teamsToAsk(facts)).toEqual([{ team: "acme/core", logins: ["zoe", "amir", "nora"] }]);
    const config = configured({ signoff: { teams: { "ACME/core": [] } } });
    expect(teamsToAsk({ ...facts, config })).toEqual([]);
    expect(teamsToAsk({ ...facts, comments: [], reviews: [], reviewComments: [] })).toEqual([]);
    const documents = { ...facts.documents, codeowners: aFile("CODEOWNERS", "") };
    expect(teamsToAsk({ ...facts, documents })).toEqual([]);
    expect(teamsToAsk({ ...facts, documents: { ...documents, codeowners: known(null) } })).toEqual(
      [],
    );
  });

  test("not in what has no phrase, nor in what bots and sweepbot write", () => {
    const comments = [
      aComment({ id: 1, body: "LGTM" }),
      aComment({ id: 2, body: BODY, author: aPerson("x[bot]") }),
      aComment({ id: 3, body: BODY, appId: APP.id }),
      aComment({ id: 4, body: BODY, author: null }),
    ];
    expect(possibleSigners({ ...facts, comments, reviews: [], reviewComments: [] })).toEqual([]);
  });
});
