import { describe, expect, test } from "@jest/globals";
import type { ChangelogEntry } from "../../../src/core/contract/changelog-entry.ts";
import {
  entryIdentity,
  findEarlierDuplicates,
  lostFields,
} from "../../../src/core/changelog/identity.ts";
import { lostFieldProblems } from "../../../src/core/changelog/lost-fields.ts";
import { PATH, entry, judge, link } from "./story.ts";

function written(changes: Partial<ChangelogEntry> = {}): ChangelogEntry {
  return { "config-keys": ["k1", "k2"], description: ["Tune"], "pr-link": link(1), ...changes };
}

describe("an entry's identity", () => {
  test.each([
    ["the link", written({ "pr-link": "XXX" })],
    ["a flag that is off", written({ "evals-only": false, "append-only": false })],
    ["an option that is null", written({ "eval-min-prefill-ep": null, "scenario-type": null })],
    [
      "the order of the keys",
      { "pr-link": "", description: ["Tune"], "config-keys": ["k1", "k2"] },
    ],
  ])("is not changed by %s", (_name, other) => {
    expect(entryIdentity(written())).toBe(entryIdentity(other));
    expect(entryIdentity(other)).toBe(entryIdentity(written()));
  });

  test.each([
    ["a flag that is on", written({ "evals-only": true })],
    ["another key", written({ "config-keys": ["k1"] })],
    ["the order of its keys", written({ "config-keys": ["k2", "k1"] })],
    ["another description", written({ description: ["Tune "] })],
  ])("is changed by %s", (_name, other) => {
    expect(entryIdentity(written())).not.toBe(entryIdentity(other));
  });
});

describe("earlier duplicates", () => {
  test("are found with the newest one's place and link, and how many there are", () => {
    const history = [
      written(),
      null,
      written({ description: ["Other"] }),
      written({ "pr-link": link(3) }),
    ];
    expect(
      findEarlierDuplicates(history, [written({ "pr-link": "XXX" }), written({ description: [] })]),
    ).toEqual([{ added: 0, earlier: 3, link: link(3), count: 2 }]);
  });
});

describe("lost fields", () => {
  test.each([
    ["a flag", written({ "append-only": true }), written(), [["append-only", "true", null]]],
    [
      "a list item",
      written(),
      written({ "config-keys": ["k2"] }),
      [["config-keys", '["k1"]', '["k2"]']],
    ],
    [
      "a number",
      written({ "eval-min-prefill-ep": 4 }),
      written({ "eval-min-prefill-ep": 2 }),
      [["eval-min-prefill-ep", "4", "2"]],
    ],
    [
      "nothing, when only more was said",
      written(),
      written({ description: ["Tune", "More"], "evals-only": true }),
      [],
    ],
    ["nothing, when the link was filled in", written({ "pr-link": "XXX" }), written(), []],
    ["nothing, when a default went", written({ "evals-only": false }), written(), []],
  ])("are %s", (_name, before, after, lost) => {
    expect(lostFields(before, after).map((row) => [row.field, row.before, row.after])).toEqual(
      lost,
    );
  });

  test("are told apart from a whole entry that is gone", () => {
    const base = entry("a");
    const before = judge(base, `${base}\n${entry("n", "XXX")}`).additions;
    const after = judge(
      base,
      `${base}\n${entry("other", "XXX").replace("Tune", "Bump")}`,
    ).additions;
    expect(lostFieldProblems(before, after, PATH)).toMatchObject([
      { code: "entry_lost", values: { keys: "n" } },
    ]);
    expect(lostFieldProblems(before, before, PATH)).toEqual([]);
  });
});
