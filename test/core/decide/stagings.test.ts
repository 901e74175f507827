import { describe, expect, test } from "@jest/globals";
import { answerTag } from "../../../src/core/decide/answered.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import {
  acknowledgements,
  STAGING_STATES,
  type StagingState,
} from "../../../src/core/decide/staging-record.ts";
import type { ClaimFact, Facts } from "../../../src/core/model/facts.ts";
import type { Comment } from "../../../src/core/model/github.ts";
import type { StagingCallback } from "../../../src/core/model/staging.ts";
import { fullBody } from "../../../src/core/plan/comments.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { stagingLines } from "../../../src/core/render/staging.ts";
import { aComment, aPerson, APP, MINUTE_MS, NOW, ownComment } from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";

const MARK = "0a1b2c3d";
const RECORD = {
  ...{ commentId: 100, mark: MARK, runId: 900, attempt: 2 },
  ...{ date: "2026-03-01", login: "mira_acme" },
};
const KEY = `stage-501-42-100-${MARK}`;
const SETTINGS = { languages: ["en"], staging: { repository: "acme/results-app" } };
const config = configured(SETTINGS);

function body(shown: StagingState = "ordered"): string {
  const tag = answerTag({ commentId: 100, outcome: "done", marks: [MARK] });
  const lines = stagingLines(RECORD, config.inForce, dictionary).join("\n");
  const text = `${lines.replace("staging ordered", `staging ${shown}`)}\nAll rules.`;
  return fullBody({ tag, body: text, upkeep: "once" });
}

function anAnswer(shown: StagingState = "ordered", more: Partial<Comment> = {}): Comment {
  return ownComment({ id: 101, body: body(shown), ...more });
}

function aClaim(result: string | null, at = NOW - MINUTE_MS): ClaimFact {
  return { key: KEY, kind: "stage", state: result === null ? "claimed" : "recorded", result, at };
}

function told(
  state: StagingCallback["state"],
  more: Partial<StagingCallback> = {},
): StagingCallback {
  const ids = { commentId: 101, runId: 900, appRunId: 71 };
  return { ...ids, sourceRepository: "acme/results-app", state, ...more };
}

function factsWith(more: Partial<Facts> = {}, shown: StagingState = "ordered"): Facts {
  return someFacts({ config, comments: [anAnswer(shown)], ...more });
}

/** How far each request is, in a few words. */
function progress(more: Partial<Facts> = {}, shown: StagingState = "ordered"): readonly string[] {
  return decide(factsWith(more, shown)).stagings.map(({ progress: each }) =>
    "appRunId" in each ? `${each.state} ${each.appRunId}` : each.state,
  );
}

describe("how far a request is", () => {
  const sent = { claims: [aClaim("sent")] };
  test.each<[string, Partial<Facts>, string]>([
    ["nobody has handed it over", {}, "ordered"],
    ["a crash left it claimed", { claims: [aClaim(null)] }, "ordered"],
    ["handed over", sent, "sent"],
    ["found there after a crash", { claims: [aClaim("77")] }, "sent"],
    ["handed over an hour ago", { claims: [aClaim("sent", NOW - 60 * MINUTE_MS)] }, "silent"],
    ["refused by GitHub", { claims: [aClaim("failed:no")] }, "refused"],
    ["started there", { ...sent, stagings: [told("started")] }, "started 71"],
    ["ended well", { ...sent, stagings: [told("started"), told("succeeded")] }, "succeeded 71"],
    [
      "STG-08: the start arrives last",
      { ...sent, stagings: [told("succeeded"), told("started")] },
      "succeeded 71",
    ],
    [
      "STG-08: the start of a failure arrives last",
      { ...sent, stagings: [told("failed"), told("started")] },
      "failed 71",
    ],
    [
      "a newer run there counts",
      { ...sent, stagings: [told("started", { appRunId: 72 }), told("failed")] },
      "started 72",
    ],
    [
      "an older run that ends later does not",
      { ...sent, stagings: [told("succeeded", { appRunId: 72 }), told("failed")] },
      "succeeded 72",
    ],
    [
      "told, though a crash lost the record",
      { claims: [aClaim(null)], stagings: [told("started")] },
      "started 71",
    ],
    ["W48: another comment", { ...sent, stagings: [told("failed", { commentId: 100 })] }, "sent"],
    ["W48: another run", { ...sent, stagings: [told("failed", { runId: 901 })] }, "sent"],
    [
      "another repository",
      { ...sent, stagings: [told("failed", { sourceRepository: "tov/results-app" })] },
      "sent",
    ],
    [
      "the repository in other letters",
      { ...sent, stagings: [told("failed", { sourceRepository: "Acme/Results-App" })] },
      "failed 71",
    ],
  ])("%s", (_story, facts, state) => {
    expect(progress(facts)).toEqual([state]);
  });

  test.each(STAGING_STATES.filter((state) => state !== "ordered"))(
    "without our database an answer that says %s stays as it is, and nothing is handed over again",
    (shown) => {
      expect(progress({}, shown)).toEqual([]);
    },
  );

  test("without our database a late start does not undo an end, and an end counts", () => {
    expect(progress({ stagings: [told("started")] }, "succeeded")).toEqual([]);
    expect(progress({ stagings: [told("succeeded")] }, "failed")).toEqual(["succeeded 71"]);
  });
});

