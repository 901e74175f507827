import type { Verdicts } from "../decide/decide.ts";
import type { CheckRunContent } from "../model/effect.ts";
import { type CheckSources, firstWords, summaryOf, TITLE_CHARACTERS } from "./checks.ts";
import { fitLine } from "./fit.ts";
import { plainLine } from "./plain.ts";
import { publicationRow } from "./publication-row.ts";
import { PLAIN } from "./template.ts";
import { say, type Words } from "./words.ts";

const STATES = {
  pending: ["in_progress", null],
  settled: ["completed", "success"],
  lost: ["completed", "failure"],
} as const;

/** The check run `sweepbot/publication` on a merge commit of which sweepbot itself has handed nothing over. */
export function lossCheck(
  { merge, loss }: Pick<Verdicts, "merge" | "loss">,
  mergeSha: string,
  sources: CheckSources,
): CheckRunContent | null {
  if ("dispatch" in merge || loss.kind === "none" || loss.code === "publishing") return null;
  const row = publicationRow({ merge, loss, recovery: null });
  if (row === null) return null;
  const [status, conclusion] = STATES[loss.kind];
  const title = (words: Words): string =>
    fitLine(plainLine(say(words, `card.${row.code}`, row.values, PLAIN)), TITLE_CHARACTERS);
  const url = loss.values["url"];
  return {
    name: "sweepbot/publication",
    headSha: mergeSha,
    externalId: `loss:${loss.code}`,
    ...{ status, conclusion },
    detailsUrl: typeof url === "string" ? url : null,
    title: title(firstWords(sources)),
    summary: summaryOf(sources, title),
    annotations: [],
  };
}
