import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { readPlain } from "../../../src/core/contract/yaml-plain.ts";
import { Timestamp } from "../../../src/core/contract/yaml-scalars.ts";
import { parseYaml } from "../../../src/core/contract/yaml.ts";
import type { YamlOptions } from "../../../src/core/contract/yaml.ts";

function read(text: string | Uint8Array, options: Partial<YamlOptions> = {}) {
  return parseYaml(text, { path: "f.yaml", ...options });
}

function codes(text: string | Uint8Array, options: Partial<YamlOptions> = {}): readonly string[] {
  return read(text, options).problems.map(({ code, line }) => `${code} ${line}`);
}

describe("the YAML 1.1 dialect (spec/matrix §0.2)", () => {
  test.each<[string, unknown]>([
    ["yes", true],
    ["Off", false],
    ["TRUE", true],
    ["y", "y"],
    ["N", "N"],
    ["tRue", "tRue"],
    ["~", null],
    ["", null],
    ["NULL", null],
    ["nUll", "nUll"],
    ["2_063_837", 2_063_837],
    ["0x1F", 31],
    ["0b11", 3],
    ["010", 8],
    ["1:30", 90],
    ["-1_0", -10],
    ["0o10", "0o10"],
    ["08", "08"],
    ["1.0e+3", 1000],
    ["1_0.5", 10.5],
    [".5", 0.5],
    ["1e3", "1e3"],
    ["1.0e3", "1.0e3"],
    ["1e-3", "1e-3"],
    ["2025-01-01", new Timestamp("2025-01-01")],
    ['"2025-01-01"', "2025-01-01"],
    ["a: x", "a: x"],
    ["'it''s'", "it's"],
    ['"tab\\tand \\u4e2d"', "tab\tand 中"],
    ["!!str 12", "12"],
  ])("reads %s", (text, value) => {
    const quoted = text === "a: x" ? `"${text}"` : text;
    expect(read(`k: ${quoted}`).value).toEqual({ k: value });
  });

  test("remembers which whole numbers were written as floats", () => {
    const document = read("a: 4.0\nb: [1, 2.]\nc: 4");
    expect([document.value, document.wholeFloats]).toEqual([
      { a: 4, b: [1, 2], c: 4 },
      [["a"], ["b", 1]],
    ]);
  });

  test("merges mappings, the first of several winning, its own members last", () => {
    const text = "a: &a {r: 1, q: 2}\nb: &b {q: 5, z: 6}\nk:\n  w: 1\n  <<: [*a, *b]\n  q: 9\n";
    expect(JSON.stringify((read(text).value as { k: unknown }).k)).toBe(
      '{"q":9,"z":6,"r":1,"w":1}',
    );
    expect(codes(text, { mergeKeys: "refused" })).toEqual(["yaml_merge_key 5"]);
  });
});

describe("what is refused, with its line", () => {
  test.each([
    ["a: 1\na: 2", "yaml_duplicate_key 2"],
    ["a: 1\n12: 2", "yaml_key_not_text 2"],
    ["yes: 1", "yaml_key_not_text 1"],
    ["? [a]\n: 1", "yaml_key_not_text 1"],
    ["__proto__: 1", "yaml_key_refused 1"],
    ["a: 1\n---\nb: 2", "yaml_several_documents 2"],
    ["a: *x", "yaml_unknown_alias 1"],
    ["a: &x [*x]", "yaml_alias_in_itself 1"],
    ["a: &x 1\nb: &x 2", "yaml_anchor_twice 2"],
    ["a: !!python/object 1", "yaml_tag 1"],
    ["a: 99999999999999999999", "yaml_number_too_large 1"],
    ["a: .inf", "yaml_number_too_large 1"],
    ["a: =", "yaml_value_indicator 1"],
    ["<<: 1", "yaml_merge_not_mapping 1"],
    ["a: [1, 2", "yaml_missing_character 1"],
    ['a: "x', "yaml_missing_character 1"],
    ["a: b: c", "yaml_nested_mapping_on_line 1"],
    ["a: @x", "yaml_bad_scalar_start 1"],
    ['a: "\\q"', "yaml_bad_escape 1"],
    ["a: 1\n\u0007", "yaml_unprintable 2"],
  ])("%j: %s", (text, code) => {
    expect(codes(text)).toContain(code);
  });

  test("bytes that are not UTF-8, on their line", () => {
    const bytes = Uint8Array.of(...new TextEncoder().encode("a: 1\nb: "), 0xc3, 0x28, 0x0a);
    expect(codes(bytes)).toEqual(["not_utf8 2"]);
  });

  test("every duplicate key at once, naming the first", () => {
    const { problems } = read("a: 1\nb: {c: 1, c: 2}\na: 3\n");
    expect(problems.map(({ line, values }) => [line, values])).toEqual([
      [2, { key: "c", firstLine: 2 }],
      [3, { key: "a", firstLine: 1 }],
    ]);
  });
});

