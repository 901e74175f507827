import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide, type Verdicts } from "../../../src/core/decide/decide.ts";
import type { Effect } from "../../../src/core/model/effect.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { STATUS_DESCRIPTION_CHARACTERS } from "../../../src/core/model/limits.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { planSignoff, signoffWait } from "../../../src/core/plan/signoff.ts";
import { applied } from "../../support/apply.ts";
import {
  aComment,
  aPerson,
  aPull,
  BASE,
  EARLIER,
  HEAD,
  MINUTE_MS,
  NOW,
  ownComment,
} from "../../support/build.ts";
import { formOf, PHRASE_LINE } from "../../support/checklist.ts";
import { configured, dictionary, someFacts, someRevisions } from "../../support/facts.ts";
import { harm } from "../../support/harm.ts";

const pushes = known([{ after: HEAD, at: NOW - 10 ** 7 }]);
const form = aComment({ id: 1, body: formOf({ signed: "zoe" }), author: aPerson("zoe") });
const given: Partial<Facts> = {
  comments: [form],
  pushes,
  permissions: { zoe: known("write"), mira: known("read"), nora: known("admin") },
  teams: { "acme/core": { zoe: known(true) } },
};
const planned = (facts: Facts): readonly Effect[] => planSignoff(decide(facts), facts, dictionary);
const kinds = (effects: readonly Effect[]): readonly string[] =>
  effects.map((effect) => ("tag" in effect ? `${effect.kind} ${effect.tag}` : effect.kind));

/** Looks until nothing is left to do. */
function settled(facts: Facts): Facts {
  const effects = planned(facts);
  return effects.length === 0 ? facts : settled(applied(facts, effects));
}

describe("the report on a head", () => {
  test("31: stands on the head that was judged, and so does the status", () => {
    const effects = planned(someFacts(given));
    expect(kinds(effects)).toEqual(["setStatus", `createComment signoff-${HEAD}`]);
    expect(effects[0]).toMatchObject({ status: { sha: HEAD, targetUrl: null } });
  });

  test("gives the status its address, and then there is nothing left", () => {
    const facts = someFacts(given);
    const first = applied(facts, planned(facts));
    expect(signoffWait(decide(facts), facts)).toBe(0);
    expect(kinds(planned(first))).toEqual(["setStatus"]);
    expect(signoffWait(decide(first), first)).toBeNull();
    expect(planned(applied(first, planned(first)))).toEqual([]);
  });

  test("keeps the default branch's commit it was judged with while nothing else changes", () => {
    const facts = settled(someFacts(given));
    const moved = { ...facts, revisions: known(someRevisions({ tipSha: EARLIER })) };
    expect(planned(moved)).toEqual([]);
    const rejudged = { ...moved, teams: { "acme/core": { zoe: known(false) } } };
    const [update] = planned(rejudged).filter(({ kind }) => kind === "updateComment");
    expect(update).toMatchObject({
      body: expect.stringContaining(`<!-- sweepbot:signoff-given ${EARLIER} -->`) as unknown,
    });
  });

  test("on an earlier head is folded once and told of the head that needs a sign-off", () => {
    const before = settled(someFacts(given));
    const moved = { ...before, pull: aPull({ headSha: "d".repeat(40) }) };
    const effects = planned(moved);
    expect(kinds(effects)).toEqual([
      "setStatus",
      `minimizeComment signoff-${HEAD}`,
      `updateComment signoff-${HEAD}`,
    ]);
    expect(effects[2]).toMatchObject({
      body: expect.stringContaining("A fresh sign-off is needed for `ddddddd`") as unknown,
    });
    const told = applied(moved, effects);
    expect(planned(told)).toEqual([]);
    const further = { ...told, pull: aPull({ headSha: "e".repeat(40) }) };
    expect(kinds(planned(further))).toEqual(["setStatus", `updateComment signoff-${HEAD}`]);
  });

  test("counts only when our own app wrote it", () => {
    const body = `<!-- sweepbot:signoff-${HEAD} -->\n<!-- sweepbot:signoff-given ${BASE} -->\n✅`;
    const forged = someFacts({ comments: [aComment({ id: 9, body })] });
    expect(decide(forged).signoff.status.code).toBe("status_waiting");
    const own = someFacts({ comments: [ownComment({ id: 9, body })] });
    expect(decide(own).signoff.status.code).toBe("status_withdrawn");
  });
});

describe("a row that may change without an event", () => {
  const facts = settled(someFacts(given));
  const waitOf = (lookAgainMs: number | undefined, more: Partial<Facts> = {}): number | null => {
    const verdicts = decide(facts);
    const [first, ...others] = verdicts.signoff.rows;
    if (first === undefined) throw new Error("no rows");
    const row = lookAgainMs === undefined ? first : { ...first, lookAgainMs };
    const signoff: Verdicts["signoff"] = { ...verdicts.signoff, rows: [row, ...others] };
    return signoffWait({ ...verdicts, signoff }, { ...facts, ...more });
  };
  const hour = 60 * MINUTE_MS;
  const day = 24 * hour;
  test.each([
    ["nothing asked", undefined, {}, null],
    ["an hour", hour, {}, hour],
    ["too soon", 5, {}, MINUTE_MS],
    ["too late", 99 * day, {}, 14 * day],
    ["two weeks after the sign-off", hour, { now: form.updatedAt + 14 * day }, hour],
    ["later than that", hour, { now: form.updatedAt + 14 * day + 1 }, null],
    ["closed", hour, { pull: aPull({ state: "closed" }) }, null],
  ] as const)("is looked at again: %s", (_story, wish, more, expected) => {
    expect(waitOf(wish, more)).toBe(expected);
  });
});

