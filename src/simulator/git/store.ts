import { createHash } from "node:crypto";

export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly seconds: number;
}

export interface TreeEntry {
  readonly name: string;
  /** "40000" for a folder, as git writes it; "100644", "100755", "120000" or "160000" otherwise. */
  readonly mode: string;
  readonly sha: string;
}

export interface CommitDraft {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface CommitObject extends CommitDraft {
  readonly sha: string;
}

export const FOLDER_MODE = "40000";
export const FILE_MODE = "100644";

/** The objects of one fork network, named by the same SHA-1 ids that git gives them. */
export class GitStore {
  readonly blobs = new Map<string, Uint8Array>();
  readonly trees = new Map<string, readonly TreeEntry[]>();
  readonly commits = new Map<string, CommitObject>();

  /** Keeps the bytes and returns their blob id. */
  writeBlob(content: string | Uint8Array): string {
    const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
    const sha = objectId("blob", bytes);
    this.blobs.set(sha, bytes);
    return sha;
  }

  /** Keeps one folder level and returns its tree id; entries may come in any order. */
  writeTree(entries: readonly TreeEntry[]): string {
    const sorted = entries.toSorted((a, b) => compareBytes(sortName(a), sortName(b)));
    const parts = sorted.flatMap((entry) => [
      Buffer.from(`${entry.mode} ${entry.name}\0`),
      Buffer.from(entry.sha, "hex"),
    ]);
    const sha = objectId("tree", Buffer.concat(parts));
    this.trees.set(sha, sorted);
    return sha;
  }

  /** Keeps the commit and returns its id. */
  writeCommit(draft: CommitDraft): string {
    const text = [
      `tree ${draft.tree}`,
      ...draft.parents.map((parent) => `parent ${parent}`),
      `author ${signatureLine(draft.author)}`,
      `committer ${signatureLine(draft.committer)}`,
      "",
      draft.message.endsWith("\n") ? draft.message : `${draft.message}\n`,
    ].join("\n");
    const sha = objectId("commit", Buffer.from(text));
    this.commits.set(sha, { ...draft, sha });
    return sha;
  }

  /** The commit; throws when it is missing, which only a broken simulator can cause. */
  commit(sha: string): CommitObject {
    const commit = this.commits.get(sha);
    if (commit === undefined) throw new Error(`no commit ${sha}`);
    return commit;
  }

  /** The bytes of a blob; throws when it is missing. */
  blob(sha: string): Uint8Array {
    const bytes = this.blobs.get(sha);
    if (bytes === undefined) throw new Error(`no blob ${sha}`);
    return bytes;
  }
}

function objectId(kind: string, bytes: Uint8Array): string {
  return createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
}

function sortName(entry: TreeEntry): Buffer {
  return Buffer.from(entry.mode === FOLDER_MODE ? `${entry.name}/` : entry.name);
}

function compareBytes(a: Buffer, b: Buffer): number {
  return Buffer.compare(a, b);
}

function signatureLine(signature: Signature): string {
  return `${signature.name} <${signature.email}> ${signature.seconds} +0000`;
}
