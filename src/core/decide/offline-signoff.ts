import type { Config } from "../model/config.ts";
import type { Reading } from "../model/reading.ts";
import { judgeRecipes, type RecipeGround } from "../recipes/judge.ts";
import { parseSignoff, type Signoff } from "../signoff/body.ts";
import { checkChecklist } from "../signoff/check-checklist.ts";
import { checkOwners } from "../signoff/check-owners.ts";
import { allChecks, type CheckResult } from "../signoff/checks.ts";
import { itemOutcomes } from "../signoff/item-outcomes.ts";
import { recipeRows } from "../signoff/recipe-rows.ts";
import { benchmarkPlaces, changesBenchmark } from "../signoff/scope.ts";
import { parseTemplate } from "../signoff/template.ts";
import { membershipsOf } from "./signoff-texts.ts";

export interface OfflineSources {
  readonly ground: RecipeGround;
  readonly config: Config;
  readonly codeowners: Reading<string | null>;
  readonly checklist: Reading<string | null>;
  /** The text of the sign-off; null where there is none yet. */
  readonly body: string | null;
}

/** Checks that ask GitHub: runs, artifacts, upstream pages and who ordered a reuse. */
const ONLINE = [1, 2, 3, 4];

/**
 * The thirteen rows as far as a repository on disk can tell (spec/signoff §3): what only GitHub
 * knows needs a person and never passes. The signature is taken at its word, and the row says so.
 */
export function offlineRows(sources: OfflineSources): readonly CheckResult[] {
  const { ground, config, body } = sources;
  const signoff = body === null ? null : parseSignoff(body);
  const details = body === null ? null : signoff === null ? [] : [signoff.detail];
  const owners = ownersRow(sources, signoff);
  const isUnmeasured = changesBenchmark(ground.files, benchmarkPlaces(config)) === "no";
  const online = isUnmeasured ? ONLINE.slice(0, 3) : ONLINE;
  const reuse = online.includes(4) ? [] : [row(4, "na", "no_benchmark_change")];
  const decided = [
    owners,
    ...online.map((check) => row(check, "human", "not_known_offline")),
    ...reuse,
    ...recipeRows(judgeRecipes(ground, details).findings),
  ];
  return allChecks([...decided, checklistRow(sources, signoff, { owners, decided })]);
}

function row(
  check: number,
  outcome: CheckResult["outcome"],
  code: CheckResult["code"],
): CheckResult {
  return { check, outcome, code, values: {}, notes: [], evidence: {} };
}

type OwnersRow = ReturnType<typeof checkOwners>;

function ownersRow(
  { ground, config, codeowners }: OfflineSources,
  signoff: Signoff | null,
): OwnersRow {
  const signer = signerOf(signoff);
  if (signer === null) {
    return { ...row(0, "human", "not_known_offline"), evidence: { paths: [] } };
  }
  const teams = { config: { inForce: config }, teams: {} };
  const result = checkOwners({
    ...{ codeowners, files: ground.files, signers: [signer] },
    memberships: membershipsOf(teams, codeowners, [signer]),
    pullAuthor: null,
    selfSignoff: config.signoff.selfSignoff,
  });
  return { ...result, notes: [...result.notes, "note_signature_taken"] };
}

function checklistRow(
  { checklist, body }: OfflineSources,
  signoff: Signoff | null,
  { owners, decided }: { readonly owners: OwnersRow; readonly decided: readonly CheckResult[] },
): CheckResult {
  if (body === null) return row(5, "human", "checklist_no_signoff");
  const text = checklist.kind === "known" ? checklist.value : null;
  return checkChecklist({
    signed: signoff === null ? [] : [{ author: signerOf(signoff) ?? "", signoff }],
    template: text === null ? { kind: "unreadable" } : parseTemplate(text),
    outcomes: itemOutcomes(decided),
    coverage: owners.evidence.paths,
  });
}

function signerOf(signoff: Signoff | null): string | null {
  return signoff?.signature.kind === "login" ? signoff.signature.login : null;
}
