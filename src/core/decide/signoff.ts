import type { Facts } from "../model/facts.ts";
import { textOf } from "../model/file-content.ts";
import type { Reading } from "../model/reading.ts";
import { checkChecklist } from "../signoff/check-checklist.ts";
import { checkEvals } from "../signoff/check-evals.ts";
import { checkOwners } from "../signoff/check-owners.ts";
import { checkReuse, type ReuseFacts } from "../signoff/check-reuse.ts";
import { checkSweep } from "../signoff/check-sweep.ts";
import { checkRecipeLink } from "../signoff/check-recipe-link.ts";
import { allChecks, type CheckResult } from "../signoff/checks.ts";
import { applyResolutions } from "../signoff/resolutions.ts";
import { itemOutcomes } from "../signoff/item-outcomes.ts";
import { benchmarkPlaces, changesBenchmark, signoffScope } from "../signoff/scope.ts";
import { decideSignoffState, type SignoffState } from "../signoff/state.ts";
import { parseTemplate } from "../signoff/template.ts";
import { hasLabel, selectLabels } from "./labels.ts";
import { recipeRowsOf } from "./recipes.ts";
import type { ReuseContext } from "./reuse-rules.ts";
import type { ReuseVerdict } from "./reuse.ts";
import { resolutionsInForce } from "./resolution-record.ts";
import { type SignoffAside, signoffAside } from "./signoff-aside.ts";
import { type Coverage, coverageOf } from "./signoff-binding.ts";
import { checklistRevisions } from "./signoff-checklists.ts";
import { codeownersOf, type CountedSignoff, membershipsOf, signoffTexts } from "./signoff-texts.ts";
import { evalsFacts } from "./signoff-evals.ts";
import { recipeLinkFacts } from "./signoff-links.ts";
import { fullSweep, type SweepGround, sweepFacts } from "./signoff-sweep.ts";
import { labelsStanding } from "./sweep-request.ts";

export interface CoveringSignoff extends CountedSignoff {
  readonly coverage: Exclude<Coverage["kind"], "none">;
}

export interface SignoffVerdict {
  readonly status: SignoffState;
  /** All thirteen rows; empty while no sign-off covers the head. */
  readonly rows: readonly CheckResult[];
  /** Sign-offs that cover the head, one an author. */
  readonly covering: readonly CoveringSignoff[];
  /** What else is told of sign-offs. */
  readonly aside: SignoffAside;
}

/**
 * The verified state of CODEOWNER sign-offs (spec/signoff): every check is decided by rule as
 * far as a rule can tell, and says where it needs a person. Nothing unread ever passes.
 */
export function decideSignoff(
  facts: Facts,
  reuse: ReuseVerdict,
  context: ReuseContext,
): SignoffVerdict {
  const config = facts.config.inForce.signoff;
  const codeowners = codeownersOf(facts);
  const scope = signoffScope(facts.files, codeowners, {
    require: config.requireSignoff,
    places: benchmarkPlaces(facts.config.inForce),
  });
  const texts = signoffTexts(facts);
  const { covering, stale } = coveringOf(texts.counted, facts);
  const ground = groundOf(facts, reuse, context);
  const judged = covering.length === 0 ? [] : judge(ground, covering, codeowners);
  const rows = applyResolutions(judged, resolutionsInForce(facts), facts.pull.headSha);
  const sources = covering.map(({ source }) => source);
  const aside = signoffAside(facts, { texts, covering: sources, stale });
  const status = decideSignoffState(rows, {
    scope,
    headSha: facts.pull.headSha,
    draft: facts.pull.draft,
    covering: covering.length,
    stale: stale.length,
    withdrawn: aside.withdrawn,
    voided: aside.voided.length,
    unverifiable: false,
  });
  return { status, rows, covering, aside };
}

/** What is not known to cover the head does not (spec/signoff §1.6). */
export function coveringOf(
  counted: readonly CountedSignoff[],
  facts: Pick<Facts, "pull" | "config" | "signed">,
): { readonly covering: readonly CoveringSignoff[]; readonly stale: SignoffAside["stale"] } {
  const judged = counted.map((each) => ({ each, coverage: coverageOf(each.source, facts) }));
  return {
    covering: judged.flatMap(({ each, coverage }) =>
      coverage.kind === "none" ? [] : [{ ...each, coverage: coverage.kind }],
    ),
    stale: judged.flatMap(({ each: { source }, coverage }) =>
      coverage.kind === "none" ? [{ source, reason: coverage.reason }] : [],
    ),
  };
}

/** What the checks would come to, whoever signs: for a form that says which of them do not apply. */
export function checksBeforeSignoff(
  facts: Facts,
  reuse: ReuseVerdict,
  context: ReuseContext,
): readonly CheckResult[] {
  return judge(groundOf(facts, reuse, context), [], codeownersOf(facts));
}

function groundOf(facts: Facts, reuse: ReuseVerdict, context: ReuseContext): SweepGround {
  return { facts, reuse, context, places: benchmarkPlaces(facts.config.inForce) };
}

function judge(
  ground: SweepGround,
  covering: readonly CoveringSignoff[],
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
      at: source.updatedAt,
    })),
    template:
      template.kind === "known" && template.value !== null
        ? parseTemplate(template.value)
        : { kind: "unreadable" },
    outcomes: itemOutcomes(decided),
    coverage: owners.evidence.paths,
    revisions: checklistRevisions(facts.signed.checklists),
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
