import { textAt } from "../model/sources.ts";
import type { CommandRun } from "../shell/machine.ts";
import { draftOfFile } from "./draft-file.ts";
import { draftOfRun, trtDraft, trtFileWritten, type TrtFile } from "./draft-run.ts";
import type { Draft } from "./draft.ts";
import type { RecipeInput } from "./input.ts";
import type { RecipePoint } from "./point.ts";
import { readRecipeFile, type RecipeFile } from "./recipe-file.ts";
import type { Place } from "./said.ts";
import { isPartial, settingsOf, type ScriptFollower } from "./script-runs.ts";

/** What scripts say about speculative decoding, about its simulation, and about the client. */
export const SPECULATION =
  /speculat|spec-decode-|num-speculative|num_nextn|max_draft_len|synthetic|SIMULATE_ACC|FORCE_NUM_ACCEPTED|chat-template|--dsv4|--endpoint|run_benchmark_serving/iu;

/** A draft with where it is set; `unreadable` for settings that are there and cannot be worked out. */
export interface PlacedDraft {
  readonly draft: Draft | "unreadable";
  readonly place: Place;
}

/** Where the speculative decoding of a point is set, and what is said there. */
export type Speculation =
  | {
      readonly kind: "script";
      readonly path: string;
      readonly runs: readonly CommandRun[];
      readonly drafts: readonly PlacedDraft[];
      /** Not all of the script could be followed. */
      readonly partial: boolean;
    }
  | {
      readonly kind: "file";
      readonly path: string;
      readonly file: RecipeFile;
      readonly drafts: readonly PlacedDraft[];
    }
  /** Neither script nor recipe file stands in the repository; `path` is what the master file names. */
  | { readonly kind: "external"; readonly path: string | null }
  | { readonly kind: "unread"; readonly path: string };

/** Reads what a point is measured with: the recipe file that it names, otherwise its script. */
export function speculationOf(
  input: Pick<RecipeInput, "sources">,
  point: RecipePoint,
  follower: ScriptFollower,
): Speculation {
  if (point.recipeFile !== null) return inFile(input, point.recipeFile);
  const { script } = point;
  if (script === null) return { kind: "external", path: null };
  const reading = follower.follow(script, settingsOf(point));
  if (reading.kind === "absent") return { kind: "external", path: script };
  if (reading.kind === "unread") return { kind: "unread", path: script };
  const { runs } = reading.evaluation;
  const partial = isPartial(reading.evaluation);
  return { kind: "script", path: script, runs, drafts: draftsOf(runs), partial };
}

function inFile(
  { sources }: Pick<RecipeInput, "sources">,
  { path, selector }: { readonly path: string; readonly selector: string | null },
): Speculation {
  const reading = readRecipeFile(textAt(sources.head, path), selector);
  if (reading.kind === "absent") return { kind: "external", path };
  if (reading.kind === "unread") return { kind: "unread", path };
  const draft = draftOfFile(reading.file);
  const line = draft === null || draft === "unreadable" ? null : draft.line;
  const drafts = draft === null ? [] : [{ draft, place: { path, line } }];
  return { kind: "file", path, file: reading.file, drafts };
}

function draftsOf(runs: readonly CommandRun[]): readonly PlacedDraft[] {
  const files = runs.map(trtFileWritten).filter((file) => file !== null);
  return runs.flatMap((run) => {
    const place = { path: run.path, line: run.line };
    const draft = draftOfRun(run);
    if (draft !== null) return [{ draft, place }];
    if (files.length === 0 || !isTrtServer(run)) return [];
    return files
      .filter((file) => canPrecede(file, run))
      .map((file) => ({ draft: trtDraft(run, file), place }));
  });
}

function isTrtServer({ name, words }: CommandRun): boolean {
  if (name === "echo" || name === "printf" || name === "cat") return false;
  return words.some(({ value }) =>
    value.pieces.some(
      (piece) => piece.kind === "text" && /(?:^|\/)trtllm-serve$/u.test(piece.text),
    ),
  );
}

/** A file that another branch of the same condition wrote is not the server's. */
function canPrecede({ run: writer }: TrtFile, server: CommandRun): boolean {
  const opposite = (condition: string): string =>
    condition.startsWith("not ") ? condition.slice(4) : `not ${condition}`;
  return !writer.conditions.some((each) => server.conditions.includes(opposite(each)));
}

/** Whether a point is measured with speculative decoding (spec/signoff §3.9). */
export function isSpeculative({ key, space, script }: RecipePoint, drafts: number): boolean {
  const kind = space["spec-decoding"] ?? "none";
  if (kind !== "none" || /-mtp|eagle/iu.test(key)) return true;
  return drafts > 0 || script?.endsWith("_mtp.sh") === true;
}

/** Whether a point replays agents (spec/signoff §3.11). */
export function isAgentic({ scenario, script, recipeFile }: RecipePoint): boolean {
  if (scenario === "agentic-coding") return true;
  return [script, recipeFile?.path ?? null].some(
    (path) => path !== null && /(?:^|\/)agent(?:ic|x)\//u.test(path),
  );
}
