import type { ScenarioType } from "../contract/changelog-entry.ts";
import { nearest } from "../contract/nearest.ts";
import type { Recipe } from "../contract/recipe.ts";
import type { Runners } from "../contract/runners.ts";
import { dotted } from "../contract/schema-check.ts";
import type { YamlPath } from "../contract/yaml.ts";
import type { Problem, Severity } from "../model/problem.ts";
import { replicaGpus } from "./memory.ts";
import { sequenceName } from "./row.ts";

/** The sequence lengths that the workflow has jobs for (Q16). */
const RUN_SEQUENCES: readonly string[] = ["1k1k", "8k1k"];

function problemAt(
  recipe: Recipe,
  at: YamlPath,
  {
    code,
    severity = "error",
    values,
  }: { code: string; severity?: Severity; values: Problem["values"] },
): Problem {
  const { document } = recipe;
  const position = document.placeOf(at);
  return {
    code,
    severity,
    path: document.path,
    ...position,
    values: { where: dotted(at), ...values },
  };
}

function runnerProblems(recipe: Recipe, { labels }: Runners): Problem[] {
  const { runner } = recipe.entry;
  if (labels.has(runner)) return [];
  const suggestion = nearest(runner, labels.keys());
  const at = [recipe.key, "runner"];
  if (suggestion === null)
    return [problemAt(recipe, at, { code: "unknown_runner", values: { runner } })];
  const values = { runner, suggestion };
  return [problemAt(recipe, at, { code: "unknown_runner_near", values })];
}

function sequenceProblems(recipe: Recipe): Problem[] {
  return (recipe.entry.scenarios["fixed-seq-len"] ?? []).flatMap(({ isl, osl }, index) => {
    if (RUN_SEQUENCES.includes(sequenceName(isl, osl))) return [];
    const at = [recipe.key, "scenarios", "fixed-seq-len", index];
    return [problemAt(recipe, at, { code: "sequence_without_job", values: { isl, osl } })];
  });
}

/** GPUs that a node does not have, where no DRAM share makes it an error already (Q9). */
function nodeProblems(recipe: Recipe, runners: Runners): Problem[] {
  const node = runners.hardware.get(recipe.entry.runner)?.["gpus-per-node"];
  if (node === undefined || recipe.entry.multinode) return [];
  return (recipe.entry.scenarios["agentic-coding"] ?? []).flatMap((block, index) =>
    block["search-space"].flatMap((entry, number) => {
      const gpus = replicaGpus(entry);
      if (gpus <= node || entry["kv-offloading"] === "dram") return [];
      const at = [recipe.key, "scenarios", "agentic-coding", index, "search-space", number];
      const values = { gpus, node };
      return [problemAt(recipe, at, { code: "gpus_exceed_node", severity: "warning", values })];
    }),
  );
}

/** A prefix that the key does not begin with groups the results apart from those of its siblings (case CFG-08). */
function prefixProblems(recipe: Recipe): Problem[] {
  const prefix = recipe.entry["model-prefix"];
  if (recipe.key === prefix || recipe.key.startsWith(`${prefix}-`)) return [];
  const values = { prefix, key: recipe.key };
  const at = [recipe.key, "model-prefix"];
  return [problemAt(recipe, at, { code: "prefix_disagrees", severity: "warning", values })];
}

function repeatedPoints(recipe: Recipe, type: ScenarioType): Problem[] {
  return (recipe.entry.scenarios[type] ?? []).flatMap((block, index) =>
    block["search-space"].flatMap((entry, number) => {
      const list = entry["conc-list"] ?? [];
      const again = list.find((conc, position) => list.indexOf(conc) !== position);
      if (again === undefined) return [];
      const at = [recipe.key, "scenarios", type, index, "search-space", number, "conc-list"];
      const values = { conc: again };
      return [problemAt(recipe, at, { code: "concurrency_twice", severity: "warning", values })];
    }),
  );
}

/** What would keep a selected recipe from running as written: unknown pools and lengths without a job are errors (decision 21, case CFG-10). */
export function runnableProblems(
  recipe: Recipe,
  scenarioTypes: readonly ScenarioType[],
  runners: Runners,
): readonly Problem[] {
  const fixed = scenarioTypes.includes("fixed-seq-len") ? sequenceProblems(recipe) : [];
  const agentic = scenarioTypes.includes("agentic-coding") ? nodeProblems(recipe, runners) : [];
  const repeated = scenarioTypes.flatMap((type) => repeatedPoints(recipe, type));
  const identity = [...runnerProblems(recipe, runners), ...prefixProblems(recipe)];
  return [...identity, ...fixed, ...agentic, ...repeated];
}
