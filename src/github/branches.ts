import { z } from "zod";
import type { BranchPull } from "../core/model/recovery.ts";
import { encodePath } from "./files.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { state, time } from "./translate.ts";

type Branches = Pick<
  GitHub,
  "listBranches" | "listPullsFrom" | "createEmptyCommit" | "createBranch" | "openPull" | "addLabel"
>;

const HEADS = "refs/heads/";

const ref = z
  .object({ ref: z.string(), object: z.object({ sha: z.string() }) })
  .transform(({ ref: name, object }) => ({ name: name.slice(HEADS.length), sha: object.sha }));

const pullFrom = z
  .object({
    number: z.number(),
    state,
    merged_at: time.nullable(),
    user: z.object({ login: z.string() }).nullable(),
  })
  .transform((raw): BranchPull => ({
    number: raw.number,
    state: raw.state,
    merged: raw.merged_at !== null,
    author: raw.user?.login ?? null,
  }));

const opened = z.object({ number: z.number() });
const named = z.object({ sha: z.string() });
const commit = z.object({ tree: named });
const git = "/repos/{owner}/{repo}/git";

/** Branches of this repository and the pull requests that are opened from them. */
export function branchesOf(requests: Requests): Branches {
  return {
    listBranches: (prefix) =>
      requests.list(ref, `GET ${git}/matching-refs/heads/${encodePath(prefix)}`),
    async listPullsFrom(branch) {
      const head = `${requests.place.owner}:${branch}`;
      const parameters = { head, state: "all", sort: "created", direction: "asc" };
      return requests.list(pullFrom, "GET /repos/{owner}/{repo}/pulls", { parameters });
    },
    async createEmptyCommit({ parents, message }) {
      const [head = ""] = parents;
      const base = await requests.read(commit, `GET ${git}/commits/{commit_sha}`, {
        commit_sha: head,
      });
      const parameters = { message, tree: base.tree.sha, parents };
      return requests.read(named, `POST ${git}/commits`, parameters);
    },
    async createBranch(branch, sha) {
      await requests.send(`POST ${git}/refs`, { ref: `${HEADS}${branch}`, sha });
    },
    openPull: ({ branch, base, title, body }) =>
      requests.read(opened, "POST /repos/{owner}/{repo}/pulls", {
        ...{ head: branch, base, title, body },
      }),
    async addLabel(pull, label) {
      const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/labels";
      await requests.send(route, { issue_number: pull, labels: [label] });
    },
  };
}
