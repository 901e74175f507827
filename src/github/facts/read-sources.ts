import type { TreeFile } from "../../core/model/gate.ts";
import type { FileContent } from "../../core/model/github.ts";
import { FILE_BYTES } from "../../core/model/limits.ts";
import { known, type Reading, unknown } from "../../core/model/reading.ts";
import type { SourceFiles, SourceSide, SourceText } from "../../core/model/sources.ts";
import { type SourceQuestion, sourcesNeeded } from "../../core/recipes/sources-needed.ts";
import type { GitHubReader } from "../port.ts";

/** Whatever has trees and blobs: GitHub, or a local repository. */
export type SourceReader = Pick<GitHubReader, "listTree" | "readBlob">;

export interface SourceTools {
  readonly reader: SourceReader;
  readonly texts: { of(content: FileContent): SourceText | null };
  readonly limits?: SourceLimits;
}

/** How much is read of one side; what is beyond is not known. */
export interface SourceLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Many times what any pull request touches. */
const LIMITS: SourceLimits = { files: 500, bytes: 16 * 1024 * 1024 };
/** Requests under way at a time: GitHub slows down who asks for many at once. */
const AT_ONCE = 8;
const SUBMODULE = "160000";
const SYMLINK = "120000";

const SIDES = ["head", "base", "policy"] as const;

/**
 * Reads the texts that a question asks for, then those that they name, until nothing is left to
 * ask (spec/signoff §0.4). Absent files cost nothing: the tree says that they are not there.
 */
export async function readSources(
  tools: SourceTools,
  trees: SourceFiles,
  questionOf: (sources: SourceFiles) => SourceQuestion,
): Promise<SourceFiles> {
  const question = questionOf(trees);
  const readers = {
    head: new SideReader(tools, trees.head),
    base: new SideReader(tools, trees.base),
    policy: new SideReader(tools, trees.policy),
  };
  let sources = trees;
  for (;;) {
    const needed = sourcesNeeded(question, sources);
    if (SIDES.every((side) => needed[side].length === 0)) return sources;
    const [head, base, policy] = await Promise.all([
      readers.head.read(needed.head),
      readers.base.read(needed.base),
      readers.policy.read(needed.policy),
    ]);
    sources = { head, base, policy };
  }
}

/** The texts of one commit as they come in, within the limits. */
class SideReader {
  readonly #tools: SourceTools;
  readonly #files: ReadonlyMap<string, TreeFile>;
  #side: SourceSide;
  #left: SourceLimits;

  constructor(tools: SourceTools, side: SourceSide) {
    this.#tools = tools;
    this.#side = side;
    this.#left = tools.limits ?? LIMITS;
    const files = side.tree.kind === "known" ? side.tree.value : [];
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  async read(paths: readonly string[]): Promise<SourceSide> {
    // A file may have the name of something that every object has, such as `constructor`.
    const texts = new Map(Object.entries(this.#side.texts));
    const wanted: TreeFile[] = [];
    for (const path of paths) {
      const file = this.#files.get(path);
      const answer = file === undefined ? known(null) : this.#refusal(file);
      if (answer !== null) texts.set(path, answer);
      else if (file !== undefined) wanted.push(file);
    }
    for (let from = 0; from < wanted.length; from += AT_ONCE) {
      const batch = wanted.slice(from, from + AT_ONCE);
      const read = await Promise.all(batch.map((file) => readText(this.#tools, file)));
      for (const [index, file] of batch.entries()) {
        texts.set(file.path, read[index] ?? unknown("unreadable"));
      }
    }
    this.#side = { ...this.#side, texts: Object.fromEntries(texts) };
    return this.#side;
  }

  /** Takes the file from what may still be read; or says why it is not read. */
  #refusal({ mode, size = 0 }: TreeFile): Reading<null> | null {
    if (mode === SUBMODULE || mode === SYMLINK) return unknown("unreadable");
    const left = { files: this.#left.files - 1, bytes: this.#left.bytes - size };
    if (size > FILE_BYTES || left.files < 0 || left.bytes < 0) return unknown("too_large");
    this.#left = left;
    return null;
  }
}

async function readText(
  { reader, texts }: SourceTools,
  { path, sha }: TreeFile,
): Promise<Reading<SourceText | null>> {
  const file = await reader.readBlob(path, sha);
  if (file.kind === "unknown") return file;
  if (file.value === null) return unknown("not_found");
  const text = texts.of(file.value);
  return text === null ? unknown("unreadable") : known(text);
}

/** The trees of the three commits, without any text; the tree of one that is not known is not either. */
export async function readTrees(
  reader: Pick<SourceReader, "listTree">,
  commits: Readonly<Record<(typeof SIDES)[number], Reading<string>>>,
): Promise<SourceFiles> {
  const trees = new Map<string, Promise<SourceSide["tree"]>>();
  const sideOf = async (commit: Reading<string>): Promise<SourceSide> => {
    if (commit.kind === "unknown") return { commitSha: "", tree: commit, texts: {} };
    const sha = commit.value;
    const tree = trees.get(sha) ?? reader.listTree(sha);
    trees.set(sha, tree);
    return { commitSha: sha, tree: await tree, texts: {} };
  };
  const [head, base, policy] = await Promise.all([
    sideOf(commits.head),
    sideOf(commits.base),
    sideOf(commits.policy),
  ]);
  return { head, base, policy };
}
