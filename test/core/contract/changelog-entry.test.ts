import { describe, expect, test } from "@jest/globals";
import { parseChangelog } from "../../../src/core/contract/changelog-entry.ts";
import type { FileContent } from "../../../src/core/model/github.ts";

function file(text: string): FileContent {
  return { path: "changelog.yaml", blobSha: "", bytes: new TextEncoder().encode(text) };
}

function findings(text: string): readonly unknown[] {
  return parseChangelog(file(text)).problems.map(({ code, line, replacement }) =>
    replacement === undefined ? [code, line] : [code, line, replacement],
  );
}

describe("changelog entries (spec/control-plane §2.1)", () => {
  const valid = "- config-keys: [a]\n  description: [d]\n  pr-link: XXX\n";

  test("reads entries in file order", () => {
    const { entries, problems } = parseChangelog(file(valid + valid.replace("XXX", "L")));
    expect(entries.map((entry) => entry?.["pr-link"])).toEqual(["XXX", "L"]);
    expect(problems).toEqual([]);
  });

  test.each([
    ["eval-min-prefill-ep: null", []],
    ["scenario-type: null", []],
    ["evals-only: yes", []],
    ["scenario-type: [agentic-coding, agentic-coding]", []],
    ["append-only: true", []],
  ])("takes %s", (line, found) => {
    expect(findings(`${valid}  ${line}\n`)).toEqual(found);
  });

  test("says everything at once, each on its line and with the text to write", () => {
    const text = [
      "- config-keys: [a]",
      "  description: hi",
      "  pr_link: XXX",
      '  evals-only: "yes"',
      '  eval-min-prefill-ep: "4"',
      "  scenario-type: [agentic-codng]",
      "- config-keys: []",
      "  description: [d]",
      "  pr-link: 12",
      "  eval-min-prefill-ep: 2.5",
      "",
    ].join("\n");
    expect(new Set(findings(text))).toEqual(
      new Set([
        ["expected_list", 2],
        ["underscore_field", 3, "  pr-link: XXX"],
        ["expected_boolean", 4, "  evals-only: true"],
        ["expected_integer", 5, "  eval-min-prefill-ep: 4"],
        ["not_allowed_near", 6, "  scenario-type: [agentic-coding]"],
        ["empty_list", 7],
        ["expected_text", 9, '  pr-link: "12"'],
        ["expected_integer", 10],
      ]),
    );
  });

  test.each(["evals-only: true", "all-evals: true", "eval-min-prefill-ep: 2"])(
    "keeps append-only apart from %s",
    (line) => {
      expect(findings(`${valid}  append-only: true\n  ${line}\n`)).toEqual([
        ["append_only_with_evals", 4],
      ]);
    },
  );

  test("keeps the entries that are sound beside one that is not", () => {
    const { entries, entryProblems } = parseChangelog(file(`${valid}- {}\n`));
    expect(entries.map((entry) => entry !== null)).toEqual([true, false]);
    expect(entryProblems.map((problems) => problems.length)).toEqual([0, 3]);
  });

  test("needs a list; an empty file has no entries", () => {
    expect(findings("a: 1\n")).toEqual([["changelog_not_a_list", 1]]);
    expect(parseChangelog(file("")).entries).toEqual([]);
  });

  test("parses a file object once", () => {
    const content = file(valid);
    expect(parseChangelog(content)).toBe(parseChangelog(content));
  });
});
