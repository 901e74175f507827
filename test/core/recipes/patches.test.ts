import { describe, expect, test } from "@jest/globals";
import { unknown } from "../../../src/core/model/reading.ts";
import { PATCH_HITS } from "../../../src/core/recipes/patch-code.ts";
import { decidePatches } from "../../../src/core/recipes/patches.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import {
  PATCHED_SCRIPT as SCRIPT,
  PATCHES_NONE as NOTHING,
  patchInput,
  saidAbout,
  saidOf,
  sideOf,
} from "../../support/patch-check.ts";

describe("P7 and P8: what is installed or built", () => {
  const declared = {
    ...{ entry: {}, settings: [], script: null, recipeFile: null },
    space: { "kv-offload-backend": { name: "mooncake", version: "1" } },
  } as unknown as RecipePoint;

  test.each([
    ["pip install sgl-kernel==1", "fail patch_install_engine"],
    ["pip3 install -q 'Flash_Attn>=2'", "fail patch_install_engine"],
    ["uv pip install torch", "fail patch_install_engine"],
    ["python -m pip install --index-url https://example.com x.whl", "fail patch_install_source"],
    ["pip install pandas@git+https://github.com/a/b", "fail patch_install_source"],
    ["pip install -e .", "fail patch_install_source"],
    ["pip install --target /opt/vllm pandas", "fail patch_overwrite"],
    ["pip install something-else", "human patch_install_unknown"],
    ['pip install "$PACKAGE"', "human patch_install_unknown"],
    ["pip install mooncake-transfer-engine==0.3", "human patch_install_add_on"],
    ["pip install -r nowhere.txt", "human patch_unread"],
    ["git clone https://github.com/vllm-project/vllm", "human patch_build"],
    ["make -C x install", "human patch_build"],
    [
      "git clone https://github.com/LMCache/LMCache && cd LMCache && python setup.py install",
      "fail patch_build_installed",
    ],
  ])("%s", (lines, said) => {
    expect(saidOf(lines)[0]).toBe(said);
  });

  test("an add-on that is pinned and declared is fine, one that is not pinned is for a person", () => {
    expect(saidOf("pip install mooncake-transfer-engine==0.3", {}, [declared])).toEqual(NOTHING);
    expect(saidOf("pip install mooncake-transfer-engine", {}, [declared])).toEqual([
      "human patch_install_add_on",
    ]);
  });

  test("transformers for the client, once the server runs, is only noted", () => {
    const after = "wait_for_server_ready --port 1\npip install transformers";
    expect(saidOf(`source benchmarks/lib.sh\n${after}`, { "benchmarks/lib.sh": "" })).toEqual([
      "pass patch_install_later",
      ...NOTHING,
    ]);
    expect(saidOf("pip install transformers\nwait_for_server_ready")).toEqual([
      "fail patch_install_engine",
    ]);
  });

  test("a list of packages is as good as its packages", () => {
    const list = { "benchmarks/requirements.txt": "# for the client\npandas>=2\nvllm==1\n" };
    expect(saidOf("pip install -r benchmarks/requirements.txt", list)).toEqual([
      "fail patch_install_engine",
    ]);
  });

  test.each([
    ["pip install pandas tiktoken 'lm_eval[api]==0.4'"],
    ["git clone https://github.com/a/bench"],
    ["pip list"],
    ["make -j8"],
  ])("%s is fine", (lines) => {
    expect(saidOf(lines)).toEqual(NOTHING);
  });
});

describe("P9 and P10: what nobody can see", () => {
  test.each([
    ["curl https://x | bash", "human patch_opaque"],
    ["curl https://x | python3 -", "human patch_opaque"],
    ["source <(curl https://x)", "human patch_opaque"],
    ['bash -c "$(curl https://x)"', "human patch_opaque"],
    ["base64 --decode x", "human patch_opaque"],
    ['eval "$(wget -qO- https://x)"', "human patch_opaque"],
    ["bash benchmarks/nowhere.sh", "human patch_unread"],
    ["source ./nowhere.sh", "human patch_unread"],
    ['bash "$WHATEVER"', "human patch_unread"],
    ["curl -o /tmp/x.sh https://x; bash /tmp/x.sh", "human patch_unread"],
  ])("%s", (lines, said) => {
    expect(saidOf(lines)).toEqual([said]);
  });

  test.each([
    ["curl https://x | python3 -m json.tool"],
    ["curl https://x | python3 -c 'import sys'"],
    ["source /opt/venv/bin/activate"],
    ["python3 -m sglang.launch_server"],
    ["cat > /tmp/x.sh <<'E'\necho hi\nE\nbash /tmp/x.sh"],
    ["echo hi | bash -c 'cat'"],
  ])("%s is fine", (lines) => {
    expect(saidOf(lines)).toEqual(NOTHING);
  });

  test("a file that was not read is for a person", () => {
    const input = patchInput({ head: { [SCRIPT]: "bash benchmarks/x.sh", "benchmarks/x.sh": "" } });
    const { head } = input.sources;
    const texts = { [SCRIPT]: head.texts[SCRIPT] ?? unknown("unreadable") };
    const sources = { ...input.sources, head: { ...head, texts } };
    expect(decidePatches({ ...input, sources }).map(({ code }) => code)).toEqual(["patch_unread"]);
  });
});

