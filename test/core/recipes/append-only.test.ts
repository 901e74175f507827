import { describe, expect, test } from "@jest/globals";
import { unknown } from "../../../src/core/model/reading.ts";
import { checkAppendOnly } from "../../../src/core/recipes/append-only.ts";
import { type Fields, MD, S, workers } from "../matrix/fixture.ts";
import { changed, type Given, inputOf, MASTER } from "./recipe-input.ts";

const entry = (...lines: readonly string[]): string =>
  ["- config-keys: [k]", 'description: ["x"]', "pr-link: https://github.com/a/b/pull/1", ...lines]
    .join("\n  ")
    .concat("\n");
const OLD = entry();
const APPENDED = entry("append-only: true");
const recipe = (concurrencies: string, top: Fields = {}): string =>
  S(`{tp: 8, conc-list: [${concurrencies}]}`, top);
const grown: Given = {
  base: { k: recipe("4, 8") },
  head: { k: recipe("4, 8, 16") },
  changelog: [OLD, OLD + APPENDED],
  files: [MASTER, "perf-changelog.yaml"],
};

function codes(given: Given): readonly string[] {
  return checkAppendOnly(inputOf({ ...grown, ...given })).map(
    ({ outcome, code }) => `${outcome} ${code}`,
  );
}

describe("append-only entries (spec/signoff §3.12)", () => {
  test.each<[string, Given, string]>([
    ["none is new", { changelog: [OLD, OLD] }, "na append_only_none"],
    ["a new one is not", { changelog: [OLD, OLD + entry()] }, "na append_only_none"],
    ["an old one was", { changelog: [APPENDED, APPENDED + OLD] }, "na append_only_none"],
    ["case 77: points are added, nothing else changes", {}, "pass append_only_holds"],
    [
      "case 76: beside a regular entry",
      { changelog: [OLD, OLD + APPENDED + entry("scenario-type: [fixed-seq-len]")] },
      "fail append_only_mixed",
    ],
    [
      "with evals",
      { changelog: [OLD, OLD + entry("append-only: true", "all-evals: true")] },
      "fail append_only_with_evals",
    ],
    [
      "with a label for evals",
      { more: { evalLabels: { allEvals: true, evalsOnly: false } } },
      "fail append_only_with_eval_labels",
    ],
    ["a point is gone", { head: { k: recipe("8, 16") } }, "fail append_only_points_removed"],
    ["nothing is new", { head: { k: recipe("4, 8") } }, "fail append_only_nothing_added"],
    [
      "another image",
      { head: { k: recipe("4, 8, 16", { image: '"img:2"' }) } },
      "fail append_only_recipe_changed",
    ],
    [
      "another recipe changes",
      { base: { ...grown.base, o: recipe("4") }, head: { ...grown.head, o: recipe("8") } },
      "fail append_only_unselected",
    ],
    ["a new recipe", { base: { o: recipe("4") } }, "fail append_only_new_recipe"],
    ["history is rewritten", { changelog: [OLD + OLD, APPENDED] }, "human append_only_unread"],
    ["no YAML", { changelog: [OLD, "- {"] }, "human append_only_unread"],
    [
      "an entry that is not valid",
      { changelog: [OLD, OLD + entry("append-only: true", "foo: 1")] },
      "human append_only_unplanned",
    ],
    [
      "case 78: a launcher changes, too",
      { files: [MASTER, "runners/launch_b200-n.sh"] },
      "human append_only_other_files",
    ],
    [
      "the code that plans sweeps changes, too",
      { files: [MASTER, "utils/matrix_logic/test_it.py"] },
      "human append_only_other_files",
    ],
    [
      "a measured file is renamed away",
      { files: [changed("docs/a.md", { status: "renamed", previousPath: "benchmarks/a.sh" })] },
      "human append_only_other_files",
    ],
    ["words change, too", { files: [MASTER, "README.md"] }, "pass append_only_holds"],
  ])("%s", (_, given, expected) => {
    expect(codes(given)).toContain(expected);
  });

  test("what could not be read waits for a person", () => {
    const input = inputOf(grown);
    const { changelog } = input.documents;
    const documents = {
      ...input.documents,
      changelog: { ...changelog, head: unknown("forbidden") },
    };
    expect(checkAppendOnly({ ...input, documents })).toMatchObject([
      { outcome: "human", code: "append_only_unread" },
    ]);
    expect(checkAppendOnly({ ...input, files: unknown("truncated") })).toMatchObject([
      { outcome: "human", code: "append_only_files_unread" },
    ]);
  });

  test("in a whole repository nothing is new", () => {
    expect(codes({ more: { pull: null } })).toEqual(["na append_only_none"]);
  });

  test("a violation stands where it is found, with its recipe", () => {
    const [found] = checkAppendOnly(inputOf({ ...grown, head: { k: recipe("8, 16") } }));
    expect(found).toMatchObject({ check: 12, key: "k", values: { key: "`k`", points: "`4`" } });
    expect([found?.path, typeof found?.line]).toEqual([MASTER, "number"]);
  });

  describe("a new recipe file", () => {
    const path = "benchmarks/multi_node/srt-slurm-recipes/new.yaml";
    const multi = (...settings: readonly string[]): string => {
      const spaces = settings.map((setting) => {
        const worker = `{num-worker: 1, tp: 4, ep: 4, dp-attn: true, additional-settings: ["${setting}"]}`;
        return workers("conc-list: [8]", worker);
      });
      return MD(spaces.join(", "));
    };
    const files = [MASTER, changed(path, { status: "added" })];
    const atHead = { [path]: "a: 1\n" };

    test("that only new points name affects no earlier one", () => {
      const base = { k: multi("CONFIG_FILE=recipes/old.yaml") };
      const head = { k: multi("CONFIG_FILE=recipes/old.yaml", "CONFIG_FILE=recipes/new.yaml") };
      expect(codes({ base, head, files, atHead })).toEqual(["pass append_only_holds"]);
    });

    test("that earlier points named already is for a person", () => {
      const base = { k: multi("CONFIG_FILE=recipes/new.yaml") };
      const head = { k: multi("CONFIG_FILE=recipes/new.yaml", "CONFIG_FILE=recipes/other.yaml") };
      expect(codes({ base, head, files, atHead })).toEqual(["human append_only_other_files"]);
    });
  });
});
