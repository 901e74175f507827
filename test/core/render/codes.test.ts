import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { cardOf } from "../../../src/core/plan/card.ts";
import { CONTRADICTION_CODES } from "../../../src/core/decide/description.ts";
import { BAD_ARGUMENT_REASONS } from "../../../src/core/commands/arguments.ts";
import { COMMANDS } from "../../../src/core/commands/table.ts";
import { orderRow } from "../../../src/core/render/order.ts";
import { withBlame } from "../../../src/core/render/blame.ts";
import { nextStep, plainRowText, ruleSentence, rowText } from "../../../src/core/render/card.ts";
import { descriptionRows } from "../../../src/core/render/description.ts";
import { mergeRow } from "../../../src/core/render/merge-row.ts";
import { publicationRow } from "../../../src/core/render/publication-row.ts";
import {
  changelogRow,
  configRow,
  matrixRow,
  reuseRow,
  signoffRow,
  sweepRow,
  type Row,
} from "../../../src/core/render/rows.ts";
import { recipesRow } from "../../../src/core/render/recipes.ts";
import { sharedWorkRow } from "../../../src/core/render/shared-work.ts";
import { PLAIN } from "../../../src/core/render/template.ts";
import { CHECK_CODES, CHECKS, NOTE_CODES } from "../../../src/core/signoff/checks.ts";
import { HINTS } from "../../../src/core/decide/signoff-aside.ts";
import { UNCOVERED } from "../../../src/core/decide/signoff-binding.ts";
import { NEAR_MISSES } from "../../../src/core/signoff/body.ts";
import { STATE_CODES } from "../../../src/core/signoff/state.ts";
import { EXPLANATIONS } from "../../support/causes.ts";
import { configured, dictionary, someFacts } from "../../support/facts.ts";
import { PUBLICATIONS } from "../../support/publications.ts";
import { RECIPES } from "../../support/recipe-findings.ts";
import {
  aProblem,
  CHANGELOGS,
  MATRICES,
  MERGES,
  REUSES,
  RULES,
  SIGNOFFS,
  SWEEPS,
} from "../../support/verdicts.ts";
import { orderVerdicts } from "../../support/orders.ts";
import { slotsOf } from "../../support/wording.ts";

const { en, zh } = dictionary;
const LANGUAGES = [en, zh];

const mistakes = [aProblem()];
const configs = [
  configured(),
  configured({}, { proposed: [] }),
  configured({}, { proposed: mistakes }),
  configured({}, { mistakes, source: "last_good" }),
  configured({}, { mistakes, source: "defaults" }),
];
const CONTRADICTIONS = CONTRADICTION_CODES.map((code) => ({
  code,
  values: { run: 900, url: "u", conclusion: "failure", labels: "a, b", count: 2 },
}));
const ROWS: readonly Row[] = [
  ...configs.map(configRow),
  ...CHANGELOGS.map(changelogRow),
  ...MATRICES.map(matrixRow),
  ...SWEEPS.map(sweepRow),
  ...SWEEPS.flatMap((sweep) =>
    EXPLANATIONS.map((explanation) => withBlame(sweepRow(sweep), explanation)),
  ),
  ...REUSES.map((reuse) => reuseRow(reuse, "notMerged")),
  ...REUSES.map((reuse) => reuseRow(reuse, "sent")),
  ...RECIPES.map(recipesRow),
  ...SIGNOFFS.map(signoffRow),
  ...MERGES.map(mergeRow),
  ...PUBLICATIONS.map(publicationRow),
  sharedWorkRow({ kind: "known", pulls: [] }, someFacts({ checksOf: 41 })),
  ...CONTRADICTIONS.flatMap((each) => descriptionRows([each])),
  ...orderVerdicts().map(orderRow),
].filter((row) => row !== null);

const card = cardOf(decide(someFacts()), someFacts());

