import { describe, expect, test } from "@jest/globals";
import { decidePatches } from "../../../src/core/recipes/patches.ts";
import type { RecipePoint } from "../../../src/core/recipes/point.ts";
import { mentions, waiverGaps } from "../../../src/core/recipes/waiver.ts";
import { unknown } from "../../../src/core/model/reading.ts";
import { PATCH_POLICY, patchInput, type Texts } from "../../support/patch-check.ts";

const SCRIPT = "benchmarks/single_node/agentic/x_fp8_h200.sh";
const LINE = "sed -i s/a/b/ /opt/vllm/x.py\n";
const PATCH = { [SCRIPT]: LINE };
const WAIVER = "docs/waiver/41.md";

const COMPLETE = `# Waiver

## What is patched
\`${SCRIPT}\` edits x.py of the engine in place, so that the tokenizer does not block the event loop.

## Why the unmodified upstream image cannot be used
Without it, the server stops answering at a concurrency of 256, so that no point above it can be measured.

## Upstream pull request
https://github.com/vllm-project/vllm/pull/12345

## Removal plan
We take it out with the first image that has the pull request, which is planned for the next release.
`;

const link = (waiver: string): { text: string; isEmpty: boolean; links: string[] } => ({
  ...{ text: "see the waiver", isEmpty: false },
  links: [`https://github.com/o/r/blob/main/${waiver}`],
});

interface Given {
  readonly base?: Texts;
  readonly head?: Texts;
  readonly policy?: Texts;
  readonly details?: ReturnType<typeof link>[] | null;
  readonly touched?: readonly RecipePoint[];
}

/** Outcome and code of everything said, most serious first. */
function saidAbout({ head = PATCH, details = [link(WAIVER)], ...given }: Given): readonly string[] {
  const findings = decidePatches(patchInput({ head, details, ...given }));
  return findings.map(({ outcome, code }) => `${outcome} ${code}`);
}

describe("a patch that the pull request brings", () => {
  test("fails without a waiver, which is named", () => {
    const findings = decidePatches(patchInput({ head: PATCH }));
    expect(findings).toMatchObject([
      { outcome: "fail", code: "patch_edit", path: SCRIPT, line: 1, values: { rule: "P3" } },
      { outcome: "fail", code: "waiver_none", values: { waiver: `\`${WAIVER}\`` } },
    ]);
  });

  test("69: with a complete, linked waiver it is for a person to confirm", () => {
    expect(saidAbout({ head: { ...PATCH, [WAIVER]: COMPLETE } })).toEqual([
      "human patch_edit",
      "human waiver_confirm",
    ]);
  });

  test("67: fails with a waiver that no sign-off links", () => {
    const said = saidAbout({
      head: { ...PATCH, [WAIVER]: COMPLETE },
      details: [link("docs/waiver/4.md")],
    });
    expect(said).toEqual(["fail patch_edit", "fail waiver_not_linked"]);
  });

  test("a waiver that the detail only names counts as linked", () => {
    const details = [{ text: `waiver: ${WAIVER}.`, isEmpty: false, links: [] }];
    expect(saidAbout({ head: { ...PATCH, [WAIVER]: COMPLETE }, details })).toContain(
      "human waiver_confirm",
    );
  });

  test("while the pull request is written, nobody asks for the link", () => {
    expect(saidAbout({ head: { ...PATCH, [WAIVER]: COMPLETE }, details: null })).toContain(
      "human waiver_confirm",
    );
  });

  test("68: fails with a waiver that is named after another pull request", () => {
    const said = saidAbout({ head: { ...PATCH, "docs/waiver/40.md": COMPLETE } });
    expect(said).toEqual(["fail patch_edit", "fail waiver_other"]);
  });

  test("a waiver that stands on the default branch, unchanged, does not cover it", () => {
    const base = { [WAIVER]: COMPLETE };
    expect(saidAbout({ base, head: { ...base, ...PATCH } })).toEqual([
      "fail patch_edit",
      "fail waiver_none",
    ]);
  });

  test("a waiver has to name every file, or a script that runs it", () => {
    const other = "benchmarks/multi_node/other.sh";
    const head = { ...PATCH, [other]: "pip install vllm", [WAIVER]: COMPLETE };
    expect(saidAbout({ head })).toEqual([
      "fail patch_install_engine",
      "human patch_edit",
      "fail waiver_path_missing",
      "human waiver_confirm",
    ]);
    const run = { [SCRIPT]: `bash ${other}`, [other]: "pip install vllm", [WAIVER]: COMPLETE };
    expect(saidAbout({ head: run })).toEqual([
      "human patch_install_engine",
      "human waiver_confirm",
    ]);
  });

  test("a waiver that was not read is for a person", () => {
    const input = patchInput({ head: { ...PATCH, [WAIVER]: COMPLETE } });
    const head = {
      ...input.sources.head,
      texts: { ...input.sources.head.texts, [WAIVER]: unknown("unreadable") },
    };
    const said = decidePatches({ ...input, sources: { ...input.sources, head } });
    expect(said.map(({ outcome, code }) => `${outcome} ${code}`)).toEqual([
      "human patch_edit",
      "human waiver_unreadable",
    ]);
  });

  test("what is only for a person needs no waiver", () => {
    expect(saidAbout({ head: { [SCRIPT]: "export LD_PRELOAD=x" } })).toEqual([
      "human patch_import_path",
    ]);
  });
});

