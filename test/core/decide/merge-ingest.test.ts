import { describe, expect, test } from "@jest/globals";
import { decideChangelog } from "../../../src/core/decide/changelog.ts";
import { decideMerge, ingestKey } from "../../../src/core/decide/merge.ts";
import { HEAD } from "../../support/build.ts";
import { configured, someFacts } from "../../support/facts.ts";
import { aMerge, authorised, KEY, pull, verdictOf } from "./merge-facts.ts";

describe("what is sent (spec/control-plane §7.4)", () => {
  test("fixed results name the source run, the merge run and the key", () => {
    expect(verdictOf()).toMatchObject({
      dispatch: {
        key: KEY,
        owner: "SemiAnalysisAI",
        name: "InferenceX-app",
        eventType: "ingest-results",
        payload: { "source-run-id": "900", "merge-run-id": "950", key: KEY },
      },
    });
  });

  test("agentic results go by their own event and name the database", () => {
    const facts = someFacts({
      pull,
      merge: aMerge(),
      config: configured({ ingest: { repository: "acme/results-app" } }),
    });
    const matrix = {
      kind: "planned",
      digest: "d",
      families: {},
      pools: [],
      jobs: 1,
      keys: [],
      summary: [],
      totals: { jobs: 0, points: 0, gpuHours: 0 },
      changes: [],
      agentic: true,
      warnings: [],
    } as const;
    const verdict = decideMerge(facts, authorised, { changelog: decideChangelog(facts), matrix });
    expect(verdict).toMatchObject({
      dispatch: {
        owner: "acme",
        name: "results-app",
        eventType: "ingest-agentic-results",
        payload: {
          "source-run-id": "900",
          "merge-run-id": "950",
          "database-target": "production",
          key: KEY,
        },
      },
    });
  });

  test("one key for each merge commit and source run", () => {
    const facts = someFacts({ pull });
    const other = someFacts({ pull: { ...pull, mergeCommitSha: HEAD } });
    const keys = [ingestKey(facts, 900), ingestKey(facts, 901), ingestKey(other, 900)];
    expect(keys[0]).toBe(KEY);
    expect(new Set(keys).size).toBe(3);
    expect(ingestKey(someFacts(), 900)).toBe("ingest-501-42--900");
  });
});
