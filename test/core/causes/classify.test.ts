import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { SHIPPED_SCHEMAS } from "../../../scripts/write-schemas.ts";
import { classify, type Evidence } from "../../../src/core/causes/classify.ts";
import { digestOf, Signatures } from "../../../src/core/causes/signatures.ts";
import { CAUSE_CLASSES, type CauseReading, type Place } from "../../../src/core/model/cause.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { loadSignatures } from "../../../src/signatures.ts";

const signatures = loadSignatures();
const FILE = new URL("../../../signatures/failures.yml", import.meta.url);
/** What a benchmark writes on any day, bad words included that mean nothing. */
const NOISE = [
  "Current runner version: '2.330.0'",
  "INFO 03-02 10:29:03 Capturing cudagraphs. If out-of-memory error occurs, consider decreasing `gpu_memory_utilization`.",
  "NCCL version 2.27.3+cuda12.9",
  "WARNING: error rate 0.0, timed_out=False, failed requests: 0",
  "Error response from daemon: No such container: bench-server",
  "INFO: Connection reset by peer, trying again",
];

/** A job that failed, with these lines in its log, each with GitHub's time stamp. */
function evidence(lines: readonly string[], more: Partial<Evidence> = {}): Evidence {
  const text = lines.map((line) => `2026-03-02T10:00:00.1234567Z ${line}`).join("\n");
  return {
    job: { conclusion: "failure", failedStep: "Benchmark" },
    annotations: known([{ level: "failure", message: "Process completed with exit code 1." }]),
    log: known({ parts: [{ firstLine: 1, text }] }),
    ...more,
  };
}

function found(given: Evidence): CauseReading {
  return classify(given, signatures);
}

function classOf(given: Evidence): string | null {
  const cause = found(given);
  return cause.kind === "known" ? (cause.value?.class ?? null) : cause.cause;
}

const EXAMPLES = signatures.flatMap(({ class: name, where, examples }) =>
  examples.map((line) => [name, where[0] ?? "log", line] as const),
);

/** The example where its signature looks for it. */
function exampleAt(where: Place, line: string): Evidence {
  switch (where) {
    case "log":
      return evidence([...NOISE, line, ...NOISE]);
    case "annotation":
      return evidence(NOISE, { annotations: known([{ level: "failure", message: line }]) });
    case "step":
      return evidence(NOISE, { job: { conclusion: "failure", failedStep: line } });
    case "conclusion":
      return evidence(NOISE, { job: { conclusion: "timed_out", failedStep: null } });
  }
}

describe("the signatures", () => {
  test.each(EXAMPLES)("find %s in the %s: %s", (name, where, line) => {
    const cause = found(exampleAt(where, line));
    expect(cause).toMatchObject({ kind: "known", value: { class: name, where } });
  });

  test.each(CAUSE_CLASSES)("give at least three examples of %s", (name) => {
    expect(EXAMPLES.filter(([each]) => each === name).length).toBeGreaterThanOrEqual(3);
  });

  test("call these the machine's fault, and no other", () => {
    const machines = signatures.filter(({ infrastructure }) => infrastructure);
    expect(new Set(machines.map((each) => each.class))).toEqual(
      new Set(["runner_lost", "checkout_permission", "disk_full", "network", "container_start"]),
    );
    const others = signatures.filter(({ infrastructure }) => !infrastructure);
    expect(others.some((one) => machines.some((each) => each.class === one.class))).toBe(false);
  });

  test("find nothing in an ordinary log", () => {
    expect(found(evidence(NOISE))).toEqual(known(null));
  });

  test("keep to the schema that editors use", () => {
    const text = readFileSync(FILE, "utf8");
    const accepts = new Ajv({ strict: true }).compile(
      SHIPPED_SCHEMAS["failures.schema.json"] ?? {},
    );
    expect(accepts(parse(text))).toBe(true);
    expect(Signatures.safeParse([{ class: "bad_luck" }]).success).toBe(false);
  });

  test("are named by what they say", () => {
    expect(digestOf(signatures)).toMatch(/^[0-9a-f]{12}$/u);
    expect(digestOf(signatures.slice(1))).not.toBe(digestOf(signatures));
  });
});

