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

/** What the search-space entry of a recipe is measured with; nothing here says that a file is there. */
export interface MeasuredWith {
  /** The script that the rules name; null where the workers' settings name recipe files instead. */
  readonly script: string | null;
  /** Recipe files in the order of the settings; an eval twin is measured, too. */
  readonly configured: readonly ConfiguredFile[];
}

export interface ConfiguredFile {
  readonly path: string;
  /** What stands behind the path: the override in the file that is meant. */
  readonly selector: string | null;
  readonly role: "measured" | "eval";
}

/** The script or the recipe files of one search-space entry (spec/signoff §0.4). */
export function measuredWith(
  entry: RecipeEntry,
  space: SearchSpaceEntry,
  scenario: ScenarioType,
  tree: Tree,
): MeasuredWith {
  const folder = scenario === "agentic-coding" ? "agentic/" : "";
  if (!entry.multinode) {
    const place = `benchmarks/single_node/${folder === "" ? "fixed_seq_len/" : folder}`;
    const stem = place + stemOf(entry);
    return { script: singleNodeScript(stem, entry.framework, space, tree), configured: [] };
  }
  const configured = configFilesOf(space);
  if (configured.length > 0) return { script: null, configured };
  const script = `benchmarks/multi_node/${folder}${stemOf(entry)}_${entry.framework}.sh`;
  return { script, configured };
}

function scriptsFor(...place: Parameters<typeof measuredWith>): readonly string[] {
  const { script, configured } = measuredWith(...place);
  return script === null ? configured.map(({ path }) => path) : [script];
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
  return `${entry["model-prefix"]}_${entry.precision}_${skuOf(entry)}`;
}

/** The runner label without its cluster, up to the first dash (spec/signoff §0.4). */
export function skuOf({ runner }: Pick<RecipeEntry, "runner">): string {
  return runner.replace(/^cluster:/u, "").split("-")[0] ?? "";
}

/** `CONFIG_FILE=path[:selector]` in the settings of the workers, and its eval twin. */
function configFilesOf({ prefill, decode }: SearchSpaceEntry): readonly ConfiguredFile[] {
  const settings = [prefill, decode].flatMap((worker) => worker?.["additional-settings"] ?? []);
  return settings.flatMap((setting): readonly ConfiguredFile[] => {
    const found = CONFIG_FILE.exec(setting)?.groups;
    if (found?.["path"] === undefined) return [];
    const { path, selector = null } = found;
    const at = path.startsWith("recipes/") ? SLURM_RECIPES + path.slice("recipes/".length) : path;
    return [{ path: at, selector, role: found["twin"] === undefined ? "measured" : "eval" }];
  });
}

const CONFIG_FILE =
  /^(?<twin>EVAL_)?CONFIG_FILE=["']?(?<path>[^:"'\s]+)(?::(?<selector>[^"'\s]+))?/u;

/** The launchers of a runner label's nodes, each once. */
export function launchersOf(entry: RecipeEntry, { labels }: Runners): readonly string[] {
  const nodes = labels.get(entry.runner) ?? [];
  return [...new Set(nodes.map((node) => `runners/launch_${node.split("_")[0] ?? ""}.sh`))];
}
