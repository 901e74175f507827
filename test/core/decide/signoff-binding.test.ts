import { describe, expect, test } from "@jest/globals";
import { coverageOf, commitsToCompare } from "../../../src/core/decide/signoff-binding.ts";
import type { TreeFile, TreeReading } from "../../../src/core/model/gate.ts";
import type { Comparison } from "../../../src/core/model/github.ts";
import { PULL_COMMITS, PULL_FILES } from "../../../src/core/model/limits.ts";
import { known, type Reading, unknown } from "../../../src/core/model/reading.ts";
import type { FourSides, SignedChange } from "../../../src/core/model/signed.ts";
import { aPull, BASE, EARLIER, HEAD } from "../../support/build.ts";
import { aFile, configured, someFacts } from "../../support/facts.ts";

type Tree = Readonly<Record<string, string>>;

const tree = (files: Tree): TreeReading =>
  known(
    Object.entries(files).map(([path, content]): TreeFile => {
      const [sha = "", mode = "100644"] = content.split("@");
      return { path, mode, sha };
    }),
  );
const ahead = (aheadBy: number): Reading<Comparison> =>
  known({ mergeBaseSha: BASE, baseSha: BASE, aheadBy, behindBy: 0 });
const four = (texts: readonly [string, string, string, string], path = "a"): FourSides => {
  const [one, two, three, last] = texts.map((each) => aFile(path, each));
  const file = unknown("unreadable");
  return {
    signed: { base: one ?? file, head: two ?? file },
    present: { base: three ?? file, head: last ?? file },
  };
};

interface Stage {
  readonly signed?: readonly [Tree, Tree];
  readonly present?: readonly [Tree, Tree];
  readonly change?: Partial<SignedChange>;
  readonly config?: unknown;
}

function coverage({ signed, present, change, config }: Stage): string {
  const [before = { a: "1" }, after = { a: "2" }] = signed ?? [];
  const [base = before, head = after] = present ?? [];
  const facts = someFacts({
    config: configured(config ?? {}),
    signed: {
      present: { base: tree(base), head: tree(head) },
      changes: {
        [EARLIER]: {
          comparison: ahead(1),
          trees: { base: tree(before), head: tree(after) },
          files: {},
          changelog: null,
          ...change,
        },
      },
      checklists: null,
    },
  });
  const found = coverageOf({ boundSha: EARLIER }, facts);
  return found.kind === "none" ? found.reason : found.kind;
}

const LOG = "perf-changelog.yaml";
const entry = (key: string, link: string): string =>
  `- config-keys:\n    - ${key}\n  description:\n    - "x"\n  pr-link: https://github.com/a/b/pull/${link}\n`;
const log = (...texts: readonly [string, string, string, string]): Stage => ({
  signed: [{ [LOG]: "1" }, { [LOG]: "2" }],
  present: [{ [LOG]: "3" }, { [LOG]: "4" }],
  change: { changelog: four(texts, LOG) },
});

describe("the same change, by names, modes and blobs", () => {
  test.each<[string, Stage, string]>([
    ["the very same", {}, "equivalent"],
    [
      "beside what main has added",
      {
        present: [
          { a: "1", m: "9" },
          { a: "2", m: "9" },
        ],
      },
      "equivalent",
    ],
    ["another content", { present: [{ a: "1" }, { a: "3" }] }, "moved"],
    ["another file besides", { present: [{ a: "1" }, { a: "2", b: "1" }] }, "moved"],
    ["not changed at all any more", { present: [{ a: "1" }, { a: "1" }] }, "moved"],
    ["taken away instead", { present: [{ a: "1" }, {}] }, "moved"],
    ["executable besides", { present: [{ a: "1" }, { a: "2@100755" }] }, "moved"],
    ["main has made part of it", { present: [{ a: "3" }, { a: "2" }] }, "moved"],
    ["an added file", { signed: [{}, { n: "1" }] }, "equivalent"],
    [
      "an added file that main has, too",
      { signed: [{}, { n: "1" }], present: [{ n: "2" }, { n: "1" }] },
      "moved",
    ],
    [
      "a file taken away, which main has changed",
      { signed: [{ n: "1" }, {}], present: [{ n: "2" }, {}] },
      "moved",
    ],
    [
      "a link that both have turned",
      {
        signed: [{ l: "1@120000" }, { l: "2@120000" }],
        present: [{ l: "3@120000" }, { l: "4@120000" }],
      },
      "moved",
    ],
    ["nothing on either side", { signed: [{ a: "1" }, { a: "1" }] }, "equivalent"],
  ])("%s: %s", (_story, stage, expected) => {
    expect(coverage(stage)).toBe(expected);
  });
});

