import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  hasLabel,
  labelsAt,
  selectLabels,
  sweepFlags,
  sweepRequest,
} from "../../../src/core/decide/labels.ts";
import { Config, DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import { aLabelEvent, aPerson, FULL } from "../../support/build.ts";

const PRIMARIES = DEFAULT_CONFIG.labels.primary.map((label) => label.name);

describe("which sweep the labels ask for", () => {
  test.each([
    ["no label", [], "none"],
    ["a label that has nothing to do with sweeps (LBL-01)", ["docs"], "none"],
    ["modifiers without a primary", ["all-evals", "agentx-fast"], "none"],
    ["a trimmed sweep", ["sweep-enabled"], "one"],
    ["a full sweep with modifiers", [FULL, "all-evals", "docs"], "one"],
    ["two primaries (decision 10)", [FULL, "sweep-enabled"], "conflict"],
  ])("%s: %j is %s", (_story, labels, kind) => {
    expect(selectLabels(labels, DEFAULT_CONFIG).kind).toBe(kind);
  });

  test("names every primary of a conflict as the configuration writes it", () => {
    const selection = selectLabels(["SWEEP-enabled", FULL, "docs"], DEFAULT_CONFIG);
    expect(selection).toEqual({ kind: "conflict", labels: ["sweep-enabled", FULL] });
  });

  test.each([
    ["sweep-enabled", { full: false, canary: false, failFast: false }],
    ["full-sweep-enabled", { full: true, canary: true, failFast: false }],
    [FULL, { full: true, canary: true, failFast: true }],
    ["full-sweep-fail-fast-no-canary", { full: true, canary: false, failFast: true }],
    ["non-canary-full-sweep-enabled", { full: true, canary: false, failFast: false }],
  ])("%s stands for %j (spec/control-plane §1.1)", (name, meaning) => {
    expect(selectLabels([name], DEFAULT_CONFIG)).toMatchObject({ primary: { name, ...meaning } });
  });

  test("takes the names that the repository chose", () => {
    const config = Config.parse({ labels: { primary: [{ name: "go" }], allEvals: "more" } });
    expect(selectLabels(["Go", "MORE"], config)).toMatchObject({
      kind: "one",
      primary: { name: "go", full: true },
      flags: { allEvals: true, evalsOnly: false, agentxFast: false },
    });
    expect(selectLabels([FULL], config).kind).toBe("none");
  });

  test("neither order nor case of the labels matters", () => {
    const known = fc.constantFrom(...PRIMARIES, "all-evals", "evals-only", "agentx-fast", "docs");
    fc.assert(
      fc.property(fc.uniqueArray(known), fc.array(fc.nat(), { minLength: 12 }), (labels, keys) => {
        const shuffled = labels
          .map((label, index) => [keys[index] ?? 0, label.toUpperCase()] as const)
          .sort(([one], [other]) => one - other)
          .map(([, label]) => label);
        expect(selectLabels(shuffled, DEFAULT_CONFIG)).toEqual(
          selectLabels(labels, DEFAULT_CONFIG),
        );
      }),
    );
  });

  test("reads each modifier by itself", () => {
    expect(sweepFlags(["Evals-Only"], DEFAULT_CONFIG)).toEqual({
      allEvals: false,
      evalsOnly: true,
      agentxFast: false,
    });
    expect(hasLabel(["evals-only "], "evals-only")).toBe(false);
  });
});

const SECOND = 1_000;

describe("the labels at a moment", () => {
  const events = [
    aLabelEvent("sweep-enabled", { id: 1, createdAt: 10 * SECOND }),
    aLabelEvent("Sweep-Enabled", { id: 2, createdAt: 20 * SECOND, kind: "unlabeled" }),
    aLabelEvent(FULL, { id: 3, createdAt: 20 * SECOND }),
  ];
  test.each([
    ["before any", 9_999, []],
    ["after the first", 15_000, ["sweep-enabled"]],
    ["an event in the very second counts as before", 20_000, [FULL]],
    ["even when the moment is earlier within that second", 20_900, [FULL]],
    ["just before that second", 19_999, ["sweep-enabled"]],
  ])("%s", (_story, at, labels) => {
    expect(labelsAt(events, at)).toEqual(labels);
  });

  test("an event later within the same second as the moment counts, too (spec/control-plane §4.2)", () => {
    expect(labelsAt([aLabelEvent(FULL, { createdAt: 20_900 })], 20_100)).toEqual([FULL]);
  });

  test("are those of a replay of the whole timeline once everything has happened", () => {
    const event = fc.record({
      kind: fc.constantFrom("labeled" as const, "unlabeled" as const),
      label: fc.constantFrom("a", "A", "b"),
    });
    fc.assert(
      fc.property(fc.array(event), (changes) => {
        const all = changes.map((change, index) =>
          aLabelEvent(change.label, { ...change, createdAt: index }),
        );
        const last = (label: string): boolean =>
          changes.findLast((change) => change.label.toLowerCase() === label)?.kind === "labeled";
        const on = labelsAt(all, SECOND).map((label) => label.toLowerCase());
        expect([...on].sort()).toEqual(["a", "b"].filter(last));
      }),
    );
  });
});

describe("who asked for the sweep", () => {
  test("is whoever put the primary label on last", () => {
    const events = [
      aLabelEvent(FULL, { id: 1, by: "tov" }),
      aLabelEvent(FULL, { id: 2, kind: "unlabeled", by: "amir" }),
      aLabelEvent(FULL.toUpperCase(), { id: 3, by: "nora", createdAt: 5 }),
    ];
    expect(sweepRequest(events, FULL, DEFAULT_CONFIG)).toEqual({
      actor: aPerson("nora"),
      generation: 3,
      at: 5,
    });
  });

  test("is nobody when the timeline does not show it, or a deleted person", () => {
    expect(sweepRequest([aLabelEvent("docs")], FULL, DEFAULT_CONFIG)).toBeNull();
    expect(sweepRequest([aLabelEvent(FULL, { actor: null })], FULL, DEFAULT_CONFIG)).toMatchObject({
      actor: null,
    });
  });

  test.each([
    ["all-evals put on", "all-evals", "labeled", 2],
    ["evals-only taken off", "evals-only", "unlabeled", 2],
    ["agentx-fast put on, in capitals (LBL-11)", "AGENTX-FAST", "labeled", 2],
    ["another primary that comes and goes beside it", "sweep-enabled", "unlabeled", 1],
    ["a priority label never restarts (decision 6)", "ci-checklist-complete", "labeled", 1],
    ["skip_queue never restarts (decision 6)", "skip_queue", "labeled", 1],
    ["a foreign label never restarts (LBL-01)", "docs", "labeled", 1],
  ] as const)(
    "%s (%s %s): the generation, and the person who asks, are those of event %i",
    (_story, label, kind, generation) => {
      const events = [
        aLabelEvent(FULL, { id: 1, by: "nora", createdAt: 1 }),
        aLabelEvent(label, { id: 2, kind, by: "tov", createdAt: 2 }),
      ];
      expect(sweepRequest(events, FULL, DEFAULT_CONFIG)).toEqual({
        generation,
        actor: aPerson(generation === 1 ? "nora" : "tov"),
        at: generation,
      });
    },
  );

  test("is the primary's when a modifier is older", () => {
    const events = [
      aLabelEvent("all-evals", { id: 1, by: "tov" }),
      aLabelEvent(FULL, { id: 2, by: "nora" }),
    ];
    expect(sweepRequest(events, FULL, DEFAULT_CONFIG)).toMatchObject({
      generation: 2,
      actor: aPerson("nora"),
    });
  });

  test("is nobody when a deleted person changed a modifier last", () => {
    const events = [
      aLabelEvent(FULL, { id: 1, by: "nora" }),
      aLabelEvent("all-evals", { id: 2, actor: null }),
    ];
    expect(sweepRequest(events, FULL, DEFAULT_CONFIG)).toMatchObject({
      generation: 2,
      actor: null,
    });
  });
});
