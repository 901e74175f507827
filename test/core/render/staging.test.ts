import { describe, expect, test } from "@jest/globals";
import { STAGING_RULES, type StagingRuleResult } from "../../../src/core/decide/staging-rules.ts";
import type { StagingProgress } from "../../../src/core/decide/stagings.ts";
import { renderStagingProgress, stagingText } from "../../../src/core/render/staging.ts";
import { Config } from "../../../src/core/model/config.ts";
import { aRun } from "../../support/build.ts";
import { dictionary } from "../../support/facts.ts";
import { harm } from "../../support/harm.ts";
import { NASTY } from "../../support/verdicts.ts";

const HAN = /\p{Script=Han}/u;
const values = {
  ...{ labels: NASTY, run: 900, path: NASTY, event: "push", sha: "bbbbbbb", cause: "truncated" },
  ...{ conclusion: "timed_out", name: NASTY, expired: "", found: NASTY },
};
const RULES: readonly StagingRuleResult[] = [
  ...STAGING_RULES.map((rule) => ({ rule, outcome: "pass", values }) as const),
  ...STAGING_RULES.map((rule) => ({ rule, outcome: "fail", values }) as const),
  { rule: "tied_to_pull", outcome: "unknown", values },
];

describe.each([dictionary.en, dictionary.zh])("in $language", (words) => {
  test("every rule and every answer is said, and does no harm", () => {
    const judgements = [
      { kind: "eligible", run: aRun(900).run, rules: RULES },
      { kind: "refused", runId: 900, rules: RULES },
      { kind: "refused", runId: null, rules: RULES },
      { kind: "undecided", runId: null, rules: RULES },
    ] as const;
    const texts = [
      stagingText({ kind: "stagingReplaced" }, words),
      ...judgements.map((judgement) =>
        stagingText({ kind: "staging", judgement, record: null }, words),
      ),
    ];
    expect(new Set(texts.map((text) => text.split("\n")[0])).size).toBe(5);
    for (const text of texts) {
      expect(harm(text)).toEqual([]);
      expect(HAN.test(text)).toBe(words.language === "zh");
    }
    expect(texts[1]?.match(/^- /gmu)).toHaveLength(RULES.length);
  });

  test("how far a request is, is said, and a reason does no harm", () => {
    const states: readonly StagingProgress[] = [
      { state: "ordered", isNew: true },
      { state: "sent", until: 0 },
      { state: "silent" },
      { state: "refused", reason: NASTY },
      ...(["started", "failed", "succeeded"] as const).map((state) => ({ state, appRunId: 71 })),
    ];
    const record = {
      ...{ commentId: 100, mark: "00000000", runId: 900, attempt: 1 },
      ...{ date: "2026-03-01", login: NASTY },
    };
    const config = Config.parse({
      languages: [words.language],
      staging: {
        repository: "acme/results-app",
        url: "https://inferencex.semianalysis.com/staging?i_dates={date}~r{run}",
      },
    });
    const site = "https://github.com";
    const texts = states.map((progress) =>
      renderStagingProgress({ record, progress, site }, config, dictionary)
        .split("\n")
        .slice(1, -1)
        .join("\n"),
    );
    expect(new Set(texts).size).toBe(states.length);
    for (const text of texts) {
      expect(harm(text)).toEqual([]);
      expect(HAN.test(text)).toBe(words.language === "zh");
    }
    expect(texts[4]).toContain("(https://github.com/acme/results-app/actions/runs/71)");
  });
});
