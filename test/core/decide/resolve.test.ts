import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import {
  renderResolutionRecord,
  resolutionsInForce,
} from "../../../src/core/decide/resolution-record.ts";
import { resolversToAsk, resolvingNodes } from "../../../src/core/decide/resolvers.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import {
  aComment,
  aPerson,
  aPull,
  EARLIER,
  HEAD,
  MINUTE_MS,
  NOW,
  ownComment,
} from "../../support/build.ts";
import { aFile, configured, dictionary } from "../../support/facts.ts";
import { afterPass, answerTo, check, ordered, SIGNED, signedFacts } from "../../support/signing.ts";

const OK = "/signoff-resolve 3 ok the recipe page shows it";
const NO = "/signoff-resolve 3 reject it is not there";

function withOrder(
  body: string,
  more: Parameters<typeof ordered>[1] = {},
  facts: Partial<Facts> = {},
): Facts {
  return signedFacts(facts, [SIGNED, ordered(body, more)]);
}

/** How the order ended: accepted, why it was refused, or that it waits. */
function outcome(facts: Facts): string {
  const [reply] = answerTo(facts)?.replies ?? [];
  if (reply === undefined) return "waits";
  if (reply.kind !== "signoffResolve") return reply.kind;
  return reply.verdict.kind === "refused" ? reply.verdict.code : reply.verdict.kind;
}

describe("who decides a check that needs a person (spec/signoff §5.4)", () => {
  const unread = unknown("forbidden" as const);
  test.each<[string, Facts, string]>([
    ["a maintainer", withOrder(OK), "accepted"],
    ["a member of the catch-all team with less", withOrder(OK, { by: "zoe" }), "accepted"],
    ["somebody who may only write", withOrder(OK, { by: "nora" }), "noPermission"],
    ["the author, an admin", withOrder(OK, { by: "amir" }), "own_pull"],
    [
      "the author under another spelling",
      withOrder(OK, { by: "AMIR" }, { permissions: { AMIR: known("admin"), zoe: known("write") } }),
      "own_pull",
    ],
    [
      "one whose permission is not read, and who is in no team",
      withOrder(OK, {}, { permissions: { mira: unread, zoe: known("write") } }),
      "waits",
    ],
    [
      "one whose permission is not read, and who is in the team",
      withOrder(OK, { by: "zoe" }, { permissions: { zoe: unread } }),
      "accepted",
    ],
    ["one with less whose team is not read", withOrder(OK, { by: "nora" }, { teams: {} }), "waits"],
    [
      "a member by the settings, where GitHub does not tell",
      withOrder(
        OK,
        { by: "nora" },
        { teams: {}, config: configured({ signoff: { teams: { "acme/core": ["Nora", "zoe"] } } }) },
      ),
      "accepted",
    ],
  ])("%s", (_story, facts, expected) => {
    expect(outcome(facts)).toBe(expected);
  });

  test("a team of other lines of CODEOWNERS is not enough, nor a person on the catch-all line", () => {
    const owners = aFile(".github/CODEOWNERS", "* @acme/core @nora\nconfigs/ @acme/side\n");
    const documents = { ...signedFacts().documents, codeowners: owners };
    const teams = {
      "acme/core": { zoe: known(true), nora: known(false) },
      "acme/side": { zoe: known(false), nora: known(true) },
    };
    expect(outcome(withOrder(OK, { by: "nora" }, { documents, teams }))).toBe("noPermission");
  });

  test("teams and edits are asked about only while somebody decides", () => {
    const facts = withOrder(OK, { by: "nora" });
    expect([resolversToAsk(facts), resolvingNodes(facts)]).toEqual([["nora"], ["C_10"]]);
    const others = withOrder("/signoff-verify", { by: "nora" });
    expect([resolversToAsk(others), resolvingNodes(others)]).toEqual([[], []]);
  });

  test("a bot never, even one whose commands count", () => {
    const facts = withOrder(
      OK,
      { by: "helper[bot]" },
      {
        config: configured({ commands: { allowedBots: ["helper[bot]"] } }),
        permissions: { "helper[bot]": known("admin"), zoe: known("write") },
      },
    );
    expect(outcome(facts)).toBe("by_bot");
  });

  test.each<[string, Facts["editors"], string]>([
    ["nobody", known({ C_1: null, C_10: null }), "accepted"],
    ["its author", known({ C_1: null, C_10: "Mira" }), "accepted"],
    ["somebody else, who may write", known({ C_1: null, C_10: "nora" }), "edited_by_other"],
    ["a deleted account", known({ C_1: null, C_10: "" }), "edited_by_other"],
    ["whom GitHub does not say", known({ C_1: null }), "waits"],
  ])("in a comment that was edited last by %s", (_who, editors, expected) => {
    expect(outcome(withOrder(OK, {}, { editors }))).toBe(expected);
  });
});

