import { configName } from "../decide/config-name.ts";
import type { ResultsVerdict } from "../decide/results.ts";
import type { BenchRow } from "../model/results.ts";
import { mermaidCurve } from "./curve-mermaid.ts";
import { type Column, CELL, fittingRows, markdownTable } from "./markdown-table.ts";
import { numberText } from "./measures.ts";
import { agenticCells, changeCells, evalCells, fixedCells, layoutCell } from "./result-rows.ts";
import { plainLines } from "./plain.ts";
import { PLAIN, type View } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { joined, renderPage, say, type Words } from "./words.ts";

/** What the card shows of a run's results. */
export interface ShownResults {
  readonly verdict: ResultsVerdict;
  /** Address of the picture of the curve; null where a diagram in the text stands in for it. */
  readonly picture: string | null;
  /** Where the rows that are left out can be seen. */
  readonly pages: { readonly inference: string; readonly evaluation: string };
}

/** How much of each table stands on the card. */
const MOST = { rows: 40, characters: 6_500 };
/** Longer tables are folded. */
const OPEN_ROWS = 12;
const NAMED_EXCLUDED = 20;
const NAMED_FAILURES = 5;

/** The results in full, or for a further language in words only: the tables are not said twice. */
export function renderResults(shown: ShownResults, words: Words, extent: "full" | "words"): string {
  const { verdict } = shown;
  const isFull = extent === "full";
  const view = {
    title: say(words, "results.title", { run: verdict.runId }, MARKDOWN),
    summary: summaryOf(verdict, words),
    remarks: remarksOf(verdict, words).map((line) => ({ line })),
    picture: isFull ? pictureOf(shown, words) : "",
    sections: isFull ? sectionsOf(shown, words) : [],
  };
  return renderPage(words, "results", view, MARKDOWN).trim();
}

/** The same words for places that are not Markdown; none without results. */
export function plainResults(shown: ShownResults | null, words: Words): readonly string[] {
  return shown === null ? [] : plainLines(renderResults(shown, words, "words"));
}

function summaryOf(verdict: ResultsVerdict, words: Words): string {
  const { fixed, agentic, evals, best, baseRuns, better, worse, remarks } = verdict;
  const points = fixed.length + agentic.length;
  const sentence = (code: string, view: View): string =>
    say(words, `results.${code}`, view, MARKDOWN);
  const scored = evals.filter(({ passed }) => passed !== null);
  const missed = scored.filter(({ passed }) => passed === false).length;
  const compared = [...fixed, ...agentic].filter(({ change }) => (change?.tput ?? null) !== null);
  const parts = [
    points === 0 ? "" : sentence("summary_points", { points }),
    best === null ? "" : sentence("summary_best", bestView(best)),
    baseRuns.length === 0
      ? ""
      : sentence("summary_compared", {
          ...{ better, worse, same: compared.length - better - worse },
          ...{ run: baseRuns[0] ?? "", others: baseRuns.length - 1 },
        }),
    scored.length === 0
      ? ""
      : sentence("summary_evals", { held: scored.length - missed, scored: scored.length, missed }),
    evals.length === scored.length
      ? ""
      : sentence("summary_unjudged", { evals: evals.length - scored.length }),
  ].filter((part) => part !== "");
  if (parts.length > 0) return joined(parts, words);
  if (remarks.expired) return sentence("expired", {});
  return remarks.failures.length > 0 ? "" : sentence("empty", {});
}

function bestView(best: BenchRow): View {
  return {
    tput: numberText(best.metrics.tputPerGpu),
    config: configName(best),
    concurrency: numberText(best.concurrency),
  };
}

