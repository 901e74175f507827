/** What stories of sign-offs do and look at. */
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { nextNumber, NVIDIA, recipesWith } from "./acts.ts";
import { filledForm } from "./forms.ts";
import { botComments, status } from "./seen.ts";
import type { Story } from "./story.ts";

export const CONTEXT = "codeowner-signoff-verify";
/** What a sign-off comes to whose only lack is a reuse order. */
export const REJECTED = "failure Rejected: checks 1, 2, 3, 4";

/** A pull request that changes a recipe of nora's, and the README, which the core team (zoe) owns. */
export async function openPull(
  { repo, settle, clock }: Story,
  more: { readonly draft?: boolean; readonly author?: string } = {},
): Promise<SimulatedPull> {
  const pull = repo.openPull({
    author: more.author ?? "amir",
    branch: `process-${nextNumber(repo)}`,
    title: "Newer image",
    draft: more.draft ?? false,
    files: { [NVIDIA]: recipesWith(repo, `v0.50.${nextNumber(repo)}`), "README.md": "Words.\n" },
  });
  await settle();
  // GitHub tells times in seconds: a sign-off within the second of the push would not count for it.
  clock.advance(5_000);
  return pull;
}

/** Posts the filled-in form in the conversation. */
export async function sign(
  { repo, settle }: Story,
  pull: SimulatedPull,
  login: string,
): Promise<{ readonly id: number }> {
  const made = pull.comment(login, filledForm(repo, login));
  await settle();
  return made;
}

/** The bot's status on the head, without who set it. */
export function verdict({ repo }: Story, pull: SimulatedPull): string {
  return status(repo, pull, CONTEXT)?.replace(/ \(sweepbot.*$/u, "") ?? "";
}

/** The report on the head in its first language, without what is folded. */
export function report(pull: SimulatedPull): string {
  return wholeReport(pull).split("<details>")[0] ?? "";
}

/** All of it: rows that are cut above stand in full below. */
export function wholeReport(pull: SimulatedPull): string {
  return botComments(pull, `signoff-${pull.headSha}`).join("\n");
}

/** Answers to what is no sign-off, in the first language. */
export function hints(pull: SimulatedPull): readonly string[] {
  return botComments(pull, "signoff-hint-").map((body) => body.split("<details>")[0] ?? "");
}
