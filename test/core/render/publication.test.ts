import { describe, expect, test } from "@jest/globals";
import { publicationCheck } from "../../../src/core/render/publication.ts";
import { aCheckRun } from "../../support/build.ts";
import { dictionary, someFacts } from "../../support/facts.ts";
import { MERGES } from "../../support/verdicts.ts";

const sources = { facts: someFacts(), dictionary };

describe("the check run of the publication", () => {
  const CONCLUDED = {
    ingest: {
      externalId: "k",
      status: "in_progress",
      conclusion: null,
      title: /^Publishing run 900/u,
    },
    awaited: {
      externalId: "k",
      status: "completed",
      conclusion: "success",
      title: /^Run 900 was handed/u,
    },
    running: {
      externalId: "k",
      status: "completed",
      conclusion: "success",
      title: /^Run 900 was handed/u,
    },
    unconfirmed: {
      externalId: "k",
      status: "completed",
      conclusion: "success",
      title: /^Run 900 was handed/u,
    },
    succeeded: {
      externalId: "k+received",
      status: "completed",
      conclusion: "success",
      title: /taken in/u,
    },
    failed: {
      externalId: "k+received",
      status: "completed",
      conclusion: "failure",
      title: /failed to take in/u,
    },
    refused: { externalId: "k", status: "completed", conclusion: "failure", title: /@mira/u },
  } as const;
  const expected = (verdict: (typeof MERGES)[number]): keyof typeof CONCLUDED | null => {
    if (verdict.kind === "sent") return verdict.receipt.kind;
    if (verdict.kind === "failed") return "refused";
    return verdict.kind === "ingest" ? "ingest" : null;
  };

  test.each(MERGES.map((verdict) => [expected(verdict), verdict] as const))(
    "%s",
    (name, verdict) => {
      const check = publicationCheck(verdict, "d".repeat(40), sources);
      if (name === null) {
        expect(check).toBeNull();
        return;
      }
      const { title, ...state } = CONCLUDED[name];
      expect(check).toMatchObject({ headSha: "d".repeat(40), ...state });
      expect(check?.title).toMatch(title);
    },
  );

  test.each(["awaited", "unconfirmed", "running"] as const)(
    "keeps the end that it tells where the receiving run cannot be seen any more: %s",
    (kind) => {
      const told = aCheckRun("sweepbot/publication", {
        externalId: "k+received",
        conclusion: "failure",
      });
      const merge = { mergeSha: "d".repeat(40), run: null, artifacts: [], checkRuns: [told] };
      const facts = someFacts({ merge });
      const verdict = MERGES.find((each) => each.kind === "sent" && each.receipt.kind === kind);
      if (verdict === undefined) throw new Error(`no verdict ${kind}`);
      const check = publicationCheck(verdict, "d".repeat(40), { facts, dictionary });
      expect(check?.externalId ?? null).toBe(kind === "unconfirmed" ? null : "k");
    },
  );
});