/** What is not in the tables, and why: nothing is left out in silence. */
function remarksOf(verdict: ResultsVerdict, words: Words): readonly string[] {
  const { excluded, remarks, thresholdsUnread } = verdict;
  const { doubled, unreadable, failures, beyond } = remarks;
  const named = failures.slice(0, NAMED_FAILURES).map(({ name, cause }) => ({
    name,
    cause: say(words, `results.cause_${cause}`, {}, MARKDOWN),
  }));
  const sentence = (isTrue: boolean, code: string, view: View): readonly string[] =>
    isTrue ? [say(words, `results.${code}`, view, MARKDOWN)] : [];
  return [
    ...sentence(excluded.length > 0, "excluded", {
      points: excluded.slice(0, NAMED_EXCLUDED).map((row) => ({
        config: configName(row),
        layout: layoutCell(row),
        concurrency: numberText(row.concurrency),
      })),
      more: Math.max(0, excluded.length - NAMED_EXCLUDED),
    }),
    ...sentence(doubled > 0, "doubled", { points: doubled }),
    ...sentence(failures.length > 0, "unread", {
      artifacts: named,
      more: Math.max(0, failures.length - NAMED_FAILURES),
    }),
    ...sentence(unreadable > 0, "unreadable", { rows: unreadable }),
    ...sentence(beyond > 0, "beyond", { artifacts: beyond }),
    ...sentence(thresholdsUnread, "thresholds_unread", {}),
  ];
}

function pictureOf({ verdict, picture }: ShownResults, words: Words): string {
  if (verdict.curve === null) return "";
  if (picture === null) return mermaidCurve(verdict.curve, words);
  const alt = say(words, "results.picture_title", { run: verdict.runId }, MARKDOWN);
  return `![${alt}](${picture})`;
}

function sectionsOf({ verdict, pages }: ShownResults, words: Words): readonly View[] {
  const { fixed, agentic, evals } = verdict;
  const compared = [...fixed, ...agentic].filter(({ change }) => change !== null);
  const tables: readonly Table[] = [
    { name: "fixed", columns: FIXED, rows: fixed.map(fixedCells), page: pages.inference },
    { name: "agentic", columns: AGENTIC, rows: agentic.map(agenticCells), page: pages.inference },
    {
      name: "evals",
      columns: EVALS,
      rows: evals.map((row) => evalCells(row, words)),
      page: pages.evaluation,
    },
    {
      name: "changes",
      columns: CHANGES,
      rows: compared.map(changeCells),
      page: pages.inference,
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0).map((table) => section(table, words));
}

interface Table {
  readonly name: string;
  readonly columns: readonly NamedColumn[];
  readonly rows: readonly (readonly string[])[];
  readonly page: string;
}

/** A column by the name of its title. */
interface NamedColumn {
  readonly name: string;
  readonly align: Column["align"];
}

const left = named("left");
const right = named("right");
const PLACE = [...left("config", "lengths", "layout"), ...right("conc")];
const SPEED = right("tput", "ttft", "interactivity");
const FIXED = [...PLACE, ...SPEED, ...right("change")];
const AGENTIC = [
  ...[...left("config", "layout"), ...right("conc", "requests", "rps", "output"), ...SPEED],
  ...[...right("prefix", "external", "kv"), ...left("offload"), ...right("change")],
];
const EVALS = [
  ...left("task", "config", "layout"),
  ...right("conc", "score", "least"),
  ...left("held"),
];
const CHANGES = [...PLACE, ...SPEED, ...right("base")];

function named(align: Column["align"]): (...names: readonly string[]) => readonly NamedColumn[] {
  return (...names) => names.map((name) => ({ name, align }));
}

function section({ name, columns, rows, page }: Table, words: Words): View {
  const shown = fittingRows(rows, MOST);
  const more = rows.length - shown.length;
  return {
    title: say(words, `results.table_${name}`, { rows: rows.length }, PLAIN),
    folded: rows.length > OPEN_ROWS || name === "changes",
    table: markdownTable(
      columns.map(({ name: column, align }) => ({
        title: say(words, `results.column_${column}`, {}, CELL),
        align,
      })),
      shown,
    ),
    more: more > 0 ? say(words, "results.more", { more, page }, MARKDOWN) : "",
  };
}
