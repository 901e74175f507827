import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { RecipePoint } from "../../src/core/recipes/point.ts";
import { decidePatches } from "../../src/core/recipes/patches.ts";
import type { PatchInput } from "../../src/core/recipes/patches-input.ts";
import { parsePatchPolicy } from "../../src/core/recipes/policy-patches.ts";
import type { ChangedFile } from "../../src/core/model/github.ts";
import { known } from "../../src/core/model/reading.ts";
import type { SourceSide, SourceText } from "../../src/core/model/sources.ts";
import { loadShellParser } from "../../src/shell/parse-shell.ts";

const parse = await loadShellParser();
const parsed = parsePatchPolicy(
  readFileSync(join(import.meta.dirname, "..", "..", "policy", "patches.yml"), "utf8"),
);
if (Array.isArray(parsed)) throw new Error(JSON.stringify(parsed));
/** As it is shipped. */
export const PATCH_POLICY = parsed as PatchInput["policies"]["patches"];

export type Texts = Readonly<Record<string, string>>;

const parsedTexts = new Map<string, ReturnType<typeof parse>>();

/** A file as the reader hands it on; the same text is parsed once. */
function sourceText(path: string, text: string): SourceText {
  if (!/\.(?:sh|bash|slurm)$/u.test(path)) return { path, text, shell: null };
  const shell = parsedTexts.get(text) ?? parse(text);
  parsedTexts.set(text, shell);
  return { path, text, shell };
}

/** A commit of which everything was read. */
export function sideOf(texts: Texts): SourceSide {
  const paths = Object.keys(texts);
  return {
    commitSha: "c0ffee",
    tree: known(paths.map((path) => ({ path, mode: "100644", sha: path }))),
    texts: Object.fromEntries(
      paths.map((path) => [path, known(sourceText(path, texts[path] ?? ""))]),
    ),
  };
}

/** What check 10 is asked about a pull request that turns one set of files into another. */
export function patchInput(given: {
  readonly base?: Texts;
  readonly head: Texts;
  readonly policy?: Texts;
  readonly pull?: number | null;
  readonly details?: PatchInput["details"];
  readonly touched?: readonly RecipePoint[];
}): PatchInput {
  const { base = {}, head, policy = base, pull = 41, details = [], touched = [] } = given;
  const files = Object.keys({ ...base, ...head })
    .filter((path) => base[path] !== head[path])
    .map((path): ChangedFile => {
      const status =
        head[path] === undefined ? "removed" : base[path] === undefined ? "added" : "modified";
      return { path, previousPath: null, status, blobSha: path };
    });
  return {
    pull,
    details,
    files: known(files),
    sources: { head: sideOf(head), base: sideOf(base), policy: sideOf(policy) },
    points: { touched },
    places: { measured: ["benchmarks/", "runners/"] },
    policies: { patches: PATCH_POLICY },
  };
}

/** The script that `saidOf` is about. */
export const PATCHED_SCRIPT = "benchmarks/single_node/agentic/x_fp8_h200.sh";

/** What a pull request comes to that patches nothing. */
export const PATCHES_NONE: readonly string[] = ["pass patches_none"];

/** What the lines of a script come to, most serious first, without what is said of waivers. */
export function saidOf(
  lines: string,
  files: Texts = {},
  points: readonly RecipePoint[] = [],
): readonly string[] {
  return saidAbout({ [PATCHED_SCRIPT]: lines, ...files }, points);
}

/** The same for a pull request that adds some files. */
export function saidAbout(files: Texts, points: readonly RecipePoint[] = []): readonly string[] {
  const findings = decidePatches(patchInput({ head: files, touched: points }));
  const said = findings.filter(({ code }) => !code.startsWith("waiver_"));
  return [...new Set(said.map(({ outcome, code }) => `${outcome} ${code}`))];
}
