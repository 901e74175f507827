import { type ChangelogJudgement, judgeChangelog } from "../changelog/judge.ts";
import type { Facts } from "../model/facts.ts";
import { contentOf } from "../model/file-content.ts";
import type { FileReading } from "../model/github.ts";
import type { ChangelogVerdict } from "./validation.ts";

/** What the changelog contract says about this pull request, against the merge base (decision 18). */
export function decideChangelog(facts: Facts): ChangelogVerdict {
  const { base, head, tip } = facts.documents.changelog;
  const unread = [base, head, tip].find((file) => file.kind === "unknown");
  if (unread?.kind === "unknown") return { kind: "unknown", cause: unread.cause };
  if (sameFile(base, head)) return { kind: "untouched", recipePaths: recipePaths(facts) };
  const judgement = judgeChangelog(
    {
      path: facts.config.inForce.paths.changelog,
      mergeBase: contentOf(base),
      head: contentOf(head),
      baseTip: contentOf(tip),
    },
    {
      repository: linkRepository(facts),
      pull: facts.pull.number,
      // Also once it is merged: a link that still waits for its number is no reason to lose results.
      mode: "pull",
    },
  );
  return summarise(judgement);
}

/** `owner/name` that pull request links in the changelog must carry. */
export function linkRepository(facts: Pick<Facts, "config" | "repository">): string {
  const { owner, name } = facts.repository;
  return facts.config.inForce.changelog.linkRepository ?? `${owner}/${name}`;
}

function summarise(judgement: ChangelogJudgement): ChangelogVerdict {
  const { verdict, problems, baseProblems, additions, corrections } = judgement;
  if (verdict === "invalid") return { kind: "invalid", problems, baseProblems };
  const keys = additions.flatMap(({ entry }) => entry?.["config-keys"] ?? []);
  return {
    kind: verdict,
    additions: additions.length,
    corrections: corrections.length,
    keys: [...new Set(keys)],
    problems,
    baseProblems,
  };
}

/** Recipe files that change without any entry: the results of the site would not follow (case CHG-09). */
function recipePaths(facts: Facts): readonly string[] {
  if (facts.files.kind === "unknown") return [];
  const { masters } = facts.config.inForce.paths;
  return facts.files.value.map((file) => file.path).filter((path) => masters.includes(path));
}

function sameFile(a: FileReading, b: FileReading): boolean {
  return contentOf(a)?.blobSha === contentOf(b)?.blobSha;
}
