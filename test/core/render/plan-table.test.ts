import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { ChangelogVerdict, MatrixVerdict } from "../../../src/core/decide/validation.ts";
import {
  BRIEF,
  fullExtent,
  renderPlan,
  shownPlan,
  type ShownPlan,
} from "../../../src/core/render/plan-table.ts";
import { planAnswer } from "../../../src/core/render/plan-answer.ts";
import { COMMENT_CHARACTERS } from "../../../src/core/model/limits.ts";
import { dictionary } from "../../support/facts.ts";

type Planned = Extract<MatrixVerdict, { kind: "planned" }>;
type Line = Planned["summary"][number];
type Change = Planned["changes"][number];

const { en, zh } = dictionary;

function aLine(more: Partial<Line> = {}): Line {
  return {
    ...{ key: "nv.a", scenario: "8k1k", purpose: "throughput", runner: "b200", poolSize: 4 },
    ...{ jobs: 10, points: 12, gpus: 8, gpuHours: 24.5, ...more },
  };
}

function aChange(more: Partial<Change> = {}): Change {
  return {
    ...{ key: "nv.a", kind: "altered", path: "configs/nvidia-master.yaml", line: 2 },
    image: { base: "img:1", head: "img:2" },
    scenarios: { added: [], removed: [], altered: ["fixed-seq-len"] },
    points: { added: 5, removed: 3 },
    ...{ selectedBy: [7], selectedAt: [70], unselected: [], ...more },
  };
}

function aPlan(summary: readonly Line[], changes: readonly Change[] = []): ShownPlan {
  return { runs: { summary, totals: { jobs: 11, points: 13, gpuHours: 25 } }, changes };
}

