import type { RunFacts } from "../model/facts.ts";
import {
  judgePull,
  judgeRun,
  judgeSource,
  resultArtifacts,
  type ReuseContext,
  type RuleResult,
} from "./reuse-rules.ts";

/** What a reuse command was answered with and is bound to (decision 15). */
export interface ReuseBinding {
  readonly runId: number;
  readonly attempt: number;
  readonly sourceSha: string;
  /** Head of the pull request when the command was answered. */
  readonly headSha: string;
  /** The run was named by the person, so failed and cancelled runs are allowed. */
  readonly pinned: boolean;
}

export type ReuseJudgement =
  | {
      readonly kind: "eligible";
      readonly binding: ReuseBinding;
      readonly rules: readonly RuleResult[];
    }
  | {
      readonly kind: "refused";
      readonly runId: number | null;
      readonly rules: readonly RuleResult[];
    }
  | {
      readonly kind: "undecided";
      readonly runId: number | null;
      readonly rules: readonly RuleResult[];
    };

export type ReuseVerdict =
  | { readonly kind: "none"; readonly suggestion: ReuseBinding | null }
  | {
      readonly kind: "authorised";
      readonly binding: ReuseBinding;
      readonly rules: readonly RuleResult[];
      /** When the first of its results expires (milliseconds since the epoch), once that is near; else null. */
      readonly expiresAt: number | null;
    }
  | {
      readonly kind: "suspended";
      readonly binding: ReuseBinding;
      readonly rules: readonly RuleResult[];
    };

/**
 * Judges a reuse request: the run that was named, or the newest one that meets every rule.
 * The one function for the answer to the comment, every later look and the merge (decision 14).
 */
export function judgeReuse(
  request: { readonly runId: number | null; readonly pinned: boolean },
  runs: readonly RunFacts[],
  context: ReuseContext,
): ReuseJudgement {
  if (request.runId !== null) {
    const run = runs.find((candidate) => candidate.run.id === request.runId);
    if (run === undefined) return missingRun(request.runId, context);
    return conclude(run, request.pinned ? "pinned" : "automatic", context);
  }
  const judged = runs
    .filter((run) => run.belongs)
    .sort((a, b) => b.run.createdAt - a.run.createdAt || b.run.id - a.run.id)
    .map((run) => conclude(run, "automatic", context));
  return (
    // What is not known of a newer run is not "no": an older one is not taken in its place.
    judged.find((judgement) => judgement.kind !== "refused") ??
    judged[0] ??
    missingRun(null, context)
  );
}

/** The newest run that could be published after the merge, whatever labels are on by now; null where there is none. */
export function reusableRun(runs: readonly RunFacts[], context: ReuseContext): number | null {
  const found = runs
    .filter((run) => run.belongs)
    .toSorted((a, b) => b.run.createdAt - a.run.createdAt || b.run.id - a.run.id)
    .find((run) =>
      judgeSource(run, "automatic", context).every(({ outcome }) => outcome === "pass"),
    );
  return found?.run.id ?? null;
}

/** Judges again what was authorised before: it stays, or it is suspended and says why (decision 15). */
export function judgeBinding(
  binding: ReuseBinding,
  runs: readonly RunFacts[],
  context: ReuseContext,
): ReuseVerdict {
  const judgement = judgeReuse(binding, runs, context);
  const current = runs.find((candidate) => candidate.run.id === binding.runId);
  const sameAttempt = current === undefined || current.run.attempt === binding.attempt;
  const rules = sameAttempt
    ? judgement.rules
    : judgement.rules.map((rule) =>
        rule.rule === "run_exists"
          ? {
              ...rule,
              outcome: "fail" as const,
              values: { run: binding.runId, attempt: current.run.attempt },
            }
          : rule,
      );
  if (judgement.kind !== "eligible" || !sameAttempt) return { kind: "suspended", binding, rules };
  return { kind: "authorised", binding, rules, expiresAt: nearExpiry(current, context) };
}

/** How long before the first result expires people are told: merging then needs some days, too. */
const EXPIRY_NOTICE_MS = 5 * 24 * 3_600_000;

function nearExpiry(run: RunFacts | undefined, { facts }: ReuseContext): number | null {
  const times = resultArtifacts(run?.artifacts ?? [], facts.config.inForce).flatMap(
    ({ expiresAt }) => expiresAt ?? [],
  );
  const first = times.length === 0 ? null : Math.min(...times);
  return first !== null && first - facts.now < EXPIRY_NOTICE_MS ? first : null;
}

function conclude(
  candidate: RunFacts,
  mode: "pinned" | "automatic",
  context: ReuseContext,
): ReuseJudgement {
  const rules = judgeRun(candidate, mode, context);
  const runId = candidate.run.id;
  if (rules.some((rule) => rule.outcome === "fail")) return { kind: "refused", runId, rules };
  if (rules.some((rule) => rule.outcome === "unknown")) return { kind: "undecided", runId, rules };
  const binding: ReuseBinding = {
    runId,
    attempt: candidate.run.attempt,
    sourceSha: candidate.sourceSha,
    headSha: context.facts.pull.headSha,
    pinned: mode === "pinned",
  };
  return { kind: "eligible", binding, rules };
}

function missingRun(runId: number | null, context: ReuseContext): ReuseJudgement {
  const rules: RuleResult[] = [
    ...judgePull(context),
    { rule: "run_exists", outcome: "fail", values: { run: runId ?? "", attempt: "" } },
  ];
  return { kind: "refused", runId, rules };
}
