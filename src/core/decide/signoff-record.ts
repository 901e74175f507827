/** What our own sign-off reports say to later looks; nothing of it ever makes a sign-off count. */
import type { Facts } from "../model/facts.ts";

const GIVEN = "<!-- sweepbot:signoff-given ";
const TIP = /^<!-- sweepbot:signoff-given ([0-9a-f]{40}) -->$/mu;

/** The hidden line of a report that judged a sign-off of its commit: whose rules it was judged by. */
export function givenLine(tipSha: string | null): string {
  return `${GIVEN}${tipSha ?? "unknown"} -->`;
}

/** The commit of the default branch that a report was judged with. */
export function tipOf(body: string): string | null {
  return TIP.exec(body)?.[1] ?? null;
}

/** From here on a report of an older head says that it is history. */
export const OUTDATED = "<!-- sweepbot:signoff-outdated -->";

/** The tag of the report on a head: one comment for each (spec/signoff §5.1). */
export function reportTag(headSha: string): string {
  return `signoff-${headSha}`;
}

/** The head that one of our reports is about; null for every other tag. */
export function headOfTag(tag: string): string | null {
  return /^signoff-([0-9a-f]{40})$/u.exec(tag)?.[1] ?? null;
}

/** Whether our report of a sign-off on the present head stands. */
export function signoffReportStands({
  comments,
  app,
  pull,
}: Pick<Facts, "comments" | "app" | "pull">): boolean {
  const start = `<!-- sweepbot:${reportTag(pull.headSha)} -->`;
  return comments.some(
    ({ appId, body }) =>
      appId === app.id &&
      body.startsWith(start) &&
      body.includes(GIVEN) &&
      !body.includes(OUTDATED),
  );
}
