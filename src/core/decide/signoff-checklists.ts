import type { Facts } from "../model/facts.ts";
import { textOf } from "../model/file-content.ts";
import type { SignedFacts } from "../model/signed.ts";
import type { TemplateRevision } from "../signoff/check-checklist.ts";
import { compareWithTemplate } from "../signoff/match.ts";
import { parseTemplate } from "../signoff/template.ts";
import type { CountedSignoff } from "./signoff-texts.ts";

/** Earlier versions of the checklist that a form may have been copied from (spec/signoff §3.5). */
export function checklistRevisions(
  checklists: SignedFacts["checklists"],
): readonly TemplateRevision[] {
  if (checklists === null || checklists.kind === "unknown") return [];
  return checklists.value.flatMap(({ at, file }) => {
    const text = textOf(file);
    const template = text.kind === "known" ? parseTemplate(text.value ?? "") : null;
    return template?.kind === "template" ? [{ at, items: template.items }] : [];
  });
}

/** Whether a form lacks items of the present checklist, so that its earlier versions are worth reading. */
export function lacksItems(
  signed: readonly CountedSignoff[],
  { documents }: Pick<Facts, "documents">,
): boolean {
  const text = textOf(documents.checklist);
  if (signed.length === 0 || text.kind === "unknown" || text.value === null) return false;
  const template = parseTemplate(text.value);
  if (template.kind === "unreadable") return false;
  return signed.some(({ signoff }) =>
    compareWithTemplate(signoff.items, template.items).rows.some((row) => row.kind !== "matched"),
  );
}
