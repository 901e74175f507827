import type { Config } from "../model/config.ts";
import type { Facts } from "../model/facts.ts";
import { known, type Reading } from "../model/reading.ts";
import type { Signoff } from "../signoff/body.ts";
import { decideCandidate, newestByAuthor, type SignoffSource } from "../signoff/candidate.ts";
import { checkChecklist } from "../signoff/check-checklist.ts";
import { checkEvals } from "../signoff/check-evals.ts";
import { checkOwners, configuredMembership } from "../signoff/check-owners.ts";
import { checkReuse, type ReuseFacts } from "../signoff/check-reuse.ts";
import { checkSweep } from "../signoff/check-sweep.ts";
import { checkRecipeLink } from "../signoff/check-recipe-link.ts";
import { allChecks, type CheckResult } from "../signoff/checks.ts";
import { parseCodeowners } from "../signoff/codeowners.ts";
import { listedTeams, recognised, type TeamMembership } from "../signoff/ownership.ts";
import { changesBenchmark, signoffScope } from "../signoff/scope.ts";
import { decideSignoffState, type SignoffState } from "../signoff/state.ts";
import { parseTemplate } from "../signoff/template.ts";
import { contentOf } from "./changelog.ts";
import { hasLabel, selectLabels } from "./labels.ts";
import { recipeRowsOf } from "./recipes.ts";
import type { ReuseContext } from "./reuse-rules.ts";
import type { ReuseVerdict } from "./reuse.ts";
import { evalsFacts } from "./signoff-evals.ts";
import { recipeLinkFacts } from "./signoff-links.ts";
import { signoffSources } from "./signoff-sources.ts";
import { fullSweep, type SweepGround, sweepFacts } from "./signoff-sweep.ts";
import { labelsStanding } from "./sweep-request.ts";

export interface CountedSignoff {
  readonly source: SignoffSource;
  readonly signoff: Signoff;
}

export interface SignoffVerdict {
  readonly status: SignoffState;
  /** All thirteen rows; empty while no sign-off covers the head. */
  readonly rows: readonly CheckResult[];
  /** Sign-offs that cover the head, one an author. */
  readonly covering: readonly CountedSignoff[];
}

/**
 * The verified state of CODEOWNER sign-offs (spec/signoff): checks 0, 4 and 5 are decided by rule,
 * the others say that they need a person. Nothing unread ever passes.
 */
export function decideSignoff(
  facts: Facts,
  reuse: ReuseVerdict,
  context: ReuseContext,
): SignoffVerdict {
  const config = facts.config.inForce.signoff;
  const codeowners = textOf(facts.documents.codeowners);
  const scope = signoffScope(facts.files, codeowners, {
    require: config.requireSignoff,
    places: benchmarkPlaces(facts.config.inForce),
  });
  const counted = countedSignoffs(facts, codeowners);
  // Exactly the commit that was signed; what is not known does not cover (spec/signoff §1.6, strict).
  const covering = counted.filter(({ source }) => source.boundSha === facts.pull.headSha);
  const rows =
    covering.length === 0
      ? []
      : judge(
          { facts, reuse, context, places: benchmarkPlaces(facts.config.inForce) },
          covering,
          codeowners,
        );
  const status = decideSignoffState(rows, {
    scope,
    headSha: facts.pull.headSha,
    draft: facts.pull.draft,
    covering: covering.length,
    stale: counted.length - covering.length,
    withdrawn: 0,
    unverifiable: false,
  });
  return { status, rows, covering };
}

/** Where this repository keeps what decides its numbers. */
function benchmarkPlaces({ paths, sweep }: Config): readonly string[] {
  return [...paths.masters, paths.runners, paths.changelog, ...paths.measured, sweep.workflow];
}

