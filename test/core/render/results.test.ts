import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import { renderCard } from "../../../src/core/render/card.ts";
import { COMMENT_CHARACTERS } from "../../../src/core/model/limits.ts";
import type { ResultFacts, RunResults } from "../../../src/core/model/results.ts";
import {
  changeText,
  numberText,
  secondsText,
  shareText,
} from "../../../src/core/render/measures.ts";
import { niceScale } from "../../../src/core/render/scale.ts";
import { aRun, FULL, labelled } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import {
  agenticRow,
  evalRow,
  fixedRow,
  multinodeRow,
  rowsIn,
  runResults,
} from "../../support/results.ts";
import { NASTY } from "../../support/verdicts.ts";

function cardWith(
  run: RunResults,
  more: Partial<ResultFacts> = {},
  languages: ("en" | "zh")[] = ["en", "zh"],
): string {
  const results = { runs: [run], baselines: {}, thresholds: null, pictures: {}, ...more };
  const facts = someFacts({ ...labelled([FULL]), runs: [aRun(900)], results });
  return renderCard(cardOf(decide(facts), facts), dictionary, languages);
}

describe("numbers in a table", () => {
  test.each<[number | null, string]>([
    [null, "–"],
    [0, "0"],
    [64, "64"],
    [1234.5678, "1235"],
    [56.789, "56.8"],
    [5.6789, "5.68"],
    [0.31, "0.310"],
  ])("%p stands as %s", (value, text) => {
    expect(numberText(value)).toBe(text);
  });

  test("times, shares and changes have units and signs of their own", () => {
    expect([0.1234, 0.9996, 2.345, null].map(secondsText)).toEqual([
      "123 ms",
      "1.00 s",
      "2.35 s",
      "–",
    ]);
    expect([0.476, 0, 1, null].map(shareText)).toEqual(["47.6", "0.0", "100.0", "–"]);
    expect([3.14, -3.14, 0.01, -0.04, null].map(changeText)).toEqual([
      ...["+3.1%", "−3.1%", "0.0%", "0.0%", "–"],
    ]);
  });

  test("an axis begins at nothing, ends above everything and has few round ticks", () => {
    expect(niceScale([12, 80]).ticks).toEqual([0, 20, 40, 60, 80]);
    expect(niceScale([0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]);
    expect(niceScale([])).toEqual({ most: 1, ticks: [0, 1] });
    const values = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, (given) => {
        const { most, ticks } = niceScale(given);
        expect(most).toBeGreaterThanOrEqual(Math.max(...given) * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(8);
        expect(ticks.at(-1)).toBe(most);
      }),
    );
  });
});

