import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import { type SweepDocument, matrixDigest } from "../../src/core/matrix/document.ts";
import { cardOf } from "../../src/core/plan/card.ts";
import type { SimulatedPull } from "../../src/simulator/story/pull.ts";
import { cloneData, type DataRepository } from "../core/matrix/data-repository.ts";
import { describeShared } from "../support/shared.ts";
import { type Story, startStory } from "../support/story.ts";

jest.setTimeout(300_000);

interface RealChange {
  readonly what: string;
  /** A commit of the data repository, or `case/<12 hex>`; the base is its first parent unless said. */
  readonly head: string;
  readonly base?: string;
  /** Number that the entry's link carries, in ascending order; any where the link is a placeholder. */
  readonly pull?: number;
  /** How the changelog is judged. */
  readonly changelog: string;
  /** Whether the full-sweep label starts a sweep; the digest must be the original's where the oracle has it. */
  readonly sweep: "starts" | "blocked";
}

/** Real changes by several authors, each through the whole pipeline. */
const CHANGES: readonly RealChange[] = [
  {
    what: "two shapes on several nodes",
    head: "61409ec8b388",
    base: "6ed642d2afce",
    pull: 1803,
    changelog: "changelog_valid",
    sweep: "starts",
  },
  {
    what: "a grid on a pool that runners.yaml lacks (decision 21)",
    head: "fd292a76e7b5",
    base: "153507a1a450",
    pull: 2120,
    changelog: "changelog_valid",
    sweep: "blocked",
  },
  {
    what: "an agentic recipe",
    head: "432272edc79d",
    base: "2a7689fe91f9",
    pull: 2158,
    changelog: "changelog_valid",
    sweep: "starts",
  },
  {
    what: "two entries at once",
    head: "218068a8120c",
    base: "7d885cca82a4",
    pull: 2195,
    changelog: "changelog_valid",
    sweep: "starts",
  },
  {
    what: "an entry for one scenario only",
    head: "f7e967659b6e",
    base: "9524399dee4d",
    pull: 2232,
    changelog: "changelog_valid",
    sweep: "starts",
  },
  {
    what: "an agentic recipe on several nodes",
    head: "22f76af3f87c",
    base: "60afb95faf56",
    pull: 2319,
    changelog: "changelog_valid",
    sweep: "starts",
  },
  {
    what: "an append-only entry",
    head: "case/473c1ee6ac35",
    pull: 2702,
    changelog: "changelog_valid",
    sweep: "starts",
  },
  {
    what: "three link corrections",
    head: "case/862fcad18349",
    changelog: "changelog_corrections",
    sweep: "blocked",
  },
  {
    what: "one link overwritten by another",
    head: "case/8a174e044533",
    changelog: "changelog_corrections",
    sweep: "blocked",
  },
  {
    what: "an entry at the top",
    head: "case/f7135ac1046b",
    changelog: "changelog_invalid",
    sweep: "blocked",
  },
  {
    what: "an entry in the middle",
    head: "case/6f6afc1cbd76",
    changelog: "changelog_invalid",
    sweep: "blocked",
  },
  {
    what: "a revert that removes an entry",
    head: "case/b895d1c01112",
    changelog: "changelog_invalid",
    sweep: "blocked",
  },
  {
    what: "committed conflict markers",
    head: "case/a3a1dcad8002",
    changelog: "changelog_invalid",
    sweep: "blocked",
  },
  {
    what: "nineteen old blank lines removed",
    head: "case/a1d1e5caf7fe",
    changelog: "changelog_invalid",
    sweep: "blocked",
  },
];

