import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { progressBar } from "../../../src/core/render/bar.ts";
import { fitComment, fitLine } from "../../../src/core/render/fit.ts";

describe("a progress bar", () => {
  test.each([
    [0, 48, "░░░░░░"],
    [1, 48, "▓░░░░░"],
    [12, 48, "▓░░░░░"],
    [24, 48, "▓▓▓░░░"],
    [47, 48, "▓▓▓▓▓░"],
    [48, 48, "▓▓▓▓▓▓"],
    [0, 0, "░░░░░░"],
    [1, 1, "▓▓▓▓▓▓"],
  ])("%i of %i is %s", (done, total, bar) => {
    expect(progressBar(done, total)).toBe(bar);
  });

  test("is full only at the end, empty only at the start, and never shrinks", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 500 }), fc.nat({ max: 499 }), (total, some) => {
        const done = some % total;
        const cells = (count: number): number =>
          progressBar(count, total).replaceAll("░", "").length;
        expect(progressBar(done, total)).toHaveLength(6);
        expect(cells(done)).toBeLessThan(6);
        expect(cells(done) === 0).toBe(done === 0);
        expect(cells(done + 1)).toBeGreaterThanOrEqual(cells(done));
      }),
    );
  });
});

describe("a comment that GitHub would refuse (LIM-13)", () => {
  test("is left alone while it fits", () => {
    expect(fitComment("a\nb", "cut", 3)).toBe("a\nb");
  });

  test("is cut at a line end, and says so", () => {
    const body = Array.from({ length: 50 }, (_, index) => `line ${index}`).join("\n");
    const cut = fitComment(body, "cut", 100);
    expect(cut.endsWith("\n\ncut")).toBe(true);
    expect(body.startsWith(`${cut.slice(0, -"\n\ncut".length)}\n`)).toBe(true);
  });

  test("closes what the cut would leave open", () => {
    const body = `<details><summary>中文</summary>\n\n\`\`\`yaml\n${"- a: b\n".repeat(50)}\`\`\`\n</details>`;
    expect(fitComment(body, "cut", 120)).toMatch(/- a: b\n```\n<\/details>\n\ncut$/u);
  });

  test("does not count such words where a person wrote them", () => {
    const body = `\`<details>\` ${"x\n".repeat(200)}`;
    expect(fitComment(body, "cut", 100)).not.toContain("</details>");
  });

  test("never grows over the limit, whatever it is made of", () => {
    const piece = fc.constantFrom(
      "<details>\n",
      "</details>\n",
      "```\n",
      "line\n",
      "x".repeat(40),
      "\n",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 80 }),
        fc.integer({ min: 250, max: 400 }),
        (pieces, most) => {
          const body = pieces.join("");
          const openings = (body.match(/^<details>/gmu) ?? []).length;
          fc.pre(openings * 11 < 100);
          const cut = fitComment(body, "the rest is cut", most);
          expect(cut.length).toBeLessThanOrEqual(Math.max(most, 0));
          expect(cut === body || cut.endsWith("the rest is cut")).toBe(true);
        },
      ),
    );
  });
});

describe("a line that has a limit (LIM-09)", () => {
  test.each([
    ["short", "short"],
    ["  blanks \n and\tlines ", "blanks and lines"],
    ["exactly20characters!", "exactly20characters!"],
    ["this one is a little too long", "this one is a littl…"],
    ["cut at a blank here x", "cut at a blank here…"],
  ])("%j becomes %j", (text, line) => {
    expect(fitLine(text, 20)).toBe(line);
  });
});