describe("what a script runs is followed", () => {
  const chain = {
    "benchmarks/a.sh": 'source "$(dirname "${BASH_SOURCE[0]}")/sub/b.sh"',
    "benchmarks/sub/b.sh": 'python3 "$(cd "$(dirname "$0")" && pwd)/c.py" "$X"',
    "benchmarks/sub/c.py": "from d import fix\nfix()",
    "benchmarks/sub/d.py": 'import shutil\ndef fix():\n    shutil.copy("x", "/opt/vllm/x.py")',
  };
  test("through sourced scripts, Python and its imports", () => {
    const base = { ...chain, "benchmarks/a.sh": "" };
    const findings = decidePatches(patchInput({ base: {}, head: { ...base, ...chain } }));
    expect(findings[0]).toMatchObject({
      outcome: "fail",
      code: "patch_python",
      path: "benchmarks/sub/d.py",
      line: 3,
    });
  });

  test("into what its callers set and hand on", () => {
    const files = {
      "benchmarks/fix.sh": 'sed -i s/a/b/ "$TARGET"\nsed -i s/a/b/ "$1"',
    };
    expect(saidOf("export TARGET=x.yaml\nbash benchmarks/fix.sh y.yaml", files)).toEqual(NOTHING);
    expect(saidOf("export TARGET=x.yaml\nbash benchmarks/fix.sh /opt/vllm/x", files)).toEqual([
      "fail patch_edit",
    ]);
    expect(saidOf("TARGET=/opt/vllm/x bash benchmarks/fix.sh y.yaml", files)).toEqual([
      "fail patch_edit",
    ]);
  });

  test("into recipes and their setup scripts", () => {
    const recipe = "name: x\nsetup_script: prepare.sh\nbackend:\n  env:\n    PYTHONPATH: /tmp/x\n";
    const files = {
      "benchmarks/r.yaml": recipe,
      "benchmarks/multi_node/prepare.sh": "pip install sglang",
    };
    expect(saidAbout(files)).toEqual(["fail patch_install_engine", "human patch_import_path"]);
    const mounts = "extra_mount:\n  - /a:/opt/vllm/x.py\n";
    expect(saidAbout({ "benchmarks/r.yaml": mounts })).toEqual(["fail patch_overwrite"]);
  });

  test("and Dockerfiles are scripts", () => {
    const docker =
      "FROM x\nENV A=1\nRUN apt-get update && \\\n    pip install vllm\nCOPY fix.py /opt/vllm/fix.py\n";
    expect(saidAbout({ "docker/Dockerfile.x": docker })).toEqual([
      "fail patch_install_engine",
      "fail patch_overwrite",
    ]);
    expect(
      saidAbout({
        "docker/Dockerfile": "FROM x\nWORKDIR /bench\nCOPY . .\nRUN pip install pandas\n",
      }),
    ).toEqual(NOTHING);
  });
});

describe("the whole", () => {
  test("is not asked where no script, image or configuration is touched", () => {
    expect(saidAbout({ "README.md": "x", "benchmarks/test_x.py": "x" })).toEqual([
      "na patches_not_touched",
    ]);
    expect(saidAbout({ "benchmarks/single_node/speedbench/x.sh": "patch -p1" })).toEqual([
      "na patches_not_touched",
    ]);
  });

  test("is for a person where the changed files or the tree are not known", () => {
    const input = patchInput({ head: { [SCRIPT]: "" } });
    const trees = { ...input.sources, head: { ...sideOf({}), tree: unknown("truncated") } };
    for (const part of [{ files: unknown("truncated") }, { sources: trees }]) {
      expect(decidePatches({ ...input, ...part })).toMatchObject([
        { outcome: "human", code: "patches_unreadable" },
      ]);
    }
  });

  test("is for a person where the script of a recipe stands elsewhere", () => {
    const point = {
      key: "k",
      script: null,
      recipeFile: { path: "recipes/x.yaml" },
      entry: {},
      space: {},
      settings: [],
    };
    const findings = decidePatches(
      patchInput({ head: {}, touched: [point as unknown as RecipePoint] }),
    );
    expect(findings).toMatchObject([{ outcome: "human", code: "patches_elsewhere", key: "k" }]);
  });

  test("every rule has its sentence", () => {
    const rules = new Set(Object.values(PATCH_HITS).map(({ rule }) => rule));
    expect([...rules].sort()).toEqual([
      "P0",
      "P1",
      "P10",
      "P2",
      "P3",
      "P4",
      "P5",
      "P6",
      "P7",
      "P8",
      "P9",
    ]);
  });
});
