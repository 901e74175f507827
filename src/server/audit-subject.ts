import type { AuditRow } from "../queue/audit.ts";

/**
 * What an audit row is about, in a few words: the comment's tag, the check run's name and conclusion,
 * the run that was started. `nameTag` may say a tag in words.
 */
export function auditSubject(
  { detail }: Pick<AuditRow, "detail">,
  nameTag: (tag: string) => string = (tag) => tag,
): string {
  if (!isRecord(detail)) return "";
  const inner = [detail["check"], detail["status"]].find(isRecord) ?? {};
  const dispatch = isRecord(detail["dispatch"]) ? detail["dispatch"] : {};
  const outcome = isRecord(detail["outcome"]) ? detail["outcome"] : {};
  const tag = detail["tag"];
  const started = Object.keys(dispatch).length > 0;
  const parts = started
    ? [dispatch["eventType"], outcome["note"]]
    : [
        typeof tag === "string" ? nameTag(tag) : null,
        detail["content"],
        detail["label"],
        detail["runId"],
        inner["name"],
        inner["context"],
        inner["conclusion"] ?? inner["state"],
        inner["title"] ?? inner["description"],
      ];
  return parts.filter((part) => typeof part === "string" || typeof part === "number").join(" · ");
}

/** True for an object that is no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
