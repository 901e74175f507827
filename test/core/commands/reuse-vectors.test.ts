import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { lastOf } from "../../../src/core/commands/order.ts";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { describeShared } from "../../support/shared.ts";

const place = { repository: { owner: "acme", name: "bench" } };
const Vectors = z.object({
  grammar_author_MEMBER: z.array(
    z.object({ body: z.string(), authorized: z.boolean(), run_id: z.number().nullable() }),
  ),
});

/** Rows where decision 1 gives another answer than the present system, with ours. */
const DECIDED: Readonly<
  Record<string, { readonly why: string; readonly run: number | null | "none" }>
> = {
  "/Reuse-Sweep-Run": { why: "the command word has no case", run: null },
  "    /reuse-sweep-run 9": { why: "indented code never counts", run: "none" },
  "/reuse-sweep-run\u00A0123": { why: "arguments are ASCII", run: "none" },
  "/reuse-sweep-run \u0661\u0662\u0663": { why: "arguments are ASCII", run: "none" },
  "/reuse-sweep-run 0": { why: "0 is the id of no run", run: "none" },
};

function pinned(body: string): number | null | "none" {
  const last = lastOf(parseCommands(body, place), ["reuse-sweep-run"]);
  return last?.name === "reuse-sweep-run" ? last.args.run : "none";
}

describeShared("reuse grammar vectors", (shared) => {
  const file = readFileSync(join(shared, "vectors", "reuse.json"), "utf8");
  const rows = Vectors.parse(JSON.parse(file)).grammar_author_MEMBER;
  const named = rows.map((row) => {
    const decided = DECIDED[row.body];
    const wanted = decided?.run ?? (row.authorized ? row.run_id : "none");
    const story = JSON.stringify(row.body) + (decided ? ` (decision 1: ${decided.why})` : "");
    return { story, body: row.body, wanted: decided === undefined ? wanted : decided.run };
  });
  test.each(named)("$story", ({ body, wanted }) => {
    expect(pinned(body)).toBe(wanted);
  });
  test("every difference that a decision explains is in the vectors", () => {
    expect(rows.map((row) => row.body)).toEqual(expect.arrayContaining(Object.keys(DECIDED)));
  });
});

describe("reuse grammar, own rows (spec/control-plane §3.6)", () => {
  test.each([
    [
      "command, then a number on the next line (decision 1: same line only)",
      "/reuse-sweep-run\n123",
      null,
    ],
    ["in a fence (decision 1)", "```\n/reuse-sweep-run 9\n```", "none"],
    ["in an HTML comment (decision 1)", "<!--\n/reuse-sweep-run 9\n-->", "none"],
    ["pin, then bare", "/reuse-sweep-run 9\n/reuse-sweep-run", null],
    [
      "a run's link (decision 1)",
      "/reuse-sweep-run https://github.com/acme/bench/actions/runs/9",
      9,
    ],
  ])("%s", (_story, body, wanted) => {
    expect(pinned(body)).toBe(wanted);
  });
});
