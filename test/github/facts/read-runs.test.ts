import { describe, expect, test } from "@jest/globals";
import { runName } from "../../../src/core/decide/plan-key.ts";
import type { ClaimFact, RunFacts } from "../../../src/core/model/facts.ts";
import type { WorkflowRun } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { readRuns, type RunSearch } from "../../../src/github/facts/read-runs.ts";
import { NO_RUN_STORE } from "../../../src/github/facts/run-store.ts";
import type { RunQuery } from "../../../src/github/port.ts";
import {
  aJob,
  anArtifact,
  aPerson,
  APP,
  aPull,
  aRun,
  EARLIER,
  HEAD,
  NOW,
  PULL,
  WORKFLOW,
} from "../../support/build.ts";
import { aGitHub, type Call } from "../../support/github.ts";

const KEY = "0123456789abcdef";
const ELSEWHERE = "e".repeat(40);
const own = aRun(900, { event: "pull_request" }).run;
/** A run on the branch of the default workflow file, started by the bot for this head. */
const dispatched = aRun(910, {
  event: "workflow_dispatch",
  displayTitle: runName(PULL, HEAD, KEY),
  actor: aPerson(APP.login),
  sourceSha: "d".repeat(40),
}).run;
const foreign = aRun(990, { event: "pull_request", sourceSha: ELSEWHERE, createdAt: NOW }).run;

const search: RunSearch = {
  now: NOW,
  stoppedKeys: [],
  pull: aPull(),
  isFork: false,
  workflow: WORKFLOW,
  appLogin: APP.login,
  commits: known(
    [EARLIER, HEAD].map((each) => ({ sha: each, message: "", parents: [] as string[] })),
  ),
  claims: [],
  namedRunIds: [],
  reusedRunId: null,
  recovers: null,
  orderedRunIds: [],
  signed: false,
  store: NO_RUN_STORE,
  fresh: false,
  pools: new Set(),
};

function aClaim(result: string | null): ClaimFact {
  const state = result === null ? "claimed" : "recorded";
  return { key: KEY, kind: "sweep", state, result, at: NOW - 60_000 };
}

interface Listed {
  readonly runs: readonly RunFacts[];
  readonly calls: readonly Call[];
}

async function listed(
  more: Partial<RunSearch>,
  lists: Readonly<Record<string, readonly WorkflowRun[]>> = {},
  readable: readonly WorkflowRun[] = [],
): Promise<Listed> {
  const { github, calls } = aGitHub({
    listRuns: (_workflow, query: RunQuery) => Promise.resolve(lists[query.event ?? ""] ?? []),
    readRun: (id) => {
      const run = readable.find((each) => each.id === id);
      return Promise.resolve(run === undefined ? unknown("not_found") : known(run));
    },
    listJobs: () => Promise.resolve([aJob("eval / x")]),
    listArtifacts: () => Promise.resolve([anArtifact("results_bmk")]),
  });
  return { runs: await readRuns(github, { ...search, ...more }), calls };
}

function seen({ runs }: Listed): readonly unknown[] {
  return runs.map(({ run, belongs, planKey, jobs }) => [run.id, belongs, planKey, jobs !== null]);
}

