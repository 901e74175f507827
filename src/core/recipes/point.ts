import type { ScenarioType } from "../contract/changelog-entry.ts";
import type { RecipeEntry, SearchSpaceEntry } from "../contract/recipe.ts";

/** One search-space entry of a recipe with what it is measured with: what the checks 6 to 12 look at. */
export interface RecipePoint {
  readonly key: string;
  /** Master file and the line of the search-space entry in it. */
  readonly path: string;
  readonly line: number;
  readonly entry: RecipeEntry;
  readonly space: SearchSpaceEntry;
  readonly scenario: ScenarioType;
  /** Input and output tokens; null for agentic points. */
  readonly lengths: { readonly isl: number; readonly osl: number } | null;
  /** Runner label without its cluster, up to the first dash: `gb300` (spec/signoff §0.4). */
  readonly sku: string;
  /** Every concurrency that it measures. */
  readonly concurrencies: readonly number[];
  /** The script that the rules name, a shell script of this repository; null for a configured recipe file. */
  readonly script: string | null;
  /** The multi-node recipe file and the override in it that `CONFIG_FILE=path[:selector]` names; null where none is. */
  readonly recipeFile: { readonly path: string; readonly selector: string | null } | null;
  readonly launchers: readonly string[];
  /** `NAME=VALUE` of the workers' settings, decode after prefill. */
  readonly settings: readonly {
    readonly role: "prefill" | "decode";
    readonly name: string;
    readonly value: string;
  }[];
}
