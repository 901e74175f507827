import { z } from "zod";
import type { Commit } from "../core/model/github.ts";
import { type Reading, known, unknown } from "../core/model/reading.ts";
import { asReading } from "./errors.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { changedFile, comparison, listedCommit } from "./translate.ts";

type Comparisons = Pick<GitHub, "compare" | "listChangedPaths">;

const route = "GET /repos/{owner}/{repo}/compare/{basehead}";
/** A comparison names at most this many files, all of them on its first page. */
const comparedFiles = 300;

/** Two revisions side by side. */
export function comparisonsOf(requests: Requests): Comparisons {
  return {
    compare(base, head) {
      const parameters = { basehead: `${base}...${head}`, per_page: 1 };
      return asReading(requests.read(comparison, route, parameters));
    },
    listChangedPaths: (base, head) => listChangedPaths(requests, base, head),
  };
}

const filesPage = z.object({ behind_by: z.number(), files: z.array(changedFile).default([]) });

/**
 * GitHub compares the head with the merge base. Where the base has left the head's history, what it
 * changed since is added from the comparison the other way round.
 */
async function listChangedPaths(
  requests: Requests,
  base: string,
  head: string,
): Promise<Reading<readonly string[]>> {
  const forth = await readFiles(requests, `${base}...${head}`);
  if (forth.kind === "unknown" || forth.value.behind_by === 0) return asPaths(forth);
  const back = await readFiles(requests, `${head}...${base}`);
  return asPaths(forth, back);
}

type FilesPage = Reading<z.output<typeof filesPage>>;

function readFiles(requests: Requests, basehead: string): Promise<FilesPage> {
  return asReading(requests.read(filesPage, route, { basehead, per_page: 1 }));
}

function asPaths(...pages: readonly FilesPage[]): Reading<readonly string[]> {
  const paths = new Set<string>();
  for (const page of pages) {
    if (page.kind === "unknown") return page;
    if (page.value.files.length >= comparedFiles) return unknown("truncated");
    for (const file of page.value.files) {
      if (file === null) continue;
      paths.add(file.path);
      if (file.previousPath !== null) paths.add(file.previousPath);
    }
  }
  return known([...paths]);
}

const commitsPage = z.object({ total_commits: z.number(), commits: z.array(listedCommit) });

/** All commits that the head of `base...head` has and the base has not, oldest first, over all pages. */
export async function listCommitsBetween(
  requests: Requests,
  basehead: string,
): Promise<Reading<readonly Commit[]>> {
  const commits: Commit[] = [];
  for (let page = 1; ; page += 1) {
    const parameters = { basehead, per_page: 100, page };
    const found = await requests.read(commitsPage, route, parameters);
    commits.push(...found.commits);
    if (commits.length >= found.total_commits) return known(commits);
    if (found.commits.length === 0) return unknown("truncated");
  }
}
