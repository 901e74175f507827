import type { ClaimFact, ReceiptFacts } from "../../core/model/facts.ts";
import type { WorkflowRun } from "../../core/model/github.ts";
import { known, type Reading, unknown } from "../../core/model/reading.ts";
import { GitHubFailure } from "../errors.ts";
import type { GitHubReader } from "../port.ts";
import { CLOCK_SKEW_MS } from "../take-claim.ts";

/** The receiving side starts its run within seconds; a later one is not looked for. */
const STARTS_WITHIN_MS = 3_600_000;

export interface Receiver {
  readonly claims: readonly ClaimFact[];
  /** `owner/name` of the repository that receives results. */
  readonly repository: string;
  readonly repositoryOf: (owner: string, name: string) => Promise<GitHubReader>;
}

/**
 * The receiving repository's run for what was handed over last; null while nothing was. A repository
 * that the app may not read is unknown, and that it has no such run yet is a null run.
 */
export async function readReceipt({
  claims,
  repository,
  repositoryOf,
}: Receiver): Promise<ReceiptFacts | null> {
  const sent = claims.findLast(
    ({ kind, result }) => kind === "ingest" && result !== null && !result.startsWith("failed:"),
  );
  if (sent === undefined) return null;
  const [owner = "", name = ""] = repository.split("/");
  try {
    const receiver = await repositoryOf(owner, name);
    return { key: sent.key, run: await findRun(receiver, sent) };
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    if (error.kind === "gone") return { key: sent.key, run: unknown("not_found") };
    if (error.kind === "forbidden") return { key: sent.key, run: unknown("forbidden") };
    throw error;
  }
}

async function findRun(
  receiver: GitHubReader,
  sent: ClaimFact,
): Promise<Reading<WorkflowRun | null>> {
  if (/^\d+$/u.test(sent.result ?? "")) return receiver.readRun(Number(sent.result));
  const runs = await receiver.listRuns(null, {
    event: "repository_dispatch",
    createdSince: sent.at - CLOCK_SKEW_MS,
    createdUntil: sent.at + STARTS_WITHIN_MS,
  });
  return known(runs.find((run) => run.displayTitle.includes(sent.key)) ?? null);
}
