import { execFileSync } from "node:child_process";
import { afterAll, expect, test } from "@jest/globals";
import { parseInputs } from "../../../src/core/matrix/inputs.ts";
import { checkDeprecated } from "../../../src/core/recipes/deprecated.ts";
import type { RecipeFinding } from "../../../src/core/recipes/finding.ts";
import { imageParts } from "../../../src/core/recipes/image-words.ts";
import { checkImages } from "../../../src/core/recipes/images.ts";
import type { RecipeInput } from "../../../src/core/recipes/input.ts";
import { parseModelsTable } from "../../../src/core/recipes/models-table.ts";
import { describeShared } from "../../support/shared.ts";
import { cloneData } from "../matrix/data-repository.ts";
import { file } from "../matrix/fixture.ts";
import { inputOf } from "./recipe-input.ts";

describeShared("the recipes and MODELS.md of the real repository", (shared) => {
  const data = cloneData(shared);
  afterAll(() => data.remove());
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-C", data.folder, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  const read = (path: string): string => git("show", `HEAD:${path}`);
  const paths = ["configs/amd-master.yaml", "configs/nvidia-master.yaml"];

  function wholeRepository(): RecipeInput {
    const masters = paths.map((path) => file(path, read(path)));
    const runners = file("configs/runners.yaml", read("configs/runners.yaml"));
    const places = { masters: paths, runners: "configs/runners.yaml", changelog: "" };
    const head = parseInputs({ masters, runners }, places);
    const input = inputOf({ policy: { "MODELS.md": read("MODELS.md") } });
    const added = [...head.masters.recipes.keys()];
    return { ...input, parsed: { base: head, head }, keys: { ...input.keys, added }, pull: null };
  }
  const counted = (findings: readonly RecipeFinding[]): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
    return counts;
  };

  test("6a: 87 exact on established hardware and 70 derived are upstream, 3 derived wait for a person", () => {
    const findings = checkImages(wholeRepository());
    expect(counted(findings.filter(({ code }) => imageParts(code).includes("6a")))).toEqual({
      images_upstream: 157,
      images_sku_not_established: 2,
      images_not_upstream_derived: 3,
      images_other_engine: 46,
    });
  });

  test("6b: of 46 recipes of other engines 32 have a sibling, 13 one of the family, 1 none", () => {
    const findings = checkImages(wholeRepository());
    expect(counted(findings)).toMatchObject({
      engine_sibling: 32,
      engine_family_sibling: 13,
      engine_missing: 1,
    });
    expect(findings.find(({ code }) => code === "engine_missing")?.key).toBe(
      "glm5.1-fp8-b200-tilert",
    );
  });

  test("7: 12 rows give 13 prefixes", () => {
    const table = parseModelsTable(read("MODELS.md"));
    expect(table?.models).toHaveLength(12);
    expect(table?.models.flatMap(({ prefixes }) => prefixes)).toHaveLength(13);
  });

  test("7: two scenarios of a retired model fail, an unknown prefix and arms that are left wait for a person", () => {
    const findings = checkDeprecated(wholeRepository());
    const named = (wanted: RecipeFinding["code"]): unknown =>
      findings.filter(({ code }) => code === wanted).map(({ key }) => key);
    expect(counted(findings)).toEqual({
      deprecated_not: 202,
      deprecated_model_retired: 2,
      deprecated_prefix_unknown: 1,
      deprecated_arm_unclear: 5,
    });
    expect(
      new Set(findings.filter(({ outcome }) => outcome === "fail").map(({ key }) => key)),
    ).toEqual(new Set(["glm5.1-fp8-b200-tilert"]));
    expect(named("deprecated_prefix_unknown")).toEqual(["kimik2.6-fp4-b200-dynamo-vllm"]);
    // Kimi-K3 is run with DSpark only, and these have points without speculative decoding.
    for (const key of named("deprecated_arm_unclear") as string[]) {
      expect(key).toMatch(/^kimik3-.*-agentic/u);
    }
  });

  test("7: every version of MODELS.md in the history is understood", () => {
    const versions = git("log", "--format=%H", "--", "MODELS.md").trim().split("\n");
    const tables = versions.map((sha) => parseModelsTable(git("show", `${sha}:MODELS.md`)));
    expect(versions.length).toBeGreaterThan(5);
    expect(tables.filter((table) => table === null)).toEqual([]);
  });
});
