/** A small checklist of our own, in the shape of a repository's `docs/PR_REVIEW_CHECKLIST.md`. */
export const ITEMS = [
  "Confirmed that this is the newest version of [CHECKLIST.md](https://example.test/CHECKLIST.md)",
  "Confirmed that this PR has passed PR validation. Please link to the run that shows this.",
  "Confirmed that this PR passes evals. Please link to the run that shows this.",
  "Confirmed that drafts of speculative decoding use chat templates",
  "For agentic workloads: confirmed that the golden acceptance value is taken from the curve",
  "Confirmed that this PR does not patch the inference engine; the image must run as shipped",
  "Confirmed that every single-node recipe here is documented upstream:",
  "I linked the corresponding upstream PR and it is merged before this one",
  "If any of the above criteria cannot be met, I have written down why below",
] as const;

export const PHRASE_LINE = "As a PR reviewer and CODEOWNER, I have reviewed this and have:";

export interface Form {
  /** Items by position; the others stand as they are, ticked. */
  readonly replaced?: Readonly<Record<number, string>>;
  readonly unticked?: readonly number[];
  readonly left?: readonly number[];
  readonly detail?: string;
  readonly signed?: string | null;
}

/** A filled-in form. */
export function formOf(form: Form = {}): string {
  const lines = ITEMS.map((text, index) => {
    const box = form.unticked?.includes(index) === true ? " " : "x";
    const indent = index === 7 ? "  " : "";
    return form.left?.includes(index) === true
      ? []
      : [`${indent}- [${box}] ${form.replaced?.[index] ?? text}`];
  }).flat();
  const detail = form.detail ?? "- insert any additional info here";
  const signed = form.signed === undefined ? "mira" : form.signed;
  const end = signed === null ? [] : ["", `Signed: \`${signed}\``];
  return [PHRASE_LINE, ...lines, "", "### Additional detail section:", detail, ...end].join("\n");
}

/** The page that holds the form, boxes empty, in a fenced block. */
export function templatePage(items: readonly string[] = ITEMS): string {
  const boxes = items.map((text, index) => `${index === 7 ? "  " : ""}- [ ] ${text}`);
  const form = [PHRASE_LINE, ...boxes, "", "### Additional detail section:"];
  return [
    "# Checklist",
    "",
    "Answer with this form:",
    "```",
    ...form,
    "- insert any additional info here",
    "",
    "Signed: `FILL_IN_GITHUB_USERNAME`",
    "```",
    "",
    "- [ ] not part of the form",
  ].join("\n");
}
