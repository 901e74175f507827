import { describe, expect, test } from "@jest/globals";
import { PATCH_HITS } from "../../../src/core/recipes/patch-code.ts";
import { decidePatches } from "../../../src/core/recipes/patches.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { patchInput, sideOf, type Texts } from "../../support/patch-check.ts";

const SCRIPT = "benchmarks/single_node/agentic/x_fp8_h200.sh";

/** What the lines of a script come to, most serious first, without what is said of waivers. */
function saidOf(
  lines: string,
  files: Texts = {},
  points: readonly RecipePoint[] = [],
): readonly string[] {
  return saidAbout({ [SCRIPT]: lines, ...files }, points);
}

function saidAbout(files: Texts, points: readonly RecipePoint[] = []): readonly string[] {
  const findings = decidePatches(patchInput({ head: files, touched: points }));
  const said = findings.filter(({ code }) => !code.startsWith("waiver_"));
  return [...new Set(said.map(({ outcome, code }) => `${outcome} ${code}`))];
}

const NOTHING = ["pass patches_none"];

describe("P0: words that speak of patches", () => {
  test.each([
    ["a variable", "export VLLM_PATCHED=1"],
    ["a function", "monkey_fix() { :; }"],
    ["an argument", "run --apply-repatch x"],
    ["a file that is written", "echo x > /tmp/patch.txt"],
  ])("%s is for a person", (_, lines) => {
    expect(saidOf(lines)).toEqual(["human patch_word"]);
  });

  test.each([
    ["dispatch", "export DISPATCH=1\nrun --dispatcher x"],
    ["a comment", "# patch the engine\nrun"],
    ["what is only printed", 'echo "no patch needed"'],
  ])("%s is nothing", (_, lines) => {
    expect(saidOf(lines)).toEqual(NOTHING);
  });

  test("a script that cannot be parsed is for a person", () => {
    expect(saidOf("run\nif foo; then\n")).toEqual(["human patch_unparseable"]);
  });

  test("and so is one that is larger than anybody writes", () => {
    expect(saidOf("run\n".repeat(6_000))).toEqual(["human patch_unparseable"]);
  });
});

describe("P1 and P2: patches", () => {
  test("a patch file needs a waiver, wherever it stands", () => {
    expect(saidAbout({ "docker/fix.patch": "x" })).toEqual(["fail patch_file"]);
    expect(saidAbout({ "benchmarks/fix.diff": "x" })).toEqual(["fail patch_file"]);
  });

  test("the patches of the eval harness are nobody's engine", () => {
    expect(saidAbout({ "utils/evals/patches/lm.patch": "x" })).toEqual(["na patches_not_touched"]);
  });

  test.each([
    ["git apply", "git apply x.diff", "fail patch_applied"],
    ["git am with options", "git -C x -c a=b am y", "fail patch_applied"],
    ["patch in elif", "if true; then :; elif patch -p1 < x; then :; fi", "fail patch_applied"],
    ["patch behind env", "env A=1 patch -p1", "fail patch_applied"],
    ["git cherry-pick", "git cherry-pick abc", "human patch_cherry_pick"],
  ])("%s", (_, lines, said) => {
    expect(saidOf(lines)).toEqual([said]);
  });

  test.each([["git status"], ["git -C x log apply"], ["git fetch origin"]])(
    "%s is nothing",
    (lines) => {
      expect(saidOf(lines)).toEqual(NOTHING);
    },
  );
});

