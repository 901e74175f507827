import { describe, expect, test } from "@jest/globals";
import type { ChangedFile } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import type { SourceFiles, SourceSide } from "../../../src/core/model/sources.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import {
  type SourcePaths,
  type SourceQuestion,
  sourcesNeeded,
} from "../../../src/core/recipes/sources-needed.ts";
import { file, master, S } from "../matrix/fixture.ts";
import { parseMasters } from "../../../src/core/contract/master.ts";
import { pointsOf } from "../../../src/core/recipes/points.ts";

type Texts = Readonly<Record<string, string>>;

const SCRIPT = "benchmarks/single_node/fixed_seq_len/m_fp8_b200.sh";
const LIBRARY = "benchmarks/benchmark_lib.sh";
const FILES: Texts = {
  [SCRIPT]: "source ../../benchmark_lib.sh\nbash helper.sh\n",
  [LIBRARY]: "echo\n",
  "benchmarks/single_node/fixed_seq_len/helper.sh": "python3 deeper.py\n",
  "benchmarks/single_node/fixed_seq_len/deeper.py": "print()\n",
  "runners/launch_b200-n.sh": "echo\n",
  "MODELS.md": "",
  "golden_al_distribution/m_mtp.yaml": "",
  "docs/waiver/7.md": "",
};

/** A side of which these texts were read, out of all the files. */
function side(read: Texts = {}, all: Texts = FILES): SourceSide {
  return {
    commitSha: "a",
    tree: known(Object.keys(all).map((path) => ({ path, mode: "100644", sha: path }))),
    texts: Object.fromEntries(
      Object.entries(read).map(([path, text]) => [path, known({ path, text, shell: null })]),
    ),
  };
}

function sides(more: Partial<SourceFiles> = {}): SourceFiles {
  return { head: side(), base: side(), policy: side(), ...more };
}

const POINTS: readonly RecipePoint[] = pointsOf(
  parseMasters([file("configs/nvidia-master.yaml", master({ key: S("{tp: 4, conc-list: [4]}") }))]),
  new Set(Object.keys(FILES)),
  { labels: new Map([["b200", ["b200-n_0"]]]), hardware: new Map() },
);

function asked(more: Partial<SourceQuestion> = {}, sources = sides()): SourcePaths {
  const question: SourceQuestion = {
    pull: 9,
    changed: [],
    points: { head: POINTS, base: [] },
    places: {
      measured: ["benchmarks/", "runners/"],
      shared: [LIBRARY, "benchmarks/multi_node/amd_utils/"],
      thresholds: "utils/evals/thresholds.yaml",
    },
    ...more,
  };
  return sourcesNeeded(question, sources);
}

function change(path: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return { path, previousPath: null, status: "modified", blobSha: "1", ...more };
}

describe("what is read for a recipe", () => {
  test("is its script, the shared library, its launcher, and a waiver of its pull request", () => {
    const own = [LIBRARY, SCRIPT, "runners/launch_b200-n.sh", "docs/waiver/9.md"].sort();
    expect([...asked().head].sort()).toEqual(own);
    expect([...asked().base].sort()).toEqual(own);
  });

  test("goes on with what its script names, step by step", () => {
    const helper = "benchmarks/single_node/fixed_seq_len/helper.sh";
    const deeper = "benchmarks/single_node/fixed_seq_len/deeper.py";
    const once = side({ [SCRIPT]: FILES[SCRIPT] ?? "" });
    expect(asked({}, sides({ head: once })).head).toContain(helper);
    expect(asked({}, sides({ head: once })).head).not.toContain(deeper);
    const twice = side({ [SCRIPT]: FILES[SCRIPT] ?? "", [helper]: FILES[helper] ?? "" });
    expect(asked({}, sides({ head: twice })).head).toContain(deeper);
  });

  test("ends: what was asked for is not asked for again", () => {
    const all = side(FILES);
    const absent = { "docs/waiver/9.md": known(null), "utils/evals/thresholds.yaml": known(null) };
    const policies = Object.fromEntries(asked().policy.map((path) => [path, known(null)] as const));
    const done = { ...all, texts: { ...policies, ...absent, ...all.texts } };
    const nothing = { head: [], base: [], policy: [] };
    expect(asked({}, { head: done, base: done, policy: done })).toEqual(nothing);
  });

  test("asks nothing of a commit whose tree is not known", () => {
    const unread = { ...side(), tree: unknown("truncated") };
    expect(asked({}, sides({ head: unread })).head).toEqual([]);
    expect(asked({}, sides({ base: unread })).base).toEqual([]);
  });
});

describe("what is read for a change", () => {
  const names = (...changed: readonly ChangedFile[]): readonly string[] =>
    asked({ changed, points: { head: [], base: [] }, pull: null }).head;

  test.each([
    ["a script", "benchmarks/x.sh"],
    ["a launcher", "runners/launch_x.sh"],
    ["a patch anywhere", "docker/fix.patch"],
    ["an image's recipe anywhere", "docker/Dockerfile.rocm"],
    ["a waiver", "docs/waiver/8.md"],
    ["retired recipes", "configs/deprecated/old.yaml"],
  ])("is %s", (_, path) => {
    expect(names(change(path))).toEqual([path]);
  });

  test("is both names of a moved file, on both sides", () => {
    const moved = change("runners/b.sh", { previousPath: "runners/a.sh", status: "renamed" });
    expect(names(moved)).toEqual(["runners/b.sh", "runners/a.sh"]);
  });

  test.each(["README.md", "utils/plot.py", "configs/nvidia-master.yaml"])("is not %s", (path) => {
    expect(names(change(path))).toEqual([]);
  });
});

describe("what is read of the default branch", () => {
  test("is policy, waivers, curves, and the shared code to compare with", () => {
    const { policy } = asked();
    expect(policy).toContain("MODELS.md");
    expect(policy).toContain("utils/evals/thresholds.yaml");
    expect(policy).toContain("golden_al_distribution/m_mtp.yaml");
    expect(policy).toContain("docs/waiver/7.md");
    expect(policy).toContain(".github/sweepbot/images.yml");
    expect(policy).toContain(LIBRARY);
    expect(policy).not.toContain(SCRIPT);
  });
});
