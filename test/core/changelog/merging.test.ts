import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { conflictsInPlainMerge } from "../../../src/core/changelog/plain-merge.ts";
import { brokenRules, entry, judge, link } from "./story.ts";

const A = entry("a", "XXX");
const B = entry("b", "XXX");
const C = entry("c", "XXX");
const HISTORY = `${A}\n${B}\n${C}`;
const OWN = entry("n", link(42));
const OTHER = entry("m", link(41));
const APPENDED = `${HISTORY}\n${OTHER}`;
const CORRECTED = HISTORY.replace(A, entry("a", link(1)));

describe("a branch whose main moved on", () => {
  test.each([
    ["main and branch both appended", `${HISTORY}\n${OWN}`, APPENDED, "conflict"],
    ["main corrected a link, the branch appended", `${HISTORY}\n${OWN}`, CORRECTED, "behind"],
    ["main appended, the branch corrected a link", CORRECTED, APPENDED, "behind"],
    [
      "main appended and corrected, the branch appended",
      `${HISTORY}\n${OWN}`,
      `${CORRECTED}\n${OTHER}`,
      "conflict",
    ],
    ["both corrected the same link in the same way", CORRECTED, CORRECTED, "behind"],
    [
      "both corrected the same link differently",
      CORRECTED,
      HISTORY.replace(A, entry("a", link(9))),
      "conflict",
    ],
    ["both corrected other links", CORRECTED, HISTORY.replace(C, entry("c", link(3))), "behind"],
    ["main lost an old entry, the branch appended", `${HISTORY}\n${OWN}`, `${B}\n${C}`, "behind"],
    ["both appended the same", `${HISTORY}\n${OWN}`, `${HISTORY}\n${OWN}`, "behind"],
    ["the branch changed nothing", HISTORY, APPENDED, "valid"],
  ])("%s", (_name, head, tip, verdict) => {
    expect(judge(HISTORY, head, { tip }).verdict).toBe(verdict);
  });

  test("breaking the contract is another thing than being behind", () => {
    const judged = judge(HISTORY, `${HISTORY}${OWN}`, { tip: APPENDED });
    expect(judged.verdict).toBe("invalid");
    expect(brokenRules(judged.problems)).toEqual(["R2"]);
  });

  test("main's fresh fault is shown as main's and does not make the branch invalid", () => {
    const judged = judge(HISTORY, `${HISTORY}\n${OWN}`, { tip: `${HISTORY}\n- foo\n` });
    expect(judged.verdict).toBe("conflict");
    expect(judged.baseProblems.map(({ rule }) => rule)).toContain("F8");
  });
});

function mergesInGit(base: string, ours: string, theirs: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "sweepbot-merge-"));
  const written = [ours, base, theirs].map((text, index) => {
    const path = join(folder, String(index));
    writeFileSync(path, text);
    return path;
  });
  try {
    execFileSync("git", ["merge-file", "-p", ...written], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the plain merge, decided from the bytes", () => {
  const sides = {
    nothing: HISTORY,
    "an entry": `${HISTORY}\n${OWN}`,
    "another entry": APPENDED,
    "a first link": CORRECTED,
    "a last link": HISTORY.replace(C, entry("c", link(3))),
    "a last link and an entry": `${HISTORY.replace(C, entry("c", link(3)))}\n${OTHER}`,
    "a first entry gone": `${B}\n${C}`,
    "a middle entry gone": `${A}\n${C}`,
    "an entry on top": `${OTHER}\n${HISTORY}`,
  };
  const names = Object.keys(sides) as (keyof typeof sides)[];
  const pairs = names.flatMap((ours) => names.map((theirs) => [ours, theirs] as const));
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  test.each(pairs)("agrees with Git on %s against %s", (ours, theirs) => {
    const conflicts = conflictsInPlainMerge(
      bytes(HISTORY),
      bytes(sides[ours]),
      bytes(sides[theirs]),
    );
    expect(conflicts).toBe(!mergesInGit(HISTORY, sides[ours], sides[theirs]));
  });
});
