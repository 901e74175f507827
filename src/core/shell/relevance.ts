import { shellText, type ShellNode } from "../model/shell.ts";
import { fieldsOf, namedChildren, nodesOf, type ScriptIndex } from "./script.ts";
import type { Relevant } from "./state.ts";

const DECIDING = new Set([
  "if_statement",
  "elif_clause",
  "case_statement",
  "list",
  "while_statement",
]);
const LISTS = new Set(["command", "array", "declaration_command"]);
const POSITIONAL = ["@", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
/** Enough for every chain of variables that anybody writes; beyond it everything is relevant. */
const MOST_ROUNDS = 24;
/** Characters looked at: some thirty times a large script. */
const MOST_WORK = 4_000_000;

interface Setting {
  readonly name: string;
  readonly from: readonly string[];
  readonly marked: boolean;
  readonly isList: boolean;
  readonly start: number;
}

interface Decision {
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
  readonly marked: boolean;
}

/** What a script says that matters here, read once. */
interface Outline {
  readonly settings: readonly Setting[];
  readonly decisions: readonly Decision[];
  /** Names in marked words and in the words after them. */
  readonly said: readonly string[];
}

/**
 * The variables on which it depends what is said where a text fits `marker`: those in such words and
 * in the word after each, those in all words of a command of such a name, those that hold such words, what these are made of, and what decides about
 * any of them. Paths that differ in nothing else need not be kept apart. Null: keep all apart.
 */
export function relevantNames(indexes: readonly ScriptIndex[], marker: RegExp): Relevant {
  const work = { left: MOST_WORK };
  const outlines = indexes.map((index) => outlineOf(index, marker, work));
  if (work.left < 0) return null;
  const settings = outlines.flatMap((outline) => outline.settings);
  const carriers = carriersAmong(settings);
  const names = new Set<string>([...POSITIONAL, ...carriers]);
  for (const outline of outlines) add(names, outline.said);
  for (const { name } of settings) if (marker.test(name)) names.add(name);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = names.size;
    madeOf(settings, carriers, names);
    for (const outline of outlines) decide(outline, names);
    if (names.size === before) return names;
  }
  return null;
}

function madeOf(
  settings: readonly Setting[],
  carriers: ReadonlySet<string>,
  names: Set<string>,
): void {
  for (const { name, from, isList } of settings) {
    // Of a list that holds marked words, only these and the words after them count.
    if (names.has(name) && !(isList && carriers.has(name))) add(names, from);
  }
}

function decide({ settings, decisions }: Outline, names: Set<string>): void {
  const places = settings.filter(({ name }) => names.has(name)).map(({ start }) => start);
  for (const { names: conditions, start, end, marked } of decisions) {
    if (marked || anyWithin(places, start, end)) add(names, conditions);
  }
}

/** Variables that hold a marked word, directly or through another. */
function carriersAmong(settings: readonly Setting[]): ReadonlySet<string> {
  const carriers = new Set(settings.filter(({ marked }) => marked).map(({ name }) => name));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const before = carriers.size;
    for (const { name, from } of settings) {
      if (from.some((other) => carriers.has(other))) carriers.add(name);
    }
    if (carriers.size === before) break;
  }
  return carriers;
}

/** Whether one of ascending offsets lies in a range. */
function anyWithin(places: readonly number[], start: number, end: number): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? end) < start) low = middle + 1;
    else high = middle;
  }
  const found = places[low];
  return found !== undefined && found < end;
}

function outlineOf(
  { script, assignments }: ScriptIndex,
  marker: RegExp,
  work: { left: number },
): Outline {
  const everywhere = new RegExp(marker.source, `${marker.flags.replace("g", "")}g`);
  const marks = [...script.text.matchAll(everywhere)].map((match) => match.index);
  const marked = (node: ShellNode): boolean => anyWithin(marks, node.start, node.end);
  const namesIn = (node: ShellNode): readonly string[] => {
    work.left -= node.end - node.start + 1;
    return work.left < 0 ? [] : namesOf(script, node);
  };
  const settings = assignments.map(({ name, value, node }) => ({
    name,
    from: namesIn(value ?? node),
    marked: marked(value ?? node),
    isList: value?.type === "array",
    start: node.start,
  }));
  const decisions: Decision[] = [];
  const said: string[] = [];
  for (const node of nodesOf(script.root)) {
    work.left -= 1;
    if (LISTS.has(node.type) && marked(node)) {
      said.push(...saidBy(namedChildren(node), marked).flatMap(namesIn));
    } else if (node.type === "heredoc_body" && marked(node)) said.push(...namesIn(node));
    else if (DECIDING.has(node.type)) {
      const names = conditionsOf(node).flatMap(namesIn);
      decisions.push({ names, start: node.start, end: node.end, marked: marked(node) });
    }
  }
  return { settings, decisions, said };
}

function saidBy(
  words: readonly ShellNode[],
  marked: (node: ShellNode) => boolean,
): readonly ShellNode[] {
  // A command of that name is asked about as a whole.
  const [first] = words;
  if (first?.type === "command_name" && marked(first)) return words;
  return words.filter((word, at) => {
    const previous = words[at - 1];
    return marked(word) || (previous !== undefined && marked(previous));
  });
}

function conditionsOf(node: ShellNode): readonly ShellNode[] {
  const named = fieldsOf(node, node.type === "case_statement" ? "value" : "condition");
  // `elif` and lists give their conditions no name: the first part is one.
  return named.length > 0 ? named : namedChildren(node).slice(0, 1);
}

function namesOf(script: ScriptIndex["script"], node: ShellNode): readonly string[] {
  const names = new Set<string>();
  // In here-documents the grammar leaves some expansions out.
  for (const match of shellText(script, node).matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)) {
    if (match[1] !== undefined) names.add(match[1]);
  }
  for (const each of nodesOf(node)) {
    if (each.type === "variable_name") names.add(shellText(script, each));
  }
  return [...names];
}

function add(names: Set<string>, more: readonly string[]): void {
  for (const name of more) names.add(name);
}
