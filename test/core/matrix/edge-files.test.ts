import { describe, expect, test } from "@jest/globals";
import { A, fields, M, MD, master, rows, rowsOf, S, W1, W2, workers } from "./fixture.ts";

type Case = readonly [number: string, title: string, actual: () => unknown, expected: unknown];

const tp8 = "tp: 8, conc-list: [4]";
const mn = (top: string): string => workers(`conc-list: [4]${top}`);
const router = (text: string): unknown => fields(rows(S(`{${tp8}}`, { router: text })), "router");

const cases: readonly Case[] = [
  [
    "28",
    "one key twice in a file, refused by decision 21",
    () => rowsOf(`k: ${S(`{${tp8}}`)}\nk: ${S("{tp: 4, conc-list: [4]}")}`),
    "refused: yaml_duplicate_key",
  ],
  [
    "29",
    "one key in two files",
    () => rowsOf([`k: ${S(`{${tp8}}`)}`, `k: ${S(`{${tp8}}`)}`]),
    "refused: key_in_two_files",
  ],
  [
    "30",
    "odd keys",
    () => ['"k*"', "12", '"k?"'].map((key) => fields(rowsOf(`${key}: ${S(`{${tp8}}`)}`), "conc")),
    ["refused: wildcard_in_key", "refused: yaml_key_not_text", [4]],
  ],
  [
    "31",
    "files that are no mapping, or no YAML",
    () => ["- a", "", "a: {}\n---\nb: {}", "a: [1"].map((text) => rowsOf(text)),
    [
      "refused: master_not_a_mapping",
      "refused: master_not_a_mapping",
      "refused: yaml_several_documents",
      "refused: yaml_missing_character",
    ],
  ],
  ["32", "an entry that is text", () => rowsOf("k: text"), "refused: expected_mapping"],
  [
    "33",
    "an invalid entry that nobody asked for",
    () => rowsOf(master({ k: S(`{${tp8}}`), other: S("{tp: 8}") }), { keys: ["k"] }),
    "refused: concurrency_missing",
  ],
  [
    "34",
    "multinode in all forms; 0 and 1 are refused by decision 21",
    () => [
      ...[null, "null", '"false"', "0"].map((multinode) => rows(S(`{${tp8}}`, { multinode }))),
      rows(M(mn(""), { multinode: "1" })),
    ],
    [
      "refused: missing_field",
      "refused: not_allowed",
      "refused: not_allowed_near",
      "refused: not_allowed",
      "refused: not_allowed",
    ],
  ],
  [
    "35",
    "precision as number, image missing, image empty",
    () => [
      rows(S(`{${tp8}}`, { precision: "8" })),
      rows(S(`{${tp8}}`, { image: null })),
      fields(rows(S(`{${tp8}}`, { image: '""' })), "image"),
    ],
    ["refused: expected_text", "refused: missing_field", [""]],
  ],
  [
    "36",
    "single-node disagg; 0 is refused by decision 21",
    () => ["true", "0", "no"].map((disagg) => fields(rows(S(`{${tp8}}`, { disagg })), "disagg")),
    ["refused: not_allowed", "refused: not_allowed", [false]],
  ],
  [
    "37",
    "disagg in quotes, refused by decision 21",
    () => rows(M(mn(""), { disagg: '"false"' })),
    "refused: expected_boolean",
  ],
  [
    "38",
    "scenarios without a scenario",
    () => ["{}", "{fixed-seq-len: []}", "{foo: []}"].map((scenarios) => rows(S("", { scenarios }))),
    ["refused: no_scenarios", "refused: empty_list", "refused: unknown_field"],
  ],
  [
    "39",
    "a null scenario",
    () => rows(S("", { scenarios: "{fixed-seq-len: null}" })),
    "refused: expected_list",
  ],
  [
    "40",
    "a transfer in a single-node recipe",
    () => [
      rows(S(`{${tp8}}`, { "kv-p2p-transfer": "nixl" })),
      rows(S(`{${tp8}, kv-p2p-transfer: nixl}`)),
    ],
    ["refused: unknown_field", "refused: unknown_field"],
  ],
  [
    "41",
    "a transfer in a single-node agentic entry",
    () => rows(A(`{${tp8}, kv-offloading: none, kv-p2p-transfer: nixl}`)),
    "refused: transfer_in_single_node",
  ],
  [
    "42",
    "disagg without a transfer, with it everywhere, with it once",
    () => [
      rows(M(mn(""), { disagg: "true" })),
      fields(
        rows(M(`${mn(", kv-p2p-transfer: a")}, ${mn(", kv-p2p-transfer: b")}`, { disagg: "true" })),
        "kv-p2p-transfer",
      ),
      rows(M(`${mn(", kv-p2p-transfer: a")}, ${mn("")}`, { disagg: "true" })),
    ],
    ["refused: transfer_missing", ["a", "b"], "refused: transfer_missing"],
  ],
  [
    "43",
    "a transfer on one of two entries, not disaggregated",
    () => fields(rows(M(`${mn(", kv-p2p-transfer: a")}, ${mn("")}`)), "kv-p2p-transfer"),
    ["a", undefined],
  ],
  [
    "44",
    "transfer and router at both scopes",
    () => [
      rows(MD(mn(", kv-p2p-transfer: a"))),
      rows(S(`{${tp8}, router: {name: a, version: "1"}}`, { router: '{name: a, version: "1"}' })),
    ],
    ["refused: component_at_both_scopes", "refused: component_at_both_scopes"],
  ],
  [
    "45",
    "router: null that hides the recipe's router, refused by decision 21",
    () => rows(S(`{${tp8}, router: null}`, { router: '{name: a, version: "1"}' })),
    "refused: expected_mapping",
  ],
  [
    "46",
    "broken routers",
    () => [
      router("{name: a}"),
      ...["1.2", "1234567", "2025-01-01", '""', '"image:x"'].map((version) =>
        router(`{name: a, version: ${version}}`),
      ),
      router('{name: a, version: "1", more: 1}'),
    ],
    [
      "refused: missing_field",
      "refused: expected_text",
      "refused: expected_text",
      "refused: expected_text",
      "refused: empty_text",
      "refused: image_as_version",
      "refused: unknown_field",
    ],
  ],
  [
    "47",
    "a router keeps its own order in the generator's rows",
    () => JSON.stringify(router('{version: "1", name: r}')),
    '[{"version":"1","name":"r"}]',
  ],
  [
    "48",
    "hardware on one side, and empty",
    () =>
      ["x", '""'].map((hardware) =>
        rows(M(workers("conc-list: [4]", W1.replace("{", `{hardware: ${hardware}, `), W2))),
      ),
    ["refused: hardware_on_one_side", "refused: empty_text"],
  ],
  [
    "49",
    "additional-settings null, and of numbers",
    () =>
      ["null", "[1]"].map((settings) => {
        const worker = W1.replace("{", `{additional-settings: ${settings}, `);
        const made = rows(M(workers("conc-list: [4]", worker)));
        return typeof made === "string"
          ? made
          : (made[0]?.["prefill"] as Record<string, unknown>)["additional-settings"];
      }),
    [null, "refused: expected_text"],
  ],
  [
    "50",
    "a worker keeps its own order",
    () => {
      const text =
        "{dcp-size: 1, pp: 1, num-worker: 1, tp: 4, ep: 4, dp-attn: true, additional-settings: [], hardware: h}";
      const made = rows(M(workers("conc-list: [4]", text, W2.replace("{", "{hardware: h, "))));
      return typeof made === "string"
        ? made
        : Object.keys(made[0]?.["prefill"] as object).join(" ");
    },
    "dcp-size pp num-worker tp ep dp-attn additional-settings hardware pcp-size",
  ],
  [
    "51",
    "num_worker, refused by decision 21",
    () => rows(M(workers("conc-list: [4]", W1.replace("num-worker", "num_worker")))),
    "refused: underscore_field",
  ],
  [
    "52",
    "pp or tp beside workers",
    () => [rows(M(mn(", pp: 1"))), rows(M(mn(", tp: 1")))],
    ["refused: unknown_field", "refused: unknown_field"],
  ],
  [
    "53",
    "merge keys",
    () => fields(rowsOf(`x: &b ${S(`{${tp8}}`)}\nk: {<<: *b, runner: b201}`), "runner"),
    ["b200", "b201"],
  ],
];

describe("edge cases of whole files and components (spec/matrix §10.1)", () => {
  test.each(cases)("#%s %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });
});
