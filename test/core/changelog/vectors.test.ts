import { expect, test } from "@jest/globals";
import { canonicalizeLinks } from "../../../src/core/changelog/canonicalize.ts";
import { resolveConflict } from "../../../src/core/changelog/resolve.ts";
import type { Repair } from "../../../src/core/changelog/repair-terms.ts";
import { describeShared } from "../../support/shared.ts";
import { file, judge, terms } from "./story.ts";
import { bytesOf, readBytesVectors, readMergeVectors } from "./vectors.ts";

function told(repair: Repair): string {
  if (repair.kind === "refused") return repair.problems[0]?.rule ?? "no rule";
  return Buffer.from(repair.bytes).toString("base64");
}

describeShared("the byte contract, against its vectors", (shared) => {
  const vectors = readBytesVectors(shared);

  test("has not lost its vectors", () => {
    expect(vectors.length).toBeGreaterThanOrEqual(87);
  });

  test.each(vectors)("$name", ({ pr, ok, code, additions, corrections, ...sides }) => {
    const mode = pr === null ? "main" : "pull";
    const judged = judge(bytesOf(sides.base_b64), bytesOf(sides.head_b64), { pull: pr, mode });
    if (ok) {
      expect(judged.problems).toEqual([]);
      expect(judged.verdict).toBe("valid");
      expect(judged.additions).toHaveLength(additions ?? -1);
      expect(judged.corrections).toHaveLength(corrections ?? -1);
    } else {
      expect(judged.verdict).toBe("invalid");
      expect(judged.problems[0]?.rule).toBe(code);
    }
  });
});

describeShared("canonical links, against their vectors", (shared) => {
  test.each(readMergeVectors(shared).canonicalize)(
    "$name",
    ({ pr, code, result_b64, ...sides }) => {
      const base = file(bytesOf(sides.base_b64));
      const head = file(bytesOf(sides.head_b64));
      expect(told(canonicalizeLinks(base, head, terms({ pull: pr })))).toBe(result_b64 ?? code);
    },
  );
});

describeShared("the conflict resolver, against its vectors", (shared) => {
  test.each(readMergeVectors(shared).resolve)("$name", ({ pr, code, result_b64, ...sides }) => {
    const merge = {
      mergeBase: file(bytesOf(sides.base_b64)),
      head: file(bytesOf(sides.pr_b64)),
      main: file(bytesOf(sides.main_b64)),
    };
    expect(told(resolveConflict(merge, terms({ pull: pr })))).toBe(result_b64 ?? code);
  });
});
