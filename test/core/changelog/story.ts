import { judgeChangelog } from "../../../src/core/changelog/judge.ts";
import type { ChangelogJudgement, ChangelogTerms } from "../../../src/core/changelog/judge.ts";
import type { FileContent } from "../../../src/core/model/github.ts";
import type { Problem } from "../../../src/core/model/problem.ts";

export const PATH = "perf-changelog.yaml";
export const REPOSITORY = "SemiAnalysisAI/InferenceX";
const PULL = 42;

/** A link to a pull request of the guarded repository. */
export function link(pull: number | string): string {
  return `https://github.com/${REPOSITORY}/pull/${pull}`;
}

/** One well-formed entry, ending in one line feed. */
export function entry(key: string, prLink: string = link(1), more = ""): string {
  return `- config-keys:\n    - ${key}\n  description:\n    - "Tune ${key}"\n  pr-link: ${prLink}\n${more}`;
}

/** A file object as the GitHub port hands it out; text is written as UTF-8. */
export function file(content: string | Uint8Array): FileContent {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { path: PATH, blobSha: "", bytes };
}

/** The terms of pull request 42. */
export function terms(changes: Partial<ChangelogTerms> = {}): ChangelogTerms {
  return { repository: REPOSITORY, pull: PULL, mode: "pull", ...changes };
}

/** Judges a head against a base that is main's tip as well, unless another tip is given. */
export function judge(
  base: string | Uint8Array,
  head: string | Uint8Array,
  {
    tip,
    ...changes
  }: Partial<ChangelogTerms> & { readonly tip?: string | Uint8Array | undefined } = {},
): ChangelogJudgement {
  const mergeBase = file(base);
  const baseTip = tip === undefined ? mergeBase : file(tip);
  return judgeChangelog({ path: PATH, mergeBase, head: file(head), baseTip }, terms(changes));
}

/** The rule ids of the errors, in order, each once. */
export function brokenRules(problems: readonly Problem[]): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  return [...new Set(errors.map(({ rule, code }) => rule ?? code))];
}

/** The file with a finding's replacement put in its place. */
export function applied(text: string, { line, endLine = line, replacement }: Problem): string {
  const lines = text.split("\n");
  lines.splice(line - 1, endLine - line + 1, ...(replacement ?? "").split("\n"));
  return lines.join("\n");
}
