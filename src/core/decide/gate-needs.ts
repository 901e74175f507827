/** What the changelog gate has to read besides the documents, worked out from what is known already. Pure. */
import type { Facts } from "../model/facts.ts";
import { isWithin } from "../model/places.ts";
import { known, type Reading, unknown } from "../model/reading.ts";
import { contentOf } from "./changelog.ts";
import { pendingCommands } from "./needs.ts";

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

/** True when a repair is asked for, would be pushed, and the base branch has changed the changelog since. */
export function needsMerging(
  facts: Parameters<typeof pendingCommands>[0] & Pick<Facts, "documents">,
): boolean {
  const { base, tip } = facts.documents.changelog;
  if (facts.config.inForce.changelog.repair !== "push") return false;
  if (contentOf(base)?.blobSha === contentOf(tip)?.blobSha) return false;
  return pendingCommands(facts).some(({ commands }) =>
    commands.some((command) => command.kind === "command" && command.name === "changelog fix"),
  );
}
