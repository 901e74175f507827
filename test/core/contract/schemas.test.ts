import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { SHIPPED_SCHEMAS } from "../../../scripts/write-schemas.ts";
import { parseYaml } from "../../../src/core/contract/yaml.ts";
import { master, S } from "../matrix/fixture.ts";

function shipped(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../schemas/${name}`, import.meta.url), "utf8"));
}

describe("schemas for editors", () => {
  test.each(Object.entries(SHIPPED_SCHEMAS))(
    "%s is what the code checks with (else: node scripts/write-schemas.ts)",
    (name, schema) => {
      expect(shipped(name)).toEqual(JSON.parse(JSON.stringify(schema)));
    },
  );

  test("the master schema tells single-node and multi-node recipes apart", () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(
      shipped("master.schema.json") as object,
    );
    const judge = (recipe: string): boolean =>
      validate(parseYaml(master({ k: recipe }), { path: "m" }).value);
    expect([
      judge(S("{tp: 8, conc-list: [4]}")),
      judge(S("{tp: 8, conc-list: [4]}", { multinode: "true" })),
      judge(S("{tp: 8, conc_list: [4]}")),
    ]).toEqual([true, false, false]);
  });
});
