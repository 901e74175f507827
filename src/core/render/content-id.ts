import { createHash } from "node:crypto";
import type { CheckRunContent } from "../model/effect.ts";

/** A check run that is recognised by its content: the same content gives the same external id, and so no call. */
export function withContentId(check: Omit<CheckRunContent, "externalId">): CheckRunContent {
  const digest = createHash("sha256").update(JSON.stringify(check)).digest("hex").slice(0, 32);
  return { ...check, externalId: `content:${digest}` };
}
