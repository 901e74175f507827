import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";

export interface GitObject {
  readonly sha: string;
  readonly bytes: Uint8Array;
}

/** Git itself failed: no repository there, no permission, no Git. `detail` is Git's own last line. */
export class GitFailure extends Error {
  readonly detail: string;
  constructor(detail: string) {
    super(`git: ${detail}`);
    this.detail = detail;
  }
}

interface Waiting {
  readonly resolve: (object: GitObject | null) => void;
  readonly reject: (failure: GitFailure) => void;
}

const LINE_FEED = 10;

/** Objects of one repository through a single `git cat-file --batch`; works on bare repositories. */
export class GitObjects {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: Waiting[] = [];
  #chunks: Buffer[] = [];
  #errors = "";

  constructor(repository: string) {
    this.#child = spawn("git", ["-C", repository, "cat-file", "--batch"]);
    this.#child.stdout.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#answer();
    });
    this.#child.stderr.on("data", (chunk: Buffer) => (this.#errors += chunk.toString()));
    this.#child.stdin.on("error", () => undefined);
    this.#child.on("error", (error) => {
      this.#fail(error.message);
    });
    this.#child.on("close", () => {
      this.#fail(this.#errors.trim().split("\n").at(-1) ?? "");
    });
  }

  /** The object that a name such as `main:configs/runners.yaml` stands for; null when there is none. */
  read(name: string): Promise<GitObject | null> {
    if (/[\n\0]/.test(name)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#child.stdin.write(`${name}\n`);
    });
  }

  /** Ends the child; everything asked for has been answered by then. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const closed = once(this.#child, "close");
    this.#child.stdin.end();
    await closed;
  }

  #fail(detail: string): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new GitFailure(detail));
  }

  #answer(): void {
    let buffer = Buffer.concat(this.#chunks);
    for (let next = answerIn(buffer); next !== null; next = answerIn(buffer)) {
      buffer = buffer.subarray(next.length);
      this.#waiting.shift()?.resolve(next.object);
    }
    this.#chunks = [buffer];
  }
}

/** The first complete answer: a header line, and for an object its bytes and a line feed. */
function answerIn(
  buffer: Buffer,
): { readonly object: GitObject | null; readonly length: number } | null {
  const feed = buffer.indexOf(LINE_FEED);
  if (feed === -1) return null;
  const header = buffer.subarray(0, feed).toString();
  const match = /^([0-9a-f]{40,64}) \w+ (\d+)$/.exec(header);
  if (match === null) return { object: null, length: feed + 1 };
  const [, sha = "", size = "0"] = match;
  const end = feed + 1 + Number(size);
  if (buffer.length <= end) return null;
  // A copy: the pipe's own memory is used again for the next chunk.
  return {
    object: { sha, bytes: new Uint8Array(buffer.subarray(feed + 1, end)) },
    length: end + 1,
  };
}
