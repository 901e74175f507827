import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import { reuseContext } from "../../../src/core/decide/reuse-sources.ts";
import { isWithin } from "../../../src/core/model/places.ts";
import type { MatrixVerdict } from "../../../src/core/decide/validation.ts";
import type { SourceFacts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aComment, aRun, EARLIER, FULL, HEAD, ownComment } from "../../support/build.ts";
import { aFile, documentsOf, ENTRY, exampleFile, someFacts } from "../../support/facts.ts";
import { answerWith, fullSweep } from "../../support/reuse.ts";

const NVIDIA = "configs/nvidia-master.yaml";
const AMD = "configs/amd-master.yaml";
const CHANGELOG = "perf-changelog.yaml";
const RUNNERS = "configs/runners.yaml";
const matrix = decide(someFacts(fullSweep([FULL]))).matrix;

function aSource(more: Partial<SourceFacts> = {}, recipes = exampleFile(NVIDIA)): SourceFacts {
  return {
    sha: EARLIER,
    changedPaths: known([]),
    masters: [aFile(AMD, exampleFile(AMD)), aFile(NVIDIA, recipes)],
    runners: aFile(RUNNERS, exampleFile(RUNNERS)),
    changelog: aFile(CHANGELOG, exampleFile(CHANGELOG) + ENTRY),
    ...more,
  };
}

function contextOf(
  source: SourceFacts | null,
  verdict: MatrixVerdict = matrix,
): ReturnType<typeof reuseContext> {
  return reuseContext(
    someFacts({ ...fullSweep(), sources: source === null ? {} : { [EARLIER]: source } }),
    verdict,
  );
}

describe("whether recipes are what the run measured (decision 15)", () => {
  const other = exampleFile(NVIDIA).replace("v0.21.0", "v0.20.0");
  const unselected = exampleFile(NVIDIA).replace("v0.5.9", "v0.5.8");
  test.each<[string, SourceFacts | null, object]>([
    ["the same", aSource(), { outcome: "pass" }],
    [
      "another image of the selected recipe",
      aSource({}, other),
      { outcome: "fail", values: { path: "tiny-fp8-b200-vllm" } },
    ],
    [
      "the selected recipe was not there",
      aSource({}, "{}\n"),
      { outcome: "fail", values: { path: "tiny-fp8-b200-vllm" } },
    ],
    ["the recipes could not be planned", aSource({}, "a: [\n"), { outcome: "fail" }],
    [
      "one point less",
      aSource({}, exampleFile(NVIDIA).replace("conc-end: 64", "conc-end: 32")),
      { outcome: "fail", values: { path: "tiny-fp8-b200-vllm" } },
    ],
    [
      "a runner of the recipe was not there: no job could run",
      aSource({ runners: aFile(RUNNERS, "labels:\n  mi355x: [mi355x-node_0]\n") }),
      { outcome: "fail", values: { path: RUNNERS } },
    ],
    [
      "the entry came later: nobody measured it, though its recipe is the same",
      aSource({ changelog: aFile(CHANGELOG, exampleFile(CHANGELOG)) }),
      { outcome: "fail", values: { path: CHANGELOG } },
    ],
    [
      "there was no changelog",
      aSource({ changelog: known(null) }),
      { outcome: "fail", values: { path: CHANGELOG } },
    ],
    [
      "only the changelog's comments differ",
      aSource({ changelog: aFile(CHANGELOG, `${exampleFile(CHANGELOG)}# more\n${ENTRY}`) }),
      { outcome: "pass" },
    ],
    [
      "only a comment in the runners differs",
      aSource({ runners: aFile(RUNNERS, `# more\n${exampleFile(RUNNERS)}`) }),
      { outcome: "pass" },
    ],
    [
      "another image of a recipe that is not selected",
      aSource({}, unselected),
      { outcome: "pass" },
    ],
    ["only a comment differs", aSource({}, `# more\n${exampleFile(NVIDIA)}`), { outcome: "pass" }],
    ["not read", null, { outcome: "unknown", values: { cause: "unreadable" } }],
    [
      "read in part",
      aSource({ masters: [unknown("too_large")] }),
      { outcome: "unknown", values: { cause: "too_large" } },
    ],
    [
      "without its runners",
      aSource({ runners: unknown("forbidden") }),
      { outcome: "unknown", values: { cause: "forbidden" } },
    ],
    [
      "without its changelog",
      aSource({ changelog: unknown("not_found") }),
      { outcome: "unknown", values: { cause: "not_found" } },
    ],
  ])("%s", (_story, source, result) => {
    expect(contextOf(source).recipesUnchanged(EARLIER)).toMatchObject({
      rule: "recipes_unchanged",
      ...result,
    });
  });

  test("a second entry that was pushed after the sweep is not published with it", () => {
    const second = ENTRY.replace("tiny-fp8-b200-vllm", "grand-fp4-b200-sglang");
    const documents = documentsOf({ changelog: exampleFile(CHANGELOG) + ENTRY + second });
    const facts = someFacts({ ...fullSweep(), documents, sources: { [EARLIER]: aSource() } });
    const { recipesUnchanged } = reuseContext(facts, decide(facts).matrix);
    expect(recipesUnchanged(EARLIER)).toMatchObject({
      outcome: "fail",
      values: { path: CHANGELOG },
    });
  });

  test("is not known while it is not known which recipes are selected", () => {
    expect(contextOf(aSource(), { kind: "none" }).recipesUnchanged(EARLIER)).toMatchObject({
      outcome: "unknown",
      values: { cause: "none" },
    });
  });
});

