import { describe, expect, test } from "@jest/globals";
import { selectLabels } from "../../../src/core/decide/labels.ts";
import { inLanguages } from "../../../src/core/render/languages.ts";
import { configured, dictionary } from "../../support/facts.ts";

describe("settings that name something twice", () => {
  test("a sweep label in another case does not contradict itself", () => {
    const config = configured({ labels: { primary: [{ name: "full" }, { name: "Full" }] } });
    expect(selectLabels(["full"], config.inForce)).toMatchObject({
      kind: "one",
      primary: { name: "full" },
    });
  });

  test("a language is said once", () => {
    expect(inLanguages(["zh", "zh"], dictionary, () => "你好")).toBe("你好");
  });
});
