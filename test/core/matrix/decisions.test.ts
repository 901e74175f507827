import { describe, expect, test } from "@jest/globals";
import { sha256Hex } from "../../../src/core/matrix/canonical.ts";
import { recipeFingerprint } from "../../../src/core/matrix/document.ts";
import type { Row } from "../../../src/core/matrix/row.ts";
import { A, S } from "./fixture.ts";
import { documentOf, entry, outline, sweep } from "./repository.ts";

const nvSpace = "{tp: 8, conc-list: [4]}";

describe("what a sweep refuses beyond the original (decision 21)", () => {
  test("refuses a pool that no machine serves, with the name that was meant (case CFG-10)", () => {
    const plan = sweep(entry("nv.a"), { recipes: { "nv.a": S(nvSpace, { runner: "b20" }) } });
    expect(plan).toMatchObject({
      kind: "problems",
      problems: [
        { code: "unknown_runner_near", severity: "error", values: { suggestion: "b200" } },
        { code: "prefix_disagrees", severity: "warning" },
      ],
    });
  });

  test("refuses lengths that no job runs", () => {
    const recipes = { "nv.l": S(nvSpace, {}, { isl: "2048", osl: "512" }) };
    expect(outline(sweep(entry("nv.l"), { recipes }))).toBe("refused: sequence_without_job");
  });

  test("warns of a prefix that the key does not begin with, and of no other (case CFG-08)", () => {
    const recipes = {
      "m1-fp8": S(nvSpace, { "model-prefix": "FullName-0528" }),
      "m1-fp4": S(nvSpace, { "model-prefix": "m1" }),
    };
    const plan = sweep(entry("m1-fp8, m1-fp4"), { recipes });
    const warnings = plan.kind === "matrix" ? plan.warnings : [];
    expect(warnings).toMatchObject([
      { code: "prefix_disagrees", values: { key: "m1-fp8", prefix: "FullName-0528" } },
    ]);
  });

  test("warns of agentic points that no node can hold, and of points that run twice", () => {
    const recipes = {
      "m-big": A("{tp: 16, kv-offloading: none, conc-list: [4,4]}"),
    };
    const plan = sweep(entry("m-big"), { recipes });
    const codes = plan.kind === "matrix" ? plan.warnings.map(({ code }) => code) : [];
    expect(codes).toEqual(["gpus_exceed_node", "concurrency_twice"]);
  });
});

describe("fingerprints (spec/matrix §4.6)", () => {
  const fixed =
    '{"dcp-size":1,"disagg":false,"dp-attn":false,"ep":1,"framework":"vllm","image":"img:1","isl":8192,"max-model-len":9472,"model":"org/M","model-prefix":"m","osl":1024,"pcp-size":1,"pp":1,"precision":"fp8","run-eval":false,"runner":"b200","spec-decoding":"none","tp":8}';
  const known = {
    [fixed]: "bd6d80ede9c2fc06be9e1ace44b7b8affb997b1b46eec78c0273f436f4a492ef",
  };

  test("hashes what a row measures, wherever on the curve it stands", () => {
    const row = { ...(JSON.parse(fixed) as object), conc: 4, "exp-name": "m_8k1k" };
    expect(recipeFingerprint(row as unknown as Row)).toBe(known[fixed]);
    expect(sha256Hex(fixed)).toBe(known[fixed]);
  });

  test.each([
    ["nv.a", "bd6d80ede9c2fc06be9e1ace44b7b8affb997b1b46eec78c0273f436f4a492ef"],
    ["amd-mn", "3ae48eb01a427241f958621c1450d2c6a32485bf719cb9129d3c11bf8dcc46de"],
    ["amd-ag", "01e7565dead315ccee77ae4589ccfbec111349c2c922e81b8f92e4093912c6ed"],
    ["amd-mnag", "f216d2acbf8e97738406701642c07158993d19dc6104ddce32513f03f7485899"],
  ])("gives %s the original's fingerprint", (key, fingerprint) => {
    expect(JSON.stringify(documentOf(sweep(entry(key))))).toContain(fingerprint);
  });
});
