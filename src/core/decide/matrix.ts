import { pickCanary } from "../matrix/canary.ts";
import { matrixDigest, type SweepDocument } from "../matrix/document.ts";
import { familyRows, type Family } from "../matrix/families.ts";
import type { SweepInputs } from "../matrix/inputs.ts";
import { planSweep, type SweepPlan } from "../matrix/plan-sweep.ts";
import type { Row } from "../matrix/row.ts";
import { pointsOf, summaryTotals } from "../matrix/summary.ts";
import type { Facts } from "../model/facts.ts";
import { contentOf } from "../model/file-content.ts";
import { selectLabels } from "./labels.ts";
import { sweepOptionsOf } from "./sweep-options.ts";
import { labelsWanted } from "./sweep-request.ts";
import type { ChangelogVerdict, MatrixVerdict, PlannedJobs } from "./validation.ts";

/** What stands before ` / ` in the names of a family's jobs (spec/control-plane §6.2). */
const TITLES: Readonly<Record<Family, string>> = {
  "sweep-single-node-1k1k": "single-node 1k1k",
  "sweep-single-node-8k1k": "single-node 8k1k",
  "sweep-agentic": "agentic",
  "sweep-multi-node-1k1k": "multi-node 1k1k",
  "sweep-multi-node-8k1k": "multi-node 8k1k",
  "sweep-multi-node-agentic": "multi-node agentic",
  "sweep-evals": "eval",
  "sweep-agentic-evals": "agentic eval",
  "sweep-multi-node-evals": "multi-node eval",
  "sweep-multi-node-agentic-evals": "multi-node agentic eval",
};

/** What stands before ` / ` in the name of the job that runs first and alone. */
const CANARY = "canary";

/** What a sweep with the present labels would run; what is wrong with recipes is said even where the changelog is wrong too. */
export function decideMatrix(facts: Facts, changelog: ChangelogVerdict): MatrixVerdict {
  if (changelog.kind === "unknown" || changelog.kind === "untouched") return { kind: "none" };
  const cause = unreadCause(facts);
  if (cause !== null) return { kind: "unknown", cause };
  const plan = planOf(facts, inputsOf(facts, "head"));
  const { changelog: path } = facts.config.inForce.paths;
  if (changelog.kind === "invalid") {
    const recipes =
      plan.kind === "problems" ? plan.problems.filter((each) => each.path !== path) : [];
    if (recipes.length === 0) return { kind: "none" };
    return { kind: "problems", problems: recipes, changes: plan.changes };
  }
  if (changelog.additions === 0) return { kind: "none" };
  if (plan.kind === "problems") return refused(plan);
  const selection = selectLabels(labelsWanted(facts), facts.config.inForce);
  return planned(plan, selection.kind === "one" && selection.primary.canary);
}

/** Recipes and runners on one side of the change. */
export function inputsOf({ documents }: Facts, side: "base" | "head"): SweepInputs {
  return {
    masters: documents.masters.map((file) => contentOf(file[side])),
    runners: contentOf(documents.runners[side]),
  };
}

/** What the entries of this change would run with the given recipes and runners, under the present labels unless others are named. */
export function planOf(
  facts: Facts,
  head: SweepInputs,
  options = sweepOptionsOf(labelsWanted(facts), facts.config.inForce),
): SweepPlan {
  const { documents, config, revisions } = facts;
  const { paths } = config.inForce;
  const refs = revisions.kind === "known" ? revisions.value : { baseSha: "", headSha: "" };
  return planSweep({
    base: inputsOf(facts, "base"),
    head,
    changelog: {
      base: contentOf(documents.changelog.base),
      head: contentOf(documents.changelog.head),
    },
    paths: { masters: paths.masters, runners: paths.runners, changelog: paths.changelog },
    refs: { base: refs.baseSha, head: refs.headSha },
    options,
  });
}

function planned(
  plan: Extract<SweepPlan, { kind: "matrix" }>,
  canaryFirst: boolean,
): MatrixVerdict {
  const rowsByFamily = familiesOf(plan.document, canaryFirst);
  const families = Object.fromEntries(rowsByFamily.map(([title, each]) => [title, each.length]));
  const jobs = Object.values(families).reduce((total, each) => total + each, 0);
  const rows = [...plan.rows.throughput, ...plan.rows.evals];
  return {
    kind: "planned",
    digest: matrixDigest(plan.document),
    families,
    pools: rowsByFamily.flatMap(([title, each]) => poolsOf(title, each)),
    jobs,
    keys: [...new Set(rows.map((row) => row.key))].sort(),
    agentic: Object.keys(families).some((title) => title.includes("agentic")),
    summary: plan.summary,
    totals: summaryTotals(plan.summary),
    changes: plan.changes,
    warnings: plan.warnings,
  };
}

/** Rows by the names under which they run; a canary is taken out of its family and runs first. */
export function familiesOf(
  document: SweepDocument,
  canaryFirst: boolean,
): readonly (readonly [string, readonly Row[]])[] {
  const { canary, remaining } = pickCanary(document);
  const apart = canaryFirst && canary.length > 0;
  // Without its first row the document has the same parts.
  const rows = familyRows(apart ? (remaining as unknown as SweepDocument) : document);
  const families = Object.entries(TITLES).flatMap(([family, title]) => {
    const own = rows[family as Family];
    return own.length > 0 ? [[title, own] as const] : [];
  });
  return [...(apart ? [[CANARY, canary as unknown as readonly Row[]] as const] : []), ...families];
}

/** The jobs of a family by the runners they ask for. */
function poolsOf(family: string, rows: readonly Row[]): readonly PlannedJobs[] {
  const purpose = family.endsWith("eval") ? "eval" : "throughput";
  return [...new Set(rows.map((row) => row.runner))].map((pool) => {
    const own = rows.filter((row) => row.runner === pool);
    const points = own.reduce((total, row) => total + pointsOf(row, purpose), 0);
    return { family, pool, jobs: own.length, points };
  });
}

/** Two refusals have a line of their own on the card; everything else is "problems". */
function refused({ problems, changes }: Extract<SweepPlan, { kind: "problems" }>): MatrixVerdict {
  const [only, ...others] = problems.filter((problem) => problem.severity === "error");
  if (others.length === 0 && only?.code === "matrix_empty") {
    return { kind: "empty", problems, changes };
  }
  if (others.length === 0 && only?.code === "matrix_too_large") {
    const { family = "", jobs = 0 } = only.values;
    return { kind: "tooLarge", family: String(family), jobs: Number(jobs), problems, changes };
  }
  return { kind: "problems", problems, changes };
}

function unreadCause(facts: Facts): Extract<MatrixVerdict, { kind: "unknown" }>["cause"] | null {
  const { masters, runners } = facts.documents;
  const files = [...masters.flatMap((file) => [file.base, file.head]), runners.base, runners.head];
  const unread = files.find((file) => file.kind === "unknown");
  return unread?.kind === "unknown" ? unread.cause : null;
}
