import { type MergeVerdict, receivedId } from "../decide/merge.ts";
import type { Receipt } from "../decide/receipt.ts";
import type { CheckRunContent } from "../model/effect.ts";
import type { Conclusion } from "../model/github.ts";
import { type CheckSources, firstWords, summaryOf, TITLE_CHARACTERS } from "./checks.ts";
import { fitLine } from "./fit.ts";
import { PLAIN } from "./template.ts";
import { say, type Words } from "./words.ts";

/**
 * The check run `sweepbot/publication` on the merge commit: the record that an ingest was sent, and
 * how the receiving side ended.
 */
export function publicationCheck(
  verdict: MergeVerdict,
  mergeSha: string,
  sources: CheckSources,
): CheckRunContent | null {
  if (!("dispatch" in verdict)) return null;
  const { dispatch, binding } = verdict;
  const view = {
    run: binding.runId,
    repository: `${dispatch.owner}/${dispatch.name}`,
    reason: verdict.kind === "failed" ? verdict.reason : "",
  };
  const { code, conclusion, ended } = stateOf(verdict);
  if (!ended && isLostFromSight(verdict, sources)) return null;
  const title = (words: Words): string =>
    fitLine(say(words, `check.publication_${code}`, view, PLAIN), TITLE_CHARACTERS);
  return {
    name: "sweepbot/publication",
    headSha: mergeSha,
    externalId: ended ? receivedId(dispatch.key) : dispatch.key,
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    detailsUrl:
      verdict.kind === "sent" && "run" in verdict.receipt ? verdict.receipt.run.url : null,
    title: title(firstWords(sources)),
    summary: summaryOf(sources, title),
    annotations: [],
  };
}

/** The end that the check run tells already is not taken back because nobody sees the receiving run any more. */
function isLostFromSight(verdict: Publishing, { facts }: CheckSources): boolean {
  if (verdict.kind !== "sent" || verdict.receipt.kind !== "unconfirmed") return false;
  const received = receivedId(verdict.dispatch.key);
  return (facts.merge?.checkRuns ?? []).some(
    (check) => check.appId === facts.app.id && check.externalId === received,
  );
}

interface PublicationState {
  readonly code: string;
  readonly conclusion: Conclusion | null;
  /** The receiving side has ended. */
  readonly ended: boolean;
}

type Publishing = Extract<MergeVerdict, { dispatch: unknown }>;

function stateOf(verdict: Publishing): PublicationState {
  switch (verdict.kind) {
    case "ingest":
      return { code: "sending", conclusion: null, ended: false };
    case "failed":
      return { code: "failed", conclusion: "failure", ended: false };
    case "sent":
      return RECEIVED[verdict.receipt.kind];
  }
}

const RECEIVED: Readonly<Record<Receipt["kind"], PublicationState>> = {
  // Handed over, and that is what the record says until the receiving side has ended.
  awaited: { code: "sent", conclusion: "success", ended: false },
  running: { code: "sent", conclusion: "success", ended: false },
  unconfirmed: { code: "sent", conclusion: "success", ended: false },
  succeeded: { code: "received", conclusion: "success", ended: true },
  failed: { code: "receiving_failed", conclusion: "failure", ended: true },
};