describe("limits", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x,x]\n${"bcdefghij"
    .split("")
    .map((name, index) => {
      const before = "abcdefghij"[index] ?? "";
      return `${name}: &${name} [${`*${before},`.repeat(9)}*${before}]`;
    })
    .join("\n")}\n`;

  test("stops at the alias limit and at the value limit of an alias bomb", () => {
    expect(codes(bomb)).toEqual([expect.stringContaining("yaml_too_many_aliases")]);
    const values = codes(bomb, { maxAliases: 1_000_000, maxValues: 10_000 });
    expect(values).toEqual([expect.stringContaining("yaml_too_many_values")]);
  });

  test.each(["[", "{a: ", "- "])(
    "refuses endless nesting of %j without running out of stack",
    (open) => {
      expect(codes(open.repeat(100_000))).toEqual([expect.stringContaining("yaml_too_deep")]);
    },
  );

  test("refuses files over the size limit", () => {
    expect(codes("a: 12345", { maxBytes: 5 })).toEqual(["file_too_large 1"]);
  });
});

describe("places", () => {
  const text = "first: 1\nlist:\n  - a: 1\n    b: [x, y]\n  - c: {d: 2}\n";

  test.each<[readonly (string | number)[], number, number]>([
    [[], 1, 1],
    [["list"], 2, 1],
    [["list", 0, "b"], 4, 5],
    [["list", 0, "b", 1], 4, 12],
    [["list", 1, "c", "d"], 5, 9],
    [["list", 1, "c", "missing"], 5, 5],
  ])("finds %j on line %i, column %i", (path, line, column) => {
    expect(read(text).placeOf(path)).toEqual({ line, column });
  });

  test("keeps keys that look like numbers in file order", () => {
    expect(read('b: 1\n"2": 1\n"1": 1\n').keysAt([])).toEqual(["b", "2", "1"]);
  });
});

const scalar = fc.oneof(
  fc.constantFrom("x", "4", "4.0", "yes", "~", "a b", '"q: #"', "'it''s'", "v1.2", "http://h:1/p"),
  fc.stringMatching(/^[a-z][a-z0-9 _.-]{0,8}[a-z0-9]$/),
);
const key = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/);

/** Block YAML lines of a random tree, at an indentation. */
function block(depth: number): fc.Arbitrary<(indent: string) => string> {
  const leaf = scalar.map((text) => () => ` ${text}\n`);
  if (depth === 0) return leaf;
  const inner = block(depth - 1);
  const mapping = fc
    .uniqueArray(fc.tuple(key, inner), { selector: ([name]) => name, minLength: 1, maxLength: 3 })
    .map(
      (members) => (indent: string) =>
        `\n${members.map(([name, value]) => `${indent}${name}:${value(`${indent}  `)}`).join("")}`,
    );
  const list = fc
    .array(inner, { minLength: 1, maxLength: 3 })
    .map(
      (items) => (indent: string) =>
        `\n${items.map((value) => `${indent}-${value(`${indent}  `)}`).join("")}`,
    );
  const flow = fc.array(scalar, { maxLength: 3 }).map((items) => () => ` [${items.join(", ")}]\n`);
  return fc.oneof(leaf, mapping, list, flow);
}

describe("the fast way through plain files", () => {
  /** An anchor that nothing uses makes the text unusual, so that the library reads it. */
  const throughLibrary = (text: string) => parseYaml(`${text}zz: &unused 1\n`, { path: "f" });
  const throughEither = (text: string) => parseYaml(`${text}zz: 1\n`, { path: "f" });

  test("agrees with the library on values, floats and places", () => {
    const documents = fc
      .uniqueArray(fc.tuple(key, block(3)), {
        selector: ([name]) => name,
        minLength: 1,
        maxLength: 4,
      })
      .map((members) => members.map(([name, value]) => `${name}:${value("  ")}`).join(""));
    fc.assert(
      fc.property(documents, (text) => {
        const [fast, slow] = [throughEither(text), throughLibrary(text)];
        expect(fast.value).toEqual(slow.value);
        expect(fast.problems).toEqual(slow.problems);
        expect(fast.wholeFloats).toEqual(slow.wholeFloats);
        const paths = fast.keysAt([]).flatMap((name) => [[name], [name, 0], [name, 1, 0]]);
        expect(paths.map((path) => fast.placeOf(path))).toEqual(
          paths.map((path) => slow.placeOf(path)),
        );
      }),
    );
  });

  test.each([
    "a: &x 1",
    "a: |\n  text\n",
    "a: b\n  c\n",
    "a: [1,\n  2]\n",
    "a: {b: 1, b: 2}",
    "a: 1\na: 2",
    "a: 1\n  b: 2\n",
    "--- \na: 1",
    "a: [1, 2,]",
    "a:\t1",
    "'a: 1",
    "yes: 1",
  ])("leaves %j to the library", (text) => {
    expect(readPlain(text, 64)).toBeNull();
  });

  test.each(["a: 1\n", "- a: [x, {b: c}] # why\n  d:\n  - e\n", 'a:\n- 1\nb: "x\\ty"\n'])(
    "reads %j itself",
    (text) => {
      expect(readPlain(text, 64)).not.toBeNull();
    },
  );
});