describe("what counts as an acknowledgement", () => {
  test("is our own answer only, and of copies the oldest", () => {
    const comments = [
      anAnswer("ordered", { id: 103 }),
      anAnswer("ordered", { id: 99, createdAt: NOW - 6 * MINUTE_MS }),
      aComment({ id: 98, body: body(), author: aPerson("tov") }),
      ownComment({ id: 97, body: `Quoted:\n${body()}` }),
      ownComment({ id: 96, body: body().replace('"comment":100', '"comment":200') }),
      ownComment({ id: 95, body: body().replace('"attempt":2', '"attempt":"2"') }),
    ];
    expect(acknowledgements({ comments, app: APP })).toMatchObject([
      { comment: { id: 99 }, record: RECORD, shown: "ordered" },
    ]);
  });
});

describe("what is done about it", () => {
  test("is handed over with text only, and no more than GitHub takes (spec/control-plane §4.2)", () => {
    const [staging] = decide(factsWith()).stagings;
    expect(staging?.dispatch).toEqual({
      ...{ kind: "stage", key: KEY, owner: "acme", name: "results-app" },
      eventType: "stage-results",
      payload: {
        "source-repository": "acme/gpu-benchmarks",
        "pr-number": "42",
        "run-id": "900",
        "run-attempt": "2",
        "run-date": "2026-03-01",
        "requested-by": "mira_acme",
        "comment-id": "101",
        key: KEY,
      },
    });
    expect(Object.keys(staging?.dispatch.payload ?? {}).length).toBeLessThanOrEqual(10);
  });

  test.each<[string, Partial<Facts>, RegExp]>([
    ["sent", {}, /staging sent -->\n⏳ .*acme\/results-app/u],
    [
      "refused",
      { claims: [aClaim("failed:@tov no")] },
      /staging refused -->\n❌ .*did not take it/u,
    ],
    [
      "succeeded",
      { claims: [aClaim("sent")], stagings: [told("succeeded")] },
      /✅ \[The results of run 900 are on the staging site\]\(https:\S+\?i_dates=2026-03-01~r900\)/u,
    ],
    [
      "started",
      { claims: [aClaim("sent")], stagings: [told("started")] },
      /\(https:\/\/github\.com\/acme\/results-app\/actions\/runs\/71\)/u,
    ],
  ])(
    "is said in our answer: %s; the rest of it stays, and then nothing is left",
    (_, more, text) => {
      let facts = factsWith(more);
      for (let pass = 0; pass < 3; pass += 1) {
        facts = applied(facts, plan(decide(facts), facts, dictionary).effects);
      }
      const answer = facts.comments.find(({ id }) => id === 101)?.body ?? "";
      expect(answer).toMatch(text);
      expect(answer).toMatch(/<!-- sweepbot:staging end -->\nAll rules\.\n$/u);
      expect(answer).not.toContain("@tov");
      expect(acknowledgements(facts)).toMatchObject([{ record: RECORD }]);
      const left = plan(decide(facts), facts, dictionary).effects;
      expect(left.filter(({ kind }) => kind !== "setStatus")).toEqual([]);
    },
  );

  test("is looked at again when nothing will tell: at once, after a crash, and after an hour", () => {
    const again = (more: Partial<Facts>): number | null => {
      const facts = factsWith(more);
      return plan(decide(facts), facts, dictionary).lookAgainMs;
    };
    expect(again({})).toBe(0);
    expect(again({ claims: [aClaim(null)] })).toBe(5_000);
    expect(again({ claims: [aClaim("sent")] })).toBe(59 * MINUTE_MS);
  });
});