describe("answers to what is no sign-off", () => {
  const fenced = `\`\`\`\n${formOf()}\n\`\`\``;
  const near = (login: string, more: object = {}): Facts =>
    someFacts({
      ...given,
      comments: [aComment({ id: 5, body: fenced, author: aPerson(login), ...more })],
    });
  test.each([
    ["an owner or writer", near("nora"), ["createComment signoff-hint-comment-5"]],
    ["a stranger", near("mira"), []],
    ["somebody nobody knows", near("tov"), []],
    ["a bot", near("helper[bot]"), []],
    ["an old comment", near("nora", { updatedAt: NOW - 73 * 60 * MINUTE_MS }), []],
    ["a closed pull request", { ...near("nora"), pull: aPull({ state: "closed" }) }, []],
  ])("to %s", (_story, facts, expected) => {
    const effects = kinds(planned(facts)).filter((kind) => kind.includes("hint"));
    expect(effects).toEqual(expected);
  });

  test("not where its author has signed since", () => {
    const later = { ...form, id: 6, createdAt: NOW, updatedAt: NOW };
    const facts = someFacts({
      ...given,
      comments: [aComment({ id: 5, body: fenced, author: aPerson("zoe") }), later],
    });
    expect(kinds(planned(facts))).toEqual(["setStatus", `createComment signoff-${HEAD}`]);
  });

  test("not where no sign-off is required", () => {
    const files = known([
      { path: "docs/x.md", previousPath: null, status: "modified" as const, blobSha: "1" },
    ]);
    expect(kinds(planned({ ...near("nora"), files }))).toEqual(["setStatus"]);
  });

  test("are no more than one for each text, whatever copies stand", () => {
    const facts = settled(near("nora"));
    const copy = facts.comments.at(-1);
    if (copy === undefined) throw new Error("no answer");
    const twice = { ...facts, comments: [...facts.comments, { ...copy, id: copy.id + 1 }] };
    expect(new Set(kinds(planned(twice)))).toEqual(
      new Set(["deleteComment signoff-hint-comment-5"]),
    );
  });
});

const hostile = fc
  .array(
    fc.constantFrom(
      ...["@mira", "@acme/core", "<!--", "-->", "<b>x</b>", "[a](https://e.test)", "`", "``", "|"],
      ...["![i](x)", "*", "a", "#1", "\u202E", "\n", "\r\n# x", "</details>", "https://e.test"],
      "<!-- sweepbot:signoff-given -->",
    ),
    { minLength: 1, maxLength: 8 },
  )
  // Never a login that GitHub could give, which alone may be mentioned.
  .map((pieces) => `${pieces.join("")}!`);

/** Every place where a person's text, or a name that is not ours, could come in. */
function factsWith(text: string): Facts {
  const author = aPerson(text, { isBot: false });
  const other = aPerson(`${text}2`, { isBot: false });
  const review = { nodeId: "R", author: other, url: form.url, submittedAt: NOW, commitSha: HEAD };
  const signed = formOf({ signed: text, detail: text, replaced: { 2: text, 3: `${text} b` } });
  return someFacts({
    pull: aPull({ author, title: text, body: text }),
    files: known([{ path: text, previousPath: `x/${text}`, status: "renamed", blobSha: "1" }]),
    comments: [
      aComment({ id: 1, body: signed, author, nodeId: "C_1" }),
      aComment({ id: 2, body: `\`\`\`\n${formOf()}\n\`\`\`\n${text}`, author, nodeId: "C_2" }),
      aComment({ id: 3, body: formOf(), author: aPerson("zoe"), nodeId: "C_3" }),
      aComment({ id: 4, body: `${text} ${PHRASE_LINE}\n- [x] a\n- [x] b\n- [x] c`, author }),
    ],
    reviews: [
      { ...review, id: 7, state: "CHANGES_REQUESTED", body: formOf() },
      { ...review, id: 8, nodeId: "R8", state: "COMMENTED", body: formOf(), commitSha: EARLIER },
    ],
    editors: known({ C_1: null, C_2: null, C_3: text, C_4: null, R: null, R8: null }),
    pushes,
    config: configured({ signoff: { requireSignoff: "always" } }),
    permissions: Object.fromEntries(
      [text, other.login, "zoe"].map((login) => [login, known("write" as const)]),
    ),
    teams: { "acme/core": { [text]: unknown("forbidden") } },
    statuses: [
      {
        context: "codeowner-signoff-verify",
        state: "success",
        description: text,
        targetUrl: text,
        creator: author,
      },
    ],
  });
}

test("no text of a person does harm in the report, the answers or the status", () => {
  let bodies = 0;
  fc.assert(
    fc.property(hostile, (text) => {
      const facts = factsWith(text);
      const elsewhere = { ...facts, pull: { ...facts.pull, baseRef: "release" } };
      const moved = { ...settled(facts), pull: { ...facts.pull, headSha: "d".repeat(40) } };
      for (const effect of [facts, elsewhere, moved].flatMap(planned)) {
        if (effect.kind === "createComment" || effect.kind === "updateComment") {
          bodies += 1;
          expect(harm(effect.body)).toEqual([]);
        }
        if (effect.kind === "setStatus") {
          const { description } = effect.status;
          expect(description.length).toBeLessThanOrEqual(STATUS_DESCRIPTION_CHARACTERS);
          expect(description).not.toContain(text);
        }
      }
    }),
    { numRuns: 25 },
  );
  expect(bodies).toBeGreaterThan(100);
});