describe("whether scripts are what the run executed", () => {
  test.each<[string, SourceFacts | null, object]>([
    ["nothing changed", aSource(), { outcome: "pass" }],
    [
      "documentation changed",
      aSource({ changedPaths: known(["docs/a.md", "benchmarks.md"]) }),
      { outcome: "pass" },
    ],
    [
      "a launcher changed",
      aSource({ changedPaths: known(["docs/a.md", "runners/launch_b200.sh"]) }),
      { outcome: "fail", values: { path: "runners/launch_b200.sh" } },
    ],
    [
      "a list that is cut is not known",
      aSource({ changedPaths: unknown("truncated") }),
      { outcome: "unknown", values: { cause: "truncated" } },
    ],
    ["not read", null, { outcome: "unknown", values: { cause: "unreadable" } }],
  ])("%s", (_story, source, result) => {
    expect(contextOf(source).scriptsUnchanged(EARLIER)).toMatchObject({
      rule: "scripts_unchanged",
      ...result,
    });
  });
});

test("what the head itself measured has not changed, whatever else is unread", () => {
  const context = contextOf(null, { kind: "none" });
  expect([context.recipesUnchanged(HEAD).outcome, context.scriptsUnchanged(HEAD).outcome]).toEqual([
    "pass",
    "pass",
  ]);
});

test.each([
  ["runners/", true, "runners/x.sh"],
  ["runners/", false, "runners"],
  ["runners/", false, "old/runners/x.sh"],
  ["a.yaml", true, "a.yaml"],
  ["a.yaml", false, "a.yaml.bak"],
])("%s holds (%s) %s", (place, holds, path) => {
  expect(isWithin(path, ["never/", place])).toBe(holds);
});

describe("the authorisation from the comments of a pull request", () => {
  const binding = { runId: 900, attempt: 1, sourceSha: EARLIER, headSha: EARLIER, pinned: true };
  const comments = [
    aComment({ id: 1, body: "/reuse-sweep-run 900" }),
    ownComment({ id: 2, body: answerWith({ kind: "bound", commentId: 1, binding }) }),
  ];
  const facts = { ...fullSweep(), comments, runs: [aRun(900, { sourceSha: EARLIER })] };

  test("stands after a push that changes nothing measured", () => {
    expect(decide(someFacts({ ...facts, sources: { [EARLIER]: aSource() } })).reuse).toMatchObject({
      kind: "authorised",
      binding,
    });
  });

  test("is suspended by a push that changes a script, which is named", () => {
    const sources = { [EARLIER]: aSource({ changedPaths: known(["benchmarks/x.sh"]) }) };
    const { reuse, sweep } = decide(someFacts({ ...facts, sources }));
    expect(reuse).toMatchObject({
      kind: "suspended",
      rules: expect.arrayContaining([
        { rule: "scripts_unchanged", outcome: "fail", values: { path: "benchmarks/x.sh" } },
      ]) as unknown,
    });
    expect(sweep.decision).toMatchObject({ code: "permission_unknown" });
  });

  test("keeps the label from starting a sweep (LBL-05)", () => {
    const permissions = { mira: known("write" as const) };
    const whole = someFacts({ ...facts, permissions, sources: { [EARLIER]: aSource() } });
    expect(decide(whole).sweep.decision).toMatchObject({ code: "reuse_authorised" });
  });

  test("is suggested, not assumed, where nobody asked", () => {
    const runs = [aRun(900)];
    expect(decide(someFacts({ ...fullSweep(), runs })).reuse).toMatchObject({
      kind: "none",
      suggestion: { runId: 900 },
    });
    expect(decide(someFacts(fullSweep())).reuse).toEqual({ kind: "none", suggestion: null });
    const pull = { ...fullSweep().pull, state: "closed" as const };
    expect(decide(someFacts({ ...fullSweep(), pull, runs })).reuse).toEqual({
      kind: "none",
      suggestion: null,
    });
  });

  test("a recipe that changes in the head is compared with what the run measured", () => {
    const documents = documentsOf({ recipes: exampleFile(NVIDIA).replace("v0.21.0", "v0.22.0") });
    const sources = { [EARLIER]: aSource() };
    expect(decide(someFacts({ ...facts, documents, sources })).reuse.kind).toBe("suspended");
  });
});
