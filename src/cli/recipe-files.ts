import { recipePlaces } from "../core/decide/recipe-ground.ts";
import { DEFAULT_CONFIG, type Config } from "../core/model/config.ts";
import type { FileContent, FileReading } from "../core/model/github.ts";
import { known, unknown } from "../core/model/reading.ts";
import type { RecipeInput, RecipePlaces } from "../core/recipes/input.ts";
import { type SourceReader, type SourceTools } from "../github/facts/read-sources.ts";
import { openRecipeSources } from "../recipe-sources.ts";
import { type GitFiles, readSettings } from "./git/sweep-files.ts";
import { readTree } from "./git/trees.ts";

/** A local repository is read whole: nothing is counted as with GitHub. */
const LIMITS = { files: 20_000, bytes: 512 * 1024 * 1024 };

/** A local repository as the checks of recipes read it. */
export interface LocalRecipes {
  readonly tools: SourceTools;
  readonly policies: Readonly<Record<string, string>>;
  readonly config: Config;
  readonly places: RecipePlaces;
}

/** Opens a repository with the settings of a revision; those of the head that is judged never count. */
export async function openLocalRecipes(
  files: GitFiles,
  repository: string,
  settingsAt: string,
): Promise<LocalRecipes> {
  const { texts, policies } = await openRecipeSources();
  const { config } = await readSettings(files, settingsAt);
  const inForce = config ?? DEFAULT_CONFIG;
  const reader: SourceReader = {
    listTree: async (commit) => known(await readTree(repository, commit)),
    readBlob: async (path, sha) => {
      const file = await files.readBlob(path, sha);
      return file === null ? unknown("not_found") : known(file);
    },
  };
  return {
    tools: { reader, texts, limits: LIMITS },
    policies,
    config: inForce,
    places: recipePlaces(inForce),
  };
}

/** The files of the sweep on both sides of a change. */
export async function readSweepDocuments(
  files: GitFiles,
  commits: { readonly base: string; readonly head: string; readonly tip: string },
  { masters, runners, changelog }: RecipePlaces,
): Promise<RecipeInput["documents"]> {
  const at = async (commit: string, path: string): Promise<FileReading> =>
    known(await files.readFile(commit, path));
  const sides = async (path: string): Promise<Sides> => ({
    base: await at(commits.base, path),
    head: await at(commits.head, path),
  });
  return {
    masters: await Promise.all(masters.map(async (path) => ({ path, ...(await sides(path)) }))),
    runners: await sides(runners),
    changelog: { ...(await sides(changelog)), tip: await at(commits.tip, changelog) },
  };
}

interface Sides {
  readonly base: FileReading;
  readonly head: FileReading;
}

/** The contents of one side's masters, where they are there. */
export function mastersAt(
  documents: RecipeInput["documents"],
  side: "base" | "head",
): readonly FileContent[] {
  return documents.masters.flatMap((file) => {
    const reading = file[side];
    return reading.kind === "known" && reading.value !== null ? [reading.value] : [];
  });
}