describe("both languages have the same", () => {
  const missing = (one: object, other: object): readonly string[] =>
    Object.keys(one).filter((key) => !Object.hasOwn(other, key));

  test.each(["sentences", "problems", "pages"] as const)("%s", (kind) => {
    expect([missing(en[kind], zh[kind]), missing(zh[kind], en[kind])]).toEqual([[], []]);
    expect(Object.keys(en[kind]).length).toBeGreaterThan(5);
  });

  test("slots in every sentence and page", () => {
    const differing = (["sentences", "pages"] as const).flatMap((kind) =>
      Object.entries(en[kind]).filter(
        ([code, text]) => slotsOf(text).join() !== slotsOf(zh[kind][code] ?? "").join(),
      ),
    );
    expect(differing.map(([code]) => code)).toEqual([]);
  });

  test("slots in every problem", () => {
    const slots = (problem: { text: string; hint: string } | undefined): string =>
      slotsOf(`${problem?.text ?? ""} ${problem?.hint ?? ""}`).join();
    const differing = Object.keys(en.problems).filter(
      (code) => slots(en.problems[code]) !== slots(zh.problems[code]),
    );
    expect(differing).toEqual([]);
  });

  test("subject matter: every Chinese sentence of the card has Chinese in it", () => {
    const silent = Object.entries(zh.sentences).filter(
      ([code, text]) => code.startsWith("card.") && !/\p{Script=Han}/u.test(text),
    );
    const languageless = [
      "card.title",
      "card.subject_sweep",
      "card.progress_family",
      "card.failure_line",
    ];
    expect(silent.map(([code]) => code).filter((code) => !languageless.includes(code))).toEqual([]);
  });
});

describe.each(LANGUAGES)("in $language", (words) => {
  test("every line that the card can have is said, with all its slots", () => {
    for (const row of ROWS) {
      expect(rowText(row, card, words)).not.toBe("");
      expect(plainRowText(row, card, words)).not.toMatch(/\]\(http|`/u);
    }
    expect(new Set(ROWS.map((row) => row.code)).size).toBeGreaterThan(60);
  });

  test("every next step is said", () => {
    for (const row of ROWS) expect(nextStep({ ...card, rows: [row] }, words)).not.toBe("");
  });

  test("every next step that is written belongs to a line", () => {
    const codes = new Set(ROWS.map((row) => `card.${row.code}_next`));
    const steps = Object.keys(words.sentences).filter((code) => /^card\..*_next$/u.test(code));
    expect(steps.filter((code) => !codes.has(code))).toEqual(["card.nothing_next"]);
  });

  test.each(RULES)("the rule $rule is said when it comes to $outcome", (rule) => {
    expect(ruleSentence(rule, words, PLAIN)).not.toBe("");
  });

  test.each([
    ...CHECK_CODES.map((code) => `signoff.${code}`),
    ...NOTE_CODES.map((code) => `signoff.${code}`),
    ...STATE_CODES.map((code) => `signoff.${code}`),
    ...NEAR_MISSES.map((code) => `signoff.${code}`),
    ...CHECKS.map(({ name }) => `signoff.${name}`),
    ...["verified", "rejected", "needs_human", "none_counts"].flatMap((code) => [
      `report.${code}`,
      `report.summary_${code}`,
    ]),
    ...UNCOVERED.map((code) => `report.stale_${code}`),
    ...HINTS.map((code) =>
      NEAR_MISSES.some((each) => each === code) ? `signoff.${code}` : `report.${code}`,
    ),
    ...BAD_ARGUMENT_REASONS.map((code) => `commands.${code}`),
    ...Object.values(COMMANDS).map(({ summary }) => `commands.${summary}`),
    ...["read", "write", "maintain", "maintain_or_team"].map((needs) => `commands.needs_${needs}`),
  ])("%s has a sentence", (code) => {
    expect(words.sentences[code]).toMatch(/\S/u);
  });
});
