import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { lastEnd, type PoolLoad } from "../../../src/core/decide/schedule.ts";
import { NOW } from "../../support/build.ts";

const own = (durationMs: number): PoolLoad["waiting"][number] => ({ durationMs, own: true });
const other = (durationMs: number): PoolLoad["waiting"][number] => ({ durationMs, own: false });

function afterMs(load: Partial<PoolLoad>): number | null {
  const end = lastEnd({ runners: 2, running: [], waiting: [], ...load }, NOW);
  return end === null ? null : end - NOW;
}

describe("when the last job of a pool ends", () => {
  test.each<[string, Partial<PoolLoad>, number | null]>([
    ["without jobs nothing does", {}, null],
    ["jobs of others alone do not count", { waiting: [other(9)] }, null],
    ["as many as there are runners run side by side", { waiting: [own(5), own(7)] }, 7],
    ["a third waits for the first that ends", { waiting: [own(5), own(7), own(4)] }, 9],
    ["others are served in their turn", { waiting: [other(5), other(7), own(4)] }, 9],
    [
      "what runs holds its runner",
      { running: [{ endsAt: NOW + 6, own: false }], waiting: [own(5), own(5)] },
      10,
    ],
    ["what should have ended ends now", { running: [{ endsAt: NOW - 6, own: true }] }, 0],
    [
      "more jobs than runners run: each has one",
      {
        runners: 1,
        running: [
          { endsAt: NOW + 6, own: true },
          { endsAt: NOW + 8, own: true },
        ],
        waiting: [own(1)],
      },
      8,
    ],
    ["a pool has a runner at least", { runners: 0, waiting: [own(3)] }, 3],
  ])("%s", (_story, load, expected) => {
    expect(afterMs(load)).toBe(expected);
  });

  const load = fc.record({
    runners: fc.integer({ min: 1, max: 6 }),
    running: fc.array(
      fc.record({ endsAt: fc.integer({ min: NOW, max: NOW + 50 }), own: fc.boolean() }),
      { maxLength: 6 },
    ),
    waiting: fc.array(fc.record({ durationMs: fc.nat({ max: 50 }), own: fc.boolean() }), {
      maxLength: 12,
    }),
  });

  test("is never later with one runner more", () => {
    fc.assert(
      fc.property(load, (given) => {
        const more = lastEnd({ ...given, runners: given.runners + 1 }, NOW) ?? 0;
        expect(more).toBeLessThanOrEqual(lastEnd(given, NOW) ?? 0);
      }),
    );
  });

  test("is never sooner with one job more, wherever it stands", () => {
    fc.assert(
      fc.property(load, fc.nat(), fc.nat({ max: 50 }), (given, place, durationMs) => {
        const at = place % (given.waiting.length + 1);
        const waiting = given.waiting.toSpliced(at, 0, other(durationMs));
        expect(lastEnd({ ...given, waiting }, NOW) ?? 0).toBeGreaterThanOrEqual(
          lastEnd(given, NOW) ?? 0,
        );
      }),
    );
  });
});
