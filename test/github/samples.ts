/** GitHub's documented JSON, small: what the adapter reads, and a few fields that it must let go. */
import { sha } from "./given.ts";

export type Json = Readonly<Record<string, unknown>>;

export const mona = { id: 1, login: "mona", type: "User", site_admin: false };
export const robot = { id: 2, login: "sweepbot[bot]", type: "Bot", site_admin: false };
export const at = "2026-01-02T03:04:05Z";
export const atMs = Date.UTC(2026, 0, 2, 3, 4, 5);

export function pullJson(over: Json = {}): Json {
  return {
    number: 7,
    title: "Add a recipe",
    body: null,
    user: mona,
    state: "open",
    draft: false,
    merged: false,
    merge_commit_sha: sha(3),
    mergeable: null,
    mergeable_state: "blocked",
    head: { sha: sha(1), ref: "recipe", repo: { id: 5000, full_name: "mona/bench" } },
    base: { sha: sha(2), ref: "main", repo: { id: 4711 } },
    labels: [{ id: 1, name: "full-sweep" }],
    maintainer_can_modify: true,
    created_at: at,
    updated_at: at,
    merged_at: null,
    author_association: "NONE",
    ...over,
  };
}

export function commitJson(index: number): Json {
  return {
    sha: sha(index),
    commit: { message: `step ${index}`, author: null },
    author: null,
    parents: index === 0 ? [] : [{ sha: sha(index - 1) }],
  };
}

export function commentJson(over: Json = {}): Json {
  return {
    id: 31,
    node_id: "IC_31",
    user: mona,
    performed_via_github_app: null,
    body: "/sweep plan",
    created_at: at,
    updated_at: at,
    html_url: "https://github.com/octo/bench/pull/7#issuecomment-31",
    author_association: "MEMBER",
    reactions: { url: "https://example.test", total_count: 2, "+1": 0, eyes: 2 },
    ...over,
  };
}

export function runJson(over: Json = {}): Json {
  return {
    id: 900,
    name: "Run sweep",
    display_title: "sweep 7 key-1",
    run_attempt: 2,
    event: "workflow_dispatch",
    status: "completed",
    conclusion: "failure",
    head_sha: sha(1),
    head_branch: "recipe",
    path: ".github/workflows/run-sweep.yml@refs/heads/main",
    actor: mona,
    created_at: at,
    updated_at: at,
    html_url: "https://github.com/octo/bench/actions/runs/900",
    pull_requests: [{ id: 1, number: 7 }],
    ...over,
  };
}

export function checkRunJson(over: Json = {}): Json {
  return {
    id: 50,
    name: "sweepbot",
    app: { id: 99, slug: "sweepbot" },
    head_sha: sha(1),
    external_id: null,
    status: "completed",
    conclusion: "success",
    details_url: null,
    output: { title: null, summary: null, text: null, annotations_count: 0 },
    started_at: at,
    ...over,
  };
}