describe("a log in which several match", () => {
  const oom = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB";
  const nccl = "RuntimeError: NCCL error: unhandled cuda error";

  test.each([
    ["whichever comes first in the log", [nccl, oom]],
    ["also the other way round", [oom, nccl]],
  ])("is explained by the signature that stands first, %s", (_, lines) => {
    expect(classOf(evidence(lines))).toBe("gpu_out_of_memory");
  });

  test("a download that was tried again does not hide what happened later", () => {
    const slow = "HTTPSConnectionPool(host='huggingface.co', port=443): Read timed out. Retrying";
    expect(classOf(evidence([slow, nccl]))).toBe("collective");
    expect(classOf(evidence([slow]))).toBe("network");
  });

  test("names the first line that matches, with its number", () => {
    const cause = found(evidence([...NOISE, oom, "CUDA out of memory again"]));
    expect(cause).toMatchObject({ value: { text: oom, line: NOISE.length + 1, where: "log" } });
  });

  test("counts on from where the kept tail of a long log begins", () => {
    const log = known({
      parts: [
        { firstLine: 1, text: "a\nb" },
        { firstLine: 9_001, text: `half a line\n${nccl}` },
      ],
    });
    expect(found(evidence([], { log }))).toMatchObject({ value: { line: 9_002 } });
  });
});

describe("what does not count", () => {
  test("the text of a command, which GitHub prints before the step runs", () => {
    const shown = ["##[group]Run bash bench.sh", "grep 'CUDA out of memory' log", "##[endgroup]"];
    expect(found(evidence(shown))).toEqual(known(null));
    expect(classOf(evidence([...shown, "CUDA out of memory"]))).toBe("gpu_out_of_memory");
  });

  test("annotations that are no failures", () => {
    const notes = known([{ level: "warning", message: "No space left on device" }]);
    expect(found(evidence([], { annotations: notes }))).toEqual(known(null));
  });

  test("words beyond the first 2,000 characters of a line", () => {
    expect(found(evidence([`${"x".repeat(2_000)} CUDA out of memory`]))).toEqual(known(null));
  });
});

describe("what could not be read", () => {
  const gone = unknown("not_found");

  test.each<[string, Partial<Evidence>, CauseReading]>([
    ["the log", { log: gone }, gone],
    ["the annotations", { annotations: unknown("forbidden") }, unknown("forbidden")],
  ])("%s: is unknown, never guessed", (_, missing, expected) => {
    expect(found(evidence(NOISE, missing))).toEqual(expected);
  });

  test("leaves what the rest says: a runner that was lost has no log", () => {
    const message = "The self-hosted runner: b200-01 lost communication with the server.";
    const annotations = known([{ level: "failure", message }]);
    expect(classOf(evidence([], { log: gone, annotations }))).toBe("runner_lost");
    const log = evidence(["CUDA out of memory"], { annotations: unknown("unreadable") });
    expect(classOf(log)).toBe("gpu_out_of_memory");
  });
});

describe("a hostile log", () => {
  const escape = String.fromCharCode(27);

  test("in colours is read as it looks", () => {
    const red = `${escape}[31;1mCUDA out of${escape}[0m memory${escape}[K`;
    expect(found(evidence([red]))).toMatchObject({ value: { text: "CUDA out of memory" } });
  });

  test("of one line of a megabyte is looked at in its first 2,000 characters only", () => {
    const line = "accuracy less than ".repeat(60_000);
    expect(found(evidence([`${line} threshold`]))).toEqual(known(null));
    expect(classOf(evidence([`${line.slice(0, 1_900)} threshold`]))).toBe(
      "accuracy_below_threshold",
    );
  });

  test("leaves at most 300 characters, none of which a database refuses", () => {
    const line = `CUDA out of memory \u0000\uD800${"😀".repeat(300)}`;
    const cause = found(evidence([line]));
    const text = cause.kind === "known" ? (cause.value?.text ?? "") : "";
    expect(text.length).toBeLessThanOrEqual(300);
    expect(text).toMatch(/^CUDA out of memory /u);
    expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  });
});
