import { describe, expect, test } from "@jest/globals";
import { saidAbout, saidOf } from "../../support/patch-check.ts";

const ENGINE = "sed -i s/a/b/ /usr/lib/python3.12/site-packages/vllm/x.py";
const padding = (count: number): string => "echo filling\n".repeat(count);

describe("what is more than anybody looks into is never passed over", () => {
  test.each([
    [
      "more texts than are followed",
      `${Array.from({ length: 300 }, (_, at) => `bash -c 'echo ${at}'`).join("\n")}\nbash -c '${ENGINE}'`,
    ],
    [
      "more commands than are followed",
      `${Array.from({ length: 5 }, (_, at) => `bash <<'E${at}'\n${`echo ${at};`.repeat(4_500)}\nE${at}`).join("\n")}\nbash -c '${ENGINE}'`,
    ],
    ["a text that is longer than any value", `bash <<'END'\n${padding(2_000)}${ENGINE}\nEND`],
    [
      "a document that is written and longer than any value",
      `cat > /tmp/x.sh <<'END'\n${padding(2_000)}${ENGINE}\nEND\nbash /tmp/x.sh`,
    ],
    [
      "more names than a command may have",
      `${Array.from({ length: 8 }, (_, at) => `X=name${at}`).join("\n")}\nX=sed\n"$X" -i s/a/b/ /usr/lib/python3.12/site-packages/vllm/x.py`,
    ],
    [
      "substitutions in one another",
      `bash -c 'echo ${"$(echo ".repeat(9)}$(${ENGINE})${")".repeat(9)}'`,
    ],
  ])("%s", (_, script) => {
    expect(saidOf(script).some((each) => /^(?:fail|human) /u.test(each))).toBe(true);
  });

  test("a file without an ending that is too long", () => {
    const said = saidAbout({ "benchmarks/setup": `${padding(20_000)}${ENGINE}\n` });
    expect(said.some((each) => /^(?:fail|human) /u.test(each))).toBe(true);
  });

  test("a Python program that is too long", () => {
    const text = `import os\n${"x = 1\n".repeat(80_000)}os.system("${ENGINE}")\n`;
    const said = saidAbout({ "benchmarks/setup.py": text });
    expect(said.some((each) => /^(?:fail|human) /u.test(each))).toBe(true);
  });
});

describe("a hundred kilobytes are looked through in a few seconds", () => {
  const fanning = Array.from({ length: 20 }, () =>
    Array.from({ length: 8 }, (_, at) => `V${at}=x$V${at + 1}`).join("\n"),
  ).join("\n");
  test.each<readonly [string, string, string]>([
    ["a pipeline of fifty thousand commands", "benchmarks/x", "a|".repeat(50_000)],
    ["substitutions that never end", "benchmarks/x", `x "${"$(".repeat(50_000)}"`],
    ["expansions that never end", "benchmarks/x", `x "${"${".repeat(50_000)}"`],
    ["quotes in Python that never end", "benchmarks/x.py", `x = ${'\\"'.repeat(50_000)}`],
    [
      "a long list in Python",
      "benchmarks/x.py",
      `import subprocess\nsubprocess.run([${"1,".repeat(50_000)}])`,
    ],
    [
      "one name that is set and used three thousand times",
      "benchmarks/x.sh",
      Array.from({ length: 3_000 }, (_, at) => `A=/tmp/${at}\ncp $A $A`).join("\n"),
    ],
    ["names that fan out", "benchmarks/x.sh", `${fanning}\ncp $V0 y`],
    ["an instruction of many lines", "Dockerfile", `RUN a \\\n${"b \\\n".repeat(25_000)}`],
  ])(
    "%s",
    (_, path, text) => {
      expect(saidAbout({ [path]: text }).length).toBeGreaterThan(0);
    },
    10_000,
  );
});
