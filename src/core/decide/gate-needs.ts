/** What the changelog gate has to read besides the documents, worked out from what is known already. Pure. */
import { lastOf } from "../commands/order.ts";
import type { CommandName } from "../commands/table.ts";
import type { Facts } from "../model/facts.ts";
import { isWithin } from "../model/places.ts";
import { known, type Reading, unknown } from "../model/reading.ts";
import { contentOf } from "../model/file-content.ts";
import { pendingCommands } from "./needs.ts";
import { liveOrder } from "./orders.ts";

type Changed = Pick<Facts, "files" | "config">;

/** Changed paths that a sweep measures, without the words beside them; null where the files are not known. */
export function measuredPaths({ files, config }: Changed): readonly string[] | null {
  if (files.kind === "unknown") return null;
  const { measured } = config.inForce.paths;
  const paths = files.value.flatMap(({ path, previousPath }) => [path, previousPath ?? path]);
  return [...new Set(paths)].filter((path) => isWithin(path, measured) && !path.endsWith(".md"));
}

/** True when the tree at head is needed: a measured file changes, so its recipes have to be found. */
export function needsTree(facts: Changed & Pick<Facts, "pull">): boolean {
  return facts.pull.state === "open" && (measuredPaths(facts)?.length ?? 0) > 0;
}

/** The first parent of a head that is a merge; null for every other head, unknown where its commit is. */
export function mergedParent(
  facts: Pick<Facts, "commits" | "pull" | "documents">,
): Reading<string | null> {
  const { commits, pull, documents } = facts;
  const { base, head } = documents.changelog;
  const isRead = base.kind === "known" && head.kind === "known";
  if (pull.state === "closed" || !isRead) return known(null);
  if (commits.kind === "unknown") return commits;
  const commit = commits.value.find(({ sha }) => sha === pull.headSha);
  if (commit === undefined) return unknown("not_found");
  return known(commit.parents.length > 1 ? (commit.parents[0] ?? null) : null);
}

type Asked = Parameters<typeof pendingCommands>[0] & Pick<Facts, "documents">;

/** True when a repair is asked for, would be pushed, and the base branch has changed the changelog since. */
export function needsMerging(facts: Asked & Pick<Facts, "pull">): boolean {
  return needsPreparing(facts) || needsRepairing(facts);
}

/** True when sweepbot is to merge the base branch into the head before it merges the pull request. */
export function needsPreparing(facts: Asked & Pick<Facts, "pull">): boolean {
  const { base, tip } = facts.documents.changelog;
  const { mergeable, mergeState, state } = facts.pull;
  if (!facts.config.inForce.merge.withReuse || state === "closed") return false;
  const isAsked = liveOrder(facts) !== null || isCommanded(facts, "merge-with-reuse");
  const hasMoved = contentOf(base)?.blobSha !== contentOf(tip)?.blobSha;
  return isAsked && (hasMoved || mergeable === false || mergeState === "behind");
}

function needsRepairing(facts: Asked): boolean {
  const { base, tip } = facts.documents.changelog;
  if (facts.config.inForce.changelog.repair !== "push") return false;
  if (contentOf(base)?.blobSha === contentOf(tip)?.blobSha) return false;
  return isCommanded(facts, "changelog fix");
}

function isCommanded(facts: Asked, name: CommandName): boolean {
  return pendingCommands(facts).some(({ commands }) => lastOf(commands, [name]) !== null);
}
