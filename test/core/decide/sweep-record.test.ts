import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  asAnswered,
  renderSweepRecord,
  type SweepRecord,
  sweepRecords,
} from "../../../src/core/decide/sweep-record.ts";
import { renderReuseRecord } from "../../../src/core/decide/reuse-record.ts";
import { aComment, aPerson, APP, ownComment } from "../../support/build.ts";
import { someFacts } from "../../support/facts.ts";
import { anOrder, aStop, ORDER_ID, recorded } from "../../support/sweep-orders.ts";

const KEY = "0123456789abcdef";

function read(
  ...comments: Parameters<typeof sweepRecords>[0]["comments"][number][]
): readonly SweepRecord[] {
  return sweepRecords({ comments, app: APP });
}

describe("the record of a sweep command", () => {
  test.each([
    ["an order", anOrder({ named: true, actor: aPerson("helper[bot]") })],
    [
      "a stop of runs",
      aStop({
        runs: [
          { id: 900, attempt: 1 },
          { id: 901, attempt: 3 },
        ],
      }),
    ],
    ["a stop of what was starting", aStop({ key: KEY })],
  ])("%s is read back from our answer", (_story, record) => {
    expect(read(recorded(record))).toEqual([record]);
    expect(sweepRecords(asAnswered(someFacts(), record))).toEqual([record]);
  });

  test("holds a label of whatever name, in one line that nothing ends early", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (name) => {
        const primary = `${name}--> <!-- {x}\n`;
        const line = renderSweepRecord(anOrder({ primary }));
        expect(line.indexOf("-->")).toBe(line.length - 3);
        expect(line).not.toContain("\n");
        expect(read(recorded(anOrder({ primary })))).toEqual([anOrder({ primary })]);
      }),
    );
  });

  test("stands beside the record of a reuse command of the same comment", () => {
    const answer = recorded(anOrder());
    const reuse = renderReuseRecord({ kind: "cancelled", commentId: ORDER_ID });
    const both = answer.body.replace(" -->\n", ` -->\n${reuse}\n`);
    expect(read({ ...answer, body: both })).toEqual([anOrder()]);
  });

  test("counts in the order in which our answers were given", () => {
    expect(read(recorded(aStop()), recorded(anOrder())).map(({ kind }) => kind)).toEqual([
      "ordered",
      "stopped",
    ]);
  });

  const { body } = recorded(anOrder());
  test.each([
    ["by a person", aComment({ id: 5, body })],
    ["by another app", ownComment({ id: 5, body, appId: 99 })],
    ["further down", ownComment({ id: 5, body: `Text\n${body}` })],
    [
      "for another comment than it answers",
      ownComment({ id: 5, body: body.replace("answer-70", "answer-71") }),
    ],
    ["with a short commit", ownComment({ id: 5, body: body.replace(/b{40}/u, "bbbbbbb") })],
    ["that is no JSON", ownComment({ id: 5, body: body.replace('"comment":', '"comment"') })],
  ])("counts for nothing %s", (_story, comment) => {
    expect(read(comment)).toEqual([]);
  });
});
