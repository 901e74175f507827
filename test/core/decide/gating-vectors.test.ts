import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { selectLabels } from "../../../src/core/decide/labels.ts";
import { decideSweep } from "../../../src/core/decide/sweep.ts";
import { DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import { known } from "../../../src/core/model/reading.ts";
import { aLabelEvent, aPull, FULL, NOW, REPOSITORY } from "../../support/build.ts";
import { someFacts, someRevisions } from "../../support/facts.ts";
import { describeShared } from "../../support/shared.ts";

const Row = z.tuple([
  z.string(),
  z.boolean(),
  z.array(z.string()),
  z.string().nullable(),
  z.boolean(),
  z.boolean(),
  z.boolean(),
  z.string(),
  z.string(),
  z.enum(["RUN", "SKIP"]),
]);
type Row = z.infer<typeof Row>;
const Vectors = z.object({ rows: z.array(Row) });

const AUTHORISED_AT = NOW - 60_000;
const changelog = {
  kind: "valid",
  additions: 1,
  corrections: 0,
  keys: [],
  problems: [],
  baseProblems: [],
} as const;
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
  agentic: false,
  warnings: [],
} as const;

/** An authorisation holds only while the labels do (decision 15). */
function isReused([, , labels, , authorised]: Row): boolean {
  const selection = selectLabels(labels, DEFAULT_CONFIG);
  if (!authorised || selection.kind !== "one") return false;
  return selection.primary.full && !selection.flags.evalsOnly && !selection.flags.agentxFast;
}

function starts(row: Row): boolean {
  const [action, draft, labels, label, , skip, fork] = row;
  const changed = action === "labeled" ? label : null;
  const headRepository = { id: fork ? 999 : REPOSITORY.id, fullName: "tov/gpu-benchmarks" };
  const facts = someFacts({
    pull: aPull({ draft, labels, headRepository }),
    labelEvents: labels.map((each) =>
      aLabelEvent(each, { createdAt: each === changed ? NOW : AUTHORISED_AT - 60_000 }),
    ),
    permissions: { mira: known("write") },
    revisions: known(someRevisions({ headMessage: skip ? "x [skip-sweep]" : "x" })),
  });
  const reuseSince = isReused(row) ? AUTHORISED_AT : null;
  return decideSweep({ facts, changelog, matrix, reuseSince }).decision.kind === "start";
}

/** Which decision makes us differ from the present system on a row; null where we must not differ. */
function difference([action, , labels, label]: Row, ours: boolean): string | null {
  // Labels are intent: a sweep that should run runs, whichever event brought us here.
  if (ours) return label === "documentation" ? "decision 6" : null;
  // Only a primary label that is put on anew overrules an authorisation.
  const overrules = action === "labeled" && label === FULL && labels.includes(FULL);
  return overrules ? null : "decision 9";
}

describeShared("gating vectors", (shared) => {
  const { rows } = Vectors.parse(
    JSON.parse(readFileSync(join(shared, "vectors", "gating.json"), "utf8")),
  );
  const judged = rows.map((row) => ({ row, ours: starts(row), theirs: row[9] === "RUN" }));

  test("a sweep starts exactly where the present system runs one, or a decision says why not", () => {
    const unexplained = judged.filter(
      ({ row, ours, theirs }) => ours !== theirs && difference(row, ours) === null,
    );
    expect(unexplained).toEqual([]);
  });

  test("we differ only where an authorisation or an unrelated label is in play", () => {
    const differing = judged.filter(({ ours, theirs }) => ours !== theirs);
    expect(differing.every(({ row }) => row[4] || row[3] === "documentation")).toBe(true);
    expect(differing.length).toBeLessThan(rows.length / 10);
  });

  describe("where nothing is reused and the label is one of the thirteen", () => {
    const plain = judged.filter(({ row }) => !row[4] && row[3] !== "documentation");
    test("every row agrees", () => {
      expect(plain.length).toBeGreaterThan(200);
      expect(plain.filter(({ ours, theirs }) => ours !== theirs)).toEqual([]);
    });
  });
});
