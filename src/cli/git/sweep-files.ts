import { DEFAULT_PATHS } from "../../core/matrix/inputs.ts";
import type { SweepInputs, SweepPaths } from "../../core/matrix/inputs.ts";
import type { FileContent } from "../../core/model/github.ts";
import type { Config } from "../../core/model/config.ts";
import type { Problem } from "../../core/model/problem.ts";
import type { GitObjects } from "./objects.ts";

const CONFIG_PATH = ".github/sweepbot.yml";

/** Files of a repository at revisions; the same object for the same blob and path. */
export class GitFiles {
  readonly #objects: GitObjects;
  readonly #known = new Map<string, FileContent>();
  readonly #reads = new Map<string, Promise<FileContent | null>>();

  constructor(objects: GitObjects) {
    this.#objects = objects;
  }

  /** The commit that a name stands for; null when there is none. */
  async readCommit(revision: string): Promise<string | null> {
    const object = await this.#objects.read(`${revision}^{commit}`);
    return object?.sha ?? null;
  }

  /** The file at a revision, asked of Git once; null where it is not there. */
  readFile(revision: string, path: string): Promise<FileContent | null> {
    const name = `${revision}:${path}`;
    const known = this.#reads.get(name);
    if (known !== undefined) return known;
    const fresh = this.#read(revision, path);
    this.#reads.set(name, fresh);
    return fresh;
  }

  /** The blob that a tree names at this path. */
  readBlob(path: string, sha: string): Promise<FileContent | null> {
    return this.#readAs(path, sha);
  }

  #read(revision: string, path: string): Promise<FileContent | null> {
    return this.#readAs(path, `${revision}:${path}`);
  }

  async #readAs(path: string, name: string): Promise<FileContent | null> {
    const object = await this.#objects.read(name);
    if (object === null) return null;
    const id = `${object.sha} ${path}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const file = { path, blobSha: object.sha, bytes: object.bytes };
    this.#known.set(id, file);
    return file;
  }

  async readInputs(revision: string, paths: SweepPaths): Promise<SweepInputs> {
    const [runners, ...masters] = await Promise.all(
      [paths.runners, ...paths.masters].map((path) => this.readFile(revision, path)),
    );
    return { masters, runners: runners ?? null };
  }
}

export interface Settings {
  readonly paths: SweepPaths;
  /** Null when the repository has no settings file: the defaults hold, and nothing needs to be loaded for them. */
  readonly config: Config | null;
  readonly problems: readonly Problem[];
}

/** The repository's settings at a revision (architecture §4: never those of the head that is judged). */
export async function readSettings(files: GitFiles, revision: string): Promise<Settings> {
  const file = await files.readFile(revision, CONFIG_PATH);
  if (file === null) return { paths: DEFAULT_PATHS, config: null, problems: [] };
  const { parseConfig } = await import("../../core/config/parse.ts");
  const reading = parseConfig(file.bytes);
  if (reading.kind === "invalid") {
    return { paths: DEFAULT_PATHS, config: null, problems: reading.problems };
  }
  const { masters, runners, changelog } = reading.config.paths;
  return { paths: { masters, runners, changelog }, config: reading.config, problems: [] };
}
