import { describe, expect, test } from "@jest/globals";
import type { Probot } from "probot";
import sweepbot, { type Desk, type BackOffice } from "../../src/index.ts";
import { FULL, HEAD } from "../support/build.ts";

const payload = {
  action: "labeled",
  repository: { id: 501, name: "gpu-benchmarks", owner: { login: "acme" } },
  installation: { id: 5 },
  label: { name: FULL },
  sender: { id: 4, login: "mira" },
  pull_request: {
    number: 42,
    updated_at: "2026-03-02T11:30:00Z",
    head: { sha: HEAD, repo: { id: 999 } },
  },
};
const delivery = { deliveryId: "d-1", event: "pull_request", body: JSON.stringify(payload) };

/** The desk on a Probot that hands every event to the one who listens. */
async function deskWith(keepLabel: BackOffice["keepLabel"], done: string[]): Promise<Desk> {
  let hear: (context: object) => void = () => undefined;
  const probot = {
    on: (_: unknown, listener: typeof hear) => {
      hear = listener;
    },
    receive: (event: object) => {
      hear(event);
      return Promise.resolve();
    },
  } as unknown as Probot;
  const route: BackOffice["route"] = (signal) => {
    done.push(`route ${signal.kind}`);
    return Promise.resolve([]);
  };
  const desk = sweepbot(probot, "sweepbot[bot]", {
    route,
    keepLabel,
    keep: () => Promise.resolve(),
    keepStaging: (id, { callback }) => {
      done.push(`keep ${id} ${callback.state}`);
      return Promise.resolve();
    },
  });
  await desk.app(probot, {} as Parameters<Desk["app"]>[1]);
  return desk;
}

describe("a label on a fork's pull request", () => {
  test("is written down before anything looks at the pull request", async () => {
    const done: string[] = [];
    const keep: BackOffice["keepLabel"] = (id, { head }) => {
      done.push(`keep ${id} ${head.headSha}`);
      return Promise.resolve();
    };
    const desk = await deskWith(keep, done);
    await desk.receive(delivery);
    expect(done).toEqual([`keep d-1 ${HEAD}`, "route pulls"]);
  });

  test("that could not be written down fails the delivery, which comes again", async () => {
    const done: string[] = [];
    const desk = await deskWith(() => Promise.reject(new Error("no database")), done);
    await expect(desk.receive(delivery)).rejects.toThrow("no database");
    expect(done).toEqual([]);
  });
});

describe("what the staging side tells", () => {
  const told = {
    ...payload,
    action: "stage-results-started",
    client_payload: {
      ...{ "source-repository": "acme/results-app", "requested-by": "mira" },
      ...{ "pr-number": "42", "run-id": "900", "app-run-id": "71", "comment-id": "7" },
      "run-date": "2026-03-02",
    },
  };

  test.each([
    ["mira", ["keep d-2 started", "route pulls"]],
    ["sweepbot[bot]", ["route ignored"]],
  ])("is written down before anything looks at the pull request; from %s", async (login, steps) => {
    const done: string[] = [];
    const desk = await deskWith(() => Promise.resolve(), done);
    const body = JSON.stringify({ ...told, sender: { id: 4, login } });
    await desk.receive({ deliveryId: "d-2", event: "repository_dispatch", body });
    expect(done).toEqual(steps);
  });
});
