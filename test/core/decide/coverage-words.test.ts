import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { readWords, slotsOf } from "../../support/wording.ts";

const CORE = join(import.meta.dirname, "..", "..", "..", "src", "core");
const SOURCES = ["decide", "recipes"].map((folder) => join(CORE, folder));

test("the gate's sentences are the same in both languages, and all used", () => {
  const [english, chinese] = [readWords("en", "problems-gate"), readWords("zh", "problems-gate")];
  expect([...chinese.keys()]).toEqual([...english.keys()]);
  const code = SOURCES.flatMap((folder) =>
    readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")),
  ).join("\n");
  for (const [name, sentence] of english) {
    expect([name, slotsOf(chinese.get(name) ?? "")]).toEqual([name, slotsOf(sentence)]);
    expect(code).toContain(`"${name.split(".")[0] ?? ""}"`);
  }
});
