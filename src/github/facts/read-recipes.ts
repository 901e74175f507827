import type { EarlyFacts } from "../../core/decide/needs.ts";
import { sourceCommits, sourceQuestion, touchesRecipes } from "../../core/decide/recipe-ground.ts";
import type { Facts } from "../../core/model/facts.ts";
import type { PullRef } from "../../core/model/signal.ts";
import type { GitHubReader } from "../port.ts";
import { readGate } from "./read-gate.ts";
import { readSources, readTrees, type SourceTools } from "./read-sources.ts";

export interface RecipeSources {
  /** Parses texts, and keeps them. */
  readonly texts: SourceTools["texts"];
  readonly policies: Facts["policies"];
}

interface Access {
  readonly sources: {
    readonly github: GitHubReader;
    readonly others: (pull: PullRef) => Promise<Facts["gate"]["others"]>;
    readonly recipes: RecipeSources;
  };
  readonly defaultTip: string;
  readonly ref: PullRef;
}

/** What the changelog gate looks at, and after it the texts of recipes: the tree at head serves both. */
export async function readGated(
  { sources, defaultTip, ref }: Access,
  facts: EarlyFacts,
): Promise<Pick<Facts, "gate" | "policies" | "sourceFiles">> {
  const { github, recipes } = sources;
  const gate = await readGate(github, facts, () => sources.others(ref));
  const known = { ...facts, gate };
  const { policies, texts } = recipes;
  if (!touchesRecipes(known)) return { gate, policies, sourceFiles: null };
  const { headSha } = facts.pull;
  const listTree: GitHubReader["listTree"] = (sha) =>
    sha === headSha && gate.tree !== null ? Promise.resolve(gate.tree) : github.listTree(sha);
  const trees = await readTrees({ listTree }, sourceCommits(known, defaultTip));
  const sourceFiles = await readSources({ reader: github, texts }, trees, (sides) =>
    sourceQuestion(known, sides),
  );
  return { gate, policies, sourceFiles };
}