describe("a patch that was there before", () => {
  const base = { ...PATCH };
  const touched = { [SCRIPT]: `# measured again\n  ${LINE}echo done\n` };

  test("fails where no waiver on the default branch names it, however the lines have moved", () => {
    expect(saidAbout({ base, head: touched })).toEqual([
      "fail patch_edit",
      "fail waiver_no_earlier",
    ]);
  });

  test("is for a person to confirm where a complete one does", () => {
    const policy = { ...base, "docs/waiver/7.md": COMPLETE };
    expect(saidAbout({ base, policy, head: touched })).toEqual([
      "human patch_edit",
      "human waiver_confirm",
    ]);
  });

  test("a waiver may name the configuration instead of the script", () => {
    const policy = { ...base, "docs/waiver/7.md": COMPLETE.replace(SCRIPT, "x-fp8-h200-vllm") };
    const point = {
      key: "x-fp8-h200-vllm",
      script: SCRIPT,
      entry: {},
      space: {},
      settings: [],
      recipeFile: null,
    };
    const points = [point as unknown as RecipePoint];
    expect(saidAbout({ base, policy, head: touched, touched: points })).toContain(
      "human waiver_confirm",
    );
    expect(saidAbout({ base, policy, head: touched })).toContain("fail waiver_no_earlier");
  });

  test("its waiver is never read from the head", () => {
    const head = { ...touched, "docs/waiver/7.md": COMPLETE };
    expect(saidAbout({ base, head })).toContain("fail waiver_no_earlier");
  });

  test("an incomplete one is told by what it lacks", () => {
    const policy = { ...base, "docs/waiver/7.md": COMPLETE.replace("## Removal plan", "") };
    expect(saidAbout({ base, policy, head: touched })).toEqual([
      "fail patch_edit",
      "fail waiver_without_removal",
    ]);
  });

  test("that is changed is a new patch", () => {
    const head = { [SCRIPT]: "sed -i s/a/c/ /opt/vllm/x.py\n" };
    expect(saidAbout({ base, head })).toEqual(["fail patch_edit", "fail waiver_none"]);
  });

  test("and so is one of which only the target changes elsewhere", () => {
    const script = (target: string): Texts => ({ [SCRIPT]: `T=${target}\nsed -i s/a/b/ $T\n` });
    expect(saidAbout({ base: script("x.yaml"), head: script("/opt/vllm/x") })).toContain(
      "fail waiver_none",
    );
  });
});

describe("the text of a waiver", () => {
  const gaps = (text: string): readonly string[] => waiverGaps(text, PATCH_POLICY.waiver);

  test("is complete with four sections and a link", () => {
    expect(gaps(COMPLETE)).toEqual([]);
    expect(gaps(COMPLETE.replaceAll(/^## (.*)$/gmu, "**$1**"))).toEqual([]);
    expect(gaps(COMPLETE.replaceAll(/^## (.*)$/gmu, "$1:"))).toEqual([]);
  });

  test.each([
    ["## What is patched", "## Notes", "waiver_without_what"],
    [/.* edits x.py.*/u, "A file.", "waiver_without_what"],
    [/Without it, .*/u, "It is slow.", "waiver_without_why"],
    ["## Upstream pull request", "### Notes", "waiver_without_upstream"],
    [/We take it out.*/u, "TODO", "waiver_without_removal"],
    ["We take it out", "TBD: we take it out", "waiver_placeholder"],
    ["vllm/pull/12345", "vllm/pulls", "waiver_without_link"],
    ["https://github.com/vllm", "https://github.example/vllm", "waiver_without_link"],
  ])("without %s it lacks something", (part, instead, code) => {
    const text = COMPLETE.replace(part, instead);
    expect(text).not.toBe(COMPLETE);
    expect(gaps(text)).toContain(code);
  });

  test("an empty one lacks everything", () => {
    expect(gaps("")).toEqual([
      ...["waiver_without_what", "waiver_without_why", "waiver_without_upstream"],
      ...["waiver_without_removal", "waiver_without_link"],
    ]);
  });

  test.each([
    ["see `a/b.sh`.", true],
    ["(a/b.sh)", true],
    ["x/a/b.sh", true],
    ["a/b.sh.bak", false],
    ["za/b.sh", false],
    ["a/b.sh_old", false],
  ])("%s names a/b.sh: %s", (text, named) => {
    expect(mentions(text, "a/b.sh")).toBe(named);
  });
});
