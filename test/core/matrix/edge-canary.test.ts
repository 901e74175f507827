import { describe, expect, test } from "@jest/globals";
import { pickCanary } from "../../../src/core/matrix/canary.ts";

type Case = readonly [number: number, title: string, actual: () => unknown, expected: unknown];

const picked = (document: object): unknown => pickCanary(document);
const single = (buckets: object): object => ({ single_node: buckets });

const cases: readonly Case[] = [
  [
    162,
    "a document without rows",
    () => picked({}),
    { canary: [], remaining: { single_node: { "1k1k": [], "8k1k": [] } } },
  ],
  [
    163,
    "the lowest concurrency, 1k1k first",
    () =>
      picked(
        single({
          "8k1k": [{ conc: 8 }, { conc: 4, n: 2 }, { conc: 4, n: 3 }],
          "1k1k": [{ conc: 4, n: 4 }],
        }),
      ),
    {
      canary: [{ conc: 4, n: 4 }],
      remaining: {
        single_node: { "8k1k": [{ conc: 8 }, { conc: 4, n: 2 }, { conc: 4, n: 3 }], "1k1k": [] },
      },
    },
  ],
  [
    164,
    "rows with an eval are never the canary",
    () => {
      const marked = { conc: 4, "run-eval": true };
      const plain = { conc: 8, "run-eval": false };
      return [
        pickCanary(single({ "8k1k": [marked, plain] })).canary,
        pickCanary(single({ "8k1k": [marked] })).canary,
      ];
    },
    [[{ conc: 8, "run-eval": false }], []],
  ],
  [
    165,
    "other lengths are never the canary",
    () => picked(single({ "2048_512": [{ conc: 1 }], "8k1k": [{ conc: 4 }] })),
    {
      canary: [{ conc: 4 }],
      remaining: { single_node: { "2048_512": [{ conc: 1 }], "8k1k": [], "1k1k": [] } },
    },
  ],
  [
    166,
    "an equal row leaves each list once",
    () => picked(single({ "1k1k": [{ conc: 1 }], "8k1k": [{ conc: 1 }, { conc: 1 }] })),
    { canary: [{ conc: 1 }], remaining: { single_node: { "1k1k": [], "8k1k": [{ conc: 1 }] } } },
  ],
];

describe("edge cases of the canary (spec/matrix §10.7)", () => {
  test.each(cases)("#%i %s", (_number, _title, actual, expected) => {
    expect(actual()).toEqual(expected);
  });
});
