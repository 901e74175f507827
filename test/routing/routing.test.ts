import { describe, expect, test } from "@jest/globals";
import { runName } from "../../src/core/decide/plan-key.ts";
import type { PullRef, Signal } from "../../src/core/model/signal.ts";
import { pullKey } from "../../src/core/model/signal.ts";
import { known, unknown } from "../../src/core/model/reading.ts";
import { openRouting, type RouteSignal } from "../../src/routing.ts";
import { aRun, HEAD, NOW } from "../support/build.ts";
import { aGitHub, methodsOf, type Call } from "../support/github.ts";

const source = { installationId: 5, repositoryId: 501, owner: "acme", name: "gpu-benchmarks" };
const ofRun = { kind: "run", source, runId: 900, headSha: HEAD } as const;

function routing(
  answers: Parameters<typeof aGitHub>[0] = {},
  recorded: PullRef | null = null,
): { readonly route: RouteSignal; readonly calls: Call[] } {
  const { github, calls } = aGitHub(answers);
  const route = openRouting({
    githubOf: () => Promise.resolve(github),
    pullOfRun: () => Promise.resolve(recorded),
    now: () => NOW,
  });
  return { route, calls };
}

async function numbers(route: RouteSignal, signal: Signal): Promise<readonly number[]> {
  return (await route(signal)).map(({ pull }) => pull);
}

describe("which pull requests a signal is about", () => {
  const listPullsOfCommit = (): Promise<number[]> => Promise.resolve([42, 42, 7]);
  test("what is named is taken as it is, each once", async () => {
    const { route, calls } = routing();
    expect(await route({ kind: "pulls", source, pulls: [42, 42] })).toEqual([
      { ...source, pull: 42 },
    ]);
    expect(calls).toEqual([]);
  });

  test("what is ignored is about none", async () => {
    expect(await numbers(routing().route, { kind: "ignored", reason: "own_write" })).toEqual([]);
  });

  test("a commit is asked of GitHub", async () => {
    const { route, calls } = routing({ listPullsOfCommit });
    expect(await numbers(route, { kind: "commit", source, sha: HEAD })).toEqual([42, 7]);
    expect(calls).toEqual([{ method: "listPullsOfCommit", args: [HEAD] }]);
  });

  test("a push to the default branch is about every merge it may have brought (W22) and all that is open, the oldest first", async () => {
    const summary = { headSha: HEAD, updatedAt: NOW };
    const { route } = routing({
      listPullsOfCommit: () => Promise.resolve([42]),
      listPulls: () =>
        Promise.resolve([
          { number: 50, state: "open", ...summary },
          { number: 48, state: "open", ...summary },
          { number: 42, state: "closed", ...summary },
          { number: 41, state: "closed", ...summary },
        ]),
    });
    expect(await numbers(route, { kind: "push", source, sha: HEAD })).toEqual([42, 41, 48, 50]);
  });
});

describe("which pull request a run belongs to", () => {
  const read = (more: Parameters<typeof aRun>[1]): Parameters<typeof aGitHub>[0] => ({
    readRun: () => Promise.resolve(known(aRun(900, more).run)),
    listPullsOfCommit: () => Promise.resolve([7]),
  });
  test.each<[string, Parameters<typeof aRun>[1], readonly number[]]>([
    ["its name says so", { displayTitle: runName(42, HEAD, "0123456789abcdef") }, [42]],
    ["it lists its pull requests", { pullNumbers: [43, 44] }, [43, 44]],
    ["its commit is in one (REU-01)", {}, [7]],
  ])("%s", async (_story, more, expected) => {
    expect(await numbers(routing(read(more)).route, ofRun)).toEqual(expected);
  });

  test("sweepbot's own record comes first, and costs no request", async () => {
    const { route, calls } = routing({}, { ...source, pull: 42 });
    expect(await numbers(route, ofRun)).toEqual([42]);
    expect(calls).toEqual([]);
  });

  test("a run that GitHub does not know belongs to none", async () => {
    const { route } = routing({ readRun: () => Promise.resolve(unknown("not_found")) });
    expect(await numbers(route, ofRun)).toEqual([]);
  });

  test("three hundred jobs of one run ask once", async () => {
    const { route, calls } = routing(read({}));
    const all = await Promise.all(Array.from({ length: 300 }, () => numbers(route, ofRun)));
    expect(new Set(all.flat())).toEqual(new Set([7]));
    expect(methodsOf(calls)).toEqual(["readRun", "listPullsOfCommit"]);
  });

  test("an answer that found nothing yet is asked again", async () => {
    let found: number[] = [];
    const { route } = routing({ ...read({}), listPullsOfCommit: () => Promise.resolve(found) });
    expect(await numbers(route, ofRun)).toEqual([]);
    found = [42];
    expect(await numbers(route, ofRun)).toEqual([42]);
  });

  test("a failed look-up is thrown, and asked again", async () => {
    let isDown = true;
    const answers = read({});
    const { route } = routing({
      ...answers,
      readRun: () =>
        isDown ? Promise.reject(new Error("502")) : Promise.resolve(known(aRun(900).run)),
    });
    await expect(route(ofRun)).rejects.toThrow("502");
    isDown = false;
    expect(await numbers(route, ofRun)).toEqual([7]);
  });

  test("only the newest two thousand runs are remembered", async () => {
    const { route, calls } = routing({}, { ...source, pull: 42 });
    for (let runId = 1; runId <= 2_001; runId += 1) await route({ ...ofRun, runId });
    expect(await numbers(route, { ...ofRun, runId: 1 })).toEqual([42]);
    expect(calls).toEqual([]);
  });
});

test("a pull request keeps its key when its repository is renamed (IDN-10)", () => {
  expect(pullKey({ ...source, pull: 42 })).toBe("501#42");
  expect(pullKey({ ...source, name: "renamed", pull: 42 })).toBe("501#42");
});