function judge(
  ground: SweepGround,
  covering: readonly CountedSignoff[],
  codeowners: Reading<string | null>,
): readonly CheckResult[] {
  const { facts, reuse } = ground;
  const signers = covering.flatMap(({ source }) => source.author?.login ?? []);
  const owners = checkOwners({
    codeowners,
    files: facts.files,
    signers,
    memberships: membershipsOf(facts, codeowners, signers),
    pullAuthor: facts.pull.author?.login ?? null,
    selfSignoff: facts.config.inForce.signoff.selfSignoff,
  });
  const reuseRow = checkReuse({
    reuse: reuseOnRecord(reuse),
    changesBenchmark: changesBenchmark(facts.files, benchmarkPlaces(facts.config.inForce)),
    labels: labelState(facts),
  });
  const signoffs = covering.map(({ signoff }) => signoff);
  const links = recipeLinkFacts(facts, signoffs);
  const measured = [...sweepRows(ground), checkRecipeLink(links)];
  const recipes = recipeRowsOf(facts, covering);
  const decided = [owners, ...measured, reuseRow, ...recipes];
  const template = textOf(facts.documents.checklist);
  const checklist = checkChecklist({
    signed: covering.map(({ source, signoff }) => ({
      author: source.author?.login ?? "",
      signoff,
    })),
    template:
      template.kind === "known" && template.value !== null
        ? parseTemplate(template.value)
        : { kind: "unreadable" },
    outcomes: Object.fromEntries(allChecks(decided).map((row) => [String(row.check), row])),
    coverage: owners.evidence.paths,
  });
  return allChecks([...decided, checklist]);
}

/** The checks 1 and 2, which look at the same run. */
function sweepRows(ground: SweepGround): readonly CheckResult[] {
  const plan = fullSweep(ground.facts);
  const candidates = sweepFacts(ground, plan);
  const sweep = checkSweep(candidates);
  return [sweep, checkEvals(evalsFacts(ground.facts, sweep, { plan, sweepFacts: candidates }))];
}

/** Texts that count as sign-offs, the newest of each author (spec/signoff §1). */
function countedSignoffs(
  facts: Facts,
  codeowners: Reading<string | null>,
): readonly CountedSignoff[] {
  const counted = signoffSources(facts).flatMap((source): readonly CountedSignoff[] => {
    const login = source.author?.login ?? "";
    const circle = {
      codeowners: parseCodeowners(ownersText(codeowners)),
      memberships: membershipsOf(facts, codeowners, [login]),
    };
    const candidate = decideCandidate(source, {
      appLogin: facts.app.login,
      listedOwner: recognised(login, circle) === "yes",
      permission: facts.permissions[login] ?? { kind: "unknown", cause: "unreadable" },
    });
    return candidate.kind === "candidate" ? [{ source, signoff: candidate.signoff }] : [];
  });
  const newest = new Set(newestByAuthor(counted.map(({ source }) => source)));
  return counted.filter(({ source }) => newest.has(source));
}

/** Memberships from the configuration first, then what GitHub said; what is in neither is unknown. */
function membershipsOf(
  facts: Facts,
  codeowners: Reading<string | null>,
  logins: readonly string[],
): readonly TeamMembership[] {
  const configured = Object.entries(facts.config.inForce.signoff.teams);
  const teams = listedTeams(parseCodeowners(ownersText(codeowners)));
  return teams.flatMap((team) => {
    const members = configured.find(([name]) => name.toLowerCase() === team)?.[1];
    return logins.map((login): TeamMembership => {
      if (members !== undefined) return configuredMembership(team, login, members);
      const member = facts.teams[team]?.[login] ?? { kind: "unknown", cause: "unreadable" };
      return { team, login, member };
    });
  });
}

function reuseOnRecord(reuse: ReuseVerdict): ReuseFacts["reuse"] {
  if (reuse.kind === "none") return { kind: "none" };
  const { runId } = reuse.binding;
  if (reuse.kind === "authorised") return { kind: "authorised", runId };
  const broken = reuse.rules.find((rule) => rule.outcome === "fail");
  if (broken === undefined) return { kind: "unknown" };
  const path = broken.values["path"];
  return typeof path === "string" ? { kind: "suspended", runId, path } : { kind: "refused", runId };
}

function labelState(facts: Facts): ReuseFacts["labels"] {
  const config = facts.config.inForce;
  const labels = labelsStanding(facts);
  const selection = selectLabels(labels, config);
  if (selection.kind === "conflict") return "several";
  if (hasLabel(labels, config.labels.evalsOnly) || hasLabel(labels, config.labels.agentxFast)) {
    return "incompatible";
  }
  return selection.kind === "one" && selection.primary.full ? "ready" : "no_full_sweep";
}

function ownersText(codeowners: Reading<string | null>): string {
  return codeowners.kind === "known" ? (codeowners.value ?? "") : "";
}

function textOf(file: Facts["documents"]["codeowners"]): Reading<string | null> {
  if (file.kind === "unknown") return file;
  const content = contentOf(file);
  return known(content === null ? null : new TextDecoder().decode(content.bytes));
}
