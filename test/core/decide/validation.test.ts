import { describe, expect, test } from "@jest/globals";
import { decideChangelog, linkRepository } from "../../../src/core/decide/changelog.ts";
import { decideMatrix } from "../../../src/core/decide/matrix.ts";
import type { ChangelogVerdict, MatrixVerdict } from "../../../src/core/decide/validation.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { aPull, FULL, labelled } from "../../support/build.ts";
import { configured, documentsOf, ENTRY, exampleFile, someFacts } from "../../support/facts.ts";

const BEFORE = exampleFile("perf-changelog.yaml");
const NVIDIA = exampleFile("configs/nvidia-master.yaml");
const OTHERS = `\n- config-keys: [tiny-fp8-mi355x-sglang]\n  description: [x]\n  pr-link: https://github.com/acme/gpu-benchmarks/pull/41\n`;
const recipeFiles = known([
  {
    path: "configs/nvidia-master.yaml",
    previousPath: null,
    status: "modified" as const,
    blobSha: "1",
  },
  { path: "README.md", previousPath: null, status: "modified" as const, blobSha: "2" },
]);

function changelogOf(more: Partial<Facts>): ChangelogVerdict {
  return decideChangelog(someFacts(more));
}

function matrixOf(more: Partial<Facts>): MatrixVerdict {
  const facts = someFacts(more);
  return decideMatrix(facts, decideChangelog(facts));
}

describe("what the changelog contract says", () => {
  test.each<[string, Partial<Facts>, object]>([
    [
      "an appended entry",
      {},
      { kind: "valid", additions: 1, corrections: 0, keys: ["tiny-fp8-b200-vllm"] },
    ],
    [
      "a key named twice is named once",
      { documents: documentsOf({ changelog: BEFORE + ENTRY + ENTRY }) },
      { kind: "valid", additions: 2, keys: ["tiny-fp8-b200-vllm"] },
    ],
    [
      "a corrected link",
      { documents: documentsOf({ changelog: BEFORE.replace("pull/2", "pull/3") }) },
      { kind: "valid", additions: 0, corrections: 1 },
    ],
    [
      "nothing",
      { documents: documentsOf({ changelog: BEFORE }) },
      { kind: "untouched", recipePaths: [] },
    ],
    [
      "recipes without an entry (CHG-09)",
      { documents: documentsOf({ changelog: BEFORE }), files: recipeFiles },
      { kind: "untouched", recipePaths: ["configs/nvidia-master.yaml"] },
    ],
    [
      "no entry, and the files are not known",
      { documents: documentsOf({ changelog: BEFORE }), files: unknown("truncated") },
      { kind: "untouched", recipePaths: [] },
    ],
    [
      "an edited history",
      { documents: documentsOf({ changelog: BEFORE.replace("First", "Second") + ENTRY }) },
      { kind: "invalid" },
    ],
    ["another pull request's link", { pull: aPull({ number: 43 }) }, { kind: "invalid" }],
    [
      "the base has moved on without a clash",
      {
        documents: documentsOf({
          changelog: BEFORE.replace("pull/1", "pull/3"),
          changelogTip: BEFORE + OTHERS,
        }),
      },
      { kind: "behind" },
    ],
    [
      "both sides append",
      { documents: documentsOf({ changelogTip: BEFORE + OTHERS }) },
      { kind: "conflict" },
    ],
    [
      "the head cannot be read",
      {
        documents: {
          ...documentsOf(),
          changelog: { ...documentsOf().changelog, head: unknown("too_large") },
        },
      },
      { kind: "unknown", cause: "too_large" },
    ],
  ])("%s", (_story, more, verdict) => {
    expect(changelogOf(more)).toMatchObject(verdict);
  });

  test("links name this repository, or the one of the configuration", () => {
    expect(linkRepository(someFacts())).toBe("acme/gpu-benchmarks");
    const config = configured({ changelog: { linkRepository: "SemiAnalysisAI/InferenceX" } });
    expect(linkRepository(someFacts({ config }))).toBe("SemiAnalysisAI/InferenceX");
    expect(changelogOf({ config }).kind).toBe("invalid");
  });
});

describe("what a sweep would run", () => {
  const planned = matrixOf(labelled([FULL]));
  test("counts jobs by family, as job names call them", () => {
    expect(planned).toMatchObject({
      kind: "planned",
      families: { "single-node 1k1k": 9, "single-node 8k1k": 10, eval: 4, canary: 1 },
      jobs: 24,
      keys: ["tiny-fp8-b200-vllm"],
      agentic: false,
    });
  });

  test.each<[string, readonly string[], number]>([
    ["no label: as a full sweep", [], 24],
    ["trimmed to the lowest concurrency", ["sweep-enabled"], 8],
    ["evals only", [FULL, "evals-only"], 4],
    ["two primaries: untrimmed, and nothing runs anyway", [FULL, "sweep-enabled"], 24],
  ])("%s", (_story, labels, jobs) => {
    expect(matrixOf(labelled(labels))).toMatchObject({ kind: "planned", jobs });
  });

  const broken = documentsOf({ recipes: NVIDIA.replace("runner: b200", "runner: b2000") });
  test.each<[string, Partial<Facts>, object]>([
    [
      "nothing without an entry",
      { documents: documentsOf({ changelog: BEFORE }) },
      { kind: "none" },
    ],
    [
      "nothing for a corrected link",
      { documents: documentsOf({ changelog: BEFORE.replace("pull/2", "pull/3") }) },
      { kind: "none" },
    ],
    [
      "not known while a recipe file cannot be read",
      {
        documents: {
          ...documentsOf(),
          masters: [{ path: "a", base: known(null), head: unknown("too_large") }],
        },
      },
      { kind: "unknown", cause: "too_large" },
    ],
    ["problems of the recipes", { documents: broken }, { kind: "problems" }],
    [
      "problems of recipes although the changelog is broken, too",
      { documents: { ...broken, changelog: documentsOf({ changelog: "broken" }).changelog } },
      { kind: "problems" },
    ],
    [
      "nothing where only the changelog is broken",
      { documents: documentsOf({ changelog: "broken" }) },
      { kind: "none" },
    ],
  ])("%s", (_story, more, verdict) => {
    expect(matrixOf(more)).toMatchObject(verdict);
  });

  test("a refusal of size has its own verdict (decision 8)", () => {
    const space = "          - { tp: 4, conc-start: 4, conc-end: 64 }\n";
    const many = Array.from({ length: 300 }, (_, index) => index + 1).join(", ");
    const recipes = NVIDIA.replace(space, `          - { tp: 4, conc-list: [${many}] }\n`);
    expect(matrixOf({ documents: documentsOf({ recipes }) })).toMatchObject({
      kind: "tooLarge",
      family: expect.stringMatching(/./u) as unknown,
      jobs: expect.any(Number) as unknown,
    });
  });

  test("evals only of a recipe that has none is refused as empty", () => {
    const changelog = BEFORE + ENTRY.replace("tiny-fp8-b200-vllm", "tiny-fp8-mi355x-sglang");
    const more = { ...labelled([FULL, "evals-only"]), documents: documentsOf({ changelog }) };
    expect(matrixOf(more).kind).toBe("empty");
  });

  test("stays planned while revisions are not known: only the digest's commits are missing", () => {
    expect(matrixOf({ revisions: unknown("forbidden") }).kind).toBe("planned");
  });
});