describe("what can be decided", () => {
  test.each<[string, Facts, string]>([
    ["a check that needs a person", withOrder(NO), "accepted"],
    ["a failed check (case 87)", withOrder("/signoff-resolve 4 ok we agreed on this"), "failed"],
    ["a failed check, to reject it", withOrder("/signoff-resolve 4 reject really"), "failed"],
    ["a passed check", withOrder("/signoff-resolve 5 reject I do not like it"), "decided"],
    ["while nobody has signed", signedFacts({}, [ordered(OK)]), "no_signoff"],
    [
      "after a push that nobody signed",
      withOrder(OK, {}, { pull: aPull({ headSha: "d".repeat(40) }) }),
      "no_signoff",
    ],
    [
      "a closed pull request",
      withOrder(OK, {}, { pull: aPull({ state: "closed" }) }),
      "pull_closed",
    ],
  ])("%s", (_story, facts, expected) => {
    expect(outcome(facts)).toBe(expected);
  });

  test("of several decisions on a check in one comment the last counts", () => {
    const facts = afterPass(withOrder(`${OK}\n${NO}\n/signoff-resolve 6 ok vendors answered us`));
    expect([3, 6, 7].map((number) => check(facts, number))).toEqual([
      ...["fail resolved_reject", "pass resolved_ok", "human not_decided_yet"],
    ]);
    expect(answerTo(withOrder(`${OK}\n${NO}`))?.replies.map(({ kind }) => kind)).toEqual([
      ...["resolveReplaced", "signoffResolve"],
    ]);
  });
});

