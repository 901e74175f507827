import { type AddedEntry, judgeChangelog } from "../changelog/judge.ts";
import { lostFieldProblems } from "../changelog/lost-fields.ts";
import type { Facts } from "../model/facts.ts";
import type { FileReading } from "../model/github.ts";
import type { Problem } from "../model/problem.ts";
import { contentOf } from "../model/file-content.ts";
import { linkRepository } from "./changelog.ts";
import { mergedParent } from "./gate-needs.ts";

/** What the pull request's own entries lost when the base branch was merged into it (case CHG-19). */
export function lostInMerge(facts: Facts): readonly Problem[] {
  const parent = mergedParent(facts);
  if (parent.kind === "known" && parent.value === null) return [];
  const { changelog: path } = facts.config.inForce.paths;
  const { base, head } = facts.documents.changelog;
  const before = facts.gate.beforeMerge;
  const unread = [parent, before?.base, before?.head].find((each) => each?.kind === "unknown");
  if (before === null || unread?.kind === "unknown") {
    const cause = unread?.kind === "unknown" ? unread.cause : "unreadable";
    return [{ code: "merge_not_compared", severity: "notice", path, line: 1, values: { cause } }];
  }
  return lostFieldProblems(
    entriesOf(facts, before.base, before.head),
    entriesOf(facts, base, head),
    path,
  );
}

function entriesOf(
  facts: Facts,
  baseFile: FileReading,
  headFile: FileReading,
): readonly AddedEntry[] {
  const [base, head] = [contentOf(baseFile), contentOf(headFile)];
  if (base?.blobSha === head?.blobSha) return [];
  return judgeChangelog(
    { path: facts.config.inForce.paths.changelog, mergeBase: base, head, baseTip: base },
    { repository: linkRepository(facts), pull: facts.pull.number, mode: "pull" },
  ).additions;
}
