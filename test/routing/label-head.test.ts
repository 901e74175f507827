import { describe, expect, test } from "@jest/globals";
import { labelHeadOf } from "../../src/github/label-head.ts";
import { FULL, HEAD } from "../support/build.ts";

const pull = {
  number: 42,
  updated_at: "2026-03-02T11:30:00Z",
  head: { sha: HEAD, repo: { id: 999 } },
};
const payload = {
  action: "labeled",
  repository: { id: 501 },
  label: { name: FULL },
  sender: { id: 4, login: "mira" },
  pull_request: pull,
};

describe("what a delivery shows of a label on a fork's pull request", () => {
  test("is label, head, sender and the second on GitHub's clock", () => {
    const head = {
      label: FULL,
      headSha: HEAD,
      sender: { id: 4, login: "mira" },
      at: Date.parse("2026-03-02T11:30:00Z"),
    };
    expect(labelHeadOf("pull_request", payload)).toEqual({ repositoryId: 501, pull: 42, head });
  });

  test.each<[string, string, unknown]>([
    ["another event", "issues", payload],
    ["another action", "pull_request", { ...payload, action: "unlabeled" }],
    [
      "a branch of the repository itself",
      "pull_request",
      { ...payload, pull_request: { ...pull, head: { sha: HEAD, repo: { id: 501 } } } },
    ],
    [
      "a head that is no SHA",
      "pull_request",
      { ...payload, pull_request: { ...pull, head: { ...pull.head, sha: "main" } } },
    ],
    [
      "a time that is none",
      "pull_request",
      { ...payload, pull_request: { ...pull, updated_at: "yesterday" } },
    ],
    ["no sender", "pull_request", { ...payload, sender: null }],
    ["nothing at all", "pull_request", null],
  ])("is nothing for %s", (_story, event, given) => {
    expect(labelHeadOf(event, given)).toBeNull();
  });

  test("is kept where the fork was deleted meanwhile: what is refused then is decided later (FRK-07)", () => {
    const deleted = { ...payload, pull_request: { ...pull, head: { sha: HEAD, repo: null } } };
    expect(labelHeadOf("pull_request", deleted)?.head.headSha).toBe(HEAD);
  });
});
