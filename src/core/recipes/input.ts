import type { ParsedInputs } from "../matrix/inputs.ts";
import type { NewEntries } from "../matrix/new-entries.ts";
import type { Documents } from "../model/facts.ts";
import type { ChangedFile } from "../model/github.ts";
import type { Reading } from "../model/reading.ts";
import type { SourceFiles } from "../model/sources.ts";
import type { RecipePoint } from "./point.ts";
import type { Policies } from "./policies.ts";
import type { TouchedRecipes } from "./touched.ts";

/** The "Additional detail" of an active sign-off (spec/signoff §2.2); its text is what somebody wrote. */
export interface SignoffDetail {
  readonly text: string;
  readonly isEmpty: boolean;
  /** Destinations of links in it, `https` only. */
  readonly links: readonly string[];
}

/** Where the guarded repository keeps what the checks look at; a trailing `/` names a folder. */
export interface RecipePlaces {
  readonly masters: readonly string[];
  readonly runners: string;
  readonly changelog: string;
  readonly thresholds: string;
  readonly measured: readonly string[];
  /** Code that many scripts share. */
  readonly shared: readonly string[];
}

/** What the checks 6 to 12 decide on. Masters, runners and the trees were read, or no check is asked. */
export interface RecipeInput {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Null where a whole repository is looked at: then every recipe counts as added, both sides are
   * the same commit (so that every line was there before), and nobody has signed off.
   */
  readonly pull: number | null;
  /** Which of the labels are on that ask for evals, whatever they are called here. */
  readonly evalLabels: { readonly allEvals: boolean; readonly evalsOnly: boolean };
  /** Unknown where the list is not complete; then nothing that rests on it passes. */
  readonly files: Reading<readonly ChangedFile[]>;
  /** Texts and trees at head, at the merge base and on the default branch; see `textAt`. */
  readonly sources: SourceFiles;
  /** The files of the sweep as they were read, and what is valid in them. */
  readonly documents: Pick<Documents, "changelog" | "masters" | "runners">;
  readonly parsed: { readonly base: ParsedInputs; readonly head: ParsedInputs };
  /** New changelog entries with what they select; null where that cannot be said. */
  readonly entries: NewEntries | null;
  readonly keys: TouchedRecipes;
  /** At head; `touched` are the points of the submitted keys. Invalid recipes have none, and are reported apart. */
  readonly points: {
    readonly all: readonly RecipePoint[];
    readonly touched: readonly RecipePoint[];
  };
  readonly places: RecipePlaces;
  readonly policies: Policies;
  /** Null while the pull request is being written: nobody is asked for a sign-off then. */
  readonly details: readonly SignoffDetail[] | null;
}
