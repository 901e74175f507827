import {
  mergedParent,
  needsMerging,
  needsPreparing,
  needsTree,
} from "../../core/decide/gate-needs.ts";
import type { EarlyFacts } from "../../core/decide/needs.ts";
import { changedByBoth } from "../../core/decide/merge-trees.ts";
import type { FileVersions, GateFacts } from "../../core/model/gate.ts";
import { unknown } from "../../core/model/reading.ts";
import type { GitHubReader } from "../port.ts";

/** What the changelog gate looks at besides the documents; each part is read only where something asks for it. */
export async function readGate(
  github: GitHubReader,
  facts: EarlyFacts,
  readOthers: () => Promise<GateFacts["others"]>,
): Promise<GateFacts> {
  const [tree, others, beforeMerge, merging] = await Promise.all([
    needsTree(facts) ? github.listTree(facts.pull.headSha) : null,
    readOthers(),
    readBeforeMerge(github, facts),
    readMerging(github, facts),
  ]);
  return { tree, others, beforeMerge, merging };
}

async function readBeforeMerge(
  github: GitHubReader,
  facts: EarlyFacts,
): Promise<GateFacts["beforeMerge"]> {
  const parent = mergedParent(facts);
  if (parent.kind === "unknown" || facts.revisions.kind === "unknown") return null;
  if (parent.value === null) return null;
  const { changelog } = facts.config.inForce.paths;
  const comparison = await github.compare(facts.revisions.value.tipSha, parent.value);
  const [base, head] = await Promise.all([
    comparison.kind === "known"
      ? github.readFile(changelog, comparison.value.mergeBaseSha)
      : unknown(comparison.cause),
    github.readFile(changelog, parent.value),
  ]);
  return { base, head };
}

async function readMerging(github: GitHubReader, facts: EarlyFacts): Promise<GateFacts["merging"]> {
  if (facts.revisions.kind === "unknown" || !needsMerging(facts)) return null;
  const { baseSha, headSha, tipSha } = facts.revisions.value;
  const [base, head, tip] = await Promise.all([
    github.listTree(baseSha),
    github.listTree(headSha),
    github.listTree(tipSha),
  ]);
  const trees = { base, head, tip };
  const texts = needsPreparing(facts) ? await readVersions(github, facts, trees) : [];
  return { ...trees, texts };
}

/** A merge that touches more files on both sides is for people. */
const MOST_TEXTS = 30;

/** The files that both sides of a merge have changed, in all three versions. */
async function readVersions(
  github: GitHubReader,
  { config, revisions }: EarlyFacts,
  trees: Pick<NonNullable<GateFacts["merging"]>, "base" | "head" | "tip">,
): Promise<readonly FileVersions[]> {
  const { base, head, tip } = trees;
  const isRead = base.kind === "known" && head.kind === "known" && tip.kind === "known";
  if (!isRead || revisions.kind === "unknown") return [];
  const { baseSha, headSha, tipSha } = revisions.value;
  const sides = { base: base.value, ours: head.value, theirs: tip.value };
  const paths = changedByBoth(sides, config.inForce.paths.changelog).slice(0, MOST_TEXTS);
  const files = paths.map(async (path): Promise<FileVersions> => {
    const [before, ours, theirs] = await Promise.all([
      github.readFile(path, baseSha),
      github.readFile(path, headSha),
      github.readFile(path, tipSha),
    ]);
    return { path, base: before, ours, theirs };
  });
  return Promise.all(files);
}
