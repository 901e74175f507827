import { describe, expect, test } from "@jest/globals";
import type { Facts } from "../../../src/core/model/facts.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import type { ResultFacts } from "../../../src/core/model/results.ts";
import {
  type KeptArtifact,
  readResults,
  type ResultSources,
} from "../../../src/github/facts/read-results.ts";
import type { GitHub } from "../../../src/github/port.ts";
import { anArtifact, aRun, PULL, REPOSITORY } from "../../support/build.ts";
import { aFile, someFacts } from "../../support/facts.ts";
import { aGitHub, methodsOf } from "../../support/github.ts";
import { agenticRow, evalRow, fixedRow } from "../../support/results.ts";

/** Records of our own in memory. */
function records(): ResultSources & { readonly kept: Map<number, KeptArtifact> } {
  const kept = new Map<number, KeptArtifact>();
  return {
    kept,
    readArtifacts: (_repository, ids) =>
      Promise.resolve(new Map([...kept].filter(([id]) => ids.includes(id)))),
    keepArtifact: (_repository, id, reading) => {
      kept.set(id, reading);
      return Promise.resolve();
    },
    readBaselines: () => Promise.resolve({}),
    pictureAddress: (...name) => name.join("/"),
  };
}

function download(row: unknown): Awaited<ReturnType<GitHub["downloadArtifact"]>> {
  const bytes = new TextEncoder().encode(JSON.stringify(row));
  return known([{ name: "row.json", bytes }]);
}

type Downloads = GitHub["downloadArtifact"];

async function resultsWith(
  downloadArtifact: Downloads,
  sources: ResultSources,
  runs: Facts["runs"],
): Promise<{ readonly results: ResultFacts; readonly methods: readonly string[] }> {
  const readFile: GitHub["readFile"] = (path) => Promise.resolve(aFile(path, "gsm8k: 0.9\n"));
  const { github, calls } = aGitHub({ downloadArtifact, readFile });
  const results = await readResults({ github, sources, defaultTip: "t" }, someFacts(), runs);
  return { results, methods: methodsOf(calls) };
}

const agentic = (count: number): Facts["runs"] => [
  aRun(900, {
    artifacts: Array.from({ length: count }, (_, index) =>
      anArtifact(`bmk_agentic_${index}`, { id: index + 1, createdAt: index }),
    ),
  }),
];

describe("the results of ended runs", () => {
  test("are downloaded four at a time, and at most 200", async () => {
    let now = 0;
    let most = 0;
    const slowly: Downloads = async (id) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return download(agenticRow({ conc: id }));
    };
    const { results, methods } = await resultsWith(slowly, records(), agentic(230));
    expect([most, methods.length]).toEqual([4, 200]);
    expect(results.runs).toEqual([expect.objectContaining({ runId: 900, beyond: 30 })]);
    expect(results.runs[0]?.bench).toHaveLength(200);
  });

  test("are downloaded once, good or bad, but what was not to be had is asked for again", async () => {
    const sources = records();
    const answers: Readonly<Record<number, Awaited<ReturnType<Downloads>>>> = {
      1: download(agenticRow()),
      2: unknown("unreadable"),
      3: unknown("too_large"),
      4: unknown("unavailable"),
      5: unknown("not_found"),
      6: unknown("forbidden"),
    };
    const asked: number[] = [];
    const answer: Downloads = (id) => {
      asked.push(id);
      return Promise.resolve(answers[id] ?? unknown("unreadable"));
    };
    const first = await resultsWith(answer, sources, agentic(6));
    expect(first.results.runs[0]?.failures.map(({ cause }) => cause)).toEqual([
      ...["unreadable", "too_large", "unavailable", "not_found", "forbidden"],
    ]);
    expect([...sources.kept.keys()].sort()).toEqual([1, 2, 3]);
    asked.length = 0;
    const second = await resultsWith(answer, sources, agentic(6));
    expect(asked.toSorted()).toEqual([4, 5, 6]);
    expect(second.results).toEqual(first.results);
  });

  test("are not waited for one by one where the storage answers nothing", async () => {
    const { results, methods } = await resultsWith(
      () => Promise.resolve(unknown("unavailable")),
      records(),
      agentic(50),
    );
    expect(methods.length).toBeLessThan(10);
    expect(results.runs[0]?.failures).toHaveLength(50);
  });

  test("need the thresholds only where there are evals", async () => {
    const runs = [aRun(900)];
    const fixed = await resultsWith(() => Promise.resolve(download([fixedRow()])), records(), runs);
    expect([fixed.methods, fixed.results.thresholds]).toEqual([["downloadArtifact"], null]);
    const evals = await resultsWith(() => Promise.resolve(download([evalRow()])), records(), runs);
    expect(evals.methods).toEqual(["downloadArtifact", "readFile"]);
    expect(evals.results.thresholds).toEqual(aFile("utils/evals/thresholds.yaml", "gsm8k: 0.9\n"));
  });

  test.each<[string, Facts["runs"]]>([
    ["goes on", [aRun(900, { status: "in_progress" })]],
    ["left nothing", [aRun(900, { artifacts: [] })]],
    ["left only logs", [aRun(900, { artifacts: ["server_logs_a", "bmk_tiny"] })]],
    ["is another pull request's, named by somebody", [aRun(900, { belongs: false })]],
  ])("are not looked for when the run %s", async (_story, runs) => {
    const { results, methods } = await resultsWith(
      () => Promise.reject(new Error()),
      records(),
      runs,
    );
    expect([results.runs, methods]).toEqual([[], []]);
  });

  test("know that they have expired, and where their picture is", async () => {
    const artifacts = [anArtifact("results_bmk", { expired: true })];
    const never: Downloads = () => Promise.reject(new Error("expired"));
    const { results } = await resultsWith(never, records(), [aRun(900, { artifacts })]);
    expect(results.runs).toEqual([expect.objectContaining({ expired: true, bench: [] })]);
    expect(results.pictures).toEqual({ "900": `${REPOSITORY.id}/${PULL}/900` });
  });
});
