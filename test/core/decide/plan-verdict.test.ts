import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { MatrixVerdict } from "../../../src/core/decide/validation.ts";
import { sweepOptionsOf } from "../../../src/core/decide/sweep-options.ts";
import { DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { entry, sweep } from "../matrix/repository.ts";
import { aComment, aPull } from "../../support/build.ts";
import { configured, documentsOf, exampleFile, someFacts } from "../../support/facts.ts";

const NVIDIA = exampleFile("configs/nvidia-master.yaml");
const newerImage = NVIDIA.replace(/vllm\/vllm-openai:v\S+/u, "vllm/vllm-openai:v9");
const broken = newerImage.replace("{ tp:", "{ tpp:");

function matrixOf(more: Partial<Facts>): MatrixVerdict {
  return decide(someFacts(more)).matrix;
}

describe("the verdict of a plan", () => {
  test("carries what runs, by recipe and scenario, and what it adds up to", () => {
    const matrix = matrixOf({ documents: documentsOf({ recipes: newerImage }) });
    expect(matrix).toMatchObject({
      kind: "planned",
      summary: [
        { key: "tiny-fp8-b200-vllm", scenario: "1k1k", purpose: "throughput", poolSize: 4 },
        { scenario: "8k1k", purpose: "throughput" },
        { scenario: "8k1k", purpose: "eval" },
      ],
      changes: [
        {
          key: "tiny-fp8-b200-vllm",
          image: { base: expect.stringContaining("vllm"), head: "vllm/vllm-openai:v9" },
          selectedAt: [13],
          unselected: [],
        },
      ],
    });
    if (matrix.kind !== "planned") throw new Error(matrix.kind);
    expect(matrix.totals.jobs).toBe(matrix.jobs);
  });

  test("carries what changes where nothing can run", () => {
    const matrix = matrixOf({ documents: documentsOf({ recipes: broken }) });
    expect(matrix).toMatchObject({
      kind: "problems",
      changes: [{ key: "tiny-fp8-b200-vllm", points: null }],
    });
  });

  test("counts GPU-hours by the minutes in the settings", () => {
    const hours = (nominalMinutes: object): number => {
      const config = configured({ sweep: { nominalMinutes } });
      const matrix = matrixOf({ config });
      if (matrix.kind !== "planned") throw new Error(matrix.kind);
      return matrix.totals.gpuHours;
    };
    const none = { "1k1k": 0.001, "8k1k": 0.001, eval: 0.001 };
    expect(hours({ ...none, eval: 60 })).toBeCloseTo(4 * hours({ ...none, eval: 15 }), 0);
    expect(hours({ agentic: 1_000, other: 1_000 })).toBe(hours({}));
  });

  test("estimates by default as the command line does without settings", () => {
    const { nominalMinutes } = sweepOptionsOf([], DEFAULT_CONFIG);
    const summaries = [{}, { options: { nominalMinutes } }].map((change) => {
      const plan = sweep(entry("nv.a, nv.b, amd-ag, amd-mn"), change as object);
      return plan.kind === "matrix" ? plan.summary : plan.problems;
    });
    expect(summaries[1]).toEqual(summaries[0]);
  });
});

describe("/sweep plan", () => {
  const comment = aComment({ id: 5, body: "/sweep plan" });
  const asked = (more: Partial<Facts> = {}): Facts =>
    someFacts({ comments: [comment], permissions: { mira: known("read") }, ...more });
  const outcomeOf = (facts: Facts): unknown => {
    const { answers, waiting } = decide(facts).commands;
    return waiting.length > 0 ? "waits" : answers.map(({ record }) => record.outcome).join();
  };
  const runnersUnread = (facts: Facts): Facts["documents"] => ({
    ...facts.documents,
    runners: { base: unknown("forbidden"), head: unknown("forbidden") },
  });

  test("is answered with the verdicts of the same pass, for everybody who can read", () => {
    const verdicts = decide(asked());
    expect(verdicts.commands.answers[0]?.replies).toEqual([
      {
        kind: "sweepPlan",
        change: { changelog: verdicts.changelog, matrix: verdicts.matrix },
      },
    ]);
    expect(outcomeOf(asked())).toBe("done");
  });

  test.each<[string, Partial<Facts>, string]>([
    ["problems", { documents: documentsOf({ recipes: broken }) }, "done"],
    ["a closed pull request", { pull: aPull({ state: "closed" }) }, "done"],
    ["somebody who cannot read", { permissions: { mira: known("none") } }, "refused"],
  ])("with %s is answered: %s", (_, more, outcome) => {
    expect(outcomeOf(asked(more))).toBe(outcome);
  });

  test("waits while the recipes cannot be read, and after that says so", () => {
    const facts = asked();
    const unread = { ...facts, documents: runnersUnread(facts) };
    expect(outcomeOf(unread)).toBe("waits");
    const comments = [{ ...comment, reactionCounts: { eyes: 1 } }];
    const late = { ...unread, comments, now: comment.updatedAt + 11 * 60_000 };
    expect(outcomeOf(late)).toBe("refused");
  });
});
