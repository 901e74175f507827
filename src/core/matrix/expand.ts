import type { ScenarioType } from "../contract/changelog-entry.ts";
import { SCENARIO_TYPES } from "../contract/recipe.ts";
import type { AgenticBlock, Recipe, SearchSpaceEntry, SequenceBlock } from "../contract/recipe.ts";
import type { Runners } from "../contract/runners.ts";
import { dotted } from "../contract/schema-check.ts";
import type { YamlPath } from "../contract/yaml.ts";
import type { Problem } from "../model/problem.ts";
import { concurrenciesIn } from "./concurrency.ts";
import { multiAgenticRows, singleAgenticRows } from "./expand-agentic.ts";
import { multiFixedRows, singleFixedRows } from "./expand-fixed.ts";
import type { Space, Target } from "./expand-row.ts";
import { dramShare } from "./memory.ts";
import { sequenceName } from "./row.ts";
import type { Job } from "./row.ts";

/** What narrows a generation down; null means everything (spec/matrix §3.1). */
export interface RowFilter {
  readonly scenarioTypes: readonly ScenarioType[] | null;
  readonly sequenceNames: readonly string[] | null;
  readonly concurrencies: readonly number[] | null;
  /** Part of a node's or label's name; rows are made for every node that has it. Empty: the label itself. */
  readonly nodeFilter: string;
}

export const NO_FILTER: RowFilter = {
  scenarioTypes: null,
  sequenceNames: null,
  concurrencies: null,
  nodeFilter: "",
};

export interface Expansion {
  readonly jobs: readonly Job[];
  readonly problems: readonly Problem[];
}

/** Where rows are made for: the label itself without a filter (spec/matrix §2). */
function targetsOf(runner: string, runners: Runners, nodeFilter: string): readonly string[] {
  if (nodeFilter === "") return [runner];
  const candidates = [runner, ...(runners.labels.get(runner) ?? [])];
  return [...new Set(candidates.filter((candidate) => candidate.includes(nodeFilter)))];
}

interface Block {
  readonly target: Target;
  readonly runners: Runners;
  readonly filter: RowFilter;
  readonly place: YamlPath;
}

function spacesOf(entries: readonly SearchSpaceEntry[], { filter, place }: Block): Space[] {
  return entries.map((entry, index) => ({
    entry,
    place: [...place, "search-space", index],
    concurrencies: concurrenciesIn(entry, filter.concurrencies),
  }));
}

function fixedJobs(sequence: SequenceBlock, block: Block): readonly Job[] {
  const { filter, target } = block;
  const name = sequenceName(sequence.isl, sequence.osl);
  if (filter.sequenceNames?.includes(name) === false) return [];
  const { key, entry } = target.recipe;
  const rows = entry.multinode ? multiFixedRows : singleFixedRows;
  return spacesOf(sequence["search-space"], block).flatMap((space) =>
    rows(target, space, sequence).map((row) => ({ key, place: space.place, row })),
  );
}

function agenticExpansion(agentic: AgenticBlock, block: Block): Expansion {
  const { target, runners } = block;
  const { key, entry, document } = target.recipe;
  const rows = entry.multinode ? multiAgenticRows : singleAgenticRows;
  const jobs: Job[] = [];
  const problems: Problem[] = [];
  for (const space of spacesOf(agentic["search-space"], block)) {
    const utilization = agentic["dram-utilization"] ?? 0;
    const share = dramShare(space.entry, utilization, { runner: entry.runner, runners });
    if (share.kind === "gb") {
      const { place } = space;
      jobs.push(...rows(target, space, share.gb).map((row) => ({ key, place, row })));
    } else {
      const { code } = share;
      const values = { where: dotted(space.place), ...share.values };
      const position = document.placeOf(space.place);
      problems.push({ code, severity: "error", path: document.path, ...position, values });
    }
  }
  return { jobs, problems };
}

function scenarioExpansions(type: ScenarioType, shared: Omit<Block, "place">): Expansion[] {
  const { recipe } = shared.target;
  const place = (index: number): YamlPath => [recipe.key, "scenarios", type, index];
  const { scenarios } = recipe.entry;
  if (type === "agentic-coding") {
    return (scenarios["agentic-coding"] ?? []).map((block, index) =>
      agenticExpansion(block, { ...shared, place: place(index) }),
    );
  }
  return (scenarios["fixed-seq-len"] ?? []).map((block, index) => ({
    jobs: fixedJobs(block, { ...shared, place: place(index) }),
    problems: [],
  }));
}

/** Every row of a recipe, unmarked, in the order of spec/matrix §3.3, with what hardware makes impossible. */
export function expandRecipe(recipe: Recipe, runners: Runners, filter: RowFilter): Expansion {
  const target = { recipe, runners: targetsOf(recipe.entry.runner, runners, filter.nodeFilter) };
  if (target.runners.length === 0) return { jobs: [], problems: [] };
  const parts = SCENARIO_TYPES.filter(
    (type) => filter.scenarioTypes?.includes(type) !== false,
  ).flatMap((type) => scenarioExpansions(type, { target, runners, filter }));
  return {
    jobs: parts.flatMap((part) => part.jobs),
    problems: parts.flatMap((part) => part.problems),
  };
}