describe("the same change, by lines", () => {
  const both: Stage = { signed: [{ a: "1" }, { a: "2" }], present: [{ a: "3" }, { a: "4" }] };
  const lines = (...texts: readonly [string, string, string, string]): Stage => ({
    ...both,
    change: { files: { a: four(texts) } },
  });
  test.each<[string, Stage, string]>([
    [
      "main has changed elsewhere",
      lines("x\ny\nz\n", "X\ny\nz\n", "x\ny\nw\n", "X\ny\nw\n"),
      "equivalent",
    ],
    ["one line more", lines("x\ny\nz\n", "X\ny\nz\n", "x\ny\nw\n", "X\ny\nv\nw\n"), "moved"],
    ["lines that were not read", both, "unread"],
    [
      "lines that could not be read",
      {
        ...both,
        change: {
          files: {
            a: {
              ...four(["", "", "", ""]),
              present: { base: unknown("too_large"), head: known(null) },
            },
          },
        },
      },
      "unread",
    ],
  ])("%s: %s", (_story, stage, expected) => {
    expect(coverage(stage)).toBe(expected);
  });
});

describe("the changelog counts by its entries", () => {
  const [old, own, main] = [entry("k1", "1"), entry("k2", "42"), entry("k3", "2")];
  test.each<[string, Stage, string]>([
    [
      "main has entries of its own",
      log(old, old + own, old + main, old + main + own),
      "equivalent",
    ],
    [
      "only the link got its number",
      log(old, old + entry("k2", "XXX"), old + main, old + main + own),
      "equivalent",
    ],
    [
      "a link to another repository",
      log(old, old + own, old + main, (old + main + own).replace("a/b/pull/42", "a/c/pull/42")),
      "moved",
    ],
    ["another key", log(old, old + own, old, old + entry("k4", "42")), "moved"],
    ["an entry more", log(old, old + own, old, old + own + entry("k4", "42")), "moved"],
    ["the same entry twice", log(old, old + own, old, old + own + own), "moved"],
    ["history taken away", log(old + main, old + main + own, old + main, main + own), "moved"],
    ["no YAML", log(old, old + own, old, "- [\n"), "unread"],
  ])("%s: %s", (_story, stage, expected) => {
    expect(coverage(stage)).toBe(expected);
  });
});

describe("what is not known never covers", () => {
  const many = (count: number): Tree =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, "1"]));
  test.each<[string, Stage, string]>([
    ["a commit that is gone", { change: { comparison: unknown("not_found") } }, "gone"],
    ["a comparison that is refused", { change: { comparison: unknown("forbidden") } }, "unread"],
    ["79: over 250 commits", { change: { comparison: ahead(PULL_COMMITS + 1) } }, "too_large"],
    ["79: 3,000 files", { signed: [{}, many(PULL_FILES)] }, "too_large"],
    [
      "more files to read than is reasonable",
      {
        signed: [many(60), Object.fromEntries(Object.keys(many(60)).map((path) => [path, "2"]))],
        present: [
          Object.fromEntries(Object.keys(many(60)).map((path) => [path, "3"])),
          Object.fromEntries(Object.keys(many(60)).map((path) => [path, "4"])),
        ],
      },
      "too_large",
    ],
    ["trees that were not read", { change: { trees: null } }, "unread"],
    [
      "a tree that GitHub gave in part",
      { change: { trees: { base: tree({ a: "1" }), head: unknown("truncated") } } },
      "unread",
    ],
    ["binding: strict", { config: { signoff: { binding: "strict" } } }, "moved"],
  ])("%s: %s", (_story, stage, expected) => {
    expect(coverage(stage)).toBe(expected);
  });

  test("no commit, the head itself, and a commit that nobody compared", () => {
    expect(coverageOf({ boundSha: null }, someFacts())).toEqual({
      kind: "none",
      reason: "unbound",
    });
    expect(coverageOf({ boundSha: HEAD }, someFacts())).toEqual({ kind: "exact" });
    expect(coverageOf({ boundSha: BASE }, someFacts())).toEqual({ kind: "none", reason: "unread" });
  });
});

describe("which commits are compared", () => {
  const given = (boundSha: string | null, updatedAt: number) => ({ boundSha, updatedAt });
  test("those of the newest sign-offs that are not of the head, at most three", () => {
    const five = ["1", "2", "3", "4", "5"].map((sha, at) => given(sha, at));
    const all = [...five, given("5", 9), given(HEAD, 10), given(null, 11)];
    expect(commitsToCompare(all, someFacts())).toEqual(["5", "4", "3"]);
  });

  test.each([
    ["strict", someFacts({ config: configured({ signoff: { binding: "strict" } }) })],
    ["closed", someFacts({ pull: aPull({ state: "closed" }) })],
    ["for another branch", someFacts({ pull: aPull({ baseRef: "release" }) })],
  ])("none: %s", (_story, facts) => {
    expect(commitsToCompare([given("1", 1)], facts)).toEqual([]);
  });
});
