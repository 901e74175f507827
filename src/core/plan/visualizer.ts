import { resultArtifacts } from "../decide/reuse-rules.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { renderVisualizer, SUPERSEDED } from "../render/notices.ts";
import type { Dictionary } from "../render/words.ts";
import { fullBody, marker, planComments, tagOf } from "./comments.ts";

/**
 * One comment for the newest run with results, edited when that run is repeated; those of older
 * runs are marked as history and folded once. A run that left nothing gets none (decision 22).
 */
export function planVisualizer(facts: Facts, dictionary: Dictionary): readonly Effect[] {
  const config = facts.config.inForce;
  const comments = withAdopted(facts);
  // A run with a comment counts while it is repeated, too: what it made history stays history.
  const told = facts.runs.filter(
    (run) => run.belongs && (hasResults(run) || standingOf(run) !== undefined),
  );
  const [newest, ...older] = told;
  if (newest === undefined) return [];
  const wanted =
    legacyComment(newest, facts) || !hasResults(newest)
      ? []
      : [{ tag: visualizerTag(newest), body: body(newest, null), upkeep: "kept" as const }];
  return [
    ...planComments(wanted, comments, facts.app.id),
    ...older.flatMap((run) => foldOlder(run)),
  ];

  function hasResults(run: RunFacts): boolean {
    return run.run.status === "completed" && resultArtifacts(run.artifacts, config).length > 0;
  }

  function standingOf(run: RunFacts): Comment | undefined {
    const tag = visualizerTag(run);
    return comments.find((comment) => tagOf(comment, facts.app.id) === tag);
  }

  function body(run: RunFacts, superseded: number | null): string {
    return renderVisualizer(run, superseded, config, dictionary);
  }

  function foldOlder(run: RunFacts): readonly Effect[] {
    const tag = visualizerTag(run);
    const standing = standingOf(run);
    if (standing === undefined || standing.body.includes(SUPERSEDED)) return [];
    const history = fullBody({
      tag,
      body: body(run, newest?.run.id ?? null),
      upkeep: "kept",
    });
    return [
      { kind: "minimizeComment", nodeId: standing.nodeId, tag },
      { kind: "updateComment", commentId: standing.id, tag, body: history },
    ];
  }
}

function visualizerTag(run: RunFacts): string {
  return `visualizer-${run.run.id}`;
}

/**
 * The comments, those of ours from before there were markers taken for what they are: the newest one that
 * links a run is that run's, unless a marked one is (case COM-03). Nobody else's is ever taken over.
 */
function withAdopted({ comments, runs, app }: Facts): readonly Comment[] {
  const tags = new Set(comments.flatMap((comment) => tagOf(comment, app.id) ?? []));
  const adopted = new Map(
    runs.flatMap((run) => {
      const own = comments.filter(
        (comment) =>
          comment.appId === app.id &&
          !comment.body.includes("<!-- sweepbot:") &&
          links(comment, run),
      );
      const newest = own.toSorted((a, b) => b.createdAt - a.createdAt || b.id - a.id)[0];
      const isFree = newest !== undefined && run.belongs && !tags.has(visualizerTag(run));
      return isFree ? [[newest.id, run] as const] : [];
    }),
  );
  return comments.map((comment) => {
    const run = adopted.get(comment.id);
    return run === undefined
      ? comment
      : { ...comment, body: `${marker(visualizerTag(run))}\n${comment.body}` };
  });
}

/** The repository's own workflow has posted this run's link already (spec/control-plane §7.2). */
function legacyComment(run: RunFacts, facts: Facts): boolean {
  return facts.comments.some(
    (comment) => comment.author?.login === "github-actions[bot]" && links(comment, run),
  );
}

function links({ body }: Comment, { run }: RunFacts): boolean {
  return new RegExp(`unofficialRun=${run.id}(?!\\d)`, "u").test(body);
}
