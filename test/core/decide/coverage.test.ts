import { describe, expect, test } from "@jest/globals";
import { decide } from "../../../src/core/decide/decide.ts";
import type { Facts } from "../../../src/core/model/facts.ts";
import type { ChangedFile } from "../../../src/core/model/github.ts";
import type { Problem } from "../../../src/core/model/problem.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { plan } from "../../../src/core/plan/plan.ts";
import { aPull } from "../../support/build.ts";
import { dictionary, documentsOf, ENTRY, exampleFile, someFacts } from "../../support/facts.ts";

const FOLDER = "benchmarks/single_node/fixed_seq_len/";
const TINY = `${FOLDER}tiny_fp8_b200_vllm.sh`;
const GRAND = `${FOLDER}grand_fp4_b200_sglang.sh`;
const LIBRARY = "benchmarks/benchmark_lib.sh";
const LAUNCHER = "runners/launch_b200-node.sh";
const TREE = [TINY, GRAND, `${FOLDER}tiny_fp8_mi355x.sh`, LIBRARY, LAUNCHER, "runners/README.md"];
const CHANGELOG = "perf-changelog.yaml";

function changed(path: string, more: Partial<ChangedFile> = {}): ChangedFile {
  return { path, previousPath: null, status: "modified", blobSha: path, ...more };
}

/** A pull request that changes these files; its entry names tiny-fp8-b200-vllm where nothing else is said. */
function changing(files: readonly ChangedFile[], more: Partial<Facts> = {}): Facts {
  const tree = known(TREE.map((path) => ({ path, mode: "100644", sha: path })));
  const gate = { tree, others: known([]), beforeMerge: null, merging: null };
  return someFacts({ files: known([changed(CHANGELOG), ...files]), gate, ...more });
}

function entryFor(...keys: readonly string[]): Partial<Facts> {
  const text = ENTRY.replace("tiny-fp8-b200-vllm", keys.join("\n    - "));
  return { documents: documentsOf({ changelog: exampleFile(CHANGELOG) + text }) };
}

function findings(facts: Facts): readonly Problem[] {
  return decide(facts).gate.problems;
}

/** Findings in short: "warning script_without_entry path keys+more". */
function told(facts: Facts): readonly string[] {
  return findings(facts).map(({ severity, code, path, values }) =>
    [severity, code, path, values["keys"] ?? values["key"] ?? values["cause"]]
      .filter((part) => part !== undefined)
      .join(" "),
  );
}

describe("a measured file that changes without an entry (decision 19)", () => {
  const all = "tiny-fp8-mi355x-sglang, grand-fp4-b200-sglang";
  test.each<[string, readonly ChangedFile[], readonly string[]]>([
    ["the script of the key that the entry names", [changed(TINY)], []],
    [
      "the script of another key",
      [changed(GRAND)],
      [`warning script_without_entry ${GRAND} grand-fp4-b200-sglang`],
    ],
    [
      "code that all scripts share",
      [changed(LIBRARY)],
      [`warning script_without_entry ${LIBRARY} ${all}`],
    ],
    [
      "the launcher of two keys, one of them named",
      [changed(LAUNCHER)],
      [`warning script_without_entry ${LAUNCHER} grand-fp4-b200-sglang`],
    ],
    [
      "a script that nobody is known to run",
      [changed(`${FOLDER}odd.sh`)],
      [`notice measured_file_unmapped ${FOLDER}odd.sh`],
    ],
    ["words beside the scripts", [changed("runners/README.md")], []],
    ["a file that is not measured", [changed("utils/x.py")], []],
    [
      "a script that goes, so that the plain one is run",
      [changed(`${FOLDER}tiny_fp8_mi355x_sglang.sh`, { status: "removed" })],
      [`warning script_without_entry ${FOLDER}tiny_fp8_mi355x_sglang.sh tiny-fp8-mi355x-sglang`],
    ],
    [
      "a script that comes under another name",
      [changed(GRAND, { status: "renamed", previousPath: `${FOLDER}grand_fp4_b200.sh` })],
      [
        `warning script_without_entry ${GRAND} grand-fp4-b200-sglang`,
        `warning script_without_entry ${FOLDER}grand_fp4_b200.sh grand-fp4-b200-sglang`,
      ],
    ],
  ])("%s", (_, files, expected) => {
    expect(told(changing(files))).toEqual(expected);
  });

  test("is quiet once the entry names every key, by name or by pattern", () => {
    for (const keys of [["tiny-fp8-mi355x-sglang", "grand-fp4-b200-sglang"], ['"*-sglang"']]) {
      const facts = changing([changed(LIBRARY)], entryFor("tiny-fp8-b200-vllm", ...keys));
      expect(told(facts)).toEqual([]);
    }
  });

  test("an entry for another scenario is not an entry for this one", () => {
    const text = `${ENTRY.trimEnd()}\n  scenario-type: [agentic-coding]\n`;
    const documents = documentsOf({ changelog: exampleFile(CHANGELOG) + text });
    expect(told(changing([changed(TINY)], { documents }))).toContain(
      `warning script_without_entry ${TINY} tiny-fp8-b200-vllm`,
    );
  });

  test("names a few keys and counts the others", () => {
    const recipe = exampleFile("configs/nvidia-master.yaml");
    const [, grand = ""] = recipe.split("\n\n");
    const many = [1, 2, 3, 4, 5, 6].map((n) => grand.replace("grand-fp4", `grand${n}-fp4`));
    const documents = documentsOf({ recipes: [recipe, ...many].join("\n\n") });
    const [finding] = findings(changing([changed(LIBRARY)], { documents }));
    expect(String(finding?.values["keys"]).split(", ")).toHaveLength(5);
    expect(finding?.values["more"]).toBe(3);
  });
});

