import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { CliWords } from "../../../src/cli/words.ts";
import { repairChangelog } from "../../../src/core/changelog/repair.ts";
import type { Problem } from "../../../src/core/model/problem.ts";
import { readWords, slotsOf } from "../../support/wording.ts";
import { REFUSED } from "./edge-cases.ts";
import { PATH, entry, file, judge, link, terms } from "./story.ts";

const AREAS = ["problems-changelog", "cli-changelog"];
const SOURCES = join(import.meta.dirname, "..", "..", "..", "src", "core", "changelog");

const HISTORY = `${entry("a", link(1))}\n${entry("b", "XXX")}`;
const N = entry("n", "XXX");

/** Findings of every kind that the judge and the repair can have. */
function everyFinding(): readonly Problem[] {
  const heads = [
    HISTORY.replace("XXX", "later"),
    `${HISTORY.replace("XXX", link(2))}\n${N}`,
    HISTORY.replace(link(1), link(9)),
    HISTORY.replace("  pr-link: XXX", `  "pr-link": ${link(2)}`),
    `${HISTORY}\n<<<<<<< HEAD\n${N}=======\n>>>>>>> main\n`,
    `${entry("a", link(1))}\n${N}`,
    `${N}\n${HISTORY}`,
    "\t\n".repeat(4_000).replaceAll("\n", "x\n\n"),
  ];
  const moved = judge(HISTORY, `${HISTORY}\n${N}`, { tip: `${HISTORY}\n- foo\n` });
  const onMain = judge(HISTORY, `${HISTORY}\n${N}`, { mode: "main", pull: null });
  const repairs = heads.map((head) =>
    repairChangelog(
      {
        path: PATH,
        mergeBase: file(HISTORY),
        head: file(head),
        baseTip: file(`${HISTORY}\n- foo\n`),
      },
      terms(),
    ),
  );
  return [
    ...[...heads.map((head) => judge(HISTORY, head)), moved, onMain].flatMap((one) => one.problems),
    ...REFUSED.flatMap(([, base, head]) => judge(base, head).problems),
    ...moved.baseProblems,
    ...repairs.flatMap((repair) => (repair.kind === "refused" ? repair.problems : [])),
  ];
}

describe("the changelog's sentences", () => {
  test.each(AREAS)("say the same in both languages: %s", (area) => {
    const english = readWords("en", area);
    const chinese = readWords("zh", area);
    expect([...chinese.keys()]).toEqual([...english.keys()]);
    for (const [code, sentence] of english) {
      expect([code, slotsOf(chinese.get(code) ?? "")]).toEqual([code, slotsOf(sentence)]);
    }
  });

  test.each(["en", "zh"] as const)("can be said for every finding, in %s", (language) => {
    const words = new CliWords(language, "cli-changelog");
    const findings = everyFinding();
    expect(new Set(findings.map(({ code }) => code)).size).toBeGreaterThan(30);
    for (const finding of findings) {
      const { text, hint } = words.describe(finding);
      expect(`${text} ${hint}`).not.toMatch(/\{\{|undefined/u);
    }
  });

  test("are all used", () => {
    const sources = readdirSync(SOURCES).map((name) => readFileSync(join(SOURCES, name), "utf8"));
    const code = sources.join("\n");
    const codes = [...readWords("en", "problems-changelog").keys()].map((key) => key.split(".")[0]);
    expect(codes.filter((name) => !code.includes(`"${name}"`))).toEqual([]);
  });
});