describe("runs of a pull request", () => {
  test("are those on its commits, newest first, with the jobs of the newest", async () => {
    const older = aRun(890, { sourceSha: EARLIER, createdAt: NOW - 10 ** 7 }).run;
    const found = await listed({}, { pull_request: [older, foreign, own] });
    expect(seen(found)).toEqual([
      [900, true, null, true],
      [890, true, null, false],
    ]);
  });

  test.each([
    ["has failed jobs, of which some may be evals", "failure", true],
    ["is all green", "success", false],
  ] as const)("with the jobs of an older one to be reused that %s", async (_, conclusion, read) => {
    const times = { sourceSha: EARLIER, createdAt: NOW - 10 ** 7 };
    const older = aRun(890, { ...times, conclusion }).run;
    const found = await listed({ reusedRunId: 890 }, { pull_request: [older, own] });
    expect(seen(found)).toEqual([
      [900, true, null, true],
      [890, true, null, read],
    ]);
  });

  test("are read with their jobs, the newest ten that ended, where somebody may have signed off", async () => {
    const runs = Array.from({ length: 12 }, (_, index) =>
      aRun(880 + index, { sourceSha: EARLIER, createdAt: NOW - 10 ** 7 + index }),
    ).map(({ run }) => run);
    const [first, second, ...rest] = runs;
    if (first === undefined || second === undefined) throw new Error("no runs");
    const running = { ...second, status: "in_progress" as const, createdAt: NOW - 1_800_000 };
    const found = await listed({ signed: true }, { pull_request: [own, first, running, ...rest] });
    const read = found.runs.filter(({ jobs }) => jobs !== null).map(({ run }) => run.id);
    expect(read).toEqual([900, 891, 890, 889, 888, 887, 886, 885, 884]);
    expect(found.runs).toHaveLength(13);
  });

  test("are shown before a newer one that left out all its jobs (LBL-01)", async () => {
    const skipped = { ...own, id: 950, createdAt: NOW, conclusion: "skipped" as const };
    const found = await listed({}, { pull_request: [skipped, own] });
    expect(seen(found)).toEqual([
      [900, true, null, true],
      [950, true, null, false],
    ]);
  });

  test("are none that a fork's own workflow file ran, on a fork's pull request", async () => {
    const found = await listed({ isFork: true, namedRunIds: [900] }, { pull_request: [own] }, [
      own,
    ]);
    expect(seen(found)).toEqual([[900, false, null, false]]);
  });

  test("are those that sweepbot started, by the commit in their names", async () => {
    const found = await listed({ claims: [aClaim("910")] }, {}, [dispatched]);
    expect(seen(found)).toEqual([[910, true, KEY, true]]);
    expect(found.runs[0]?.sourceSha).toBe(HEAD);
  });

  test.each<[string, Partial<WorkflowRun>]>([
    ["a person started under a name of ours", { actor: aPerson("tov") }],
    ["sweepbot started for another pull request", { displayTitle: runName(7, HEAD, KEY) }],
    ["sweepbot started under another name", { displayTitle: "Run Sweep" }],
    ["ran for a push on one of its commits", { event: "push", headSha: HEAD }],
  ])("are none that %s, though somebody names them", async (_story, changed) => {
    const found = await listed({ namedRunIds: [910] }, {}, [{ ...dispatched, ...changed }]);
    expect(seen(found)).toEqual([[910, false, null, false]]);
  });

  test("come before those that were only named, however new: what is first is shown", async () => {
    const lists = { pull_request: [own] };
    const found = await listed({ namedRunIds: [990, 900] }, lists, [foreign]);
    expect(seen(found)).toEqual([
      [900, true, null, true],
      [990, false, null, false],
    ]);
    expect(found.calls.filter(({ method }) => method === "readRun")).toHaveLength(1);
  });

  test("have their artifacts read where they are named, too: they are judged", async () => {
    const { runs } = await listed({ namedRunIds: [990] }, {}, [foreign]);
    expect(runs[0]?.artifacts).toHaveLength(1);
  });

  test("have them read for one that is ordered, however many newer ones there are", async () => {
    const newer = Array.from({ length: 11 }, (_, index) => ({ ...own, id: 1_000 + index }));
    const lists = { pull_request: newer };
    const artifactsOf990 = async (
      orderedRunIds: readonly number[],
    ): Promise<number | undefined> => {
      const { runs } = await listed({ namedRunIds: [990], orderedRunIds }, lists, [foreign]);
      return runs.find(({ run }) => run.id === 990)?.artifacts.length;
    };
    expect([await artifactsOf990([]), await artifactsOf990([990])]).toEqual([0, 1]);
  });

  test("are never jobs of a named one, even where there is no other", async () => {
    const { calls } = await listed({ namedRunIds: [990] }, {}, [foreign]);
    expect(calls.map(({ method }) => method)).not.toContain("listJobs");
  });

  test("are not there where GitHub does not have them", async () => {
    expect(seen(await listed({ namedRunIds: [990], claims: [aClaim("910")] }))).toEqual([]);
  });
});

describe("a dispatch that was accepted without a run id", () => {
  const lists = { workflow_dispatch: [dispatched] };

  test("is found by the key in the name of its run", async () => {
    const found = await listed({ claims: [aClaim("sent")] }, lists);
    expect(seen(found)).toEqual([[910, true, KEY, true]]);
    expect(found.calls.filter(({ method }) => method === "listRuns").at(-1)?.args).toEqual([
      WORKFLOW,
      { event: "workflow_dispatch", createdSince: NOW - 180_000 },
    ]);
  });

  test("is not found in another key's run, nor in a person's with this key as its own", async () => {
    const others = [
      { ...dispatched, displayTitle: runName(PULL, HEAD, "f".repeat(16)) },
      { ...dispatched, id: 911, actor: aPerson("tov") },
    ];
    const found = await listed({ claims: [aClaim("sent")] }, { workflow_dispatch: others });
    expect(seen(found)).toEqual([[911, false, null, false]]);
  });

  test.each([
    ["a run id", "910"],
    ["a refusal", "failed:no"],
    ["nothing yet", null],
  ])("is not searched for where %s is recorded", async (_story, result) => {
    const { calls } = await listed({ claims: [aClaim(result)] }, lists);
    const events = calls.map(({ args }) => (args[1] as RunQuery | undefined)?.event);
    expect(events).not.toContain("workflow_dispatch");
  });

  test.each([
    ["was stopped", [KEY], NOW, 1],
    ["was not stopped", [], NOW, 0],
    ["was stopped long ago", [KEY], NOW + 24 * 3_600_000, 0],
  ])(
    "is searched for after a crash before its record where its sweep %s",
    async (_story, stoppedKeys, now, found) => {
      const search = { claims: [aClaim(null)], stoppedKeys, now };
      expect(seen(await listed(search, lists))).toHaveLength(found);
    },
  );

  test("is not searched for where it was an ingest", async () => {
    const { calls } = await listed({ claims: [{ ...aClaim("sent"), kind: "ingest" }] }, lists);
    expect(calls).toHaveLength(1);
  });
});
