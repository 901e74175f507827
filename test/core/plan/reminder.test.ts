import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aPerson, aPull, ownComment } from "../../support/build.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";

function planned(facts: Facts): ReturnType<typeof plan>["effects"] {
  return plan(decide(facts), facts, dictionary).effects;
}

describe("the reminder (decision 22)", () => {
  const files = (path: string, previousPath: string | null = null): Facts["files"] =>
    known([{ path, previousPath, status: "modified", blobSha: "1" }]);
  const legacy = { author: aPerson("github-actions[bot]"), body: "<!-- recipe-reminder -->\nHi" };
  const reminders = (more: Partial<Facts>): number =>
    planned(someFacts(more)).filter((effect) => "tag" in effect && effect.tag === "reminder")
      .length;

  test.each<[string, Partial<Facts>, number]>([
    ["a recipe file", { files: files("configs/amd-master.yaml") }, 1],
    ["a file in a folder", { files: files("benchmarks/x/y.sh") }, 1],
    ["a file moved out of such a folder", { files: files("old.sh", "benchmarks/y.sh") }, 1],
    ["a document only", { files: files("docs/benchmarks/x.md") }, 0],
    ["files that are not known completely", { files: unknown("truncated") }, 0],
    ["a draft is reminded, too", { pull: aPull({ draft: true }) }, 1],
    ["a closed one is not", { pull: aPull({ state: "closed" }) }, 0],
    ["not where the repository does not want it", { config: configured({ reminder: false }) }, 0],
    [
      "not a second time",
      { comments: [ownComment({ id: 1, body: "<!-- sweepbot:reminder -->\nold words" })] },
      0,
    ],
    [
      "not where the older workflow has reminded",
      { comments: [aComment({ id: 1, ...legacy })] },
      0,
    ],
    [
      "although a person quotes the older marker",
      { comments: [aComment({ id: 1, ...legacy, author: aPerson("tov") })] },
      1,
    ],
  ])("%s", (_story, more, count) => {
    expect(reminders(more)).toBe(count);
  });
});
