import type { AcceptanceCode } from "./acceptance-codes.ts";
import type { AppendOnlyCode } from "./append-only-codes.ts";
import type { ChatTemplateCode } from "./chat-template-codes.ts";
import type { DeprecatedCode } from "./deprecated-codes.ts";
import type { ImageCode } from "./image-codes.ts";
import type { ArchitectureCode } from "./architecture-code.ts";
import type { PatchHitCode, PatchResultCode } from "./patch-code.ts";
import type { WaiverCode } from "./waiver.ts";

/** What is said where a check cannot be asked at all, or not about everything. */
export const FRAME_CODES = [
  "recipes_unread",
  "recipes_unread_file",
  "recipes_broken_file",
  "recipes_entries_unknown",
  "recipe_not_valid",
  "recipes_too_much",
] as const;

/** Sentences of the checks 6 to 12, each list beside its check. */
export type RecipeCode =
  | (typeof FRAME_CODES)[number]
  | ImageCode
  | DeprecatedCode
  | ArchitectureCode
  | ChatTemplateCode
  | (PatchHitCode | PatchResultCode | WaiverCode)
  | AcceptanceCode
  | AppendOnlyCode;
