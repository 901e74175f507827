import type { Problem } from "../model/problem.ts";
import { codeSpan } from "../markdown/escape.ts";
import { compilePattern, type PathPattern } from "./path-pattern.ts";

/** One owner as CODEOWNERS names it; logins and teams in lower case, without the `@`. */
export type Owner =
  | { readonly kind: "login"; readonly login: string }
  | { readonly kind: "team"; readonly team: string }
  | { readonly kind: "email"; readonly email: string };

export interface OwnerRule {
  readonly line: number;
  readonly pattern: string;
  readonly owners: readonly Owner[];
  /** A line of nothing but stars and slashes; `/*` and `*.sh` are specific (spec/signoff §4). */
  readonly catchAll: boolean;
  readonly matches: PathPattern;
}

export interface Codeowners {
  readonly rules: readonly OwnerRule[];
  /** Lines that GitHub skips, too; none of them makes the rest unreadable. */
  readonly invalid: readonly Problem[];
}

const CATCH_ALL = new Set(["*", "**", "/**", "**/*"]);
const LOGIN = /^@([a-z0-9](?:[a-z0-9_-]{0,99}))$/iu;
const TEAM = /^@([a-z0-9][a-z0-9_-]{0,99}\/[\w.-]{1,100})$/iu;
const EMAIL = /^[^@\s]{1,100}@[^@\s]{1,200}$/u;

/** Reads a CODEOWNERS file as GitHub does (spec/signoff §4): invalid lines are skipped and reported. */
export function parseCodeowners(text: string, path = ".github/CODEOWNERS"): Codeowners {
  const rules: OwnerRule[] = [];
  const invalid: Problem[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/u, "")
    .split(/\r\n|\n|\r/u)
    .entries()) {
    const parsed = parseLine(raw, index + 1);
    if (parsed === null) continue;
    if ("code" in parsed) invalid.push({ severity: "warning", path, ...parsed });
    else rules.push(parsed);
  }
  return { rules, invalid };
}

/** The last rule that matches a path, or null: owners of earlier rules do not add up (case SGN-07). */
export function ruleFor(rules: readonly OwnerRule[], path: string): OwnerRule | null {
  return rules.findLast((rule) => rule.matches(path)) ?? null;
}

/** An owner as people write it. */
export function ownerName(owner: Owner): string {
  if (owner.kind === "email") return owner.email;
  return owner.kind === "team" ? owner.team : owner.login;
}

type LineProblem = Pick<Problem, "code" | "line" | "values">;

function parseLine(raw: string, line: number): OwnerRule | LineProblem | null {
  const words = splitWords(raw);
  const [pattern, ...names] = words;
  if (pattern === undefined) return null;
  const fault = patternFault(pattern);
  const values = { pattern: codeSpan(pattern, { most: 100 }) };
  if (fault !== null) return { code: fault, line, values };
  const owners: Owner[] = [];
  for (const name of names) {
    const owner = parseOwner(name);
    if (owner === null) {
      const given = codeSpan(name, { most: 100 });
      return { code: "codeowners_owner", line, values: { ...values, given } };
    }
    owners.push(owner);
  }
  const catchAll = CATCH_ALL.has(pattern);
  return { line, pattern, owners, catchAll, matches: compilePattern(pattern) };
}

/** Words of a line up to a comment; `\ ` is a blank inside a pattern (case OWN-04). */
function splitWords(raw: string): readonly string[] {
  const words: string[] = [];
  for (const [word] of raw.matchAll(/(?:\\.|[^\s\\]|\\$)+/gu)) {
    if (word.startsWith("#")) break;
    words.push(word);
  }
  return words;
}

function patternFault(pattern: string): string | null {
  if (pattern.startsWith("!")) return "codeowners_negation";
  if (/[[\]]/u.test(pattern)) return "codeowners_brackets";
  if (pattern.startsWith("\\#")) return "codeowners_hash";
  return null;
}

function parseOwner(name: string): Owner | null {
  const login = LOGIN.exec(name)?.[1];
  if (login !== undefined) return { kind: "login", login: login.toLowerCase() };
  const team = TEAM.exec(name)?.[1];
  if (team !== undefined) return { kind: "team", team: team.toLowerCase() };
  return EMAIL.test(name) ? { kind: "email", email: name } : null;
}