describe("P3: edits in place", () => {
  test("65: of a recipe in the workspace are fine", () => {
    const lines = 'RECIPE="$GITHUB_WORKSPACE/benchmarks/x.yaml"\nsed -i "s/a/b/" "$RECIPE"';
    expect(saidOf(lines)).toEqual(NOTHING);
  });

  test("66: of what Python names never pass", () => {
    const lines =
      "T=$(python3 -c 'from importlib.util import find_spec; print(find_spec(\"vllm\"))')\nsed -i s/a/b/ $T";
    expect(saidOf(lines)).toEqual(["fail patch_edit"]);
  });

  test.each([
    [
      "any of the values",
      "T=x.yaml\n[[ $A ]] && T=/opt/vllm/x.py\nsed -i s/a/b/ $T",
      "fail patch_edit",
    ],
    ["a default", 'sed -i s/a/b/ "${T:-/opt/vllm/x.py}"', "fail patch_edit"],
    ["a part that is cut off", 'D=/opt/vllm/x.py\nsed -i s/a/b/ "${D%/*}/y.py"', "fail patch_edit"],
    ["a list", 'F=(a.yaml /opt/vllm/x.py)\nsed -i s/a/b/ "${F[@]}"', "fail patch_edit"],
    [
      "an argument of a function",
      'f() { sed -i s/a/b/ "$2"; }\nf x /opt/vllm/x.py',
      "fail patch_edit",
    ],
    ["a source by its package", "sed -i s/a/b/ python/sglang/srt/x.py", "fail patch_edit"],
    [
      "a file that nobody names",
      'while read -r f; do sed -i s/a/b/ "$f"; done < list',
      "human patch_edit_unclear",
    ],
    ["a JSON file somewhere", 'sed -i s/a/b/ "$DIR/x.json"', "human patch_edit_unclear"],
  ])("of %s", (_, lines, said) => {
    expect(saidOf(lines)).toEqual([said]);
  });

  test.each([
    ["a log somewhere", 'sed -i s/a/b/ "$DIR/server.log"'],
    ["a program that only speaks of the engine", "sed -i 's#/opt/vllm/x.py#y#' job.yaml"],
    ["what sed only prints", "sed -n 's/a/b/p' /opt/vllm/x.py"],
    ["perl that only prints", "perl -ne 'print' /opt/vllm/x.py"],
    ["a folder that was left again", "cd /opt/vllm\ncd -\nsed -i s/a/b/ x.yaml"],
    ["a folder of a subshell", "(cd /opt/vllm && ls)\nsed -i s/a/b/ x.yaml"],
  ])("%s is fine", (_, lines) => {
    expect(saidOf(lines)).toEqual(NOTHING);
  });

  test("a file of the repository is its own, whatever it is called", () => {
    const path = "benchmarks/multi_node/vllm/job.py";
    expect(saidOf(`sed -i s/a/b/ ${path}`, { [path]: "print(1)" })).toEqual(NOTHING);
  });
});

