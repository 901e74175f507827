import { describe, expect, test } from "@jest/globals";
import { PATCHES_NONE as NOTHING, saidAbout, saidOf } from "../../support/patch-check.ts";

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
    ["rm -rf /home/bench/.cache/vllm /tmp/x.py"],
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
