import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { runName } from "../../src/core/decide/plan-key.ts";
import { EVENTS, normalise } from "../../src/github/normalise.ts";
import { HEAD } from "../support/build.ts";

const OWN = "sweepbot[bot]";
const source = { installationId: 5, repositoryId: 501, owner: "acme", name: "gpu-benchmarks" };
const envelope = {
  action: "created",
  repository: { id: 501, name: "gpu-benchmarks", owner: { login: "acme" }, default_branch: "main" },
  installation: { id: 5 },
  sender: { login: "mira" },
};
const run = { id: 900, head_sha: HEAD, display_title: "Run Sweep", pull_requests: [] };
const check = { head_sha: HEAD, pull_requests: [{ number: 42 }] };
const push = { ref: "refs/heads/main", after: HEAD };

function pulls(...numbers: number[]): object {
  return { kind: "pulls", source, pulls: numbers };
}

function ignored(reason: string): object {
  return { kind: "ignored", reason };
}

describe("what an event asks to look at", () => {
  test.each<[string, string, object, object]>([
    ["a pull request", "pull_request", { pull_request: { number: 42 } }, pulls(42)],
    ["a review", "pull_request_review", { pull_request: { number: 42 } }, pulls(42)],
    [
      "an inline comment",
      "pull_request_review_comment",
      { pull_request: { number: 42 } },
      pulls(42),
    ],
    [
      "a comment on a pull request",
      "issue_comment",
      { issue: { number: 42, pull_request: {} } },
      pulls(42),
    ],
    [
      "a comment on an issue",
      "issue_comment",
      { issue: { number: 42 } },
      ignored("not_a_pull_request"),
    ],
    [
      "a comment on an issue that says null",
      "issue_comment",
      { issue: { number: 42, pull_request: null } },
      ignored("not_a_pull_request"),
    ],
    [
      "a run that names its pull request",
      "workflow_run",
      { workflow_run: { ...run, display_title: runName(42, HEAD, "0123456789abcdef") } },
      pulls(42),
    ],
    [
      "a run that lists pull requests",
      "workflow_run",
      { workflow_run: { ...run, pull_requests: [{ number: 4 }, { number: 5 }] } },
      pulls(4, 5),
    ],
    [
      "a run that tells nothing",
      "workflow_run",
      { workflow_run: { ...run, display_title: null, pull_requests: null } },
      { kind: "run", source, runId: 900, headSha: HEAD },
    ],
    [
      "a job",
      "workflow_job",
      { workflow_job: { run_id: 900, head_sha: HEAD } },
      { kind: "run", source, runId: 900, headSha: HEAD },
    ],
    [
      "a check run asked for again",
      "check_run",
      { action: "rerequested", check_run: check },
      pulls(42),
    ],
    [
      "a check run of a fork asked for again",
      "check_run",
      { action: "rerequested", check_run: { ...check, pull_requests: [] } },
      { kind: "commit", source, sha: HEAD },
    ],
    [
      "any other check run",
      "check_run",
      { action: "completed", check_run: check },
      ignored("no_pull_request"),
    ],
    ["a push to the default branch", "push", push, { kind: "push", source, sha: HEAD }],
    ["a push to another branch", "push", { ...push, ref: "refs/heads/x" }, ignored("other_branch")],
    [
      "a tag called like the default branch",
      "push",
      { ...push, ref: "refs/tags/main" },
      ignored("other_branch"),
    ],
    ["an event that nobody asked for", "star", {}, ignored("unknown_event")],
  ])("%s", (_story, event, payload, signal) => {
    expect(normalise(event, { ...envelope, ...payload }, OWN)).toEqual(signal);
  });

  test.each<[string, string, unknown, string]>([
    ["no payload", "pull_request", null, "unreadable_payload"],
    ["a list", "pull_request", [], "unreadable_payload"],
    ["text", "pull_request", "x", "unreadable_payload"],
    ["no repository", "pull_request", { ...envelope, repository: null }, "no_repository"],
    [
      "no installation",
      "pull_request",
      { ...envelope, installation: undefined },
      "no_installation",
    ],
    [
      "an id that is text",
      "pull_request",
      { ...envelope, installation: { id: "5" } },
      "unreadable_payload",
    ],
    ["no pull request", "pull_request", envelope, "unreadable_payload"],
    [
      "a number that is none",
      "pull_request",
      { ...envelope, pull_request: { number: 1.5 } },
      "unreadable_payload",
    ],
    [
      "no default branch",
      "push",
      { ...envelope, ...push, repository: { ...envelope.repository, default_branch: null } },
      "unreadable_payload",
    ],
  ])("a payload with %s is put aside", (_story, event, payload, reason) => {
    expect(normalise(event, payload, OWN)).toEqual(ignored(reason));
  });
});

describe("what sweepbot itself did", () => {
  const own = { ...envelope, sender: { login: OWN } };
  test.each<[string, object, boolean]>([
    ["issue_comment", { issue: { number: 42, pull_request: {} } }, true],
    ["pull_request", { pull_request: { number: 42 } }, true],
    [
      "pull_request",
      { action: "opened", pull_request: { number: 42, user: { login: OWN } } },
      false,
    ],
    [
      "pull_request",
      { action: "synchronize", pull_request: { number: 42, user: { login: OWN } } },
      false,
    ],
    [
      "pull_request",
      { action: "labeled", pull_request: { number: 42, user: { login: OWN } } },
      true,
    ],
    [
      "pull_request",
      { action: "synchronize", pull_request: { number: 42, user: { login: "nora" } } },
      true,
    ],
    ["check_run", { action: "rerequested", check_run: check }, true],
    ["workflow_run", { workflow_run: run }, false],
    ["workflow_job", { workflow_job: { run_id: 900, head_sha: HEAD } }, false],
  ])("%s of %j: put aside is %s", (event, payload, isPutAside) => {
    expect(normalise(event, { ...own, ...payload }, OWN).kind === "ignored").toBe(isPutAside);
  });

  test("a deleted sender is somebody else", () => {
    const payload = { ...envelope, sender: null, pull_request: { number: 42 } };
    expect(normalise("pull_request", payload, OWN)).toEqual(pulls(42));
  });
});

test("never throws, whatever is sent", () => {
  const event = fc.oneof(fc.constantFrom(...EVENTS), fc.string());
  fc.assert(
    fc.property(event, fc.anything(), fc.anything(), (name, payload, inner) => {
      const kinds = ["pulls", "commit", "run", "push", "ignored"];
      expect(kinds).toContain(normalise(name, payload, OWN).kind);
      const filled = {
        ...envelope,
        pull_request: inner,
        issue: inner,
        workflow_run: inner,
        workflow_job: inner,
        check_run: inner,
        ref: inner,
      };
      expect(kinds).toContain(normalise(name, filled, OWN).kind);
    }),
  );
});
