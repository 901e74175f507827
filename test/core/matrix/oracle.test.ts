import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DEFAULT_PATHS } from "../../../src/core/matrix/inputs.ts";
import { planSweep } from "../../../src/core/matrix/plan-sweep.ts";
import type { SweepPlan } from "../../../src/core/matrix/plan-sweep.ts";
import type { SweepDocument } from "../../../src/core/matrix/document.ts";
import type { FileContent } from "../../../src/core/model/github.ts";
import { describeShared } from "../../support/shared.ts";
import { cloneData } from "./data-repository.ts";
import type { DataRepository } from "./data-repository.ts";
import { file, refusal } from "./fixture.ts";

interface OracleRow {
  readonly base: string;
  readonly head: string;
  readonly flags: "default" | "trim" | "all_evals" | "evals_only";
  readonly ok: boolean;
  readonly document?: SweepDocument;
}

/** Where we refuse what the original accepts: by decision 21 (a pool that no machine serves) or 8 (no row at all). */
const REFUSED_BY_DECISION: Readonly<Record<string, string>> = {
  "refused: unknown_runner": "decision 21",
  "refused: unknown_runner_near": "decision 21",
  "refused: matrix_empty": "decision 8",
};

function rowsIn(shared: string): readonly OracleRow[] {
  const text = gunzipSync(readFileSync(join(shared, "oracle", "changelog.jsonl.gz"))).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as OracleRow);
}

/** A runner file in which every pool that recipes name has a machine. */
function withEveryPool(runners: FileContent | null, masters: readonly (FileContent | null)[]) {
  const text = new TextDecoder().decode(runners?.bytes);
  const recipes = masters.map((master) => new TextDecoder().decode(master?.bytes)).join("\n");
  const named = [...recipes.matchAll(/^ {2}runner: "?([^"\n]+?)"?$/gm)].map((match) => match[1]);
  const missing = [...new Set(named)].filter(
    (label) => !text.includes(`\n  ${label ?? ""}:`) && !text.includes(`\n  "${label ?? ""}":`),
  );
  const labels = missing.map((label) => `  "${label ?? ""}": [a-node]\n`).join("");
  return file(DEFAULT_PATHS.runners, text.replace("labels:\n", `labels:\n${labels}`));
}

describeShared("the original's answers for real changes", (shared) => {
  let repository: DataRepository;
  beforeAll(() => {
    repository = cloneData(shared);
  });
  afterAll(() => repository.remove());

  async function planOf(row: OracleRow, everyPool = false): Promise<SweepPlan> {
    const { files } = repository;
    const [base, head, before, after] = await Promise.all([
      files.readInputs(row.base, DEFAULT_PATHS),
      files.readInputs(row.head, DEFAULT_PATHS),
      files.readFile(row.base, DEFAULT_PATHS.changelog),
      files.readFile(row.head, DEFAULT_PATHS.changelog),
    ]);
    const runners = everyPool ? withEveryPool(head.runners, head.masters) : head.runners;
    const metadata = row.document?.changelog_metadata;
    return planSweep({
      base,
      head: { ...head, runners },
      changelog: { base: before, head: after },
      paths: DEFAULT_PATHS,
      refs: { base: metadata?.base_ref ?? "", head: metadata?.head_ref ?? "" },
      options: {
        trimConc: row.flags === "trim",
        allEvals: row.flags === "all_evals",
        evalsOnly: row.flags === "evals_only",
      },
    });
  }

  test("gives the same document or the same refusal, but for what decisions 8 and 21 refuse", async () => {
    const different: string[] = [];
    const refused: Record<string, number> = {};
    let equal = 0;
    for (const row of rowsIn(shared)) {
      const plan = await planOf(row);
      const same =
        plan.kind === "matrix"
          ? JSON.stringify(plan.document) === JSON.stringify(row.document)
          : !row.ok;
      const decision =
        plan.kind === "problems" ? REFUSED_BY_DECISION[refusal(plan.problems)] : undefined;
      if (same) equal += 1;
      else if (decision === undefined) different.push(`${row.head} ${row.flags}`);
      else refused[decision] = (refused[decision] ?? 0) + 1;
    }
    expect({ different, refused, equal }).toEqual({
      different: [],
      refused: { "decision 21": 20, "decision 8": 1 },
      equal: 567,
    });
  }, 60_000);

  test("refuses for the pool alone: with a machine in it the document is equal (decision 21)", async () => {
    const pools: string[] = [];
    for (const row of rowsIn(shared).filter(({ ok, flags }) => ok && flags === "default")) {
      const plan = await planOf(row);
      if (plan.kind === "matrix") continue;
      const healed = await planOf(row, true);
      expect(healed).toMatchObject({ kind: "matrix", document: row.document });
      pools.push(row.head);
    }
    expect(pools).toHaveLength(5);
  }, 30_000);
});