describeShared("real changes of InferenceX through the whole pipeline", (shared) => {
  let cloned: DataRepository;
  let data = "";
  let story: Story;

  beforeAll(async () => {
    cloned = cloneData(shared);
    data = cloned.folder;
    story = await startStory({
      owner: "SemiAnalysisAI",
      name: "InferenceX",
      files: { "README.md": "InferenceX\n" },
    });
  });

  afterAll(async () => {
    await story.close();
    await cloned.remove();
  });

  test.each(CHANGES)("$what ($head): $changelog, a sweep $sweep", async (change) => {
    const base = git("rev-parse", change.base ?? `${change.head}^`);
    const pull = openAt(base, git("rev-parse", change.head), change.pull);
    await story.settle();
    story.clock.advance(60_000);
    const before = story.github.dispatches.length;
    pull.label("nora", "full-sweep-fail-fast");
    await story.settle();
    const rows = await cardRows(pull);
    expect(rows.map((row) => row.code)).toContain(change.changelog);
    const started = story.github.dispatches.slice(before);
    expect(started).toHaveLength(change.sweep === "starts" ? 1 : 0);
    const original = oracleDocument(shared, base, git("rev-parse", change.head));
    const digest = original === null ? undefined : matrixDigest(original);
    if (change.sweep === "starts" && digest !== undefined) {
      expect(started[0]?.inputs["matrix-digest"]).toBe(digest);
    }
    pull.close("nora");
    await story.settle();
    story.clock.advance(60_000);
    const { plan } = await story.host.bot.look(await refOf(pull));
    expect(plan.effects).toEqual([]);
  });

  test("nothing went wrong on the way", () => {
    expect(story.errors).toEqual([]);
    expect(story.github.unknownRoutes).toEqual([]);
    expect(story.github.crashes).toEqual([]);
  });

  function git(...argv: readonly string[]): string {
    const limits = { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
    return execFileSync("git", ["--git-dir", data, ...argv], limits).trim();
  }

  function filesAt(commit: string): Record<string, string> {
    const paths = git("ls-tree", "-r", "--name-only", commit).split("\n");
    const limits = { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
    return Object.fromEntries(
      paths.map((path) => [
        path,
        execFileSync("git", ["--git-dir", data, "show", `${commit}:${path}`], limits),
      ]),
    );
  }

  /** Makes the default branch look like the base, and opens a pull request that makes it the head. */
  function openAt(base: string, head: string, number = 0): SimulatedPull {
    story.github.numberFrom(story.repo, number);
    story.repo.commit({ author: "nora", message: `base ${base}`, files: filesAt(base) });
    const before = filesAt(base);
    const after = filesAt(head);
    const changed: Record<string, string | null> = {};
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[path] !== after[path]) changed[path] = after[path] ?? null;
    }
    return story.repo.openPull({
      author: "tov",
      branch: `change-${head.slice(0, 12)}`,
      title: `Change of ${head.slice(0, 12)}`,
      files: changed,
    });
  }

  async function refOf(pull: SimulatedPull): Promise<Parameters<typeof story.host.bot.look>[0]> {
    const refs = await story.host.bot.listPulls();
    const ref = refs.find((each) => each.pull === pull.number);
    if (ref === undefined) throw new Error(`no pull request ${pull.number}`);
    return ref;
  }

  async function cardRows(pull: SimulatedPull): Promise<readonly { readonly code: string }[]> {
    const seen = await story.host.bot.look(await refOf(pull));
    return cardOf(seen.verdicts, seen.facts).rows;
  }
});

interface OracleRow {
  readonly base: string;
  readonly head: string;
  readonly flags: string;
  readonly ok: boolean;
  readonly document?: SweepDocument;
}

let oracle: readonly OracleRow[] | null = null;

/** The matrix that the present system makes of a change, without any flag; null where it was not recorded. */
function oracleDocument(shared: string, base: string, head: string): SweepDocument | null {
  oracle ??= gunzipSync(readFileSync(join(shared, "oracle", "changelog.jsonl.gz")))
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as OracleRow);
  const row = oracle.find(
    (each) => each.base === base && each.head === head && each.flags === "default",
  );
  return row?.document ?? null;
}
