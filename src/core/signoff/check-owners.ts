import { codeSpan } from "../markdown/escape.ts";
import { known, type Reading } from "../model/reading.ts";
import type { Outcome } from "../model/outcome.ts";
import type { CheckCode, CheckResult, NoteCode } from "./checks.ts";
import {
  ownerName,
  parseCodeowners,
  ruleFor,
  type Codeowners,
  type OwnerRule,
} from "./codeowners.ts";
import { personOwns, recognised, type Ownership, type TeamMembership } from "./ownership.ts";

/** A changed file under its new name and, after a rename, its old one. */
export interface ScopeFile {
  readonly path: string;
  readonly previousPath: string | null;
}

export interface OwnersFacts {
  /** Text of the file on the default branch; null when there is none. */
  readonly codeowners: Reading<string | null>;
  readonly files: Reading<readonly ScopeFile[]>;
  /** Logins of all active sign-offs that cover the head. */
  readonly signers: readonly string[];
  readonly memberships: readonly TeamMembership[];
  readonly pullAuthor: string | null;
  /** What a sign-off by the author of the pull request counts for; `allow` by default. */
  readonly selfSignoff?: "allow" | "human" | "deny";
}

/** One path, the rule that decides it and who of the signers owns it. */
export interface PathCoverage {
  readonly path: string;
  readonly rule: { readonly line: number; readonly catchAll: boolean } | null;
  readonly owners: readonly string[];
  readonly covered: Ownership;
  readonly signers: readonly string[];
}

export interface OwnersEvidence {
  readonly paths: readonly PathCoverage[];
}

/** Most paths that a row names; the others are counted. */
const MOST_PATHS = 5;
const PATH_CHARACTERS = 120;
const OWNS_NOTHING: readonly NoteCode[] = ["note_owns_nothing"];

/**
 * Check 0: every changed path, under its old and new name, has an owner among the signers
 * (spec/signoff §3.0). An unreadable team is never read as "not a member" (case SGN-05).
 */
export function checkOwners(facts: OwnersFacts): CheckResult<OwnersEvidence> {
  if (facts.files.kind === "unknown") return result("human", "owners_unreadable", {});
  if (facts.files.value.length === 0) return result("fail", "owners_no_files", {});
  if (facts.codeowners.kind === "unknown" || facts.codeowners.value === null) {
    return result("human", "owners_unreadable", {});
  }
  const codeowners = parseCodeowners(facts.codeowners.value);
  const paths = coverPaths(facts, codeowners, facts.files.value);
  const verdict = decide(paths);
  const idle = ownNothing(facts, codeowners);
  return selfSigned(facts, {
    ...verdict,
    values: idle.length === 0 ? verdict.values : { ...verdict.values, idle: idle.join(", ") },
    notes: [...verdict.notes, ...notesOf(facts, paths), ...(idle.length === 0 ? [] : OWNS_NOTHING)],
    evidence: { paths },
  });
}

/** Both names of every changed file, each once, sorted. */
export function touchedPaths(files: readonly ScopeFile[]): readonly string[] {
  const paths = files.flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
  return [...new Set(paths)].sort();
}

function coverPaths(
  facts: OwnersFacts,
  codeowners: Codeowners,
  files: readonly ScopeFile[],
): readonly PathCoverage[] {
  const circle = { codeowners, memberships: facts.memberships };
  const owned = (rule: OwnerRule, login: string): Ownership =>
    rule.catchAll ? recognised(login, circle) : personOwns(login, rule.owners, circle);
  return touchedPaths(files).map((path) => {
    const rule = ruleFor(codeowners.rules, path);
    if (rule === null || rule.owners.length === 0) {
      return { path, rule: shownRule(rule), owners: [], covered: "yes", signers: [] };
    }
    const answers = facts.signers.map((login) => ({ login, owns: owned(rule, login) }));
    const signers = answers.filter((answer) => answer.owns === "yes").map(({ login }) => login);
    const doubtful = answers.some((answer) => answer.owns === "unknown");
    const covered = signers.length > 0 ? "yes" : doubtful ? "unknown" : "no";
    return { path, rule: shownRule(rule), owners: rule.owners.map(ownerName), covered, signers };
  });
}

