import type { MatrixVerdict } from "../decide/validation.ts";
import { CELL, type Column, fittingRows, markdownTable } from "./markdown-table.ts";
import { PLAIN, type View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { renderPage, say, type Words } from "./words.ts";

type Planned = Extract<MatrixVerdict, { kind: "planned" }>;
type SummaryLine = Planned["summary"][number];
type RecipeChange = Planned["changes"][number];

/** What a plan shows people. */
export interface ShownPlan {
  /** Null where nothing can run. */
  readonly runs: Pick<Planned, "summary" | "totals"> | null;
  readonly changes: readonly RecipeChange[];
}

/** How much of it stands in one place. */
export interface Extent {
  readonly rows: number;
  /** Of each table, heading left out. */
  readonly characters: number;
  /** Tables with more rows than this are folded. */
  readonly openRows: number;
  /** Code of the sentence that says where the rest is. */
  readonly rest: "more_on_request" | "more_on_terminal";
}

/** The card and the check run: folded, and short enough for two languages. */
export const BRIEF: Extent = {
  rows: 30,
  characters: 6_000,
  openRows: 0,
  rest: "more_on_request",
};

const ANSWER_CHARACTERS = 48_000;

/** The answer to `/sweep plan`: everything that GitHub takes in one comment. */
export function fullExtent(languages: number): Extent {
  const characters = Math.floor(ANSWER_CHARACTERS / 2 / Math.max(1, languages));
  return { rows: Infinity, characters, openRows: 12, rest: "more_on_terminal" };
}

/** What of a verdict is shown; null where there is no plan and no recipe changes. */
export function shownPlan(matrix: MatrixVerdict): ShownPlan | null {
  if (matrix.kind === "planned") return { runs: matrix, changes: matrix.changes };
  if (!("changes" in matrix) || matrix.changes.length === 0) return null;
  return { runs: null, changes: matrix.changes };
}

/** What one sweep runs and what the pull request changes, as tables of one language (issue 3, item 3). */
export function renderPlan({ runs, changes }: ShownPlan, words: Words, extent: Extent): string {
  const sections = [
    ...(runs === null ? [] : [runsSection(runs, words, extent)]),
    ...(changes.length === 0 ? [] : [changesSection(changes, words, extent)]),
  ];
  return renderPage(words, "plan", { sections }, MARKDOWN).trim();
}

function runsSection(runs: NonNullable<ShownPlan["runs"]>, words: Words, extent: Extent): View {
  const { jobs, points, gpuHours } = runs.totals;
  const columns = [
    ...columnsOf(words, "left", ["recipe", "scenario", "purpose"]),
    ...columnsOf(words, "right", ["jobs", "points", "gpus", "hours"]),
    ...columnsOf(words, "left", ["pool"]),
  ];
  const total = say(words, "plan.total", {}, CELL);
  const sums = [`**${total}**`, "", "", String(jobs), String(points), "", String(gpuHours), ""];
  const rows = runs.summary.map((line) => runCells(line, words));
  const title = say(words, "plan.runs_title", { jobs, points, hours: gpuHours }, PLAIN);
  return section(title, { columns, rows, last: [sums] }, words, extent);
}

function runCells(line: SummaryLine, words: Words): readonly string[] {
  const nodes = line.poolSize ?? "?";
  const purpose = say(words, `plan.${line.purpose}`, {}, CELL);
  return [
    ...[CELL.code(line.key), CELL.text(line.scenario), purpose],
    ...[line.jobs, line.points, line.gpus, line.gpuHours].map(String),
    say(words, "plan.pool", { runner: line.runner, nodes }, CELL),
  ];
}

function changesSection(changes: readonly RecipeChange[], words: Words, extent: Extent): View {
  const columns = columnsOf(words, "left", [
    ...["recipe", "change", "scenarios", "point_changes", "image", "entry"],
  ]);
  const rows = changes.map((change) => changeCells(change, words));
  const title = say(words, "plan.changes_title", { recipes: changes.length }, PLAIN);
  return section(title, { columns, rows, last: [] }, words, extent);
}

function changeCells(change: RecipeChange, words: Words): readonly string[] {
  return [
    CELL.code(change.key),
    say(words, `plan.recipe_${change.kind}`, {}, CELL),
    scenarioCell(change, words),
    pointCell(change.points),
    imageCell(change.image, words),
    entryCell(change, words),
  ];
}

function scenarioCell({ kind, scenarios }: RecipeChange, words: Words): string {
  if (kind !== "altered")
    return [...scenarios.added, ...scenarios.removed].map(CELL.text).join(", ");
  return (["altered", "added", "removed"] as const)
    .filter((how) => scenarios[how].length > 0)
    .map((how) => say(words, `plan.scenarios_${how}`, { names: scenarios[how].join(", ") }, CELL))
    .join("; ");
}

function pointCell(points: RecipeChange["points"]): string {
  if (points === null) return "?";
  const { added, removed } = points;
  const parts = [added > 0 ? `+${added}` : "", removed > 0 ? `−${removed}` : ""];
  return parts.filter((part) => part !== "").join(" ");
}

function imageCell({ base, head }: RecipeChange["image"], words: Words): string {
  if (base !== null && base === head) return say(words, "plan.same_image", {}, CELL);
  return [base, head].flatMap((image) => (image === null ? [] : [CELL.code(image)])).join(" → ");
}

/** Which entry selects the recipe; a removed one, or one that measures the same, needs none. */
function entryCell({ selectedAt, unselected }: RecipeChange, words: Words): string {
  const lines = selectedAt.map((line) => say(words, "plan.at_line", { line }, CELL));
  if (unselected.length === 0) return lines.join(", ");
  const names = unselected.join(", ");
  const missing =
    lines.length === 0
      ? say(words, "plan.no_entry", {}, CELL)
      : say(words, "plan.no_entry_for", { names }, CELL);
  return [...lines, `⚠️ ${missing}`].join(", ");
}

function columnsOf(words: Words, align: Column["align"], names: readonly string[]): Column[] {
  return names.map((name) => ({ title: say(words, `plan.column_${name}`, {}, CELL), align }));
}

interface Body {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Shown below the rows, however many of them are left out. */
  readonly last: readonly (readonly string[])[];
}

function section(title: string, body: Body, words: Words, extent: Extent): View {
  const { columns, rows, last } = body;
  const shown = fittingRows(rows, extent);
  const more = rows.length - shown.length;
  return {
    title,
    folded: rows.length > extent.openRows,
    table: markdownTable(columns, [...shown, ...last]),
    more: more > 0 ? say(words, `plan.${extent.rest}`, { more }, MARKDOWN) : "",
  };
}
