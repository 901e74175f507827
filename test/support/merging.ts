/** Stories of merging by command: pull requests that may be merged so, and how far they are. */
import type { BranchRules } from "../../src/simulator/state/rules.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import type { SimulatedRepository } from "../../src/simulator/story/repository.ts";
import type { SimulatedRun } from "../../src/simulator/story/run.ts";
import {
  appended,
  CHANGELOG,
  entryText,
  finishSweep,
  FULL_LABEL,
  nextNumber,
  runsOf,
} from "./acts.ts";
import { botComments } from "./seen.ts";
import type { Story } from "./story.ts";

export const MERGE_SETTINGS = `languages: [en]
ingest: { repository: acme/results-app }
merge: { withReuse: true, requireSignoff: false }
`;

/** The same where a verified sign-off is needed as well, which is the default. */
export const SIGNED_MERGE_SETTINGS = MERGE_SETTINGS.replace(", requireSignoff: false", "");

type Place = Pick<Story, "repo" | "settle">;

export interface Swept {
  readonly pull: SimulatedPull;
  readonly run: SimulatedRun;
}

/** Protects the default branch: what a pull request into it has to meet. */
export function protect(repo: SimulatedRepository, rules: Partial<BranchRules>): void {
  repo.record.rules.set("main", { requiredChecks: [], upToDate: false, ...rules });
}

/** What the check `unit` says of the head. */
export function setUnit(
  repo: SimulatedRepository,
  pull: SimulatedPull,
  state: "success" | "failure" | "pending",
): void {
  repo.setStatus("mira", pull.headSha, { context: "unit", state });
}

/** An entry that no other pull request has. */
export function ownEntry(number: number): string {
  return entryText(number).replace("Newer image", `Newer image of #${number}`);
}

/** Opens a pull request that appends an entry, with further files of its own; `entry` may leave the link open. */
export function openEntry(
  repo: SimulatedRepository,
  options: {
    readonly files?: Readonly<Record<string, string>>;
    readonly entry?: (number: number) => string;
  } = {},
): SimulatedPull {
  const { files = {}, entry = ownEntry } = options;
  const number = nextNumber(repo);
  return repo.openPull({
    author: "nora",
    branch: `entry-${number}`,
    title: `Measure again, ${number}`,
    files: { [CHANGELOG]: appended(repo, entry(number)), ...files },
  });
}

/** A pull request with a green full sweep. */
export async function swept(
  story: Place,
  options: Parameters<typeof openEntry>[1] = {},
): Promise<Swept> {
  const pull = openEntry(story.repo, options);
  pull.label("nora", FULL_LABEL);
  await story.settle();
  const run = runsOf(story.repo, pull).at(-1);
  if (run === undefined) throw new Error("no run was dispatched");
  finishSweep(run);
  await story.settle();
  return { pull, run };
}

/** Lets somebody merge another entry by hand, so that the changelogs of all others conflict. */
export function mergeAnother(
  repo: SimulatedRepository,
  files: Readonly<Record<string, string>> = {},
): SimulatedPull {
  const pull = openEntry(repo, { files });
  pull.merge("mira", { method: "squash" });
  return pull;
}

/** The part of the newest order's answer that says how far it is; empty while none was accepted. */
export function orderOf(pull: SimulatedPull): string {
  const answers = botComments(pull, "answer-").join("\n");
  const found = answers.match(
    /<!-- sweepbot:merging \{.*\} -->\n[\s\S]*?\n<!-- sweepbot:merging end/gu,
  );
  return found?.at(-1) ?? "";
}

/** Where the order stands, as its record says: the step, and why it was abandoned. */
export function stepOf(pull: SimulatedPull): string {
  const { step, code } = JSON.parse(
    /^<!-- sweepbot:merging (\{.*\}) -->/u.exec(orderOf(pull))?.[1] ?? "{}",
  ) as { readonly step?: string; readonly code?: string };
  return code === undefined ? (step ?? "none") : `${step ?? ""}: ${code}`;
}

/** The run that was started for a pull request's present head: none, where its push started nothing. */
export function sweepsOf(repo: SimulatedRepository, pull: SimulatedPull): number {
  return runsOf(repo, pull).length;
}
