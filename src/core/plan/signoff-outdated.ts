import { headOfTag, OUTDATED } from "../decide/signoff-record.ts";
import type { SignoffVerdict } from "../decide/signoff.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { renderOutdated } from "../render/signoff-remarks.ts";
import type { Dictionary } from "../render/words.ts";
import { sameBody, tagOf } from "./comments.ts";

/**
 * Reports on earlier heads stay as they were, folded once, with a line below that they are history;
 * the newest of them says on which commit a fresh sign-off is needed while none covers the head.
 */
export function planOutdated(
  { covering, status }: SignoffVerdict,
  { comments, app, pull, config }: Facts,
  dictionary: Dictionary,
): readonly Effect[] {
  const reports = comments.flatMap((comment) => reportOf(comment, app.id));
  // Extra copies of a report are deleted, the oldest one stays.
  const [newest, ...older] = reports
    .filter(
      ({ headSha, comment }) => headSha !== pull.headSha && isFirst(comment, headSha, reports),
    )
    .toSorted((one, other) => other.comment.id - one.comment.id);
  if (newest === undefined) return [];
  const isNeeded = covering.length === 0 && status.state === "pending";
  const line = (needs: string | null): string =>
    renderOutdated(needs, config.inForce.languages, dictionary);
  return [
    ...planOne(newest, line(isNeeded ? pull.headSha : null)),
    ...older.flatMap((report) => planOne(report, line(null))),
  ];
}

interface Report {
  readonly comment: Comment;
  readonly tag: string;
  readonly headSha: string;
}

function reportOf(comment: Comment, appId: number): readonly Report[] {
  const tag = tagOf(comment, appId);
  const headSha = tag === null ? null : headOfTag(tag);
  return tag === null || headSha === null ? [] : [{ comment, tag, headSha }];
}

function isFirst(comment: Comment, headSha: string, reports: readonly Report[]): boolean {
  const copies = reports.filter((report) => report.headSha === headSha);
  return copies.every((copy) => copy.comment.id >= comment.id);
}

function planOne({ comment, tag }: Report, line: string): readonly Effect[] {
  const at = comment.body.indexOf(OUTDATED);
  const report = at < 0 ? comment.body : comment.body.slice(0, at);
  const body = `${report.trimEnd()}\n\n${OUTDATED}\n${line}\n`;
  const fold = { kind: "minimizeComment", nodeId: comment.nodeId, tag } as const;
  const isNew = at < 0;
  if (!isNew && sameBody(comment.body, body)) return [];
  const update = { kind: "updateComment", commentId: comment.id, tag, body } as const;
  return isNew ? [fold, update] : [update];
}
