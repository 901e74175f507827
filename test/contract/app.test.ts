import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";
import { openGitHub } from "../../src/github/adapter.ts";
import { BlobCache } from "../../src/github/blob-cache.ts";
import { GitHubFailure } from "../../src/github/errors.ts";
import { EVENTS, type EventName } from "../../src/github/normalise.ts";
import type { GitHub } from "../../src/github/port.ts";
import { type Simulator, startSimulator } from "../../src/simulator/simulator.ts";
import { appOctokit } from "../simulator/support.ts";
import { aCheck, mergeOther } from "./writes.ts";

jest.setTimeout(60_000);

const Manifest = z.strictObject({
  name: z.string(),
  description: z.string(),
  url: z.url(),
  public: z.boolean(),
  default_events: z.array(z.string()),
  default_permissions: z.record(z.string(), z.enum(["read", "write"])),
});
const manifest = Manifest.parse(
  parse(readFileSync(new URL("../../app.yml", import.meta.url), "utf8")),
);

/** Which permission GitHub asks for before it sends an event. */
const PERMISSION_OF_EVENT: Readonly<Record<EventName, string>> = {
  check_run: "checks",
  issue_comment: "issues",
  pull_request: "pull_requests",
  pull_request_review: "pull_requests",
  pull_request_review_comment: "pull_requests",
  push: "contents",
  repository_dispatch: "contents",
  workflow_job: "actions",
  workflow_run: "actions",
};

const WORKFLOW = ".github/workflows/run-sweep.yml";

interface Stage {
  readonly simulator: Simulator;
  readonly github: GitHub;
  readonly head: string;
  readonly comment: { readonly id: number; readonly nodeId: string };
}

async function stageWith(permissions: Readonly<Record<string, "read" | "write">>): Promise<Stage> {
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

/** Every method that writes, and what it needs; the compiler asks for a row for each new one. */
const WRITES: Readonly<Record<Exclude<keyof GitHub, ReadMethod>, readonly [string, Write]>> = {
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
  createCheckRun: ["checks", ({ github, head }) => github.createCheckRun(aCheck(head))],
  updateCheckRun: [
    "checks",
    async ({ github, head }) => {
      const { id } = await github.createCheckRun(aCheck(head));
      await github.updateCheckRun(id, aCheck(head));
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
  advanceBranch: ["contents", ({ github, head }) => github.advanceBranch("feature", head)],
  mergePull: ["contents", ({ github, simulator }) => mergeOther(github, simulator)],
  dispatchRepository: [
    "contents",
    ({ github }) => github.dispatchRepository({ owner: "acme", name: "results" }, "ingest", {}),
  ],
};

const PATCH = { path: "a.txt", bytes: new TextEncoder().encode("3\n") };

type ReadMethod =
  | "app"
  | Extract<keyof GitHub, `read${string}` | `list${string}` | `download${string}` | "compare">;

describe("app.yml", () => {
  test("asks for exactly the events that the code listens to", () => {
    expect(manifest.default_events).toEqual([...EVENTS]);
  });

  test("asks for the permission that each event needs, and keeps itself private", () => {
    const missing = EVENTS.filter(
      (event) => manifest.default_permissions[PERMISSION_OF_EVENT[event]] === undefined,
    );
    expect(missing).toEqual([]);
    expect(manifest.public).toBe(false);
  });
});

describe("with the permissions of app.yml", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await stageWith(manifest.default_permissions);
  });
  afterAll(async () => {
    expect(stage.simulator.unknownRoutes).toEqual([]);
    await stage.simulator.close();
  });

  test.each(Object.keys(WRITES) as (keyof typeof WRITES)[])("%s is allowed", async (method) => {
    await expect(WRITES[method][1](stage)).resolves.not.toThrow();
  });

  test("people and teams can be asked about", async () => {
    const { github } = stage;
    expect(await github.readPermission("mira")).toMatchObject({ kind: "known" });
    expect(await github.readTeamMembership("acme", "core", "mira")).toEqual({
      kind: "known",
      value: true,
    });
  });
});

describe("with less than the permissions of app.yml", () => {
  const writable = Object.entries(manifest.default_permissions).flatMap(([name, level]) =>
    level === "write" ? [name] : [],
  );

  test("every write permission is there for a method", () => {
    // GitHub takes either of two permissions for what stands in a pull request's conversation.
    const needed = new Set(["pull_requests", ...Object.values(WRITES).map(([needs]) => needs)]);
    expect(writable).toEqual([...needed].sort());
  });

  test.each(
    writable
      .filter((name) => name !== "pull_requests")
      .map((name) => [name, name === "issues" ? "pull_requests" : name]),
  )("without writing %s, the methods that need it are refused", async (name, twin) => {
    const permissions = {
      ...manifest.default_permissions,
      [name]: "read",
      [twin]: "read",
    } as const;
    const stage = await stageWith(permissions);
    const methods = Object.values(WRITES).filter(([needs]) => needs === name);
    for (const [, write] of methods) {
      const failure: unknown = await write(stage).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(GitHubFailure);
      expect(failure).toMatchObject({ kind: "forbidden" });
    }
    await stage.simulator.close();
  });

  test("without reading members, a team is unknown and never empty", async () => {
    const permissions = Object.fromEntries(
      Object.entries(manifest.default_permissions).filter(([name]) => name !== "members"),
    );
    const { github, simulator } = await stageWith(permissions);
    expect(await github.readTeamMembership("acme", "core", "mira")).toMatchObject({
      kind: "unknown",
    });
    await simulator.close();
  });
});
