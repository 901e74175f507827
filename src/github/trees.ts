import { z } from "zod";
import type { TreeChange, TreeFile, TreeReading } from "../core/model/gate.ts";
import { known, unknown } from "../core/model/reading.ts";
import { asReading } from "./errors.ts";
import { encodePath } from "./files.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";

type Trees = Pick<GitHub, "listTree" | "createCommit" | "advanceBranch">;

const entry = z.object({
  ...{ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() },
  size: z.number().optional(),
});
const tree = z.object({ tree: z.array(entry), truncated: z.boolean() });
const named = z.object({ sha: z.string() });
const commit = z.object({ tree: named });

const SUBMODULE_MODE = "160000";
const FILE_MODE = "100644";

/** Whole trees, and commits made through the Git database. */
export function treesOf(requests: Requests): Trees {
  return {
    listTree: (commitSha) => listTree(requests, commitSha),
    async createCommit({ parents, message, file, changes, texts = [] }) {
      const [head = ""] = parents;
      const base = await requests.read(commit, commitRoute, { commit_sha: head });
      const entries = changes.map(treeEntry);
      for (const { path, mode, bytes } of [...texts, { ...file, mode: FILE_MODE }]) {
        const content = Buffer.from(bytes).toString("base64");
        const blob = await requests.read(named, `POST ${git}/blobs`, {
          content,
          encoding: "base64",
        });
        entries.push({ path, mode, type: "blob", sha: blob.sha });
      }
      const written = await requests.read(named, `POST ${git}/trees`, {
        base_tree: base.tree.sha,
        tree: entries,
      });
      const parameters = { message, tree: written.sha, parents };
      return requests.read(named, `POST ${git}/commits`, parameters);
    },
    async advanceBranch(branch, sha) {
      const route = `PATCH ${git}/refs/heads/${encodePath(branch)}`;
      await requests.send(route, { sha, force: false });
    },
  };
}

const git = "/repos/{owner}/{repo}/git";
const commitRoute = `GET ${git}/commits/{commit_sha}`;

/** GitHub leaves out what is over its limit, and says so: such a tree is not known. */
async function listTree(requests: Requests, commitSha: string): Promise<TreeReading> {
  const parameters = { tree_sha: commitSha, recursive: "1" };
  const reading = await asReading(requests.read(tree, `GET ${git}/trees/{tree_sha}`, parameters));
  if (reading.kind === "unknown") return reading;
  if (reading.value.truncated) return unknown("truncated");
  const files = reading.value.tree.filter(({ type }) => type !== "tree");
  return known(files.map(fileOf));
}

function fileOf({ path, mode, sha, size }: z.output<typeof entry>): TreeFile {
  return { path, mode, sha, ...(size === undefined ? {} : { size }) };
}

function treeEntry({ path, mode, sha }: TreeChange): Readonly<Record<string, unknown>> {
  return { path, mode, type: mode === SUBMODULE_MODE ? "commit" : "blob", sha };
}
