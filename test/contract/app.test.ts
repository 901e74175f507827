import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";
import { GitHubFailure } from "../../src/github/errors.ts";
import { EVENTS, type EventName } from "../../src/github/normalise.ts";
import { stageWith, type Stage, writes } from "./writes.ts";

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

const WRITES = writes();

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
