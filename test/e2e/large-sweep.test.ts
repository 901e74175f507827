import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { LARGE_SWEEP, momentsOf, windowsOf } from "../../scripts/bench/large-sweep.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { ReleaseOptions } from "../../src/simulator/webhooks/webhooks.ts";
import { FULL_LABEL, openRecipePull, runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { numbersFrom } from "../support/random.ts";
import { card, check, counts } from "../support/seen.ts";
import { startStory, type Story } from "../support/story.ts";

jest.setTimeout(240_000);

const MINUTE_MS = 60_000;
/** Two neighbours fail; their families go on. */
const FAILING = new Set([100, 101]);
/** Whatever a sweep does, its people hear of it no more often. */
const MOST_NOTIFICATIONS = 5;
const MOST_REQUESTS = 150;

let story: Story;
afterEach(async () => {
  await story.close();
});

interface Played {
  readonly pull: SimulatedPull;
  /** When the card was edited, as its own time tells after each span. */
  readonly edits: readonly number[];
  readonly written: () => readonly string[];
}

/** A sweep of three hundred jobs from its label to its results; deliveries of each span come as `release` says. */
async function play(spanMs: number, release: ReleaseOptions): Promise<Played> {
  story = await startStory();
  const { github, repo, clock, settle } = story;
  const pull = openRecipePull(repo);
  await settle();
  const before = github.requests.length;
  pull.label("nora", FULL_LABEL);
  await settle();
  const [run] = runsOf(repo, pull);
  if (run === undefined) throw new Error("no run");
  const begun = clock.now();
  const until = (at: number): void => {
    clock.advance(Math.max(0, begun + at - clock.now()));
  };
  const edits = new Set([editedAt(pull)]);
  for (const { endsAt, moments } of windowsOf(momentsOf(run, LARGE_SWEEP, FAILING), spanMs)) {
    github.webhooks.hold();
    for (const { at, act } of moments) {
      until(at);
      act();
    }
    until(endsAt);
    await github.webhooks.release(release);
    await settle();
    edits.add(editedAt(pull));
  }
  run.addArtifact("results_bmk", { "agg.json": "[]" });
  run.complete();
  clock.advance(MINUTE_MS);
  await settle();
  edits.add(editedAt(pull));
  const written = (): readonly string[] =>
    github.requests
      .slice(before)
      .filter(({ notModified }) => !notModified)
      .map(({ method, route, status }) => `${method} ${route ?? "?"} ${status}`);
  return { pull, edits: [...edits], written };
}

function editedAt(pull: SimulatedPull): number {
  const issue = story.repo.record.issues.get(pull.number);
  const found = issue?.comments.find(({ body }) => body.startsWith("<!-- sweepbot:card -->"));
  return found?.updatedAt ?? 0;
}

function notifications(): readonly string[] {
  return story.github.requests
    .filter(({ method, status }) => method === "POST" && status < 300)
    .flatMap(({ route }) => route ?? [])
    .filter((route) => /\/(?:comments|reviews)$/u.test(route));
}

function expectBounded({ pull, edits, written }: Played): void {
  const requests = written();
  expect(requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
  const patches = requests.filter(
    (each) => each.startsWith("PATCH") && each.includes("/comments/"),
  );
  // The first of the times is that of the card before any job.
  expect(edits.length - 1).toBeLessThanOrEqual(patches.length);
  expect(patches.length).toBeLessThanOrEqual(30);
  const gaps = edits.slice(1).map((at, index) => at - (edits[index] ?? 0));
  expect(Math.min(...gaps.slice(0, -1))).toBeGreaterThanOrEqual(15_000);
  // Waiting, running and how it ended: mere numbers do not touch the check run.
  const checks = requests.filter(
    (each) => each.startsWith("PATCH") && each.includes("/check-runs/"),
  );
  // Three of the sweep, and four of whether a merge would publish: running, ended, evals, what is missing.
  expect(checks.length).toBeLessThanOrEqual(7);
  expect(notifications().length).toBeLessThanOrEqual(MOST_NOTIFICATIONS);
  expect(counts(pull)).toMatchObject({ cards: 1, visualizers: 1 });
}

function expectShownWhole(pull: SimulatedPull): void {
  const text = card(pull);
  expect(text).toContain("Progress: 300 of 300 jobs");
  expect(text).toContain("80/80 single-node 8k1k · failed: 2");
  expect(text).not.toMatch(/Oldest running job|Waiting for a runner on|left, by/u);
  expect(check(story.repo, pull, "sweepbot/sweep")?.title).toBe(
    "2 jobs failed: the benchmark failed, not the trigger",
  );
}

describe("a sweep of three hundred jobs, with three deliveries each", () => {
  test("costs few requests, few edits and few notifications, and is shown whole at its end", async () => {
    const played = await play(6 * MINUTE_MS, {});
    expectShownWhole(played.pull);
    expectBounded(played);
    await expectAtRest(story);
  });

  test("does so when deliveries come in any order, and twice", async () => {
    const random = numbersFrom(300);
    const played = await play(20 * MINUTE_MS, {
      order: (held) =>
        held
          .map((delivery) => ({ delivery, place: random() }))
          .toSorted((a, b) => a.place - b.place)
          .map(({ delivery }) => delivery),
      repeat: 2,
    });
    expectShownWhole(played.pull);
    expectBounded(played);
    await expectAtRest(story);
  });
});