describe("a decision that was taken", () => {
  const taken = afterPass(withOrder(OK));
  const replaced = (facts: Facts, change: (command: Comment) => readonly Comment[]): Facts => ({
    ...facts,
    comments: facts.comments.flatMap((each) => (each.id === 10 ? change(each) : [each])),
  });

  test("makes its row read so, and nothing more is planned", () => {
    expect(check(taken, 3)).toBe("pass resolved_ok");
    const settled = afterPass(taken);
    expect(plan(decide(settled), settled, dictionary).effects).toEqual([]);
    const report = settled.comments.find(({ body }) => body.startsWith("<!-- sweepbot:signoff"));
    expect(report?.body).toContain(
      "Confirmed by mira: see [the decision](https://github.com/acme/gpu-benchmarks/pull/42#issuecomment-10)",
    );
  });

  test("with all others makes the status a success, and one rejection a failure", () => {
    const orders = [1, 2, 3, 6, 7, 8, 9, 10, 11, 12].map((number) =>
      ordered(`/signoff-resolve ${number} ok looked at it closely`, { id: 100 + number }),
    );
    const files = known([
      { path: "docs/owned.md", previousPath: null, status: "modified" as const, blobSha: "1" },
    ]);
    const config = configured({ signoff: { requireSignoff: "always" } });
    const facts = afterPass(signedFacts({ files, config }, [SIGNED, ...orders]));
    expect(decide(facts).signoff.status).toMatchObject({
      state: "success",
      code: "status_verified",
    });
    const more = {
      ...facts,
      comments: [...facts.comments, ordered(NO, { id: 200, createdAt: NOW })],
    };
    const editors = known({
      ...(facts.editors.kind === "known" ? facts.editors.value : {}),
      C_200: null,
    });
    expect(decide(afterPass({ ...more, editors })).signoff.status).toMatchObject({
      state: "failure",
      values: { checks: "3" },
    });
  });

  test.each<[string, (command: Comment) => readonly Comment[], string]>([
    ["deleted", () => [], "human"],
    ["rewritten", (each) => [{ ...each, body: "never mind" }], "human"],
    ["given another reason", (each) => [{ ...each, body: `${each.body} twice` }], "human"],
    ["quoted", (each) => [{ ...each, body: `> ${each.body}` }], "human"],
    [
      "left, with words around it",
      (each) => [{ ...each, body: `Hello\n\n${each.body}\n` }],
      "pass",
    ],
  ])("is revoked when its command is %s", (_story, change, expected) => {
    expect(check(replaced(taken, change), 3)).toMatch(new RegExp(`^${expected} `, "u"));
  });

  test("is replaced by a newer one, and counts again when that is taken back", () => {
    const rejection = ordered(NO, { id: 11, by: "zoe", createdAt: NOW - MINUTE_MS });
    const editors = known({ C_1: null, C_10: null, C_11: null });
    const rejected = afterPass({ ...taken, editors, comments: [...taken.comments, rejection] });
    expect(check(rejected, 3)).toBe("fail resolved_reject");
    const comments = rejected.comments.filter(({ id }) => id !== 11);
    expect(check({ ...rejected, comments }, 3)).toBe("pass resolved_ok");
  });

  test("without evidence holds for its commit alone", () => {
    const pushes = known([{ after: EARLIER, at: NOW - 20 * MINUTE_MS }]);
    const pull = aPull({ headSha: EARLIER });
    expect(check({ ...taken, pull, pushes }, 3)).toBe("human not_decided_yet");
    expect(check({ ...taken }, 3)).toBe("pass resolved_ok");
  });

  test("with evidence goes on at another commit as long as that is the same", () => {
    const config = configured({ signoff: { selfSignoff: "human" } });
    const self: Partial<Facts> = { config, pull: aPull({ author: aPerson("zoe") }) };
    const decided = afterPass(withOrder("/signoff-resolve 0 ok nobody else is there", {}, self));
    expect(check(decided, 0)).toBe("pass resolved_ok");
    const pushes = known([{ after: EARLIER, at: NOW - 20 * MINUTE_MS }]);
    const moved = { ...decided, pull: aPull({ author: aPerson("zoe"), headSha: EARLIER }), pushes };
    expect(check(moved, 0)).toBe("pass resolved_ok");
    const files = known([
      { path: "benchmarks/new.sh", previousPath: null, status: "added" as const, blobSha: "1" },
    ]);
    expect(check({ ...moved, files }, 0)).toBe("human owners_self_human");
  });
});

describe("the record", () => {
  const record = {
    ...{ commentId: 10, mark: "0".repeat(8), check: 3, decision: "ok" as const },
    ...{ evidence: "0".repeat(32), login: "mira", at: NOW },
  };
  const line = renderResolutionRecord(record);
  const tag = "<!-- sweepbot:answer-10-done-00000000 -->";
  const inForce = (answer: Comment): number =>
    resolutionsInForce({
      ...signedFacts(),
      comments: [answer, ...taken.comments.filter(({ id }) => id === 10)],
    }).length;
  const taken = afterPass(withOrder(OK));
  const real = taken.comments.find(({ body }) => body.includes("sweepbot:resolve"))?.body ?? "";

  test.each<[string, Comment, number]>([
    ["in our own answer", ownComment({ id: 30, body: real }), 1],
    ["in the same words of a person", aComment({ id: 30, body: real }), 0],
    ["in the same words of another app", aComment({ id: 30, body: real, appId: 9 }), 0],
    ["below our words", ownComment({ id: 30, body: real.replace("\n", "\nText\n") }), 0],
    [
      "for another comment",
      ownComment({ id: 30, body: real.replace("answer-10-", "answer-11-") }),
      0,
    ],
    ["for a command that is not there", ownComment({ id: 30, body: `${tag}\n${line}\nText` }), 0],
    [
      "with a check that does not exist",
      ownComment({ id: 30, body: real.replace('"check":3', '"check":13') }),
      0,
    ],
  ])("%s", (_story, answer, count) => {
    expect(inForce(answer)).toBe(count);
  });

  test("says nothing that a person wrote", () => {
    expect(real).toContain(`"login":"mira"`);
    expect(real).toContain(`"check":3,"decision":"ok"`);
    expect(real).not.toContain("recipe page");
    expect(real).toContain(HEAD.slice(0, 7));
  });
});
