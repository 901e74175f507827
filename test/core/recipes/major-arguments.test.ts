import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { known } from "../../../src/core/model/reading.ts";
import type { SourceSide } from "../../../src/core/model/sources.ts";
import { documentedValues, isMentioned } from "../../../src/core/recipes/documented-arguments.ts";
import { compareArguments } from "../../../src/core/recipes/major-arguments.ts";
import {
  type ArgumentsPolicy,
  parseArgumentsPolicy,
} from "../../../src/core/recipes/policy-arguments.ts";
import { loadShellParser } from "../../../src/shell/parse-shell.ts";
import { S } from "../matrix/fixture.ts";
import { inputOf } from "./recipe-input.ts";

const parse = await loadShellParser();
const SCRIPT = "benchmarks/single_node/fixed_seq_len/m_fp8_b200.sh";
const policy = shippedPolicy();

function shippedPolicy(): ArgumentsPolicy {
  const path = join(import.meta.dirname, "..", "..", "..", "policy", "arguments.yml");
  const parsed = parseArgumentsPolicy(readFileSync(path, "utf8"));
  if (!("valued" in parsed)) throw new Error(JSON.stringify(parsed));
  return parsed;
}

/** A script that two points run, on four and on eight GPUs, beside what upstream says. */
function compared(
  script: string | null,
  text: string,
  spaces = "{tp: 4, conc-list: [4]}, {tp: 8, conc-list: [4]}",
): string {
  const { points } = inputOf({
    head: { k: S(spaces) },
    atHead: { [SCRIPT]: script ?? "" },
  });
  const source = script === null ? null : { path: SCRIPT, text: script, shell: parse(script) };
  const head: SourceSide = {
    commitSha: "a",
    tree: known([]),
    texts: { [SCRIPT]: known(source) },
  };
  const verdict = compareArguments({ points: points.all, head, policy, texts: [text] });
  const said = "items" in verdict ? verdict.items : "count" in verdict ? [verdict.count] : [];
  return [verdict.kind, ...said].join(" | ");
}

const FOUND = "On B200 serve org/M with";

describe("major arguments of scripts and of what upstream documents (spec/signoff §3.3 c)", () => {
  test.each<[string, string, string, string]>([
    [
      "the same value",
      "vllm serve $MODEL --kv-cache-dtype fp8",
      `${FOUND} --kv-cache-dtype fp8`,
      "match | 3",
    ],
    [
      "the same value in YAML, under another name",
      "vllm serve $MODEL -tp 8",
      `${FOUND}\ntensor_parallel_size: 8\n`,
      "match | 3",
    ],
    [
      "in a list",
      "vllm serve $MODEL --quantization=fp8",
      `${FOUND} ["--quantization", "fp8"]`,
      "match | 3",
    ],
    [
      "another value only",
      "vllm serve $MODEL --kv-cache-dtype fp8",
      `${FOUND} --kv-cache-dtype auto`,
      "contradiction | --kv-cache-dtype fp8",
    ],
    [
      "another value, and the right one elsewhere",
      "vllm serve $MODEL --kv-cache-dtype fp8",
      `${FOUND} --kv-cache-dtype auto or --kv-cache-dtype=fp8`,
      "match | 3",
    ],
    [
      "not mentioned",
      "vllm serve $MODEL --kv-cache-dtype fp8",
      FOUND,
      "unclear | --kv-cache-dtype fp8",
    ],
    [
      "a value of the search space that upstream names",
      'vllm serve $MODEL --tensor-parallel-size "$TP"',
      `${FOUND} --tensor-parallel-size 8`,
      "match | 3",
    ],
    [
      "none of the values of the search space",
      'vllm serve $MODEL --tensor-parallel-size "$TP"',
      `${FOUND} --tensor-parallel-size 2`,
      "unclear | --tensor-parallel-size $TP",
    ],
    [
      "a variable of nobody",
      "vllm serve $MODEL --quantization $Q",
      `${FOUND} --quantization fp8`,
      "unclear | --quantization ?",
    ],
    [
      "a variable that the script sets",
      'Q=fp8\nARGS=(--quantization $Q)\nvllm serve $MODEL "${ARGS[@]}"',
      `${FOUND} --quantization fp8`,
      "match | 3",
    ],
    [
      "a switch",
      "vllm serve $MODEL --enable-expert-parallel",
      `${FOUND} --enable-expert-parallel`,
      "match | 3",
    ],
    [
      "a switch that upstream does not have",
      "vllm serve $MODEL --enable-expert-parallel",
      FOUND,
      "unclear | --enable-expert-parallel",
    ],
    [
      "arguments that decide nothing",
      'vllm serve $MODEL --port "$PORT" --max-num-seqs 512 --gpu-memory-utilization 0.9',
      FOUND,
      "match | 2",
    ],
    [
      "the other engine",
      "python3 -m sglang.launch_server --model-path $MODEL --attention-backend trtllm_mla",
      `${FOUND} --attention-backend trtllm_mla`,
      "match | 3",
    ],
    [
      "speculation in JSON",
      `vllm serve $MODEL --speculative-config '{"method": "mtp", "num_speculative_tokens": 3}'`,
      `${FOUND} {"method": "eagle3"}`,
      "contradiction | --speculative-config method mtp",
    ],
    [
      "only evals start it so",
      'if [ "$EVAL_ONLY" = true ]; then vllm serve $MODEL --quantization fp4; else vllm serve $MODEL; fi',
      FOUND,
      "match | 2",
    ],
    ["another model", "vllm serve $MODEL", "On B200: vllm serve org/Other", "unclear | org/M"],
    ["other hardware", "vllm serve $MODEL", "On H100: vllm serve org/M", "unclear | b200"],
    ["no server that is known", "./start.sh", FOUND, "notCompared"],
    ["words that nobody knows", "vllm serve $MODEL $(flags)", FOUND, "notCompared"],
    ["an empty page", "vllm serve $MODEL", " \n", "notCompared"],
  ])("%s", (_, script, text, expected) => {
    expect(compared(script, text)).toBe(expected);
  });

  test("a script that is not there is not compared", () => {
    expect(compared(null, FOUND)).toBe("notCompared");
  });
});

describe("what a page says", () => {
  test.each([
    ["--tp 8", ["8"]],
    ["tp 8 and more", []],
    ["--tp=8 --tp-size 4", ["8", "4"]],
    ["tensor-parallel-sizes: 8", []],
    ["--tensor-parallel-size --port 1", []],
    ["`--tensor-parallel-size` `16`", ["16"]],
  ])("%s", (text, values) => {
    expect(documentedValues(["tp", "tp-size", "tensor-parallel-size"], text)).toEqual(values);
  });

  test("a name counts as a word of its own", () => {
    expect(isMentioned("org/M", "org/M-2 and org/Mx")).toBe(false);
    expect(isMentioned("b200", "gb200, B200.")).toBe(true);
    expect(isMentioned("b200", "gb200")).toBe(false);
  });

  test("a text made to be slow is done at once", () => {
    const started = performance.now();
    documentedValues(["tensor-parallel-size"], "tensor-parallel-size ".repeat(40_000));
    documentedValues(["tp"], `--tp${" ".repeat(200_000)}`);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
