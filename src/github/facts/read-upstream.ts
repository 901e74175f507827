import { changesRecipes } from "../../core/signoff/recipe-link.ts";
import { known, type Reading, unknown } from "../../core/model/reading.ts";
import {
  type UpstreamDocument,
  type UpstreamLink,
  upstreamName,
  type UpstreamReadings,
} from "../../core/model/upstream.ts";
import { GitHubFailure } from "../errors.ts";
import type { GitHubReader } from "../port.ts";

export interface UpstreamSources {
  /** A public repository as the same app sees it. */
  readonly repositoryOf: (owner: string, name: string) => Promise<GitHubReader>;
  /** The text of a published page, by the rules for hosts that nobody here runs. */
  readonly readPage: (url: string) => Promise<Reading<string>>;
}

/** Most files of a pull request that are read, and the most text of them. */
const MOST_FILES = 20;
const MOST_CHARACTERS = 2_000_000;
const TEXT = /\.(?:ya?ml|mdx?|json|jsonl|txt|rst|sh|py|tsx?|jsx?)$/u;

/** What stands behind links to upstream recipes; whatever cannot be read is unknown and stops nothing else. */
export async function readUpstream(
  sources: UpstreamSources,
  links: readonly UpstreamLink[],
): Promise<UpstreamReadings> {
  const readings = links.map(async (link) => {
    const reading = link.kind === "page" ? readPage(sources, link.url) : readPull(sources, link);
    return [upstreamName(link), await reading] as const;
  });
  return Object.fromEntries(await Promise.all(readings));
}

async function readPage(sources: UpstreamSources, url: string): Promise<Reading<UpstreamDocument>> {
  const page = await sources.readPage(url);
  return page.kind === "unknown"
    ? page
    : known({ state: "published", paths: [], text: page.value });
}

async function readPull(
  { repositoryOf }: UpstreamSources,
  link: Extract<UpstreamLink, { kind: "pull" }>,
): Promise<Reading<UpstreamDocument>> {
  try {
    const github = await repositoryOf(link.owner, link.repository);
    const pull = await github.readPull(link.number);
    if (!pull.merged) {
      const state = pull.state === "closed" ? "closed" : pull.draft ? "draft" : "open";
      return known({ state, paths: [], text: "" });
    }
    const files = await github.listChangedFiles(link.number);
    if (files.kind === "unknown") return files;
    const paths = files.value.map(({ path }) => path);
    const told = files.value
      .filter(({ path, status }) => status !== "removed" && TEXT.test(path))
      .map(({ path }) => path)
      .filter((path) => changesRecipes(link, [path]))
      .slice(0, MOST_FILES);
    return known({ state: "merged", paths, text: await textOf(github, told, pull.mergeCommitSha) });
  } catch (error) {
    if (!(error instanceof GitHubFailure)) throw error;
    return unknown(causeOf(error));
  }
}

/** The files as the merge left them; one that cannot be read says nothing. */
async function textOf(
  github: GitHubReader,
  paths: readonly string[],
  revision: string | null,
): Promise<string> {
  if (revision === null) return "";
  const files = await Promise.all(paths.map((path) => github.readFile(path, revision)));
  const texts = files.map((file) =>
    file.kind === "known" && file.value !== null ? new TextDecoder().decode(file.value.bytes) : "",
  );
  return texts.join("\n").slice(0, MOST_CHARACTERS);
}

function causeOf({ kind }: GitHubFailure): "not_found" | "forbidden" | "unavailable" {
  if (kind === "gone") return "not_found";
  return kind === "forbidden" || kind === "invalid" ? "forbidden" : "unavailable";
}
