import type { RecipeSources } from "./github/facts/read-recipes.ts";
import { SourceTexts } from "./github/source-texts.ts";
import { loadPolicies } from "./policies.ts";
import { loadShellParser } from "./shell/parse-shell.ts";

/** What the checks of recipes need of this program, loaded once: the shell parser and the shipped policies. */
export async function openRecipeSources(): Promise<RecipeSources> {
  return { texts: new SourceTexts(await loadShellParser()), policies: loadPolicies() };
}