function shownRule(rule: OwnerRule | null): PathCoverage["rule"] {
  return rule === null ? null : { line: rule.line, catchAll: rule.catchAll };
}

function decide(paths: readonly PathCoverage[]): CheckResult<object> {
  const missing = paths.filter((path) => path.covered === "no");
  if (missing.length > 0) return result("fail", "owners_missing", pathValues(missing));
  const doubtful = paths.filter((path) => path.covered === "unknown");
  if (doubtful.length > 0) return result("human", "owners_unknown", pathValues(doubtful));
  const lines = [...new Set(paths.flatMap((path) => path.rule?.line ?? []))].sort((a, b) => a - b);
  return result("pass", "owners_covered", { count: paths.length, lines: lines.join(", ") });
}

function pathValues(paths: readonly PathCoverage[]): Readonly<Record<string, string | number>> {
  const shown = paths.slice(0, MOST_PATHS).map(({ path, owners }) => {
    const names = owners.map((owner) => codeSpan(owner, { most: PATH_CHARACTERS }));
    return `${codeSpan(path, { most: PATH_CHARACTERS })} (${names.join(" ")})`;
  });
  return { paths: shown.join(", "), count: paths.length };
}

function notesOf(facts: OwnersFacts, paths: readonly PathCoverage[]): readonly NoteCode[] {
  const notes: NoteCode[] = [];
  if (paths.every((path) => path.rule?.catchAll === true)) notes.push("note_only_catch_all");
  if (isSelfSignoff(facts)) notes.push("note_self_signoff");
  const unread = facts.memberships.some((each) => each.member.kind === "unknown");
  if (unread) notes.push("note_owners_unreadable");
  return notes;
}

/** Signers whom the file names nowhere: their sign-off neither helps nor harms (spec/signoff §1.5). */
function ownNothing(facts: OwnersFacts, codeowners: Codeowners): readonly string[] {
  const circle = { codeowners, memberships: facts.memberships };
  return facts.signers
    .filter((login) => recognised(login, circle) === "no")
    .map((login) => codeSpan(login, { most: PATH_CHARACTERS }));
}

function isSelfSignoff(facts: OwnersFacts): boolean {
  const author = facts.pullAuthor?.toLowerCase();
  return facts.signers.some((login) => login.toLowerCase() === author);
}

/** What a pass is worth that only holds with the author's own sign-off. */
function selfSigned(
  facts: OwnersFacts,
  verdict: CheckResult<OwnersEvidence>,
): CheckResult<OwnersEvidence> {
  const rule = facts.selfSignoff ?? "allow";
  if (rule === "allow" || verdict.outcome !== "pass" || !isSelfSignoff(facts)) return verdict;
  const author = facts.pullAuthor?.toLowerCase();
  const others = facts.signers.filter((login) => login.toLowerCase() !== author);
  const without = checkOwners({ ...facts, signers: others });
  if (without.outcome === "pass") return verdict;
  return rule === "deny"
    ? { ...verdict, outcome: "fail", code: "owners_self_denied" }
    : { ...verdict, outcome: "human", code: "owners_self_human" };
}

function result(
  outcome: Outcome,
  code: CheckCode,
  values: CheckResult["values"],
): CheckResult<OwnersEvidence> {
  return { check: 0, outcome, code, values, notes: [], evidence: { paths: [] } };
}

/** A membership that is known from the repository's configuration rather than from GitHub. */
export function configuredMembership(
  team: string,
  login: string,
  members: readonly string[],
): TeamMembership {
  const listed = members.some((member) => member.toLowerCase() === login.toLowerCase());
  return { team, login, member: known(listed) };
}
