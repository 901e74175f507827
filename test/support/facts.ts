/** Facts of one pass, for tests of the core: a pull request that appends one entry, and nothing else. */
import { Config } from "../../src/core/model/config.ts";
import type { ConfigFacts, Facts, Revisions } from "../../src/core/model/facts.ts";
import type { FileContent, FileReading } from "../../src/core/model/github.ts";
import { known, unknown } from "../../src/core/model/reading.ts";
import { exampleRepository } from "../../src/simulator/example.ts";
import { loadDictionary } from "../../src/words.ts";
import { APP, aPull, BASE, EARLIER, HEAD, NOW, PULL, REPOSITORY } from "./build.ts";

/** All sentences, as the bot loads them. */
export const dictionary = loadDictionary();

const EXAMPLE = exampleRepository();

/** A file of the example repository, as text. */
export function exampleFile(path: string): string {
  const text = EXAMPLE[path];
  if (text === undefined) throw new Error(`The example repository has no ${path}`);
  return text;
}

export const ENTRY = `
- config-keys:
    - tiny-fp8-b200-vllm
  description:
    - "Newer image"
  pr-link: https://github.com/acme/gpu-benchmarks/pull/${PULL}
`;

/** A file that was read; the same path and text give the same blob SHA. */
export function aFile(path: string, text: string): FileReading {
  return known(aFileContent(path, text));
}

function aFileContent(path: string, text: string): FileContent {
  let hash = 7;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return { path, blobSha: `${path}:${hash}`, bytes: new TextEncoder().encode(text) };
}

/** Settings in force, from what the file says. */
export function configured(input: unknown = {}, more: Partial<ConfigFacts> = {}): ConfigFacts {
  const inForce = Config.parse(input);
  return { inForce, source: "default_branch", mistakes: [], proposed: null, ...more };
}

export function someRevisions(more: Partial<Revisions> = {}): Revisions {
  return {
    baseSha: BASE,
    headSha: HEAD,
    tipSha: BASE,
    behindBy: 0,
    headMessage: "Newer image",
    ...more,
  };
}

export interface FileTexts {
  /** The changelog at the head, the base and the tip of the base branch. */
  readonly changelog?: string;
  readonly changelogBase?: string;
  readonly changelogTip?: string;
  /** Text of `configs/nvidia-master.yaml` at the head. */
  readonly recipes?: string;
}

/** What the pull request does to the files; by default it appends one entry and touches no recipe. */
export function documentsOf(texts: FileTexts = {}): Facts["documents"] {
  const before = texts.changelogBase ?? exampleFile("perf-changelog.yaml");
  const sides = (
    path: string,
    head = exampleFile(path),
  ): { base: FileReading; head: FileReading } => ({
    base: aFile(path, exampleFile(path)),
    head: aFile(path, head),
  });
  return {
    changelog: {
      base: aFile("perf-changelog.yaml", before),
      head: aFile("perf-changelog.yaml", texts.changelog ?? before + ENTRY),
      tip: aFile("perf-changelog.yaml", texts.changelogTip ?? before),
    },
    masters: [
      { path: "configs/amd-master.yaml", ...sides("configs/amd-master.yaml") },
      {
        path: "configs/nvidia-master.yaml",
        ...sides("configs/nvidia-master.yaml", texts.recipes),
      },
    ],
    runners: sides("configs/runners.yaml"),
    codeowners: aFile(".github/CODEOWNERS", exampleFile(".github/CODEOWNERS")),
    checklist: aFile("docs/PR_REVIEW_CHECKLIST.md", exampleFile("docs/PR_REVIEW_CHECKLIST.md")),
  };
}

/** Nobody has edited anything, unless a test says so. */
function neverEdited(facts: Partial<Facts>): Readonly<Record<string, null>> {
  const { comments = [], reviews = [], reviewComments = [] } = facts;
  const all = [...comments, ...reviews, ...reviewComments];
  return Object.fromEntries(all.map(({ nodeId }) => [nodeId, null]));
}

/** Everything one pass reads, quiet: no label, no run, no comment. */
export function someFacts(more: Partial<Facts> = {}): Facts {
  return {
    now: NOW,
    app: APP,
    repository: REPOSITORY,
    config: configured(),
    pull: aPull(),
    revisions: known(someRevisions()),
    files: known([
      { path: "perf-changelog.yaml", previousPath: null, status: "modified", blobSha: "f1" },
    ]),
    commits: known(
      [EARLIER, HEAD].map((sha) => ({ sha, message: "Newer image", parents: [BASE] })),
    ),
    documents: documentsOf(),
    comments: [],
    reviews: [],
    reviewComments: [],
    labelEvents: [],
    readyEvents: [],
    checkRuns: [],
    statuses: [],
    runs: [],
    causes: {},
    sources: {},
    claims: [],
    permissions: {},
    teams: {},
    pushes: unknown("unreadable"),
    editors: known(neverEdited(more)),
    signed: { present: null, changes: {}, checklists: null },
    merge: null,
    receipt: null,
    results: { runs: [], baselines: {}, thresholds: null, pictures: {} },
    gate: { tree: null, others: known([]), beforeMerge: null, merging: null },
    upstream: {},
    sourceFiles: null,
    policies: {},
    fork: null,
    pools: null,
    checksOf: null,
    recovery: null,
    stagings: [],
    mergeQueue: [],
    ...more,
  };
}
