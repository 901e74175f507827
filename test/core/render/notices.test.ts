import { describe, expect, test } from "@jest/globals";
import { renderSignoff, signoffDescription } from "../../../src/core/render/signoff.ts";
import { renderReminder, renderVisualizer, SUPERSEDED } from "../../../src/core/render/notices.ts";
import { decide } from "../../../src/core/decide/decide.ts";
import { Config } from "../../../src/core/model/config.ts";
import { STATUS_DESCRIPTION_CHARACTERS } from "../../../src/core/model/limits.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aComment, aPerson, aRun, BASE, HEAD, NOW } from "../../support/build.ts";
import { formOf } from "../../support/checklist.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import { SIGNOFFS } from "../../support/verdicts.ts";

const facts = someFacts();
const PLACE = { headSha: HEAD, tipSha: BASE };

describe("the sign-off report", () => {
  const signed = someFacts({
    comments: [aComment({ id: 1, body: formOf({ signed: "zoe" }), author: aPerson("zoe") })],
    pushes: known([{ after: HEAD, at: NOW - 10 ** 7 }]),
    permissions: { zoe: known("write") },
  });
  const verdict = decide(signed).signoff;
  const report = renderSignoff(verdict, PLACE, Config.parse({}), dictionary);

  test("has thirteen rows in each language, in order", () => {
    const [english = "", chinese = ""] = report.split("<details><summary>中文");
    const numbers = (text: string): readonly (string | undefined)[] =>
      [...text.matchAll(/^- \S+ \*\*(\d+) ·/gmu)].map((row) => row[1]);
    expect(numbers(english)).toEqual(Array.from({ length: 13 }, (_, index) => String(index)));
    expect(numbers(chinese)).toEqual(numbers(english));
  });

  test("mentions the signer once, and only when it is rejected (decision 23)", () => {
    expect(report.match(/@zoe/gu)).toHaveLength(1);
    const rows = verdict.rows.map((row) => ({ ...row, outcome: "human" as const }));
    const open = renderSignoff({ ...verdict, rows }, PLACE, Config.parse({}), dictionary);
    expect(open).not.toContain("@zoe");
    expect(open).toContain("NEEDS HUMAN");
    const passed = verdict.rows.map((row) => ({ ...row, outcome: "pass" as const }));
    expect(
      renderSignoff({ ...verdict, rows: passed }, PLACE, Config.parse({}), dictionary),
    ).toContain("PASS");
  });

  test.each(SIGNOFFS.map((each) => [each.status.code, each] as const))(
    "%s fits a status",
    (_code, each) => {
      for (const words of [dictionary.en, dictionary.zh]) {
        const text = signoffDescription(each, words);
        expect(text.length).toBeGreaterThan(3);
        expect(text.length).toBeLessThanOrEqual(STATUS_DESCRIPTION_CHARACTERS);
      }
    },
  );
});

describe("notices", () => {
  test("the reminder names the label, the checklist and the phrase", () => {
    const text = renderReminder(facts, dictionary);
    expect(text).toContain("full-sweep-fail-fast");
    expect(text).toContain(
      "https://github.com/acme/gpu-benchmarks/blob/main/docs/PR_REVIEW_CHECKLIST.md",
    );
    expect(text).toContain("As a PR reviewer and CODEOWNER");
    expect(text).toMatch(/^<!-- recipe-reminder -->\n/u);
  });

  test("the visualizer comment says which run replaces it", () => {
    const config = facts.config.inForce;
    expect(renderVisualizer(aRun(900), null, config, dictionary)).not.toContain(SUPERSEDED);
    const old = renderVisualizer(aRun(900, { status: "in_progress" }), 901, config, dictionary);
    expect(old).toContain(SUPERSEDED);
    expect(old).toContain("see run 901");
  });
});
