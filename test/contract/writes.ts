/** Everything that writes to GitHub, done once each, for the tests of what the app may do. */
import { openGitHub } from "../../src/github/adapter.ts";
import { BlobCache } from "../../src/github/blob-cache.ts";
import type { GitHub } from "../../src/github/port.ts";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import { appOctokit } from "../simulator/support.ts";

const WORKFLOW = ".github/workflows/run-sweep.yml";

export interface Stage {
  readonly simulator: Simulator;
  readonly github: GitHub;
  readonly head: string;
  readonly comment: { readonly id: number; readonly nodeId: string };
}

/** A repository that the app may use with these permissions. */
export async function stageWith(
  permissions: Readonly<Record<string, "read" | "write">>,
): Promise<Stage> {
  const simulator = await startSimulator({ app: { permissions } });
  const repo = simulator.addRepository({ owner: "acme", name: "bench", files: { "a.txt": "1\n" } });
  simulator.addRepository({ owner: "acme", name: "results", files: { "a.txt": "1\n" } });
  simulator.addTeam("acme", "core", ["mira"]);
  repo.addWorkflow(WORKFLOW, { inputs: [] });
  const pull = repo.openPull({
    author: "mira",
    branch: "feature",
    title: "Faster",
    files: { "a.txt": "2\n" },
    labels: ["sweep-enabled"],
  });
  const { id } = repo.comment("mira", pull.number, "hello");
  repo.startRun({ event: "push", workflow: WORKFLOW });
  const github = openGitHub({
    octokit: appOctokit(simulator, "acme"),
    repository: { owner: "acme", name: "bench", repositoryId: null },
    app: { id: simulator.app.id, login: simulator.app.login },
    blobs: new BlobCache(),
  });
  const [comment] = await github.listComments(pull.number);
  const nodeId = comment?.nodeId ?? "";
  return { simulator, github, head: pull.headSha, comment: { id, nodeId } };
}

type Write = (stage: Stage) => Promise<unknown>;

const check = (headSha: string): Parameters<GitHub["createCheckRun"]>[0] => ({
  name: "sweepbot/changelog",
  headSha,
  externalId: "key",
  status: "completed",
  conclusion: "success",
  title: "Fine",
  summary: "Fine",
  annotations: [],
  detailsUrl: null,
});

const ROWS: Writes = {
  createComment: ["issues", ({ github }) => github.createComment(1, "hello")],
  updateComment: [
    "issues",
    async ({ github }) => {
      const { id } = await github.createComment(1, "hello");
      await github.updateComment(id, "hello again");
    },
  ],
  deleteComment: [
    "issues",
    async ({ github }) => {
      const { id } = await github.createComment(1, "hello");
      await github.deleteComment(id);
    },
  ],
  minimizeComment: ["issues", ({ github, comment }) => github.minimizeComment(comment.nodeId)],
  addReaction: ["issues", ({ github, comment }) => github.addReaction(comment.id, "eyes")],
  createCheckRun: ["checks", ({ github, head }) => github.createCheckRun(check(head))],
  updateCheckRun: [
    "checks",
    async ({ github, head }) => {
      const { id } = await github.createCheckRun(check(head));
      await github.updateCheckRun(id, check(head));
    },
  ],
  setStatus: [
    "statuses",
    ({ github, head }) =>
      github.setStatus({
        sha: head,
        context: "codeowner-signoff-verify",
        state: "success",
        description: "Fine",
        targetUrl: null,
      }),
  ],
  removeLabel: ["issues", ({ github }) => github.removeLabel(1, "sweep-enabled")],
  cancelRun: [
    "actions",
    async ({ github }) => {
      const [run] = await github.listRuns(WORKFLOW, {});
      await github.cancelRun(run?.id ?? 0);
    },
  ],
  rerunRun: [
    "actions",
    async ({ github }) => {
      const [run] = await github.listRuns(WORKFLOW, {});
      await github.cancelRun(run?.id ?? 0);
      await github.rerunRun(run?.id ?? 0, "all");
    },
  ],
  dispatchWorkflow: ["actions", ({ github }) => github.dispatchWorkflow(WORKFLOW, "main", {})],
  createReview: [
    "pull_requests",
    ({ github, head }) =>
      github.createReview(1, {
        headSha: head,
        body: "hello",
        comments: [{ path: "a.txt", startLine: 1, endLine: 1, body: "hello" }],
      }),
  ],
  createCommit: [
    "contents",
    ({ github, head }) =>
      github.createCommit({ parents: [head], message: "Mend", file: PATCH, changes: [] }),
  ],
  createEmptyCommit: [
    "contents",
    ({ github, head }) => github.createEmptyCommit({ parents: [head], message: "Nothing" }),
  ],
  createBranch: ["contents", ({ github, head }) => github.createBranch("another", head)],
  openPull: [
    "pull_requests",
    async ({ github, head }) => {
      await github.createBranch("opened", head);
      await github.openPull({ branch: "opened", base: "main", title: "Again", body: "" });
    },
  ],
  addLabel: ["issues", ({ github }) => github.addLabel(1, "full-sweep")],
  mergePull: ["contents", ({ github, simulator }) => mergeOther(github, simulator)],
  advanceBranch: ["contents", ({ github, head }) => github.advanceBranch("feature", head)],
  dispatchRepository: [
    "contents",
    ({ github }) => github.dispatchRepository({ owner: "acme", name: "results" }, "ingest", {}),
  ],
};

/** Merges a pull request that is there for nothing else. */
async function mergeOther(github: GitHub, simulator: Simulator): Promise<void> {
  const repo = simulator.repository("acme", "bench");
  const files = { "b.txt": "1\n" };
  const pull = repo.openPull({ author: "mira", branch: "other", title: "Other", files });
  const { number, headSha } = pull;
  const merge = { key: "key", headSha, method: "squash", title: "Other", message: "" } as const;
  await github.mergePull(number, merge);
}

const PATCH = { path: "a.txt", bytes: new TextEncoder().encode("3\n") };

type ReadMethod =
  | "app"
  | Extract<keyof GitHub, `read${string}` | `list${string}` | `download${string}` | "compare">;

type Writes = Readonly<Record<Exclude<keyof GitHub, ReadMethod>, readonly [string, Write]>>;

/** Every method that writes, and what it needs; the compiler asks for a row for each new one. */
export function writes(): Writes {
  return ROWS;
}
