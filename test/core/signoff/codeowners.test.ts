import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { ownerName, parseCodeowners, ruleFor } from "../../../src/core/signoff/codeowners.ts";
import { readWords } from "../../support/wording.ts";

function owners(text: string, path: string): readonly string[] {
  return (ruleFor(parseCodeowners(text).rules, path)?.owners ?? []).map(ownerName);
}

function owns(pattern: string, path: string): boolean {
  return owners(`${pattern} @mira`, path).length > 0;
}

describe("patterns (spec/signoff §4)", () => {
  test.each([
    ["*", "a/b.yaml", true],
    ["**", "a/b.yaml", true],
    ["/**", "a", true],
    ["**/*", "a/b", true],
    ["MODELS.md", "MODELS.md", true],
    ["MODELS.md", "foo/MODELS.md", true],
    ["MODELS.md", "MODELS.md.bak", false],
    ["MODELS.md", "models.md", false],
    ["configs/amd-master.yaml", "configs/amd-master.yaml", true],
    ["configs/amd-master.yaml", "sub/configs/amd-master.yaml", false],
    ["/MODELS.md", "docs/MODELS.md", false],
    ["experimental/operatorx/", "experimental/operatorx/a/b.py", true],
    ["experimental/operatorx/", "experimental/operatorx", false],
    ["experimental/operatorx/", "x/experimental/operatorx/a.py", false],
    ["docs/", "a/docs/b.md", true],
    ["docs/*", "docs/a.md", true],
    ["docs/*", "docs/a/b.md", false],
    ["docs/**", "docs/a/b.md", true],
    ["docs/**", "docs", false],
    ["/*", "a.md", true],
    ["/*", "a/b.md", false],
    ["**/logs", "a/b/logs/c.txt", true],
    ["**/logs", "logs/c.txt", true],
    ["a/**/b", "a/b", true],
    ["a/**/b", "a/x/y/b", true],
    ["a/**/b", "a/x/y/c", false],
    ["apps/github", "apps/github/x", true],
    ["apps/github", "apps/github-enterprise/x", false],
    ["*.sh", "a/b/run.sh", true],
    ["*.sh", "a/b/run.sh.md", false],
    ["apps/*/main.ts", "apps/web/main.ts", true],
    ["apps/*/main.ts", "apps/web/x/main.ts", false],
    ["a?c", "abc", true],
    ["a?c", "ac", false],
    ["a\\ b.md", "a b.md", true],
    ["*a*a*a*b", "a".repeat(200), false],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(owns(pattern, path)).toBe(expected);
  });
});

describe("lines", () => {
  test("the last match wins and owners do not add up (SGN-07)", () => {
    const text = "* @acme/core\ncfg/n.yaml @mira\n";
    expect(owners(text, "cfg/n.yaml")).toEqual(["mira"]);
    expect(owners(text, "cfg/o.yaml")).toEqual(["acme/core"]);
  });
  test("logins and teams have no case; an address is an owner, too", () => {
    expect(owners("* @Mira @Acme/Core tov@acme.example", "a")).toEqual([
      "mira",
      "acme/core",
      "tov@acme.example",
    ]);
  });
  test("only a pure star line is a catch-all", () => {
    const { rules } = parseCodeowners("* @a\n** @a\n/** @a\n**/* @a\n/* @a\n*.sh @a\n");
    expect(rules.map((rule) => rule.catchAll)).toEqual([true, true, true, true, false, false]);
  });
  test.each([
    ["!a @mira", "codeowners_negation"],
    ["[Section] @mira", "codeowners_brackets"],
    ["^[Section]", "codeowners_brackets"],
    ["a[bc] @mira", "codeowners_brackets"],
    ["\\#a @mira", "codeowners_hash"],
    ["a mira", "codeowners_owner"],
    ["a @mira @-tov", "codeowners_owner"],
  ])("%s is skipped and reported", (line, code) => {
    const { rules, invalid } = parseCodeowners(`# note\n${line}\nb @tov\n`);
    expect(rules.map((rule) => [rule.pattern, rule.line])).toEqual([["b", 3]]);
    expect(invalid).toMatchObject([{ code, line: 2, severity: "warning" }]);
    expect([...readWords("en", "problems-codeowners").keys()]).toContain(`${code}.text`);
    expect([...readWords("zh", "problems-codeowners").keys()]).toContain(`${code}.hint`);
  });
  test("an empty file and a byte order mark are nothing to stumble over", () => {
    expect(parseCodeowners("")).toEqual({ rules: [], invalid: [] });
    expect(owners("\uFEFF* @mira", "a")).toEqual(["mira"]);
  });
});

describe("public cases", () => {
  test("OWN-02: a trailing comment holds no owners, with or without a blank", () => {
    expect(owners("*.yaml @mira #temporary @tov", "a.yaml")).toEqual(["mira"]);
    expect(owners("*.yaml @mira # temporary @tov", "a.yaml")).toEqual(["mira"]);
  });
  test("OWN-04: escaped blanks keep two rules apart", () => {
    const text = "my\\ a.md @mira\nmy\\ b.md @tov\n";
    expect([owners(text, "my a.md"), owners(text, "my b.md")]).toEqual([["mira"], ["tov"]]);
  });
  test("OWN-06: a directory without an inner slash is found at any depth", () => {
    expect(owners("cfg/ @mira", "pkg/cfg/a.yaml")).toEqual(["mira"]);
  });
  test("OWN-08: a line without owners takes ownership away", () => {
    const { rules } = parseCodeowners("* @acme/core\n/cfg/ @mira\n/cfg/gen # none\n");
    expect(ruleFor(rules, "cfg/gen/a.yaml")).toMatchObject({ line: 3, owners: [] });
  });
  test("OWN-10: trailing blanks and CRLF end nothing", () => {
    const text = "a.yaml @mira  \r\nb.yaml @tov\r\n";
    expect([owners(text, "a.yaml"), owners(text, "b.yaml")]).toEqual([["mira"], ["tov"]]);
  });
});

test("any text is read without an exception, each line as a rule, a problem or nothing", () => {
  const piece = fc.constantFrom(
    "*",
    "**",
    "/",
    "a",
    "\\",
    " ",
    "\t",
    "#",
    "@mira",
    "@a/b",
    "\n",
    "\r\n",
    "[",
    "!",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.string(), (pieces, path) => {
      const { rules, invalid } = parseCodeowners(pieces.join(""));
      const lines = [...rules, ...invalid].map((each) => each.line);
      expect(new Set(lines).size).toBe(lines.length);
      (ruleFor(rules, path)?.owners ?? []).forEach((owner) => {
        expect(ownerName(owner)).not.toBe("");
      });
    }),
  );
});
