import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { resolversToAsk, resolvingNodes } from "../../../src/core/decide/resolvers.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aPerson, aPull, EARLIER, MINUTE_MS, NOW } from "../../support/build.ts";
import { aFile, configured, dictionary } from "../../support/facts.ts";
import { afterPass, answerTo, check, ordered, SIGNED, signedFacts } from "../../support/signing.ts";

const OK = "/signoff-resolve 0 ok nobody else is there today";
const NO = "/signoff-resolve 0 reject somebody else has to sign";
/** Zoe has signed her own pull request, which this repository leaves to a person. */
const SELF: Partial<Facts> = {
  config: configured({ signoff: { selfSignoff: "human" } }),
  pull: aPull({ author: aPerson("zoe") }),
};

function withOrder(
  body: string,
  more: Parameters<typeof ordered>[1] = {},
  facts: Partial<Facts> = {},
): Facts {
  return signedFacts({ ...SELF, ...facts }, [SIGNED, ordered(body, more)]);
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
  const inTeam = (login: string): Facts["teams"] => ({
    "acme/core": { zoe: known(true), [login]: known(true) },
  });
  test.each<[string, Facts, string]>([
    ["a maintainer", withOrder(OK), "accepted"],
    [
      "a member of the catch-all team with less",
      withOrder(OK, { by: "nora" }, { teams: inTeam("nora") }),
      "accepted",
    ],
    ["somebody who may only write", withOrder(OK, { by: "nora" }), "noPermission"],
    ["the author, of the team", withOrder(OK, { by: "zoe" }), "own_pull"],
    [
      "the author in capitals, an admin",
      withOrder(OK, { by: "ZOE" }, { permissions: { zoe: known("write"), ZOE: known("admin") } }),
      "own_pull",
    ],
    [
      "one whose permission is not read, and who is in no team",
      withOrder(OK, {}, { permissions: { mira: unread, zoe: known("write") } }),
      "waits",
    ],
    [
      "one whose permission is not read, and who is in the team",
      withOrder(OK, { by: "nora" }, { permissions: { nora: unread }, teams: inTeam("nora") }),
      "accepted",
    ],
    ["one with less whose team is not read", withOrder(OK, { by: "nora" }, { teams: {} }), "waits"],
    [
      "one with less whom GitHub does not find in the team",
      withOrder(
        OK,
        { by: "nora" },
        {
          teams: { "acme/core": { zoe: known(true), nora: unknown("not_found") } },
        },
      ),
      "noPermission",
    ],
    [
      "a member by the settings, where GitHub does not tell",
      withOrder(
        OK,
        { by: "nora" },
        {
          teams: {},
          config: configured({
            signoff: { selfSignoff: "human", teams: { "acme/core": ["Nora", "zoe"] } },
          }),
        },
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
  const at = (headSha: string): Facts["pull"] => aPull({ author: aPerson("zoe"), headSha });
  const closed = aPull({ author: aPerson("zoe"), state: "closed" });
  test.each<[string, Facts, string]>([
    ["a check that needs a person", withOrder(NO), "accepted"],
    ["a failed check (case 87)", withOrder("/signoff-resolve 4 ok we agreed on this"), "failed"],
    ["a failed check, to reject it", withOrder("/signoff-resolve 4 reject really"), "failed"],
    ["a passed check", withOrder("/signoff-resolve 5 reject I do not like it"), "decided"],
    ["while nobody has signed", signedFacts(SELF, [ordered(OK)]), "no_signoff"],
    [
      "after a push that nobody signed",
      withOrder(OK, {}, { pull: at("d".repeat(40)) }),
      "no_signoff",
    ],
    ["a closed pull request", withOrder(OK, {}, { pull: closed }), "pull_closed"],
  ])("%s", (_story, facts, expected) => {
    expect(outcome(facts)).toBe(expected);
  });

  test("of several decisions on a check in one comment the last counts", () => {
    const facts = withOrder(`${OK}\n${NO}`);
    expect(answerTo(facts)?.replies.map(({ kind }) => kind)).toEqual([
      ...["resolveReplaced", "signoffResolve"],
    ]);
    expect(check(afterPass(facts), 0)).toBe("fail resolved_reject");
  });
});

describe("a decision that was taken", () => {
  const taken = afterPass(withOrder(OK));
  const replaced = (change: (command: Comment) => readonly Comment[]): Facts => ({
    ...taken,
    comments: taken.comments.flatMap((each) => (each.id === 10 ? change(each) : [each])),
  });
  const moved = { pushes: known([{ after: EARLIER, at: NOW - 20 * MINUTE_MS }]) };
  const earlier = aPull({ author: aPerson("zoe"), headSha: EARLIER });

  test("makes its row read so, and nothing more is planned", () => {
    expect(check(withOrder(OK), 0)).toBe("human owners_self_human");
    expect(check(taken, 0)).toBe("pass resolved_ok");
    const settled = afterPass(taken);
    expect(plan(decide(settled), settled, dictionary).effects).toEqual([]);
    const report = settled.comments.find(({ body }) => body.startsWith("<!-- sweepbot:signoff"));
    expect(report?.body).toContain(
      "Confirmed by mira: see [the decision](https://github.com/acme/gpu-benchmarks/pull/42#issuecomment-10)",
    );
  });

  test("can be taken again, and the newer one counts until it is taken back", () => {
    const rejection = ordered(NO, { id: 11, createdAt: NOW - MINUTE_MS });
    const texts = [...taken.comments, rejection];
    const editors = known(Object.fromEntries(texts.map(({ nodeId }) => [nodeId, null])));
    const rejected = afterPass({ ...taken, editors, comments: texts });
    expect(check(rejected, 0)).toBe("fail resolved_reject");
    expect(decide(rejected).signoff.status.values["checks"]).toMatch(/^0\b/u);
    const comments = rejected.comments.filter(({ id }) => id !== 11);
    expect(check({ ...rejected, comments }, 0)).toBe("pass resolved_ok");
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
    expect(check(replaced(change), 0)).toMatch(new RegExp(`^${expected} `, "u"));
  });

  test("goes on at another commit as long as the evidence is the same", () => {
    const there = { ...taken, ...moved, pull: earlier };
    expect(check(there, 0)).toBe("pass resolved_ok");
    const files = known([
      { path: "benchmarks/new.sh", previousPath: null, status: "added" as const, blobSha: "1" },
    ]);
    expect(check({ ...there, files }, 0)).toBe("human owners_self_human");
    expect(decide({ ...there, files }).signoff.rows[0]?.notes).toContain("note_decided_otherwise");
  });

  test("holds for its commit alone where nothing could be read", () => {
    const documents = { ...taken.documents, codeowners: unknown("forbidden" as const) };
    const decided = afterPass(withOrder(OK, {}, { documents }));
    expect(check(decided, 0)).toBe("pass resolved_ok");
    expect(check({ ...decided, ...moved, pull: earlier }, 0)).toBe("human owners_unreadable");
  });
});
