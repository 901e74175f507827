/** A pull request of amir's that zoe of the core team has signed off, for tests of the commands around that. */
import { decide } from "../../src/core/decide/decide.ts";
import type { CommandsVerdict } from "../../src/core/decide/commands.ts";
import type { Facts } from "../../src/core/model/facts.ts";
import type { Comment, Review } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import { plan } from "../../src/core/plan/plan.ts";
import { applied } from "./apply.ts";
import { aComment, aPerson, EARLIER, HEAD, MINUTE_MS, NOW } from "./build.ts";
import { formOf, templatePage } from "./checklist.ts";
import { aFile, dictionary, documentsOf, someFacts } from "./facts.ts";

const CHECKLIST = "docs/PR_REVIEW_CHECKLIST.md";

export const SIGNED = aComment({
  ...{ id: 1, body: formOf({ signed: "zoe" }), author: aPerson("zoe") },
  createdAt: NOW - 8 * MINUTE_MS,
});

/** Facts in which that sign-off covers the head, with more comments below it. */
export function signedFacts(
  more: Partial<Facts> = {},
  comments: readonly Comment[] = [SIGNED],
): Facts {
  return someFacts({
    comments,
    documents: { ...documentsOf(), checklist: aFile(CHECKLIST, templatePage()) },
    pushes: known([
      { after: HEAD, at: NOW - 20 * MINUTE_MS },
      { after: EARLIER, at: NOW - 40 * MINUTE_MS },
    ]),
    permissions: {
      zoe: known("write"),
      mira: known("maintain"),
      nora: known("write"),
      amir: known("admin"),
    },
    teams: {
      "acme/core": { zoe: known(true), mira: known(false), nora: known(false), amir: known(false) },
    },
    ...more,
  });
}

/** A command in a comment of its own. */
export function ordered(
  body: string,
  more: Partial<Comment> & { readonly by?: string } = {},
): Comment {
  const { by = "mira", ...rest } = more;
  return aComment({ id: 10, body, author: aPerson(by), ...rest });
}

/** A review that holds a form. */
export function signedReview(login: string, more: Partial<Review> = {}): Review {
  return {
    ...{ id: 20, nodeId: "PRR_20", author: aPerson(login), state: "APPROVED" },
    ...{ body: formOf({ signed: login }), commitSha: HEAD, submittedAt: NOW - MINUTE_MS },
    url: "https://github.com/acme/gpu-benchmarks/pull/42#pullrequestreview-20",
    ...more,
  };
}

/** What a comment is answered; undefined while it waits. */
export function answerTo(
  facts: Facts,
  commentId = 10,
): CommandsVerdict["answers"][number] | undefined {
  return decide(facts).commands.answers.find((answer) => answer.commentId === commentId);
}

/** The facts once everything that is planned has been done. */
export function afterPass(facts: Facts): Facts {
  return applied(facts, plan(decide(facts), facts, dictionary).effects);
}

/** What a check comes to: outcome and code. */
export function check(facts: Facts, number: number): string {
  const row = decide(facts).signoff.rows.find((each) => each.check === number);
  return row === undefined ? "none" : `${row.outcome} ${row.code}`;
}
