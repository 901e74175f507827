import { describe, expect, test } from "@jest/globals";
import { normalise } from "../../src/github/normalise.ts";
import { stagingOf } from "../../src/github/staging-callback.ts";

const fields = {
  "source-repository": "acme/results-app",
  "pr-number": "42",
  "run-id": "900",
  "app-run-id": "71",
  "comment-id": "7",
  "run-date": "2026-03-02",
  "requested-by": "mira",
};
const envelope = {
  repository: { id: 501, name: "gpu-benchmarks", owner: { login: "acme" } },
  installation: { id: 5 },
  sender: { login: "app-robot" },
};
const callback = {
  commentId: 7,
  runId: 900,
  appRunId: 71,
  sourceRepository: "acme/results-app",
  state: "started",
};

function told(more: object = {}, action = "stage-results-started"): unknown {
  const payload = { ...envelope, action, client_payload: { ...fields, ...more } };
  return stagingOf("repository_dispatch", payload);
}

describe("what the staging side tells", () => {
  test("is that it has started, and how it has ended", () => {
    const completed = (succeeded: unknown): unknown =>
      told({ "stage-succeeded": succeeded }, "stage-results-completed");
    expect(told()).toEqual({ repositoryId: 501, pull: 42, callback });
    expect(completed("true")).toMatchObject({ callback: { state: "succeeded" } });
    expect(completed(false)).toMatchObject({ callback: { state: "failed" } });
    expect([completed("yes"), completed(undefined)]).toEqual([null, null]);
  });

  test.each(["mira_acme", "dependabot[bot]", "a-b"])(
    "takes the login %s, which managed users and bots have (W47)",
    (login) => {
      expect(told({ "requested-by": login })).toMatchObject({ callback });
    },
  );

  test("takes ids as numbers, too", () => {
    expect(told({ "run-id": 900, "pr-number": 42 })).toMatchObject({ pull: 42, callback });
  });

  test.each<[string, object]>([
    ["no comment", { "comment-id": "" }],
    ["a comment that is no number", { "comment-id": "7;" }],
    ["a run that is no number", { "run-id": "0x10" }],
    ["no run of its own", { "app-run-id": undefined }],
    ["a number too large to be one", { "run-id": "9".repeat(30) }],
    ["a repository that is none", { "source-repository": "acme" }],
    ["a day that is none", { "run-date": "today" }],
    ["a login that is none", { "requested-by": "mira <b>" }],
  ])("is nothing with %s", (_story, more) => {
    expect(told(more)).toBeNull();
  });

  test("is nothing in another event or of another type", () => {
    expect(told({}, "ingest-results")).toBeNull();
    expect(
      stagingOf("push", { ...envelope, action: "stage-results-started", client_payload: fields }),
    ).toBeNull();
    expect(stagingOf("repository_dispatch", null)).toBeNull();
  });
});

describe("where it sends us to look", () => {
  test.each<[string, object, object]>([
    ["a callback", {}, { kind: "pulls", pulls: [42] }],
    ["an event of another workflow", { action: "deploy" }, { reason: "no_pull_request" }],
    ["a callback that is not as agreed", { client_payload: {} }, { reason: "unreadable_payload" }],
    [
      "an event of our own",
      { action: "stage-results", sender: { login: "sweepbot[bot]" } },
      { reason: "own_write" },
    ],
  ])("%s", (_story, more, signal) => {
    const payload = {
      ...envelope,
      ...{ action: "stage-results-started", client_payload: fields },
      ...more,
    };
    expect(normalise("repository_dispatch", payload, "sweepbot[bot]")).toMatchObject(signal);
  });
});
