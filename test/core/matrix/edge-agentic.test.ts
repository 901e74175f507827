import { describe, expect, test } from "@jest/globals";
import { A, fields, MA, rows, W1, workers } from "./fixture.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const none = "kv-offloading: none, conc-list: [1]";
const dram = "kv-offloading: dram, kv-offload-backend: {name: lm}, conc-list: [1]";
const gb = (space: string, utilization: string, runners?: string): unknown =>
  fields(
    rows(A(space, { "dram-utilization": utilization }), runners === undefined ? {} : { runners }),
    "total-cpu-dram-gb",
  );
const node = (mib: string, gpus: number): string =>
  `labels: {}\nhardware: {"cluster:x": {available-cpu-dram-mib: ${mib}, gpus-per-node: ${gpus}}}`;
const prefill = (tp: number): unknown =>
  fields(
    rows(MA(workers(dram, W1.replace("tp: 4", `tp: ${tp}`)), { "dram-utilization": "0.5" })),
    "total-cpu-dram-gb",
  );

const cases: readonly Case[] = [
  [
    54,
    "agentic runners are clusters",
    () => [
      rows(A(`{tp: 8, ${none}}`, {}, { runner: "b200" })),
      fields(rows(A(`{tp: 8, ${none}}`, {}, { runner: '"cluster:"' })), "runner"),
    ],
    ["refused: agentic_runner_not_cluster", ["cluster:"]],
  ],
  [
    55,
    "kv-offloading absent, null, unknown",
    () => [
      rows(A("{tp: 8, conc-list: [1]}")),
      rows(A("{tp: 8, conc-list: [1], kv-offloading: null}")),
      rows(A("{tp: 8, conc-list: [1], kv-offloading: ssd}")),
    ],
    ["refused: offloading_missing", "refused: not_allowed", "refused: not_allowed"],
  ],
  [
    56,
    "backend and utilization go with dram",
    () => [
      rows(A("{tp: 8, kv-offloading: dram, conc-list: [1]}", { "dram-utilization": "0.5" })),
      rows(A(`{tp: 8, kv-offload-backend: {name: lm}, ${none}}`)),
      rows(A("{tp: 8, kv-offload-backend: {name: lm}, conc-list: [1]}")),
      rows(A(`{tp: 8, ${dram}}`)),
    ],
    [
      "refused: offload_backend_missing",
      "refused: offload_backend_with_none",
      "refused: offload_backend_without_offloading, offloading_missing",
      "refused: dram_utilization_missing",
    ],
  ],
  [
    57,
    "utilization out of range; text is refused by decision 21",
    () => ["0", "1.01", '"0.8"', "true"].map((share) => gb(`{tp: 8, ${dram}}`, share)),
    [
      "refused: not_a_share",
      "refused: not_a_share",
      "refused: expected_number",
      "refused: expected_number",
    ],
  ],
  [
    58,
    "shares of a node's memory",
    () =>
      (
        [
          [8, "0.8"],
          [4, "0.8"],
          [3, "0.5"],
          [4, "1"],
        ] as const
      ).map(([tp, share]) => gb(`{tp: ${tp}, ${dram}}`, share)),
    [[1677], [838], [393], [1048]],
  ],
  [
    59,
    "all parallel sizes count",
    () => gb(`{tp: 2, pp: 2, pcp-size: 2, dcp-size: 2, ${dram}}`, "0.5"),
    [1048],
  ],
  [60, "memory is capped", () => gb(`{tp: 8, ${dram}}`, "1.0", node("3_095_781", 8)), [2999]],
  [
    61,
    "exact arithmetic",
    () => [
      gb(`{tp: 4, ${dram}}`, "0.1664", node("3_095_781", 8)),
      gb(`{tp: 4, ${dram}}`, "0.21429", node("860_160", 4)),
    ],
    [[249], [193]],
  ],
  [
    62,
    "tp 16 on nodes of 8",
    () => [gb(`{tp: 16, ${dram}}`, "0.5"), fields(rows(A(`{tp: 16, ${none}}`)), "tp")],
    ["refused: gpus_exceed_node", [16]],
  ],
  [
    63,
    "16 GPUs by product",
    () => gb(`{tp: 4, pp: 2, pcp-size: 2, ${dram}}`, "0.5"),
    "refused: gpus_exceed_node",
  ],
  [
    64,
    "a runner without hardware",
    () => [
      rows(A(`{tp: 8, ${dram}}`, { "dram-utilization": "0.5" }, { runner: '"cluster:y"' })),
      fields(rows(A(`{tp: 8, ${none}}`, {}, { runner: '"cluster:y"' })), "total-cpu-dram-gb"),
    ],
    ["refused: runner_without_hardware", [0]],
  ],
  [
    65,
    "prefill sizes and nodes",
    () => [16, 12, 6, 4].map(prefill),
    [[1048], "refused: gpus_not_whole_nodes", "refused: gpus_do_not_divide_node", [524]],
  ],
  [
    66,
    "topologies of multi-node entries",
    () => [
      rows(MA(workers("tp: 8, conc-list: [1]"))),
      rows(MA(`{prefill: ${W1}, conc-list: [1]}`)),
      rows(MA(workers("pp: 1, conc-list: [1]"))),
      fields(rows(MA(workers("ep: 7, conc-list: [1]"))), "ep"),
    ],
    [
      "refused: field_belongs_in_workers",
      "refused: workers_missing",
      "refused: field_belongs_in_workers",
      [undefined],
    ],
  ],
  [
    67,
    "topologies that contradict multinode",
    () => [rows(MA(`{tp: 8, ${none}}`)), rows(A(workers(none)))],
    ["refused: workers_missing", "refused: workers_in_single_node"],
  ],
  [
    68,
    "multi-node kv-offloading null, absent, none",
    () =>
      ["kv-offloading: null, ", "", "kv-offloading: none, "].map((text) =>
        fields(rows(MA(workers(`${text}conc-list: [1]`))), "kv-offloading"),
      ),
    ["refused: not_allowed", ["none"], ["none"]],
  ],
  [
    69,
    "names of multi-node points",
    () =>
      fields(
        rows(
          MA(
            workers(
              "conc-start: 2, conc-end: 4",
              "{num-worker: 3, tp: 2, ep: 1, dp-attn: false}",
              "{num-worker: 1, tp: 8, ep: 8, dp-attn: true}",
            ),
          ),
        ),
        "conc",
        "exp-name",
      ),
    [
      [[2], "m_p3x2_d1x8ep8dpa_conc2"],
      [[4], "m_p3x2_d1x8ep8dpa_conc4"],
    ],
  ],
  [
    70,
    "dp-attn in quotes, refused by decision 21",
    () => rows(MA(workers("conc-list: [1]", W1.replace("true", '"false"')))),
    "refused: expected_boolean",
  ],
  [
    71,
    "duration and trace-source",
    () => ["duration", "trace-source"].map((name) => rows(A(`{tp: 8, ${none}}`, { [name]: "1" }))),
    ["refused: unknown_field", "refused: unknown_field"],
  ],
  [
    72,
    "a null backend version stays in generated rows",
    () =>
      fields(
        rows(
          A(`{tp: 8, ${dram.replace("{name: lm}", "{name: lm, version: null}")}}`, {
            "dram-utilization": "0.5",
          }),
        ),
        "kv-offload-backend",
      ),
    [{ name: "lm", version: null }],
  ],
  [
    73,
    "the name carries the decoding, and rows without evals no run-eval",
    () =>
      fields(
        rows(A(`{tp: 8, spec-decoding: mtp, ${none}}`), { evals: "none" }),
        "exp-name",
        "run-eval",
      ),
    [["m_tp8_conc1_kvnone_spec-mtp", undefined]],
  ],
];

describe("edge cases of agentic recipes (spec/matrix §10.2)", () => {
  test.each(cases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });
});
