import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseYaml } from "../../../src/core/contract/yaml.ts";
import { canonicalJson } from "../../../src/core/matrix/canonical.ts";
import { matrixDigest } from "../../../src/core/matrix/document.ts";
import { familyCounts } from "../../../src/core/matrix/families.ts";
import { concurrenciesIn } from "../../../src/core/matrix/concurrency.ts";
import { sweepOptions } from "../../../src/cli/matrix-labels.ts";
import { DEFAULT_PATHS } from "../../../src/core/matrix/inputs.ts";
import { A, M, MA, master, rowsOf, S, workers } from "./fixture.ts";
import type { Call, LooseRow } from "./fixture.ts";
import { documentOf, entry, sweep } from "./repository.ts";

const concs = fc.uniqueArray(fc.integer({ min: 1, max: 512 }), { minLength: 1, maxLength: 5 });
const size = fc.constantFrom(1, 2, 4, 8);

/** Search-space entries with sizes of their own, so that no two entries are the same job. */
function spaces(render: (tp: number, list: string) => string): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(size, concs), { selector: ([tp]) => tp, minLength: 1, maxLength: 3 })
    .map((entries) => entries.map(([tp, list]) => render(tp, list.join(","))).join(", "));
}

const fixed = spaces((tp, list) => `{tp: ${tp}, conc-list: [${list}]}`);
const agentic = spaces((tp, list) => `{tp: ${tp}, kv-offloading: none, conc-list: [${list}]}`);
const multi = spaces((tp, list) =>
  workers(`conc-list: [${list}]`, `{num-worker: 1, tp: ${tp}, ep: 1, dp-attn: false}`),
);
const recipe = fc.oneof(
  fixed.map((space) => (model: string) => S(space, { model })),
  multi.map((space) => (model: string) => M(space, { model })),
  agentic.map((space) => (model: string) => A(space, {}, { model })),
  multi.map((space) => (model: string) => MA(space, {}, { model })),
);
const recipes = fc
  .array(recipe, { minLength: 2, maxLength: 5 })
  .map((list) =>
    Object.fromEntries(list.map((make, index) => [`r${index}`, make(`org/M${index}`)])),
  );

function made(masters: string | readonly string[], call: Call = {}): LooseRow[] {
  const rows = rowsOf(masters, call);
  if (typeof rows === "string") throw new Error(rows);
  return rows;
}

const texts = (rows: readonly LooseRow[]): readonly string[] =>
  rows.map((row) => canonicalJson(row)).sort();

describe("generation", () => {
  const modes = fc.constantFrom("none", "marked", "only", "all" as const);

  test("never makes one job twice", () => {
    fc.assert(
      fc.property(recipes, modes, (all, evals) => {
        const rows = texts(made(master(all), { evals: evals as "none" }));
        expect(new Set(rows).size).toBe(rows.length);
      }),
    );
  });

  test("makes of the whole what it makes of its recipes one by one", () => {
    fc.assert(
      fc.property(recipes, modes, (all, evals) => {
        const call = { evals: evals as "none" };
        const parts = Object.keys(all).flatMap((key) =>
          made(master(all), { ...call, keys: [key] }),
        );
        expect(parts).toEqual(made(master(all), call));
      }),
    );
  });

  test("makes of both scenarios what it makes of each", () => {
    fc.assert(
      fc.property(recipes, (all) => {
        const of = (type: "fixed-seq-len" | "agentic-coding") =>
          made(master(all), { evals: "none", scenarioTypes: [type] });
        const parts = [...of("fixed-seq-len"), ...of("agentic-coding")];
        expect(texts(parts)).toEqual(texts(made(master(all), { evals: "none" })));
      }),
    );
  });

  test("does not care in which order recipes and files come", () => {
    fc.assert(
      fc.property(recipes, fc.integer({ min: 1, max: 4 }), modes, (all, cut, evals) => {
        const entries = Object.entries(all);
        const halves = [entries.slice(0, cut), entries.slice(cut)].map((part) =>
          part.length === 0 ? "{}" : master(Object.fromEntries(part)),
        );
        const call = { evals: evals as "none" };
        const whole = texts(made(master(all), call));
        expect(texts(made([...halves].reverse(), call))).toEqual(whole);
        expect(texts(made(halves, call))).toEqual(whole);
      }),
    );
  });

  test("runs every concurrency between start and end that doubling meets, and both of them", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 600 }),
        fc.integer({ min: 0, max: 600 }),
        (start, more) => {
          const values = concurrenciesIn({ "conc-start": start, "conc-end": start + more }, null);
          expect([values[0], values.at(-1)]).toEqual([start, start + more]);
          expect(values).toEqual([...new Set(values)].sort((left, right) => left - right));
          const doubles = values.slice(0, -1).every((value, index) => value === start * 2 ** index);
          expect(doubles).toBe(true);
        },
      ),
    );
  });
});

describe("sweeps", () => {
  const keys = ["nv.a", "nv.b", "nvXa", "amd-ag", "amd-mn", "amd-mnag", "amd-mix"];
  const options = fc.record({
    trimConc: fc.boolean(),
    allEvals: fc.boolean(),
    evalsOnly: fc.boolean(),
  });

  test("count in families exactly the rows of the document", () => {
    fc.assert(
      fc.property(fc.subarray(keys, { minLength: 1 }), options, (selected, chosen) => {
        const document = documentOf(sweep(entry(selected.join(", ")), { options: chosen }));
        if (typeof document === "string") return;
        const rows = [
          ...Object.values(document.single_node).flat(),
          ...Object.values(document.multi_node).flat(),
          ...[...document.evals, ...document.agentic_evals],
          ...[...document.multinode_evals, ...document.multinode_agentic_evals],
        ];
        const counts = Object.values(familyCounts(document));
        expect(counts.reduce((total, count) => total + count, 0)).toBe(rows.length);
      }),
    );
  });

  test("have one digest whatever the refs are called, and another for other rows", () => {
    const [one, other] = ["nv.a", "nv.b"].map((key) => documentOf(sweep(entry(key))));
    if (typeof one !== "object" || typeof other !== "object") throw new Error("refused");
    const renamed = {
      ...one,
      changelog_metadata: { ...one.changelog_metadata, base_ref: "x", head_ref: "y" },
    };
    expect(matrixDigest(renamed)).toBe(matrixDigest(one));
    expect(matrixDigest(other)).not.toBe(matrixDigest(one));
  });

  test("are the same in whatever order the labels are given", async () => {
    const labels = ["sweep-enabled", "all-evals", "evals-only", "skip_queue", "other"];
    const settings = { paths: DEFAULT_PATHS, config: null, problems: [] };
    const wanted = await sweepOptions(labels, {}, settings);
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(labels, { minLength: labels.length }), async (order) => {
        expect(await sweepOptions(order, {}, settings)).toEqual(wanted);
      }),
    );
    expect(wanted).toMatchObject({ trimConc: true, allEvals: true, evalsOnly: true });
  });
});

describe("reading what was written", () => {
  const leaf = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.boolean(), fc.constant(null));
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: "small" }, leaf, tie("list"), tie("mapping")),
    list: fc.array(tie("tree"), { maxLength: 4 }),
    mapping: fc.dictionary(
      fc.string({ minLength: 1, maxLength: 6 }).filter((name) => name !== "__proto__"),
      tie("tree"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  }));

  test("gives the value back", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = JSON.stringify({ value }, null, 1).replace(
          /[\u007f-\uffff]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
        expect(parseYaml(text, { path: "f" }).value).toEqual({ value });
      }),
    );
  });
});
