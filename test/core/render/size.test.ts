import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { decide } from "../../../src/core/decide/decide.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import { renderCard } from "../../../src/core/render/card.ts";
import { configCheck } from "../../../src/core/render/checks.ts";
import { CHECK_OUTPUT_CHARACTERS, COMMENT_CHARACTERS } from "../../../src/core/model/limits.ts";
import { aJob, aRun, FULL, labelled } from "../../support/build.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { aProblem, NASTY } from "../../support/verdicts.ts";

describe("no text is longer than GitHub takes (LIM-13)", () => {
  const long = "@x|`\n".repeat(2_000);
  const many = fc.integer({ min: 1, max: 1_500 });

  test("with jobs, families and problems by the hundred", () => {
    fc.assert(
      fc.property(many, fc.constantFrom(long, NASTY, "job"), (count, text) => {
        const jobs = Array.from({ length: count }, (_, index) =>
          aJob(`${index}${text} / ${text}`, { conclusion: "failure", failedStep: text }),
        );
        const facts = someFacts({ ...labelled([FULL]), runs: [aRun(900, { jobs })] });
        const verdicts = decide(facts);
        const problems = Array.from({ length: count }, () =>
          aProblem({ replacement: text, values: { key: text, expected: text } }),
        );
        const config = configured({}, { proposed: problems });
        const check = configCheck({ facts: { ...facts, config }, dictionary });
        const card = renderCard(cardOf(verdicts, facts), dictionary, ["en", "zh"]);
        expect(card.length).toBeLessThanOrEqual(COMMENT_CHARACTERS - 200);
        expect(check?.summary.length).toBeLessThanOrEqual(CHECK_OUTPUT_CHARACTERS);
        expect(check?.annotations.length).toBeLessThanOrEqual(100);
        expect(check?.title.length).toBeLessThanOrEqual(255);
      }),
      { numRuns: 12 },
    );
  });
});
