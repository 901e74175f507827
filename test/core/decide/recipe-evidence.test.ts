import { expect, test } from "@jest/globals";
import { recipeRowsOf } from "../../../src/core/decide/recipes.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, type Reading, unknown } from "../../../src/core/model/reading.ts";
import type { SourceSide, SourceText } from "../../../src/core/model/sources.ts";
import { evidenceHash } from "../../../src/core/signoff/evidence-hash.ts";
import { someFacts } from "../../support/facts.ts";

const PATH = "benchmarks/a.sh";

/** What the first row that needs a person rests on, with one file at that head. */
function evidenceAt(commit: string, text: Reading<SourceText | null>): string | null {
  const side: SourceSide = {
    commitSha: commit.repeat(40),
    tree: known([]),
    texts: { [PATH]: text },
  };
  const policy = { ...side, commitSha: "9".repeat(40), texts: {} };
  const sourceFiles: Facts["sourceFiles"] = { head: side, base: side, policy };
  const rows = recipeRowsOf(someFacts({ sourceFiles }), []);
  const row = rows.find(({ outcome }) => outcome === "human");
  return row === undefined ? null : evidenceHash(row, commit.repeat(40));
}

test("a decision about files that were read holds at the next commit, one about unread files does not", () => {
  const read = known({ path: PATH, text: "vllm serve", shell: null });
  expect(evidenceAt("a", read)).not.toBeNull();
  expect(evidenceAt("a", read)).toBe(evidenceAt("b", read));
  expect(evidenceAt("a", unknown("too_large"))).not.toBe(evidenceAt("b", unknown("too_large")));
  expect(evidenceAt("a", unknown("too_large"))).toBe(evidenceAt("a", unknown("too_large")));
});
