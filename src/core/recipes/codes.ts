import type { AcceptanceCode } from "./acceptance-codes.ts";
import type { ChatTemplateCode } from "./chat-template-codes.ts";

/** Sentences of the checks 6 to 12, each list beside its check. */
export type RecipeCode = AcceptanceCode | ChatTemplateCode;
