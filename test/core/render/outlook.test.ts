import { describe, expect, test } from "@jest/globals";
import type { Outlook } from "../../../src/core/decide/outlook.ts";
import { outlookLines } from "../../../src/core/render/outlook.ts";
import { dictionary } from "../../support/facts.ts";

const NOTHING: Outlook = { oldest: null, queues: [], remaining: null };

function lines(outlook: Partial<Outlook>, language: "en" | "zh" = "en"): readonly string[] {
  return outlookLines({ ...NOTHING, ...outlook }, dictionary[language]);
}

function left(minutes: number, more: Partial<NonNullable<Outlook["remaining"]>> = {}): string {
  const remaining = { minutes, pastJobs: 37, nominal: false, ...more };
  return lines({ remaining }).join();
}

describe("what a sweep has before it, on the card", () => {
  test("is no line for what is not known", () => {
    expect(outlookLines(null, dictionary.en)).toEqual([]);
    expect(lines({})).toEqual([]);
  });

  test("is the oldest job, the queue and the time left, in both languages", () => {
    const outlook = {
      oldest: { name: "eval / tiny | x", minutes: 42 },
      queues: [{ pool: "b200", waiting: 12, before: 7 }],
      remaining: { minutes: 103, pastJobs: 37, nominal: false },
    };
    expect(lines(outlook)).toEqual([
      "Oldest running job: eval / tiny \\| x, for 42 min",
      "Waiting for a runner on `b200`: 12 (of other pull requests before them: 7)",
      "About 1 h 50 min left, by earlier jobs: 37",
    ]);
    expect(lines(outlook, "zh")).toEqual([
      "运行最久的任务：eval / tiny \\| x，已 42 分钟",
      "等待 `b200` 上的 runner：12（排在前面的其他 PR 的任务：7）",
      "大约还需 1 小时 50 分钟，依据以往任务：37",
    ]);
  });

  test("escapes what people called their jobs and runners", () => {
    const nasty = "@mira <!-- sweepbot:card --> `x`";
    const oldest = { name: nasty, minutes: 1 };
    const [age, queue] = lines({ oldest, queues: [{ pool: nasty, waiting: 1, before: 0 }] });
    expect(age).toContain("@\u200bmira &lt;\\!-- sweepbot:card --&gt; \\`x\\`, for 1 min");
    expect(queue).toMatch(/on ``.*\u200b.*``: 1$/u);
  });

  test("is a line for each of four pools, and one for the others", () => {
    const queues = [9, 8, 7, 6, 5, 4].map((waiting) => ({
      pool: `pool-${waiting}`,
      waiting,
      before: 0,
    }));
    expect(lines({ queues })).toHaveLength(5);
    expect(lines({ queues })).toEqual(
      expect.arrayContaining([
        "Waiting for a runner on `pool-9`: 9",
        "Waiting for runners on other pools: 9",
      ]),
    );
  });

  test.each([
    [1, "About 1 min left"],
    [6, "About 10 min left"],
    [55, "About 55 min left"],
    [56, "About 1 h left"],
    [121, "About 2 h 10 min left"],
    [1_500, "About 25 h left"],
  ])("rounds %i minutes to what an estimate can tell", (minutes, words) => {
    expect(left(minutes)).toBe(`${words}, by earlier jobs: 37`);
  });

  test.each([
    [{ pastJobs: 0, nominal: true }, "by the nominal times"],
    [{ nominal: true }, "by earlier jobs: 37, and nominal times"],
  ])("says what it rests on: %j", (basis, words) => {
    expect(left(50, basis)).toBe(`About 50 min left, ${words}`);
  });
});
