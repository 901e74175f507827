import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { parseYaml } from "../../../src/core/contract/yaml.ts";
import { slotsOf } from "../../support/wording.ts";

type Sentences = Readonly<
  Record<string, string | { readonly text: string; readonly hint: string }>
>;

const root = new URL("../../../", import.meta.url);

function sentences(language: string, area: string): Sentences {
  const url = new URL(`templates/${language}/${area}.yml`, root);
  return parseYaml(readFileSync(url), { path: url.pathname }).value as unknown as Sentences;
}

function slots(entry: Sentences[string] | undefined): readonly string[] {
  if (entry === undefined) return [];
  return slotsOf(typeof entry === "string" ? entry : `${entry.text} ${entry.hint}`);
}

/** Codes of findings in the sources: quoted words with an underscore, where a finding is made. */
function codesInSources(): ReadonlySet<string> {
  const folders = ["src/core/contract/", "src/core/matrix/"].map((path) => new URL(path, root));
  const text = folders
    .flatMap((folder) =>
      readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8")),
    )
    .join("\n");
  return new Set(text.match(/"[a-z0-9]+(?:_[a-z0-9]+)+"/g)?.map((word) => word.slice(1, -1)));
}

describe.each(["problems-recipe", "cli-matrix"])("sentences of %s", (area) => {
  const [english, chinese] = [sentences("en", area), sentences("zh", area)];

  test("are the same codes with the same slots in both languages", () => {
    const codes = Object.keys(english);
    expect(Object.keys(chinese)).toEqual(codes);
    expect(
      codes.filter((code) => slots(english[code]).join() !== slots(chinese[code]).join()),
    ).toEqual([]);
  });
});

describe("sentences of findings", () => {
  const known = new Set(Object.keys(sentences("en", "problems-recipe")));
  /** Words of the sources that are no findings. */
  const others = new Set(["draft_model", "single_node", "unknown_criteria"]);

  test("stand for every code of the sources, and for no other", () => {
    const codes = [...codesInSources()].filter((code) => !others.has(code));
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    expect([...known].filter((code) => !codes.includes(code))).toEqual([]);
  });
});
