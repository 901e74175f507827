import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { TreeReading } from "../../../src/core/model/gate.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aPull, aRun, FULL, HEAD, labelled } from "../../support/build.ts";
import { dictionary, documentsOf, ENTRY, someFacts } from "../../support/facts.ts";
import { asked, FAULTY, KEY, MENDED, OLD, textOf, THEIRS, TIP, verdictOf } from "./repair-facts.ts";

function treeOf(files: Readonly<Record<string, string>>): TreeReading {
  return known(Object.entries(files).map(([path, sha]) => ({ path, mode: "100644", sha })));
}

/** Trees of a merge: both sides have the changelog, and these files besides. */
function merging(
  base: Readonly<Record<string, string>>,
  head: Readonly<Record<string, string>>,
  tip: Readonly<Record<string, string>>,
): Pick<Facts, "gate"> {
  const trees = { base: treeOf(base), head: treeOf(head), tip: treeOf(tip), texts: [] };
  return { gate: { ...someFacts().gate, merging: trees } };
}

describe("/changelog fix where repairs are pushed", () => {
  test("mends the entry on the head's own base", () => {
    const verdict = verdictOf(asked({ changelog: FAULTY }));
    if (verdict === "waiting" || verdict.kind !== "pushing") throw new Error("not pushed");
    const { bytes, ...push } = verdict.push;
    expect(textOf(bytes)).toBe(MENDED);
    expect(push).toEqual({ key: KEY, parents: [HEAD], changes: [], keepsSweep: false });
  });

  test("merges the base branch where both append, with what else it brings", () => {
    const facts = asked(
      { changelogTip: OLD + THEIRS },
      merging({ a: "1", b: "1" }, { a: "1", b: "2" }, { a: "3", b: "1", c: "1" }),
    );
    const verdict = verdictOf(facts);
    if (verdict === "waiting" || verdict.kind !== "pushing") throw new Error("not pushed");
    const { bytes, ...push } = verdict.push;
    expect(textOf(bytes)).toBe(OLD + THEIRS + ENTRY);
    const changes = [
      { path: "a", mode: "100644", sha: "3" },
      { path: "c", mode: "100644", sha: "1" },
    ];
    expect(push).toEqual({ key: KEY, parents: [HEAD, TIP], changes, keepsSweep: false });
  });

  test("where another file conflicts, mends what it can without the merge", () => {
    const trees = merging({ a: "1" }, { a: "2" }, { a: "3" });
    const verdict = verdictOf(asked({ changelog: FAULTY, changelogTip: OLD + THEIRS }, trees));
    if (verdict === "waiting" || verdict.kind !== "pushing") throw new Error("not pushed");
    expect(textOf(verdict.push.bytes)).toBe(MENDED);
    expect(verdict.push.parents).toEqual([HEAD]);
  });

  test.each<[string, Pick<Facts, "gate">, string]>([
    ["another file conflicts", merging({ a: "1" }, { a: "2" }, { a: "3" }), "conflict_elsewhere"],
    [
      "a tree was cut",
      {
        gate: {
          ...someFacts().gate,
          merging: { base: treeOf({}), head: unknown("truncated"), tip: treeOf({}), texts: [] },
        },
      },
      "trees_unread",
    ],
  ])("offers the text where only the merge would help and %s", (_, trees, code) => {
    expect(verdictOf(asked({ changelogTip: OLD + THEIRS }, trees))).toMatchObject({
      kind: "blocked",
      code,
      offer: { appended: ENTRY },
    });
  });

  test.each<[string, Partial<Facts>, string]>([
    ["a sweep runs", { runs: [aRun(900, { status: "in_progress" })] }, "sweep_running"],
    ["a sweep is about to start", labelled([FULL]), "sweep_running"],
    [
      "the fork is closed to maintainers",
      { pull: aPull({ headRepository: { id: 9, fullName: "tov/x" } }) },
      "fork_closed",
    ],
    [
      "the head repository is gone",
      { pull: aPull({ headRepository: null }) },
      "head_repository_deleted",
    ],
  ])("pushes nothing while %s", (_, more, code) => {
    // A pull request whose contract holds, so that its sweep could start, and which conflicts with nothing.
    const tip = OLD.replace("First measurements on MI355X", "Measurements on MI355X");
    const facts = asked(
      code === "sweep_running" ? { changelogTip: tip } : { changelog: FAULTY },
      more,
    );
    const verdict = verdictOf({ ...facts, ...withPlaceholder(facts, code) });
    expect(verdict).toMatchObject({ kind: "blocked", code });
  });

  test("leaves the results of a green sweep in force", () => {
    const facts = asked({ changelog: FAULTY }, { runs: [aRun(900)] });
    const effects = plan(decide(facts), facts, dictionary).effects;
    const [push] = effects.flatMap((each) => (each.kind === "pushCommit" ? [each.push] : []));
    expect(push?.commit.message).toBe(
      `Mend the changelog of #42\n\n[skip-sweep]\n\nSweepbot-Repair: ${KEY}`,
    );
  });

  test("goes to the fork that lets maintainers edit", () => {
    const pull = aPull({
      headRepository: { id: 9, fullName: "tov/gpu-benchmarks" },
      maintainerCanModify: true,
    });
    const facts = asked({ changelog: FAULTY }, { pull });
    expect(plan(decide(facts), facts, dictionary).effects).toContainEqual(
      expect.objectContaining({
        kind: "pushCommit",
        push: expect.objectContaining({ fork: "tov/gpu-benchmarks" }) as unknown,
      }),
    );
  });
});

/** An entry with a placeholder is valid and can be mended; needed where a sweep has to be possible. */
function withPlaceholder(facts: Facts, code: string): Partial<Facts> {
  if (code !== "sweep_running") return {};
  const changelog = OLD + ENTRY.replace(/pr-link: .*/u, "pr-link: XXX");
  return { documents: { ...facts.documents, changelog: documentsOf({ changelog }).changelog } };
}