describe("results on the card", () => {
  test("tell prefill from decode, and a missing number from nothing", () => {
    const text = cardWith(runResults([multinodeRow({ median_ttft: null })]));
    expect(text).toContain(
      "| `tiny gb200 vllm fp8` | 1024/1024 | P 2× TP4 EP4 DPA · D 1× TP8 EP8 | 4 | 1235 | – | 80 | – |",
    );
  });

  test("stand once, in the first language; the second has the words", () => {
    const run = runResults([fixedRow()]);
    expect(cardWith(run).match(/\| `tiny b200/gu)).toHaveLength(1);
    expect(cardWith(run)).toContain("**运行 900 的结果：** 点数：1。");
    expect(cardWith(run, {}, ["zh"])).toMatch(/\| 配置 \|[^]*\| `tiny b200/u);
  });

  test("are folded when there are many, and say how many are left out, with the page", () => {
    const many = Array.from({ length: 300 }, (_, conc) => fixedRow({ conc }));
    const text = cardWith(runResults(many));
    expect(text).toContain("<details><summary>Fixed sequence lengths: 300</summary>");
    expect(text.match(/\| `tiny b200 vllm fp8` \| 1024/gu)).toHaveLength(40);
    expect(text).toContain(
      "and 260 more: https://inferencex.semianalysis.com/inference?unofficialRun=900",
    );
  });

  test("show the picture where there is an address, another one for another curve", () => {
    const pictures = { "900": "https://bot.example/pictures/501/42/900.svg?sign=s" };
    const address = (tput_per_gpu: number): string =>
      /!\[Throughput per GPU against interactivity, run 900\]\((\S+)\)/u.exec(
        cardWith(runResults([fixedRow({ tput_per_gpu })]), { pictures }),
      )?.[1] ?? "";
    expect(address(1)).toMatch(/900\.svg\?sign=s&v=[0-9a-f]{8}$/u);
    expect(address(1)).not.toBe(address(2));
    expect(cardWith(runResults([fixedRow()]), { pictures })).not.toContain("mermaid");
  });

  test("draw a diagram where there is none", () => {
    const text = cardWith(runResults([fixedRow(), fixedRow({ conc: 8, median_intvty: 40 })]));
    expect(text).toContain(
      [
        "```mermaid",
        "quadrantChart",
        '  x-axis "0" --> "80 tok/s/user (interactivity)"',
        '  y-axis "0" --> "1250 tok/s/GPU (throughput)"',
        '  "A8": [0.500, 0.988] radius: 4',
        '  "A4": [0.995, 0.988] radius: 4',
        "```",
      ].join("\n"),
    );
  });

  test("say what they leave out, and why", () => {
    const failures = [
      { name: "bmk_agentic_a", cause: "too_large" },
      { name: NASTY, cause: "forbidden" },
    ] as const;
    const { bench: excluded } = rowsIn([agenticRow({ num_requests_successful: 0 })]);
    const more = { doubled: 2, unreadable: 3, beyond: 4, failures, excluded };
    const text = cardWith(runResults([fixedRow()], more));
    expect(text).toContain("- Points that a file holds more than once: 2.");
    expect(text).toContain("- Entries that are no result row: 3.");
    expect(text).toContain("- Result files beyond the 200 that are read: 4.");
    expect(text).toContain("- Not read: `bmk_agentic_a` (it is too large);");
    expect(text).toContain("conc 16;");
  });

  test("count evals that hold and that do not", () => {
    const rows = [
      evalRow({ threshold: 0.9 }),
      evalRow({ conc: 8, threshold: 0.99 }),
      evalRow({ task: "x" }),
    ];
    const text = cardWith(runResults(rows));
    expect(text).toContain("Evals that hold their threshold: 1 of 2, ❌ missed: 1.");
    expect(text).toMatch(/\| 94\.12% \| 90\.00% \| ✅ \|/u);
    expect(text).toMatch(/\| 94\.12% \| 99\.00% \| ❌ \|/u);
    expect(text).toMatch(/\| 94\.12% \| no threshold \| ➖ \|/u);
  });
});

describe("the card is never longer than GitHub takes (LIM-13)", () => {
  test.each([
    ["en", "zh"],
    ["zh", "en"],
  ] as const)("with rows by the hundred and names without end: %s, %s", (...languages) => {
    const long = "@x|`\n<b>".repeat(100);
    for (const name of [long, NASTY, "x".repeat(300)]) {
      const names = { infmax_model_prefix: name, hw: name, framework: name, precision: name };
      const rows = Array.from({ length: 300 }, (_, conc) => [
        fixedRow({ ...names, conc }),
        agenticRow({ ...names, conc, kv_offload_backend: name }),
        evalRow({ ...names, conc, task: `${name}${conc}`, model_prefix: name }),
      ]).flat();
      const run = runResults(rows);
      const excluded = rowsIn(rows).bench;
      const failures = rows.map(() => ({ name, cause: "unreadable" as const }));
      const baselines = Object.fromEntries(
        run.bench.map(({ identity, metrics }) => [identity ?? "", { runId: 812, metrics }]),
      );
      const card = cardWith({ ...run, excluded, failures }, { baselines }, [...languages]);
      expect(card.length).toBeLessThanOrEqual(COMMENT_CHARACTERS - 200);
      expect(card.match(/^```/gmu)?.length).toBe(2);
    }
  });

  test("and with ordinary names nothing is cut", () => {
    const names = { infmax_model_prefix: "minimaxm2.5", hw: "gb300", framework: "dynamo-sglang" };
    const rows = Array.from({ length: 300 }, (_, conc) => [
      multinodeRow({ ...names, conc }),
      agenticRow({ ...names, conc }),
      evalRow({ ...names, conc, task: "gpqa_diamond_cot_n_shot" }),
    ]).flat();
    const run = runResults(rows);
    const baselines = Object.fromEntries(
      run.bench.map(({ identity, metrics }) => [identity ?? "", { runId: 812, metrics }]),
    );
    const card = cardWith(run, { baselines });
    expect(card).not.toContain("the rest is cut");
    expect(card.length).toBeLessThan(45_000);
  });
});
