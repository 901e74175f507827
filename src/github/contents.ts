import { z } from "zod";
import type { BlobCache } from "./blob-cache.ts";
import { asReading, failedAs } from "./errors.ts";
import { encodePath, readBlob, readFile } from "./files.ts";
import type { DatedCommit, Push } from "../core/model/github.ts";
import { known } from "../core/model/reading.ts";
import type { GitHub } from "./port.ts";
import type { Requests } from "./requests.ts";
import { gitCommit, time } from "./translate.ts";

type Contents = Pick<
  GitHub,
  "readBlob" | "readFile" | "readCommit" | "readBranchTip" | "listPushes" | "listFileCommits"
>;

const datedCommit = z
  .object({ sha: z.string(), commit: z.object({ committer: z.object({ date: time }).nullable() }) })
  .transform(({ sha, commit }): DatedCommit | null =>
    commit.committer === null ? null : { sha, at: commit.committer.date },
  );

const push = z
  .object({ after: z.string(), timestamp: time })
  .transform(({ after, timestamp }): Push => ({ after, at: timestamp }));

const branchTip = z.object({ object: z.object({ sha: z.string() }) });

/** Files, commits and branches at a revision. */
export function contentsOf(requests: Requests, blobs: BlobCache): Contents {
  return {
    readFile: (path, revision) => readFile({ requests, blobs }, path, revision),
    async readBlob(path, blobSha) {
      const reading = await asReading(readBlob({ requests, blobs }, path, blobSha));
      return reading.kind === "known" ? reading.value : reading;
    },
    readCommit(sha) {
      const route = "GET /repos/{owner}/{repo}/git/commits/{commit_sha}";
      return asReading(requests.read(gitCommit, route, { commit_sha: sha }));
    },
    async listFileCommits(path, sha, most) {
      const parameters = { path, sha, per_page: most };
      const route = "GET /repos/{owner}/{repo}/commits";
      const reading = await asReading(requests.read(z.array(datedCommit), route, parameters));
      if (reading.kind === "unknown") return reading;
      return known(reading.value.filter((commit) => commit !== null));
    },
    listPushes(branch) {
      const parameters = { ref: `refs/heads/${branch}` };
      return asReading(requests.list(push, "GET /repos/{owner}/{repo}/activity", { parameters }));
    },
    async readBranchTip(branch) {
      try {
        const route = `GET /repos/{owner}/{repo}/git/ref/heads/${encodePath(branch)}`;
        return (await requests.read(branchTip, route)).object.sha;
      } catch (error) {
        if (!failedAs(error, "gone")) throw error;
        await requests.confirmThere();
        return null;
      }
    },
  };
}