describe("what is not known", () => {
  test.each<[string, Partial<Facts>]>([
    ["the tree was cut", { gate: { ...someFacts().gate, tree: unknown("truncated") } }],
    ["the changed files were cut", { files: unknown("truncated") }],
  ])("%s: it is said, and nothing is claimed", (_, more) => {
    expect(told(changing([changed(GRAND)], more))).toEqual([
      `notice coverage_unknown ${CHANGELOG} truncated`,
    ]);
  });

  test("while history is not whole, nobody can say which entries are new", () => {
    const documents = documentsOf({ changelog: "- broken: [\n" });
    expect(told(changing([changed(GRAND)], { documents }))).toEqual([]);
  });
});

describe("a recipe that changes without an entry (case CHG-09)", () => {
  const recipes = exampleFile("configs/nvidia-master.yaml").replace("v0.21.0", "v0.22.0");
  test("is named, with the changelog untouched", () => {
    const documents = documentsOf({ changelog: exampleFile(CHANGELOG), recipes });
    const [finding, ...others] = findings(someFacts({ documents }));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      code: "recipe_without_entry",
      severity: "warning",
      path: "configs/nvidia-master.yaml",
      line: 2,
      values: { key: "tiny-fp8-b200-vllm", scenarios: "fixed-seq-len" },
    });
  });

  test("is said once where there is a plan", () => {
    const more = entryFor("grand-fp4-b200-sglang");
    const changelog =
      exampleFile(CHANGELOG) + ENTRY.replace("tiny-fp8-b200-vllm", "grand-fp4-b200-sglang");
    const facts = someFacts({ ...more, documents: documentsOf({ changelog, recipes }) });
    const { gate, matrix } = decide(facts);
    expect(gate.problems).toEqual([]);
    expect(matrix).toMatchObject({ warnings: [{ code: "recipe_without_entry" }] });
  });
});

/** The summary and annotations of the check run `sweepbot/changelog`. */
function check(facts: Facts): { readonly summary: string; readonly annotated: readonly string[] } {
  const checks = plan(decide(facts), facts, dictionary).effects.flatMap((effect) =>
    effect.kind === "createCheckRun" && effect.check.name === "sweepbot/changelog"
      ? [effect.check]
      : [],
  );
  const { summary = "", annotations = [] } = checks[0] ?? {};
  return { summary, annotated: annotations.map(({ path, level }) => `${path} ${level}`) };
}

describe("the check run", () => {
  test("marks the script, and folds what each pattern stands for", () => {
    const facts = changing([changed(GRAND)], entryFor('"tiny-*"'));
    const { summary, annotated } = check(facts);
    expect(annotated).toContain(`${GRAND} warning`);
    expect(summary).toContain(
      "<details><summary><code>tiny-*</code> selects 2 config keys</summary>\n\n- `tiny-fp8-mi355x-sglang`\n- `tiny-fp8-b200-vllm`\n\n</details>",
    );
  });

  test.each([
    ["tiny-fp8-b200-vlm", "unknown_config_key_near", "`tiny-fp8-b200-vllm`"],
    ['"giant-*"', "pattern_matches_nothing", "`giant-*`"],
  ])("says that no recipe is called %s, also where the contract is broken", (key, code, shown) => {
    for (const pull of [42, 43]) {
      const text = ENTRY.replace("tiny-fp8-b200-vllm", key).replace("/42", `/${pull}`);
      const facts = someFacts({
        documents: documentsOf({ changelog: exampleFile(CHANGELOG) + text }),
        pull: aPull(),
      });
      const { gate, matrix } = decide(facts);
      const all = [...gate.problems, ...("problems" in matrix ? matrix.problems : [])];
      expect(all.filter((each) => each.code === code)).toHaveLength(1);
      expect(check(facts).summary).toContain(shown);
    }
  });
});
