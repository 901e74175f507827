import { describe, expect, test } from "@jest/globals";
import { parseArgumentsPolicy } from "../../../src/core/recipes/policy-arguments.ts";
import { parseImagesPolicy } from "../../../src/core/recipes/policy-images.ts";

describe.each([
  ["images", parseImagesPolicy],
  ["arguments", parseArgumentsPolicy],
] as const)("a policy of %s", (name, parse) => {
  const mistakes = (text: string): unknown => {
    const parsed = parse(text);
    return Array.isArray(parsed) ? parsed.map(({ code, path }) => `${code} ${path}`) : "valid";
  };

  test("that is empty, no YAML or has a field of its own is refused, with its place", () => {
    expect(mistakes("")).toContain(`config_wrong_value policy/${name}.yml`);
    expect(mistakes("own: 1\n")).toContain(`config_wrong_value policy/${name}.yml`);
    expect(mistakes("a: [\n")).not.toBe("valid");
  });
});
