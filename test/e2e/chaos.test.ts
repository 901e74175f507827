import { afterEach, describe, expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import type { Delivery } from "../../src/simulator/webhooks/delivery.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { runsOf } from "../support/acts.ts";
import { expectAtRest } from "../support/at-rest.ts";
import { everyOther, fitting } from "../support/paths.ts";
import { plainState } from "../support/plain-state.ts";
import { numbersFrom } from "../support/random.ts";
import { counts } from "../support/seen.ts";
import { runningClock, startStory, type Story } from "../support/story.ts";
import { openWhole, wholeStory } from "../support/whole-story.ts";

jest.setTimeout(240_000);

let story: Story;
afterEach(async () => {
  await story.close();
});

const PAUSE_MS = 20_000;
const ATTEMPTS = 10;

/** Plays the whole story; `deliver` brings what was held during each step to the bot. */
async function play(deliver: (story: Story) => Promise<void>): Promise<SimulatedPull> {
  story = await startStory({ clock: runningClock() });
  story.github.addUser("fay");
  story.github.webhooks.hold();
  const pull = openWhole(story);
  await deliver(story);
  for (const step of wholeStory()) {
    story.github.webhooks.hold();
    step.act(story, pull);
    await deliver(story);
  }
  story.clock.advance(PAUSE_MS);
  await story.reconcile();
  return pull;
}

async function clean({ github, settle }: Story): Promise<void> {
  await github.webhooks.release();
  await settle();
}

function expectOneOfEach(pull: SimulatedPull): void {
  expect({
    ...counts(pull),
    dispatches: story.github.dispatches.length,
    runs: runsOf(story.repo, pull).length,
    ingests: story.github.repositoryDispatches.length,
    state: pull.merged,
  }).toEqual({
    cards: 1,
    reminders: 1,
    visualizers: 1,
    dispatches: 1,
    runs: 1,
    ingests: 1,
    state: true,
  });
}

describe("the whole story", () => {
  test("ends the same when every delivery comes twice, in any order, and every fifth is lost", async () => {
    const usual = await play(clean);
    expectOneOfEach(usual);
    await expectAtRest(story);
    const wanted = plainState(story.repo);
    await story.close();

    const property = fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (seed) => {
      const random = numbersFrom(seed);
      const earlier: Delivery[] = [];
      const pull = await play(async ({ github, reconcile }) => {
        earlier.push(...github.webhooks.held);
        await github.webhooks.release({
          // What was sent in earlier steps comes again, too, in between.
          order: (held) => [...held, ...earlier].sort(() => random() - 0.5),
          repeat: 2,
          drop: () => random() < 0.2,
        });
        await reconcile();
      });
      expectOneOfEach(pull);
      expect(plainState(story.repo)).toEqual(wanted);
      await expectAtRest(story);
      await story.close();
    });
    await fc.assert(property, { numRuns: 2, endOnFailure: true });
    story = await startStory();
  });

  test.each<[string, readonly Lost[]]>([
    [
      "what people read",
      [
        { method: "POST", path: /\/issues\/\d+\/comments$/u },
        { method: "PATCH", path: /\/issues\/comments\/\d+$/u },
        { method: "POST", path: /\/reactions$/u },
      ],
    ],
    [
      "what programs read",
      [
        { method: "POST", path: /\/check-runs$/u },
        { method: "POST", path: /\/actions\/workflows\/[^/]+\/dispatches$/u },
        { method: "POST", path: /\/statuses\/[0-9a-f]+$/u },
      ],
    ],
  ])("leaves one of each when the answers to writes of %s are lost", async (_, lost) => {
    const wanted = await cleanState();
    const pull = await playWithFaults((github) => {
      for (const { method, path } of lost) {
        github.faults.add({ method, path: everyOther(path), status: 502, when: "after" });
      }
    });
    expectOneOfEach(pull);
    expect(plainState(story.repo)).toEqual(wanted);
  });

  test("leaves one of each when any request fails now and then", async () => {
    const wanted = await cleanState();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), async (seed) => {
        const random = numbersFrom(seed);
        const pull = await playWithFaults((github) => {
          const path = sometimes(() => random() < 0.01);
          github.faults.add({ path, status: 502, when: random() < 0.5 ? "before" : "after" });
        });
        expectOneOfEach(pull);
        expect(plainState(story.repo)).toEqual(wanted);
        await story.close();
      }),
      { numRuns: 1, endOnFailure: true },
    );
    story = await startStory();
  });
});

interface Lost {
  readonly method: string;
  readonly path: RegExp;
}

let cleanlyPlayed: ReturnType<typeof plainState> | null = null;

async function cleanState(): Promise<ReturnType<typeof plainState>> {
  if (cleanlyPlayed !== null) return cleanlyPlayed;
  await play(clean);
  cleanlyPlayed = plainState(story.repo);
  await story.close();
  return cleanlyPlayed;
}

/** The whole story while GitHub misbehaves; at its end GitHub is well again and the timer comes by. */
async function playWithFaults(
  misbehave: (github: Story["github"]) => void,
): Promise<SimulatedPull> {
  const pull = await play(async ({ github, settle, reconcile }) => {
    if (github.requests.length < 5) misbehave(github);
    await github.webhooks.release();
    await settle();
    // The bot gives up looking after a while; the timer does not, and is repeated when it fails.
    await untilDone(reconcile);
  });
  story.github.faults.clear();
  await story.reconcile();
  return pull;
}

async function untilDone(act: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await act();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

/** Fits any request about the repository when the function says so. */
function sometimes(decide: () => boolean): RegExp {
  return fitting((path) => path.startsWith("/repos/") && decide());
}
