import type { ScenarioType } from "../contract/changelog-entry.ts";
import type { RecipeEntry, SearchSpaceEntry } from "../contract/recipe.ts";
import { SCENARIO_TYPES } from "../contract/recipe.ts";
import type { Runners } from "../contract/runners.ts";

/** A file that a recipe runs, and for which of its scenarios. */
export interface RecipeFile {
  readonly path: string;
  readonly scenario: ScenarioType;
  readonly role: "script" | "launcher";
}

export interface RecipeFiles {
  readonly files: readonly RecipeFile[];
  /** Files that the rules name and the tree does not have: they stand elsewhere, or nowhere. */
  readonly missing: readonly string[];
}

type Tree = ReadonlySet<string>;

/** Where `recipes/` of a multi-node configuration stands in this repository. */
const SLURM_RECIPES = "benchmarks/multi_node/srt-slurm-recipes/";

/** The files that a recipe is measured with: scripts, multi-node recipes and launchers (spec/signoff §0.4). */
export function scriptsOf(entry: RecipeEntry, tree: Tree, runners: Runners): RecipeFiles {
  const launchers = launchersOf(entry, runners);
  const found = SCENARIO_TYPES.flatMap((scenario): readonly RecipeFile[] => {
    const spaces = (entry.scenarios[scenario] ?? []).flatMap((block) => block["search-space"]);
    if (spaces.length === 0) return [];
    const scripts = spaces.flatMap((space) => scriptsFor(entry, space, scenario, tree));
    return [
      ...[...new Set(scripts)].map((path) => ({ path, scenario, role: "script" as const })),
      ...launchers.map((path) => ({ path, scenario, role: "launcher" as const })),
    ];
  });
  const missing = found.filter(({ path }) => !tree.has(path)).map(({ path }) => path);
  return { files: found.filter(({ path }) => tree.has(path)), missing: [...new Set(missing)] };
}

function scriptsFor(
  entry: RecipeEntry,
  space: SearchSpaceEntry,
  scenario: ScenarioType,
  tree: Tree,
): readonly string[] {
  const folder = scenario === "agentic-coding" ? "agentic/" : "";
  if (!entry.multinode) {
    const place = `benchmarks/single_node/${folder === "" ? "fixed_seq_len/" : folder}`;
    return [singleNodeScript(place + stemOf(entry), entry.framework, space, tree)];
  }
  const configured = configFilesOf(space);
  if (configured.length > 0) return configured;
  return [`benchmarks/multi_node/${folder}${stemOf(entry)}_${entry.framework}.sh`];
}

/** The name with the framework wins where there is such a file; `trt` has no other. */
function singleNodeScript(
  stem: string,
  framework: string,
  space: SearchSpaceEntry,
  tree: Tree,
): string {
  const ending = `${space["spec-decoding"] === "mtp" ? "_mtp" : ""}.sh`;
  const tagged = `${stem}_${framework}${ending}`;
  const plain = `${stem}${ending}`;
  return framework !== "trt" && !tree.has(tagged) && tree.has(plain) ? plain : tagged;
}

function stemOf(entry: RecipeEntry): string {
  const sku = entry.runner.replace(/^cluster:/u, "").split("-")[0] ?? "";
  return `${entry["model-prefix"]}_${entry.precision}_${sku}`;
}

/** `CONFIG_FILE=path[:selector]` in the settings of the workers; the eval twin is measured, too. */
function configFilesOf({ prefill, decode }: SearchSpaceEntry): readonly string[] {
  const settings = [prefill, decode].flatMap((worker) => worker?.["additional-settings"] ?? []);
  return settings.flatMap((setting) => {
    const path = /^(?:EVAL_)?CONFIG_FILE=["']?([^:"'\s]+)/u.exec(setting)?.[1];
    if (path === undefined) return [];
    return [path.startsWith("recipes/") ? SLURM_RECIPES + path.slice("recipes/".length) : path];
  });
}

function launchersOf(entry: RecipeEntry, { labels }: Runners): readonly string[] {
  const nodes = labels.get(entry.runner) ?? [];
  return [...new Set(nodes.map((node) => `runners/launch_${node.split("_")[0] ?? ""}.sh`))];
}
