import { describe, expect, test } from "@jest/globals";
import { ACCEPTED, REFUSED } from "./edge-cases.ts";
import { brokenRules, entry, judge, link } from "./story.ts";

const A = entry("a");
const N = entry("n", "XXX");

describe("the byte contract accepts", () => {
  test.each(ACCEPTED)("%s", (_name, base, head, additions) => {
    const judged = judge(base, head);
    expect(judged.problems).toEqual([]);
    expect(judged.verdict).toBe("valid");
    expect(judged.additions).toHaveLength(additions);
  });

  test.each([
    ["50: a placeholder made a link", entry("a", "XXX"), A],
    ["51: another pull request's link", A, entry("a", link(9))],
  ])("%s, as a correction that adds nothing", (_name, base, head) => {
    const judged = judge(base, head);
    expect(judged.verdict).toBe("valid");
    expect(judged.corrections).toHaveLength(1);
    expect(judged.additions).toEqual([]);
  });

  test("10: any whole link on main", () => {
    expect(judge(A, `${A}\n${entry("n", link(7))}`, { mode: "main", pull: null }).verdict).toBe(
      "valid",
    );
  });
});

describe("the byte contract refuses", () => {
  test.each(REFUSED)("%s", (_name, base, head, rule) => {
    const judged = judge(base, head);
    expect(judged.verdict).toBe("invalid");
    expect(brokenRules(judged.problems)[0]).toBe(rule);
  });

  test("11: a placeholder on main", () => {
    const judged = judge(A, `${A}\n${N}`, { mode: "main", pull: null });
    expect(brokenRules(judged.problems)).toEqual(["D7"]);
  });

  test("warns of a good link that is overwritten, without refusing it", () => {
    const { problems } = judge(A, entry("a", link(9)));
    expect(problems).toMatchObject([{ code: "correction_of_good_link", severity: "warning" }]);
  });
});
