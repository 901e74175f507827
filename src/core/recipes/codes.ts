import type { ArchitectureCode } from "./architecture-code.ts";
import type { PatchHitCode, PatchResultCode } from "./patch-code.ts";
import type { WaiverCode } from "./waiver.ts";

/** Sentences of the checks 6 to 12, each list beside its check. */
export type RecipeCode = ArchitectureCode | PatchHitCode | PatchResultCode | WaiverCode;
