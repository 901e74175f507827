import type { Config } from "../../core/model/config.ts";
import type { Documents, Revisions, SourceFacts } from "../../core/model/facts.ts";
import type { FileReading } from "../../core/model/github.ts";
import { type Reading, unknown } from "../../core/model/reading.ts";
import type { GitHubReader } from "../port.ts";

/** The places where GitHub looks for CODEOWNERS, first match wins (spec/signoff §4). */
const CODEOWNERS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** The files that decisions are made on: both sides of the change, and policy from the default branch. */
export async function readDocuments(
  github: GitHubReader,
  config: Config,
  revisions: Reading<Revisions>,
  defaultTip: string,
): Promise<Documents> {
  const { changelog, masters, runners, checklist } = config.paths;
  const at = (path: string, side: "baseSha" | "headSha" | "tipSha"): Promise<FileReading> =>
    revisions.kind === "known"
      ? github.readFile(path, revisions.value[side])
      : Promise.resolve(unknown(revisions.cause));
  const sides = async (path: string): Promise<{ base: FileReading; head: FileReading }> => {
    const [base, head] = await Promise.all([at(path, "baseSha"), at(path, "headSha")]);
    return { base, head };
  };
  const [log, tip, masterSides, runnerSides, codeowners, checklistFile] = await Promise.all([
    sides(changelog),
    at(changelog, "tipSha"),
    Promise.all(masters.map(async (path) => ({ path, ...(await sides(path)) }))),
    sides(runners),
    readCodeowners(github, defaultTip),
    github.readFile(checklist, defaultTip),
  ]);
  return {
    changelog: { ...log, tip },
    masters: masterSides,
    runners: runnerSides,
    codeowners,
    checklist: checklistFile,
  };
}

async function readCodeowners(github: GitHubReader, revision: string): Promise<FileReading> {
  for (const path of CODEOWNERS) {
    const file = await github.readFile(path, revision);
    if (file.kind === "unknown" || file.value !== null) return file;
  }
  return { kind: "known", value: null };
}

/** What a run measured at its commit, and which paths have changed between that commit and the head. */
export async function readSource(
  github: GitHubReader,
  config: Config,
  sha: string,
  headSha: string,
): Promise<SourceFacts> {
  const [changedPaths, masters, runners, changelog] = await Promise.all([
    github.listChangedPaths(sha, headSha),
    Promise.all(config.paths.masters.map((path) => github.readFile(path, sha))),
    github.readFile(config.paths.runners, sha),
    github.readFile(config.paths.changelog, sha),
  ]);
  return { sha, changedPaths, masters, runners, changelog };
}