describe("P4 and P5: Python and what starts with it", () => {
  const python = (code: string): string => `python3 - <<'PY'\n${code}\nPY\n`;
  test.each([
    ["writes beside an engine path", 'open("/opt/vllm/x.py", "w")', "fail patch_python"],
    ["copies into it", 'import shutil\nshutil.copy("x", "/opt/vllm/x.py")', "fail patch_python"],
    [
      "asks where it is",
      "import vllm\nfrom pathlib import Path\nPath(vllm.__file__).write_text('')",
      "fail patch_python",
    ],
    [
      "sets a method",
      "from vllm.worker import (\n    Worker,\n)\nWorker.run = None",
      "fail patch_hook",
    ],
    ["uses setattr", "import sglang.srt.x as m\nsetattr(m, 'f', None)", "fail patch_hook"],
    [
      "runs sed",
      "import subprocess\nsubprocess.run(['sed', '-i', 's/a/b/', '/opt/vllm/x.py'])",
      "fail patch_edit",
    ],
    ["runs a shell", "import os\nos.system('pip install vllm')", "fail patch_install_engine"],
    ["runs text", "exec(open('x').read())", "human patch_opaque"],
    ["speaks of patches", "do_patch = 1", "human patch_word"],
  ])("that %s", (_, code, said) => {
    expect(saidOf(python(code))).toEqual([said]);
  });

  test.each([
    ["writes a result", 'import json\njson.dump({}, open("x.json", "w"))'],
    [
      "knows where it stands itself",
      "from pathlib import Path\nPath(__file__).parent\nopen('a', 'w')",
    ],
    ["only reads the engine", 'print(open("/opt/vllm/version.py").read())'],
    ["says it in a comment", "# /opt/vllm/x.py\nopen('a', 'w')"],
    ["compares", "import vllm\nif vllm.__version__ == '1': pass"],
  ])("that %s is fine", (_, code) => {
    expect(saidOf(python(code))).toEqual(NOTHING);
  });

  test("that rewrites what a variable from outside names is for a person", () => {
    const code =
      'import os\np = os.environ["TARGET"]\ns = open(p).read()\nopen(p, "w").write(s.replace("a", "b"))';
    expect(saidOf(python(code))).toEqual(["human patch_python_unclear"]);
    expect(saidOf(`export TARGET=/opt/vllm/x.py\n${python(code)}`)).toContain("fail patch_python");
  });

  test.each([
    ["PYTHONPATH=/workspace/hooks run", ["human patch_import_path"]],
    ["export PYTHONPATH=/tmp/x", ["human patch_import_path"]],
    ["docker run -e PYTHONPATH=/mnt/x $IMAGE", ["human patch_import_path"]],
    ["export VLLM_PLUGINS=fix", ["human patch_import_path"]],
    ["cp x.py /opt/lib/sitecustomize.py", ["fail patch_hook"]],
    ["export PYTHONPATH=/opt/x:$PYTHONPATH", NOTHING],
    ['export VLLM_PLUGINS=""', NOTHING],
  ])("%s", (lines, said) => {
    expect(saidOf(lines)).toEqual(said);
  });
});

describe("P6: files of the image", () => {
  test.each([
    ["cp -r fix/. /opt/vllm/"],
    ["cp -t /opt/vllm x.py"],
    ["rm -rf /usr/local/lib/python3.12/dist-packages/x"],
    ["mv /opt/vllm/x.py /tmp/"],
    ["ln -sf x /app/aiter/y"],
    ["rsync -a x/ /sgl-workspace/sglang/"],
    ["docker cp x.py server:/opt/vllm/x.py"],
    ["wget -P /opt/vllm https://example.com/x"],
    ["cd /opt/vllm && curl -O https://example.com/x.py"],
    ["unzip x.zip -d /opt/vllm"],
    ["dd if=x of=/opt/vllm/x.so"],
    ["{ echo a; echo b; } > /opt/vllm/x.py"],
    ["echo a | sort > /opt/vllm/x.py"],
    ["export CONTAINER_MOUNTS=$PWD/x.py:/opt/vllm/x.py"],
    ["srun --container-mounts=/a:/b,/c:/opt/vllm bash x"],
    ["docker run --mount type=bind,src=/a,dst=/opt/vllm $IMAGE"],
  ])("%s", (lines) => {
    expect(saidOf(lines)[0]).toBe("fail patch_overwrite");
  });

  test.each([
    ["cp /opt/vllm/x.json ."],
    ["cp server.log $RESULT_DIR/"],
    ["tar czf /tmp/x.tgz /opt/vllm/logs"],
    ["rm -rf /root/.cache/vllm /tmp/x.py"],
    ["docker run -v /opt/vllm:/host $IMAGE"],
    ["ls /opt/vllm > files.txt"],
  ])("%s is fine", (lines) => {
    expect(saidOf(lines)).toEqual(NOTHING);
  });

  test("a source that goes nobody knows where, and a variable that names one, are for a person", () => {
    expect(saidOf('cp fix.py "$WHERE"')).toEqual(["human patch_overwrite_unclear"]);
    expect(saidOf("X=/opt/vllm/x.py\npython3 $X")).toEqual(["human patch_source_named"]);
  });
});

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
