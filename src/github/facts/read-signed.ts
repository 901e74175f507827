import { compareTrees, differsAt } from "../../core/decide/signed-trees.ts";
import { beforeTrees, commitsToCompare } from "../../core/decide/signoff-binding.ts";
import { lacksItems } from "../../core/decide/signoff-checklists.ts";
import { signoffTexts, type TextFacts } from "../../core/decide/signoff-texts.ts";
import { coveringOf } from "../../core/decide/signoff.ts";
import type { Facts, Revisions } from "../../core/model/facts.ts";
import type { FileReading } from "../../core/model/github.ts";
import { known } from "../../core/model/reading.ts";
import type { FourSides, SignedChange, SignedFacts, TreeSides } from "../../core/model/signed.ts";
import type { GitHubReader } from "../port.ts";

/** How many versions of the checklist a form is compared with (spec/signoff §3.5). */
const MOST_CHECKLISTS = 20;

type SignedSources = TextFacts & Pick<Facts, "pull" | "repository" | "revisions">;

/** What sign-offs that are not of the head, or not of the present checklist, are compared with. */
export async function readSigned(github: GitHubReader, facts: SignedSources): Promise<SignedFacts> {
  const { revisions } = facts;
  const { counted } = signoffTexts(facts);
  const none: SignedFacts = { present: null, changes: {}, checklists: null };
  if (counted.length === 0 || revisions.kind === "unknown") return none;
  const commits = commitsToCompare(
    counted.map(({ source }) => source),
    facts,
  );
  const compared = await readChanges(github, facts, { revisions: revisions.value, commits });
  const { covering } = coveringOf(counted, { ...facts, signed: { ...none, ...compared } });
  const checklists = lacksItems(covering, facts)
    ? await readChecklists(github, facts.config.inForce.paths.checklist, revisions.value.tipSha)
    : null;
  return { ...compared, checklists };
}

async function readChanges(
  github: GitHubReader,
  { config }: SignedSources,
  wanted: { readonly revisions: Revisions; readonly commits: readonly string[] },
): Promise<Pick<SignedFacts, "present" | "changes">> {
  const { revisions, commits } = wanted;
  if (commits.length === 0) return { present: null, changes: {} };
  const ends = { base: revisions.baseSha, head: revisions.headSha };
  const present = { ends, trees: await readTrees(github, ends) };
  const { changelog } = config.inForce.paths;
  const changes = commits.map(
    async (sha) => [sha, await readChange(github, { sha, revisions, present, changelog })] as const,
  );
  return { present: present.trees, changes: Object.fromEntries(await Promise.all(changes)) };
}

interface Ends {
  readonly base: string;
  readonly head: string;
}

interface Comparing {
  readonly sha: string;
  readonly revisions: Revisions;
  readonly present: { readonly ends: Ends; readonly trees: TreeSides };
  readonly changelog: string;
}

/** Names and blob SHAs first: lines are read only where both sides have changed a file. */
async function readChange(
  github: GitHubReader,
  { sha, revisions, present, changelog }: Comparing,
): Promise<SignedChange> {
  const comparison = await github.compare(revisions.tipSha, sha);
  const unread = { comparison, trees: null, files: {}, changelog: null };
  if (comparison.kind === "unknown" || beforeTrees({ comparison }) !== null) return unread;
  const ends = { base: comparison.value.mergeBaseSha, head: sha };
  const trees = await readTrees(github, ends);
  const verdict = compareTrees(trees, present.trees, changelog);
  if (verdict.kind !== "equal_but") return { ...unread, trees };
  const four = (path: string): Promise<FourSides> =>
    readFour(path, { signed: ends, present: present.ends }, github);
  const files = await Promise.all(
    verdict.paths.map(async (path) => [path, await four(path)] as const),
  );
  return {
    comparison,
    trees,
    files: Object.fromEntries(files),
    changelog: differsAt(changelog, trees, present.trees) ? await four(changelog) : null,
  };
}

async function readTrees(github: GitHubReader, { base, head }: Ends): Promise<TreeSides> {
  const [before, after] = await Promise.all([github.listTree(base), github.listTree(head)]);
  return { base: before, head: after };
}

async function readFour(
  path: string,
  { signed, present }: { readonly signed: Ends; readonly present: Ends },
  github: GitHubReader,
): Promise<FourSides> {
  const sides = async ({ base, head }: Ends): Promise<FourSides["signed"]> => {
    const [before, after] = await Promise.all([
      github.readFile(path, base),
      github.readFile(path, head),
    ]);
    return { base: before, head: after };
  };
  const [one, other] = await Promise.all([sides(signed), sides(present)]);
  return { signed: one, present: other };
}

async function readChecklists(
  github: GitHubReader,
  path: string,
  tipSha: string,
): Promise<SignedFacts["checklists"]> {
  const commits = await github.listFileCommits(path, tipSha, MOST_CHECKLISTS);
  if (commits.kind === "unknown") return commits;
  const files = commits.value.map(
    async ({ sha, at }): Promise<{ at: number; file: FileReading }> => ({
      at,
      file: await github.readFile(path, sha),
    }),
  );
  return known(await Promise.all(files));
}
