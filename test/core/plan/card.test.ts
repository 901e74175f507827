import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { cardOf, planCard } from "../../../src/core/plan/card.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { aJob, aPull, aRun, FULL, labelled, NOW } from "../../support/build.ts";
import { applied } from "../../support/apply.ts";
import { configured, dictionary, documentsOf, someFacts } from "../../support/facts.ts";

const asked = someFacts(labelled([FULL]));
const { decision } = decide(asked).sweep;
const KEY = "plan" in decision ? decision.plan.key : "";

function planned(facts: Facts): ReturnType<typeof planCard> {
  return planCard(decide(facts), facts, dictionary);
}

/** The sweep with so many jobs done, the card as it was written at `NOW`. */
function during(done: number, more: Partial<Facts> = {}): Facts {
  const jobs = [
    aJob("eval / oldest", { status: "in_progress" }),
    ...Array.from({ length: done }, (_, index) => aJob(`eval / ${index}`)),
  ];
  const run = aRun(900, { planKey: KEY, status: "in_progress", artifacts: [], jobs });
  return { ...asked, runs: [run], ...more };
}

const written = applied(during(1), planned(during(1)).effects).comments;

describe("the card while a sweep runs", () => {
  test("is written once it is missing, at once", () => {
    expect(planned(during(1))).toMatchObject({
      effects: [{ kind: "createComment" }],
      lookAgainMs: null,
    });
  });

  // The plan has 24 jobs: from two more on, a twentieth of them has ended.
  test("waits with a twentieth of all jobs, and says when", () => {
    const soon = during(3, { comments: written, now: NOW + 4_000 });
    expect(planned(soon)).toEqual({ effects: [], lookAgainMs: 11_000 });
  });

  test("follows them after fifteen seconds", () => {
    const later = during(3, { comments: written, now: NOW + 15_000 });
    expect(planned(later)).toMatchObject({
      effects: [{ kind: "updateComment" }],
      lookAgainMs: null,
    });
  });

  test.each([
    ["with less", 2],
    ["with the mere passing of time", 1],
  ])("waits fifteen minutes %s", (_story, done) => {
    const at = (ms: number): Facts => during(done, { comments: written, now: NOW + ms });
    expect(planned(at(60_000))).toEqual({ effects: [], lookAgainMs: 14 * 60_000 });
    expect(planned(at(15 * 60_000)).effects).toMatchObject([{ kind: "updateComment" }]);
  });

  test("has nothing to wait for when nothing has changed", () => {
    expect(planned(during(1, { comments: written }))).toEqual({
      effects: [],
      lookAgainMs: null,
    });
  });

  const failed = aRun(900, {
    planKey: KEY,
    status: "in_progress",
    artifacts: [],
    jobs: [aJob("eval / 0", { conclusion: "failure" })],
  });
  const waiting = aRun(900, {
    planKey: KEY,
    status: "in_progress",
    artifacts: [],
    jobs: [aJob("eval / 0", { status: "queued" })],
  });
  const ended = aRun(900, { planKey: KEY, jobs: [aJob("eval / 0"), aJob("eval / 1")] });
  test.each<[string, Partial<Facts>]>([
    ["the first failure", { runs: [failed] }],
    ["the end of the run", { runs: [ended] }],
    ["a push", { pull: aPull({ labels: [FULL], headSha: "c".repeat(40) }) }],
    ["another verdict", { documents: documentsOf({ changelog: "broken" }) }],
    ["a closing", labelled([FULL], { state: "closed" })],
  ])("shows %s at once", (_story, more) => {
    const facts = { ...during(1, { comments: written, now: NOW + 1 }), ...more };
    expect(planned(facts)).toMatchObject({
      effects: [{ kind: "updateComment" }],
      lookAgainMs: null,
    });
  });

  test("shows the first start at once", () => {
    const before = { ...asked, runs: [waiting] };
    const comments = applied(before, planned(before).effects).comments;
    expect(planned(during(0, { comments, now: NOW + 1 })).effects).toMatchObject([
      { kind: "updateComment" },
    ]);
  });

  test("shows the last numbers of a run at once", () => {
    const done = { ...asked, runs: [aRun(900, { planKey: KEY, jobs: [aJob("eval / 0")] })] };
    const comments = applied(done, planned(done).effects).comments;
    const more = { ...asked, comments, now: NOW + 1, runs: [ended] };
    expect(planned(more)).toMatchObject({ effects: [{ kind: "updateComment" }] });
  });
});

describe("what the card shows", () => {
  const subjects = (facts: Facts): readonly string[] =>
    cardOf(decide(facts), facts).rows.map((row) => row.subject);
  test("is not created for a closed pull request, and kept on one that has it", () => {
    const closed = someFacts({ pull: aPull({ state: "closed" }) });
    expect(planned(closed)).toEqual({ effects: [], lookAgainMs: null });
    expect(planned({ ...closed, comments: written }).effects).toMatchObject([
      { kind: "updateComment" },
    ]);
  });

  test("has a line for what there is something to say about", () => {
    expect(subjects(asked)).toEqual(["changelog", "matrix", "sweep", "reuse", "signoff"]);
    const proposed = [{ code: "x", severity: "error", path: "p", line: 1, values: {} }] as const;
    expect(subjects({ ...asked, config: configured({}, { proposed }) })[0]).toBe("config");
    expect(subjects({ ...asked, documents: documentsOf({ changelog: "broken" }) })).not.toContain(
      "matrix",
    );
  });

  test("speaks of publication instead of sign-off once it is merged", () => {
    const pull = aPull({ state: "closed", merged: true, mergeCommitSha: "d".repeat(40) });
    const merge = { mergeSha: "d".repeat(40), run: null, artifacts: [], checkRuns: [] };
    expect(subjects({ ...asked, pull, merge }).slice(-2)).toEqual(["reuse", "merge"]);
    expect(cardOf(decide({ ...asked, pull, merge }), { ...asked, pull, merge }).state).toBe(
      "merged",
    );
  });

  test("shows the plan only where a sweep is planned", () => {
    expect(cardOf(decide(asked), asked).plan?.runs?.totals).toMatchObject({ jobs: 24 });
    const unread = {
      ...asked,
      documents: {
        ...asked.documents,
        runners: { base: unknown("forbidden"), head: unknown("forbidden") },
      },
    } as Facts;
    expect(cardOf(decide(unread), unread).plan).toBeNull();
  });
});
