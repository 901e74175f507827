import mustache from "mustache";

/** What fills a template: text, numbers, flags, lists and nested views. Items of a text list are called `item`. */
export interface View {
  readonly [slot: string]:
    string | number | boolean | null | View | readonly View[] | readonly string[];
}

/** How values are made safe for the place where the text will stand. */
export interface Voice {
  /** For `{{slot}}`. */
  readonly text: (value: string) => string;
  /** For a slot between backticks, `` `{{slot}}` ``, with the backticks it needs. */
  readonly code: (value: string) => string;
}

/** Leaves text as it is: for terminals, statuses and titles, which are not Markdown. */
export const PLAIN: Voice = { text: (value) => value, code: (value) => `\`${value}\`` };

type Token = readonly [kind: string, name: string, from: number, to: number, inner?: unknown];

/** A slot between backticks becomes a slot of its own, filled with a whole code span. */
const CODE_SLOT = /`\{\{(\w+)\}\}`/gu;
const CODE_SUFFIX = "__code";

/**
 * Fills a mustache template. Every value is made safe by the voice; `{{{slot}}}` alone takes text that
 * is already rendered. A slot that the view does not have throws: no half-filled sentence reaches a person.
 */
export function renderTemplate(template: string, view: View, voice: Voice): string {
  const prepared = template.replace(CODE_SLOT, `{{{$1${CODE_SUFFIX}}}}`);
  const full = withCode(view, voice);
  const missing = missingSlots(tokensOf(prepared), [full]);
  if (missing.length > 0) throw new Error(`Slots without a value: ${missing.join(", ")}`);
  const escape = (value: unknown): string => voice.text(String(value));
  return mustache.render(prepared, full, {}, { escape });
}

/** mustache's own parser; its types say `any` for a token's parts. */
function tokensOf(template: string): readonly Token[] {
  return mustache.parse(template) as unknown as readonly Token[];
}

function withCode(view: View, voice: Voice): View {
  const entries = Object.entries(view).flatMap(([name, value]): [string, View[string]][] => {
    if (typeof value === "string" || typeof value === "number") {
      return [
        [name, value],
        [name + CODE_SUFFIX, voice.code(String(value))],
      ];
    }
    return [[name, nested(value, voice)]];
  });
  return Object.fromEntries(entries);
}

function nested(value: Exclude<View[string], string | number>, voice: Voice): View[string] {
  if (value === null || typeof value === "boolean") return value;
  if (!isList(value)) return withCode(value, voice);
  return value.map((item) => withCode(typeof item === "string" ? { item } : item, voice));
}

function isList(
  value: View | readonly View[] | readonly string[],
): value is readonly View[] | readonly string[] {
  return Array.isArray(value);
}

function missingSlots(tokens: readonly Token[], scopes: readonly View[]): readonly string[] {
  return tokens.flatMap(([kind, name, , , inner]) => {
    if (kind === "text") return [];
    const value = lookUp(name, scopes);
    if (value === undefined) return [name];
    if (kind !== "#" || !Array.isArray(inner)) return [];
    return innerScopes(value).flatMap((scope) =>
      missingSlots(inner as Token[], [...scopes, ...scope]),
    );
  });
}

/** The scopes in which a section's inside is rendered; none when the section is not shown. */
function innerScopes(value: View[string]): readonly (readonly View[])[] {
  if (value === null || value === false || value === "" || value === 0) return [];
  if (typeof value !== "object") return [[]];
  return isList(value) ? value.map((item) => (typeof item === "string" ? [] : [item])) : [[value]];
}

function lookUp(name: string, scopes: readonly View[]): View[string] | undefined {
  return scopes.findLast((scope) => Object.hasOwn(scope, name))?.[name];
}
