import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  parseRunName,
  planKey,
  runName,
  type PlanKeyParts,
} from "../../../src/core/decide/plan-key.ts";

const hex = (length: number): fc.Arbitrary<string> =>
  fc.string({
    unit: fc.constantFrom(...Array.from("0123456789abcdef")),
    minLength: length,
    maxLength: length,
  });
const parts: fc.Arbitrary<PlanKeyParts> = fc.record({
  repositoryId: fc.nat(),
  pull: fc.nat(),
  headSha: hex(40),
  mode: fc.string(),
  matrixDigest: hex(64),
  generation: fc.nat(),
});

describe("the key of a sweep", () => {
  test("is the same for the same parts and another for any others", () => {
    fc.assert(
      fc.property(parts, parts, (one, other) => {
        expect(planKey({ ...one })).toBe(planKey(one));
        expect(planKey(one)).toMatch(/^[0-9a-f]{16}$/u);
        const same = JSON.stringify(one) === JSON.stringify(other);
        expect(planKey(one) === planKey(other)).toBe(same);
      }),
    );
  });

  test.each(["repositoryId", "pull", "headSha", "mode", "matrixDigest", "generation"] as const)(
    "changes with %s alone",
    (part) => {
      const one = {
        repositoryId: 1,
        pull: 2,
        headSha: "a",
        mode: "full",
        matrixDigest: "b",
        generation: 3,
      };
      expect(planKey({ ...one, [part]: 99 })).not.toBe(planKey(one));
    },
  );
});

describe("the name of a run", () => {
  test("reads back as what it was written from", () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999 }), hex(40), hex(16), (pull, sha, key) => {
        const shaPrefix = sha.slice(0, 12);
        expect(parseRunName(runName(pull, sha, key))).toEqual({ pull, shaPrefix, key });
      }),
    );
  });

  const NAME = runName(42, "b".repeat(40), "0123456789abcdef");
  test.each([
    ["Run Sweep"],
    [""],
    [` ${NAME}`],
    [`${NAME} `],
    [`${NAME}\n`],
    [NAME.replace("#42", "#-42")],
    [NAME.replace("#42", "#1234567890")],
    [NAME.replace("bbb", "BBB")],
    [NAME.replace("0123", "01234")],
    [NAME.replace("[0123", "[012")],
  ])("a foreign name %j is nobody's", (title) => {
    expect(parseRunName(title)).toBeNull();
  });
});
