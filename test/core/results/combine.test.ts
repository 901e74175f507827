import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { combine, type ReadArtifact } from "../../../src/core/results/combine.ts";
import { chooseArtifacts } from "../../../src/core/results/which.ts";
import { anArtifact } from "../../support/build.ts";
import { agenticRow, evalRow, fixedRow, rowsIn } from "../../support/results.ts";

function upload(
  rows: readonly unknown[],
  {
    id = 1,
    createdAt = id,
    single = false,
  }: Partial<ReadArtifact["artifact"]> & {
    readonly single?: boolean;
  } = {},
): ReadArtifact {
  return { artifact: { id, createdAt }, single, rows: rowsIn(rows) };
}

function throughputs(artifacts: readonly ReadArtifact[]): readonly (number | null)[] {
  return combine(artifacts).bench.map(({ metrics }) => metrics.tputPerGpu);
}

describe("of two measurements of one point (W36)", () => {
  const [slow, fast] = [fixedRow({ tput_per_gpu: 100 }), fixedRow({ tput_per_gpu: 200 })];

  test("the newer upload counts, whichever is better", () => {
    const [older, newer] = [{ id: 1 }, { id: 2 }];
    expect(throughputs([upload([fast], older), upload([slow], newer)])).toEqual([100]);
    expect(throughputs([upload([slow], older), upload([fast], newer)])).toEqual([200]);
  });

  test("of one second, the later id counts", () => {
    const at = { createdAt: 5 };
    expect(
      throughputs([upload([fast], { id: 8, ...at }), upload([slow], { id: 9, ...at })]),
    ).toEqual([100]);
  });

  test("a point's own artifact counts before a collection that came later", () => {
    const own = upload([agenticRow()], { id: 1, single: true });
    const collected = upload([agenticRow({ num_requests_successful: 1 })], { id: 2 });
    expect(combine([own, collected]).bench.map(({ metrics }) => metrics.requests)).toEqual([566]);
  });

  test("in one file the lower counts, and that is said", () => {
    expect(combine([upload([fast, slow])])).toMatchObject({
      bench: [expect.objectContaining({ metrics: expect.objectContaining({ tputPerGpu: 100 }) })],
      doubled: 1,
    });
  });

  test("that are equal is nothing to speak of", () => {
    expect(combine([upload([slow, slow]), upload([slow], { id: 2 })]).doubled).toBe(0);
  });

  test("only the same point is one: whatever else differs stands beside it", () => {
    expect(throughputs([upload([slow, fixedRow({ conc: 8, tput_per_gpu: 300 })])])).toEqual([
      100, 300,
    ]);
  });

  test("evals count once, too", () => {
    const rows = [evalRow(), evalRow({ task: "aime26" }), evalRow({ conc: 8 })];
    expect(combine([upload(rows), upload(rows, { id: 2 })]).evals).toHaveLength(3);
  });
});

describe("a point without a successful request", () => {
  const vain = agenticRow({ num_requests_successful: 0 });

  test("is set apart, once", () => {
    const { bench, excluded } = combine([upload([vain]), upload([vain], { id: 2, single: true })]);
    expect([bench.length, excluded.length]).toEqual([0, 1]);
  });

  test("never replaces one that has some, and is named all the same", () => {
    const { bench, excluded } = combine([upload([agenticRow()]), upload([vain], { id: 2 })]);
    expect([bench.length, excluded.length]).toEqual([1, 1]);
  });

  test("may be told by a throughput of nothing", () => {
    expect(combine([upload([fixedRow({ tput_per_gpu: 0 })])]).excluded).toHaveLength(1);
  });
});

describe("rows by the hundred", () => {
  const row = fc.record({
    conc: fc.constantFrom(1, 2, 4),
    tp: fc.constantFrom(4, 8),
    tput_per_gpu: fc.constantFrom(0, 10, 20, null),
    isl: fc.constantFrom(1024, 8192, null),
  });
  const artifacts = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 9 }),
      createdAt: fc.constantFrom(1, 2, null),
      single: fc.boolean(),
      rows: fc.array(row.map(fixedRow), { maxLength: 8 }),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  );

  test("come to the same in any order, each point once, and combining again changes nothing", () => {
    fc.assert(
      fc.property(artifacts, fc.infiniteStream(fc.nat()), (uploads, numbers) => {
        const shuffled = <T>(list: readonly T[]): T[] =>
          list
            .map((each) => ({ each, at: numbers.next().value as number }))
            .sort((a, b) => a.at - b.at)
            .map(({ each }) => each);
        const inOrder = uploads.map(({ rows, ...about }) => upload(rows, about as object));
        const inDisorder = shuffled(
          uploads.map(({ rows, ...about }) => upload(shuffled(rows), about as object)),
        );
        const found = combine(inOrder);
        expect(combine(inDisorder)).toEqual(found);
        const identities = found.bench.flatMap(({ identity }) => identity ?? []);
        expect(new Set(identities).size).toBe(identities.length);
        const again = { artifact: { id: 1, createdAt: 1 }, single: false };
        const { bench, excluded } = found;
        const rows = { bench: [...bench, ...excluded], evals: [], unreadable: 0 };
        expect(combine([{ ...again, rows }])).toMatchObject({ bench, excluded, doubled: 0 });
      }),
      { numRuns: 150 },
    );
  });
});

describe("which artifacts are read", () => {
  test("the newest of each exact name, collections first", () => {
    const artifacts = [
      anArtifact("bmk_agentic_a", { id: 1, createdAt: 1 }),
      anArtifact("bmk_agentic_a", { id: 4, createdAt: 4 }),
      anArtifact("bmk_agentic_ab", { id: 2, createdAt: 2 }),
      anArtifact("results_bmk", { id: 3, createdAt: 3 }),
    ];
    const { read, beyond } = chooseArtifacts(artifacts, ["results_bmk"]);
    expect([read.map(({ id }) => id), beyond]).toEqual([[3, 4, 2], 0]);
  });

  test("at most 200, and the rest is counted", () => {
    const many = Array.from({ length: 250 }, (_, id) =>
      anArtifact(`bmk_agentic_${id}`, { id, createdAt: id }),
    );
    const { read, beyond } = chooseArtifacts(many, []);
    expect([read.length, read[0]?.id, beyond]).toEqual([200, 249, 50]);
  });
});
