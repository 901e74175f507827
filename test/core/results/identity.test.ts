import { expect, test } from "@jest/globals";
import { parseBenchRow } from "../../../src/core/results/bench-row.ts";
import { agenticRow } from "../../support/results.ts";

/** A row whose cache is kept by this program, named as newer rows name it. */
function keptBy(name: string): string | null {
  return parseBenchRow(agenticRow({ kv_offload_backend: { name } })).identity;
}

test("rows that differ in a nested name are two, and an old name of a field is read (REU-11)", () => {
  expect(keptBy("a")).not.toBeNull();
  expect(keptBy("a")).not.toBe(keptBy("b"));
  expect(keptBy("a")).toBe(parseBenchRow(agenticRow({ kv_offload_backend: "a" })).identity);
  const old = parseBenchRow(agenticRow({ infmax_model_prefix: undefined, model: "tiny" }));
  const recent = parseBenchRow(agenticRow({ infmax_model_prefix: "tiny", model: "elsewhere" }));
  expect(old.identity).toBe(recent.identity);
});
