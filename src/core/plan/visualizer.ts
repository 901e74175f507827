import { resultArtifacts } from "../decide/reuse-rules.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts, RunFacts } from "../model/facts.ts";
import type { Comment } from "../model/github.ts";
import { renderVisualizer, SUPERSEDED } from "../render/notices.ts";
import type { Dictionary } from "../render/words.ts";
import { fullBody, planComments, tagOf } from "./comments.ts";

/**
 * One comment for the newest run with results, edited when that run is repeated; those of older
 * runs are marked as history and folded once. A run that left nothing gets none (decision 22).
 */
export function planVisualizer(facts: Facts, dictionary: Dictionary): readonly Effect[] {
  const config = facts.config.inForce;
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
    ...planComments(wanted, facts.comments, facts.app.id),
    ...older.flatMap((run) => foldOlder(run)),
  ];

  function hasResults(run: RunFacts): boolean {
    return run.run.status === "completed" && resultArtifacts(run.artifacts, config).length > 0;
  }

  function standingOf(run: RunFacts): Comment | undefined {
    const tag = visualizerTag(run);
    return facts.comments.find((comment) => tagOf(comment, facts.app.id) === tag);
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

/** The repository's own workflow has posted this run's link already (spec/control-plane §7.2). */
function legacyComment(run: RunFacts, facts: Facts): boolean {
  return facts.comments.some(
    (comment) =>
      comment.author?.login === "github-actions[bot]" &&
      new RegExp(`unofficialRun=${run.run.id}(?!\\d)`, "u").test(comment.body),
  );
}
