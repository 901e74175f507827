import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { groupInserts } from "../../src/queue/group-insert.ts";
import { gate } from "./pulls.ts";

const limits = { items: 4, bytes: 100, sizeOf: (item: number): number => item };

describe("group commit", () => {
  test("sends what comes while a statement is on its way in one statement", async () => {
    const first = gate();
    const groups: (readonly number[])[] = [];
    const insert = groupInserts<number>(async (items) => {
      groups.push(items);
      if (groups.length === 1) {
        await first.opened;
      }
      return items.map(() => true);
    }, limits);
    const one = insert(1);
    while (groups.length === 0) {
      await new Promise(setImmediate);
    }
    const others = [insert(2), insert(3)];
    first.open();
    expect(await Promise.all([one, ...others])).toEqual([true, true, true]);
    expect(groups).toEqual([[1], [2, 3]]);
  });

  test("answers those of a failed statement with its error, and goes on", async () => {
    let isDown = true;
    const insert = groupInserts<number>((items) => {
      return isDown ? Promise.reject(new Error("down")) : Promise.resolve(items.map(() => true));
    }, limits);
    const answers = await Promise.allSettled([insert(1), insert(2)]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    isDown = false;
    expect(await insert(3)).toBe(true);
  });

  test("keeps every group within the limits, loses nothing and answers each with its own", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 30 }),
        async (sizes) => {
          const groups: (readonly number[])[] = [];
          const insert = groupInserts<number>((items) => {
            groups.push(items);
            return Promise.resolve(items.map((item) => item % 2 === 0));
          }, limits);
          const answers = await Promise.all(sizes.map(async (size) => await insert(size)));
          expect(answers).toEqual(sizes.map((size) => size % 2 === 0));
          expect(groups.flat()).toEqual(sizes);
          for (const group of groups) {
            const bytes = group.reduce((total, size) => total + size, 0);
            expect(
              group.length <= limits.items && (bytes <= limits.bytes || group.length === 1),
            ).toBe(true);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
