import { linesBelow, type TableRow, tableRows } from "./markdown-table.ts";
import { firstDate, parseNotices, type Notice } from "./models-notices.ts";

/** A scenario of a model that is not run any more, and from which day on (null: the row does not say). */
export interface Deprecation {
  readonly scenario: string;
  readonly from: string | null;
}

/** A row of the support matrix. */
export interface ModelRow {
  readonly prefixes: readonly string[];
  readonly line: number;
  /** Set when no scenario is active any more, with the first day of that. */
  readonly retired: { readonly from: string | null } | null;
  /** `arm` where the row says "(DSpark only)". */
  readonly active: readonly { readonly scenario: string; readonly arm: string | null }[];
  readonly deprecated: readonly Deprecation[];
  /** "limited to fp8/fp4"; null where every precision may be run. */
  readonly precisions: readonly string[] | null;
}

/** What `MODELS.md` says about which models, scenarios and precisions are run (spec/signoff §3.7). */
export interface ModelsTable {
  readonly everywhere: readonly Deprecation[];
  readonly models: readonly ModelRow[];
  readonly notices: readonly Notice[];
  /** Whose engine comes first for a model, as the words of the engine map: `vllm`, `sglang`. */
  readonly engines: Readonly<Record<string, readonly string[]>>;
}

const SCENARIO = /Agentic coding|Single-turn \d{1,4}k\d{1,4}k/gu;
const ONLY = /(Agentic coding|Single-turn \d{1,4}k\d{1,4}k)\s*\(([^()]{1,40}?) only\)/gu;

/** The tables of `MODELS.md`, or null where they cannot be understood: then nothing is active and nothing deprecated. */
export function parseModelsTable(text: string): ModelsTable | null {
  const scenarios = linesBelow(text, "Scenarios");
  const matrix = linesBelow(text, "Model support matrix");
  if (scenarios === null || matrix === null) return null;
  const models = tableRows(matrix).map(modelRow);
  const statuses = tableRows(scenarios).filter((row) => row.at("Status") !== null);
  if (models.length === 0 || statuses.length === 0) return null;
  if (models.some((row) => row === null)) return null;
  const known = models.filter((row) => row !== null);
  const prefixes = known.flatMap((row) => row.prefixes);
  return {
    everywhere: statuses.flatMap(deprecatedEverywhere),
    models: known,
    notices: parseNotices(linesBelow(text, "Deprecation Notice") ?? [], prefixes),
    engines: enginesOf(text),
  };
}

/** Scenarios that are named in a text, in its order. */
function scenariosIn(text: string): readonly string[] {
  return [...text.matchAll(SCENARIO)].map(([scenario]) => scenario);
}

/** Every name in backticks. */
function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\s]{1,100})`/gu)].map(([, name = ""]) => name);
}

function modelRow(row: TableRow): ModelRow | null {
  const [prefix, active, gone] = ["Prefix", "Active scenarios", "Deprecated scenarios"].map(
    (name) => row.at(name),
  );
  if (prefix == null || active == null || gone == null) return null;
  const prefixes = quotedIn(prefix);
  if (prefixes.length === 0) return null;
  const plain = withoutParentheses(active);
  const isRetired =
    /^(?:none\b|[—–-]?$)/iu.test(plain) &&
    /^none\b|retired/iu.test(active.replace(/^[—–-]\s*/u, ""));
  const arms = new Map([...active.matchAll(ONLY)].map(([, scenario, arm]) => [scenario, arm]));
  const limits = /limited to ([\w.]+(?:\/[\w.]+)*)/u.exec(plain)?.[1];
  return {
    prefixes,
    line: row.line,
    retired: isRetired ? { from: firstDate(active) } : null,
    active: isRetired
      ? []
      : scenariosIn(plain).map((scenario) => ({ scenario, arm: arms.get(scenario) ?? null })),
    deprecated: deprecationsIn(gone),
    precisions: limits === undefined ? null : limits.toLowerCase().split("/"),
  };
}

/** Each scenario with the date that stands behind it, before the next one. */
function deprecationsIn(cell: string): readonly Deprecation[] {
  const found = [...cell.matchAll(SCENARIO)];
  return found.map((match, index) => {
    const end = found[index + 1]?.index ?? cell.length;
    return { scenario: match[0], from: firstDate(cell.slice(match.index, end)) };
  });
}

function deprecatedEverywhere(row: TableRow): readonly Deprecation[] {
  const status = row.at("Status") ?? "";
  if (!/^\*\*Deprecated/iu.test(status)) return [];
  const scenarios = scenariosIn(row.at("Scenario") ?? "");
  return scenarios.map((scenario) => ({ scenario, from: firstDate(status) }));
}

function enginesOf(text: string): ModelsTable["engines"] {
  const lines = text.split(/\r?\n/u).map((each, index) => ({ line: index + 1, text: each }));
  const rows = tableRows(lines).flatMap((row) => {
    const engines = row.at("Primary native/upstream engines");
    if (engines === null) return [];
    const named = ["vllm", "sglang"].filter((engine) => engines.toLowerCase().includes(engine));
    return quotedIn(row.at("Model") ?? "").map((prefix) => [prefix, named] as const);
  });
  return Object.fromEntries(rows);
}

/** A text without what stands in parentheses, however deep. */
function withoutParentheses(text: string): string {
  let depth = 0;
  let plain = "";
  for (const character of text) {
    if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) plain += character;
  }
  return plain.replaceAll(/\s+/gu, " ").trim();
}