/** The cells of every row that names the recipe, or begins with this text. */
function rowOf(text: string, begin: string): readonly string[] {
  const row = text.split("\n").find((line) => line.startsWith(`| ${begin}`)) ?? "";
  return row
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe("what one sweep runs", () => {
  test("shows a row for each recipe and scenario, and a line with the totals", () => {
    const lines = [aLine(), aLine({ purpose: "eval", jobs: 1, points: 1, poolSize: null })];
    const text = renderPlan(aPlan(lines), en, BRIEF);
    expect(text).toContain("What one sweep runs (jobs: 11, points: 13, GPU-hours: about 25)");
    expect(rowOf(text, "`nv.a`")).toEqual([
      ...["`nv.a`", "8k1k", "throughput", "10", "12", "8", "24.5", "`b200`, nodes: 4"],
    ]);
    expect(text).toContain("| eval | 1 | 1 | 8 | 24.5 | `b200`, nodes: ? |");
    expect(rowOf(text, "**Total**")).toEqual(["**Total**", "", "", "11", "13", "", "25", ""]);
  });

  test("is folded on the card, and open in an answer while it is short", () => {
    const short = aPlan([aLine()]);
    const long = aPlan(Array.from({ length: 13 }, () => aLine()));
    expect(renderPlan(short, en, BRIEF)).toMatch(/^<details><summary>/u);
    expect(renderPlan(short, en, fullExtent(2))).toMatch(/^\*\*What one sweep runs/u);
    expect(renderPlan(long, en, fullExtent(2))).toMatch(/^<details><summary>/u);
  });

  test("stops after thirty rows on the card and says where the rest is; totals stay", () => {
    const lines = Array.from({ length: 50 }, (_, index) => aLine({ key: `nv.${index}` }));
    const text = renderPlan(aPlan(lines), en, BRIEF);
    expect(text.match(/^\| `nv\./gmu)).toHaveLength(30);
    expect(text).toContain("And 20 more: `/sweep plan` lists them.");
    expect(text).toContain("| **Total** |");
  });
});

describe("what changes", () => {
  const cells = (more: Partial<Change>): readonly string[] => {
    const shown = { runs: null, changes: [aChange(more)] };
    return rowOf(renderPlan(shown, en, BRIEF), "`nv.a`").slice(1);
  };
  const none = { added: [], removed: [], altered: [] };

  test.each<[string, Partial<Change>, readonly string[]]>([
    [
      "an altered recipe with the line of the entry that selects it",
      {},
      ["altered", "altered: fixed-seq-len", "+5 −3", "`img:1` → `img:2`", "line 70"],
    ],
    [
      "a new recipe that no entry selects",
      {
        kind: "added",
        image: { base: null, head: "img:2" },
        scenarios: { ...none, added: ["fixed-seq-len", "agentic-coding"] },
        points: { added: 5, removed: 0 },
        ...{ selectedBy: [], selectedAt: [], unselected: ["fixed-seq-len", "agentic-coding"] },
      },
      ["added", "fixed-seq-len, agentic-coding", "+5", "`img:2`", "⚠️ none"],
    ],
    [
      "a recipe that is gone, which needs no entry",
      {
        kind: "removed",
        image: { base: "img:1", head: null },
        scenarios: { ...none, removed: ["fixed-seq-len"] },
        points: { added: 0, removed: 3 },
        ...{ selectedBy: [], selectedAt: [] },
      },
      ["removed", "fixed-seq-len", "−3", "`img:1`", ""],
    ],
    [
      "a scenario that the entry leaves out",
      {
        image: { base: "img:1", head: "img:1" },
        scenarios: { added: ["agentic-coding"], removed: [], altered: ["fixed-seq-len"] },
        ...{ selectedAt: [70, 90], unselected: ["agentic-coding"] },
      },
      [
        ...["altered", "altered: fixed-seq-len; added: agentic-coding", "+5 −3", "the same"],
        "line 70, line 90, ⚠️ none for agentic-coding",
      ],
    ],
    [
      "points that nobody can count, because the recipe is not valid",
      { points: null },
      ["altered", "altered: fixed-seq-len", "?", "`img:1` → `img:2`", "line 70"],
    ],
  ])("shows %s", (_, more, wanted) => {
    expect(cells(more)).toEqual(wanted);
  });

  test("is shown without a plan, and nothing is shown without either", () => {
    const problems = { kind: "problems", problems: [], changes: [aChange()] } as const;
    expect(shownPlan(problems)).toEqual({ runs: null, changes: [aChange()] });
    expect(shownPlan({ ...problems, changes: [] })).toBeNull();
    expect(shownPlan({ kind: "none" })).toBeNull();
  });
});

describe("whatever recipes are called", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.string({ unit: fc.constantFrom("|", "\\", "`", "\n", "<", "@", "a"), maxLength: 40 }),
  );

  test("every row has as many cells as its heading, and stands on one line", () => {
    fc.assert(
      fc.property(anyText, anyText, (key, image) => {
        const change = aChange({ key, image: { base: image, head: key } });
        const text = renderPlan(aPlan([aLine({ key, runner: image })], [change]), en, BRIEF);
        const rows = text.split("\n").filter((line) => line.startsWith("|"));
        // As GitHub splits them: a backslash takes the next character with it, in code too.
        const bars = rows.map((row) => row.replaceAll(/\\[^]/gu, "").split("|").length - 2);
        expect(bars).toEqual([8, 8, 8, 8, 6, 6, 6]);
        expect(text).not.toMatch(/^[<@](?!details|\/details)/mu);
      }),
    );
  });

  test("card and answer stay within GitHub's limit in two languages", () => {
    const lines = Array.from({ length: 800 }, () => aLine({ key: "k".repeat(300) }));
    const changes = Array.from({ length: 800 }, () => aChange({ key: "k".repeat(300) }));
    const plan = aPlan(lines, changes);
    for (const extent of [BRIEF, fullExtent(2)]) {
      const both = renderPlan(plan, en, extent).length + renderPlan(plan, zh, extent).length;
      expect(both).toBeLessThan(COMMENT_CHARACTERS - 10_000);
      expect(both).toBeGreaterThan(10_000);
    }
  });
});

describe("the answer to /sweep plan", () => {
  const valid: ChangelogVerdict = {
    kind: "valid",
    ...{ additions: 1, corrections: 0, keys: ["nv.a"], problems: [], baseProblems: [] },
  };
  const answer = (change: Parameters<typeof planAnswer>[0], words = en): string =>
    planAnswer(change, { words, languages: 2 });

  test("lists problems with their hints where there is no plan", () => {
    const text = answer({
      changelog: valid,
      matrix: {
        kind: "problems",
        problems: [
          {
            ...{ code: "file_missing", severity: "error", path: "configs/runners.yaml", line: 1 },
            values: { path: "configs/runners.yaml" },
          },
        ],
        changes: [aChange()],
      },
    });
    expect(text).toMatch(/^There is no sweep to plan\. The recipes have problems/u);
    expect(text).toContain("Bring it back");
    expect(text).toContain("What changes (recipes: 1)");
  });

  test.each<[string, ChangelogVerdict, string]>([
    ["the changelog is untouched", { kind: "untouched", recipePaths: [] }, "Append an entry"],
    ["only links are corrected", { ...valid, additions: 0, corrections: 1 }, "starts no sweep"],
    [
      "the changelog breaks its rules",
      { kind: "invalid", problems: [], baseProblems: [] },
      "append-only",
    ],
  ])("says so where %s", (_, changelog, words) => {
    const text = answer({ changelog, matrix: { kind: "none" } });
    expect(text).toMatch(/^There is no sweep to plan\. /u);
    expect(text).toContain(words);
  });

  test("says the same in Chinese", () => {
    const text = answer({ changelog: valid, matrix: { kind: "none" } }, zh);
    expect(text).toMatch(/^目前没有可以规划的 sweep。/u);
  });
});
