import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { judgeChangelog } from "../../../src/core/changelog/judge.ts";
import type { ChangelogVersions } from "../../../src/core/changelog/judge.ts";
import { readChangelogText } from "../../../src/core/changelog/file.ts";
import type { ChangelogText } from "../../../src/core/changelog/file.ts";
import { canonicalizeLinks } from "../../../src/core/changelog/canonicalize.ts";
import { resolveConflict } from "../../../src/core/changelog/resolve.ts";
import { repairChangelog } from "../../../src/core/changelog/repair.ts";
import type { FileContent } from "../../../src/core/model/github.ts";
import { describeShared } from "../../support/shared.ts";
import { edited, edits } from "./edits.ts";
import type { Edit } from "./edits.ts";
import { cloneRealHistory } from "./real-data.ts";
import type { RealHistory } from "./real-data.ts";
import { PATH, entry, file, link, terms } from "./story.ts";

const LINK_LINE = /^ {2}pr-link:.*$/gmu;
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** What "history is untouched" means, said in another way than the code says it. */
function keepsHistory(base: string, head: string, additions: number): boolean {
  if (additions > 0) return head.startsWith(base);
  return base.replace(LINK_LINE, "") === head.replace(LINK_LINE, "");
}

/** Entries by their content alone: as sorted JSON without the link. */
function meanings(file: ChangelogText): readonly string[] {
  return file.slots.map(({ identity }) => identity);
}

function versionsOf(base: FileContent, head: FileContent, tip = base): ChangelogVersions {
  return { path: PATH, mergeBase: base, head, baseTip: tip };
}

function holdsForEdit(base: FileContent, changes: readonly Edit[]): string {
  const head = file(edited(base.bytes, changes));
  const judged = judgeChangelog(versionsOf(base, head), terms());
  if (judged.verdict === "valid") {
    expect(keepsHistory(text(base.bytes), text(head.bytes), judged.additions.length)).toBe(true);
  } else {
    expect(judged.problems.length).toBeGreaterThan(0);
  }
  const lines = text(head.bytes).split("\n").length;
  const outside = judged.problems.filter(
    ({ line, endLine = line }) => line < 1 || endLine < line || endLine > lines,
  );
  expect(outside).toEqual([]);
  return judged.verdict;
}

/** Repairs, and checks that what comes out is accepted and says what the pull request's entries said. */
function holdsForRepair(base: FileContent, changes: readonly Edit[], tip: FileContent): string {
  const head = file(edited(base.bytes, changes));
  const repair = repairChangelog(versionsOf(base, head, tip), terms());
  if (repair.kind === "refused") {
    expect(repair.problems.length).toBeGreaterThan(0);
    return "refused";
  }
  const result = file(repair.bytes);
  const judged = judgeChangelog(versionsOf(tip, result), terms());
  expect(judged.verdict).toBe("valid");
  const main = meanings(readChangelogText(tip));
  const fresh = meanings(readChangelogText(file(repair.bytes))).slice(main.length);
  const own = meanings(readChangelogText(head));
  expect(own).toEqual(expect.arrayContaining([...fresh]));
  return "fixed";
}

function holdsForReading(base: FileContent, changes: readonly Edit[]): void {
  const bytes = edited(base.bytes, changes);
  const whole = readChangelogText(file(bytes));
  const quick = readChangelogText(file(bytes), readChangelogText(base));
  expect(JSON.stringify([quick.slots, quick.problems])).toBe(
    JSON.stringify([whole.slots, whole.problems]),
  );
  expect([quick.readable, quick.text.starts]).toEqual([whole.readable, whole.text.starts]);
}

const SMALL = file([entry("a"), entry("b", "XXX"), entry("c", link(3))].join("\n"));
const MOVED = file(`${text(SMALL.bytes)}\n${entry("m", link(41))}`);

describe("random edits of a small file", () => {
  test("never crash, and none that changes history is accepted", () => {
    const verdicts = new Set<string>();
    const property = fc.property(edits, (changes) => {
      verdicts.add(holdsForEdit(SMALL, changes));
    });
    fc.assert(property, { numRuns: 2_000 });
    expect([...verdicts].sort()).toEqual(["invalid", "valid"]);
  });

  test("are repaired to an accepted file with the same meaning, or refused", () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(edits, fc.constantFrom(SMALL, MOVED), (changes, tip) => {
        outcomes.add(holdsForRepair(SMALL, changes, tip));
      }),
      { numRuns: 2_000 },
    );
    expect([...outcomes].sort()).toEqual(["fixed", "refused"]);
  });

  test("are read the same whether or not the part before them is known", () => {
    fc.assert(
      fc.property(edits, (changes) => {
        holdsForReading(SMALL, changes);
      }),
      { numRuns: 2_000 },
    );
  });

  test("give the resolver and the canonicaliser only sound results or refusals", () => {
    fc.assert(
      fc.property(edits, (changes) => {
        const head = file(edited(SMALL.bytes, changes));
        const resolved = resolveConflict({ mergeBase: SMALL, head, main: MOVED }, terms());
        const linked = canonicalizeLinks(SMALL, head, terms());
        for (const [repair, onto] of [
          [resolved, MOVED],
          [linked, SMALL],
        ] as const) {
          if (repair.kind === "refused") expect(repair.problems.length).toBeGreaterThan(0);
          else
            expect(judgeChangelog(versionsOf(onto, file(repair.bytes)), terms()).verdict).toBe(
              "valid",
            );
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

const CUT_ENTRIES = 60;

describeShared("random edits of the real changelog", (shared) => {
  let history: RealHistory;
  let whole: FileContent;
  let cut: FileContent;
  beforeAll(() => {
    history = cloneRealHistory(shared);
    const content = history.changelogAt("main");
    if (content === null) throw new Error("the real history has no changelog");
    whole = content;
    const start = readChangelogText(whole).slots.at(-CUT_ENTRIES)?.start ?? 0;
    cut = file(whole.bytes.subarray(start));
  });
  afterAll(() => {
    history.remove();
  });

  test("the real file is sound", () => {
    const read = readChangelogText(whole);
    expect(read.problems).toEqual([]);
    expect(read.slots.length).toBeGreaterThanOrEqual(772);
    expect(readChangelogText(cut).problems).toEqual([]);
  });

  test("never crash, and none that changes history is accepted", () => {
    fc.assert(
      fc.property(edits, (changes) => {
        holdsForEdit(cut, changes);
      }),
      { numRuns: 1_000 },
    );
    fc.assert(
      fc.property(edits, (changes) => {
        holdsForEdit(whole, changes);
      }),
      { numRuns: 25 },
    );
  }, 60_000);

  test("are repaired to an accepted file with the same meaning, or refused", () => {
    fc.assert(
      fc.property(edits, (changes) => {
        holdsForRepair(cut, changes, cut);
      }),
      { numRuns: 400 },
    );
    fc.assert(
      fc.property(edits, (changes) => {
        holdsForRepair(whole, changes, whole);
      }),
      { numRuns: 15 },
    );
  }, 60_000);

  test("are read the same whether or not the part before them is known", () => {
    fc.assert(
      fc.property(edits, (changes) => {
        holdsForReading(cut, changes);
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
