import type { AppendOnlyCode } from "./append-only-codes.ts";
import type { DeprecatedCode } from "./deprecated-codes.ts";
import type { ImageCode } from "./image-codes.ts";

/** Sentences of the checks 6 to 12, each list beside its check. */
export type RecipeCode = ImageCode | DeprecatedCode | AppendOnlyCode;
