import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { replaysChange } from "../../../src/core/changelog/replay.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sides = (base: string, head: string) => ({ base: bytes(base), head: bytes(head) });
const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");

const BASE = text("a:", "  image: 1", "  tp: 4", "b:", "  image: 1", "  tp: 4", "end");
const SIGNED = BASE.replace("a:\n  image: 1", "a:\n  image: 2");

describe("a signed change on a newer base", () => {
  test.each<[string, string, string, boolean]>([
    ["the base has changed below", `${BASE}more\n`, `${SIGNED}more\n`, true],
    ["the base has changed above", `top\n${BASE}`, `top\n${SIGNED}`, true],
    [
      "the same lines in another place",
      `${BASE}more\n`,
      `${BASE.replace("b:\n  image: 1", "b:\n  image: 2")}more\n`,
      false,
    ],
    ["another line besides", `${BASE}more\n`, `${SIGNED}more\nand more\n`, false],
    ["the change is gone", `${BASE}more\n`, `${BASE}more\n`, false],
    ["another value", `${BASE}more\n`, `${SIGNED.replace("2", "3")}more\n`, false],
    [
      "the base has changed the line next to it",
      BASE.replace("  tp: 4\nb:", "  tp: 8\nb:"),
      SIGNED.replace("  tp: 4\nb:", "  tp: 8\nb:"),
      false,
    ],
    ["no line feed at the end", `${BASE}more\n`, `${SIGNED}more`, false],
    ["other line ends", `${BASE}more\n`, `${SIGNED}more\n`.replace("2\n", "2\r\n"), false],
  ])("%s", (_story, base, head, expected) => {
    expect(replaysChange(sides(BASE, SIGNED), sides(base, head))).toBe(expected);
  });

  const line = fc.constantFrom("a", "b", "  c: 1", "  d", "");
  const block = fc.array(line, { maxLength: 6 });
  const parts = fc.record({ start: block, old: block, now: block, end: block, before: block });

  test("is recognised wherever main has grown, and no edit of it passes", () => {
    fc.assert(
      fc.property(parts, line, ({ start, old, now, end, before }, extra) => {
        const base = [...start, "-- own --", ...old, "-- own end --", ...end];
        const head = [...start, "-- own --", ...now, "-- own end --", ...end];
        const grow = (lines: readonly string[]): string => text(...before, "-- main --", ...lines);
        const signed = sides(text(...base), text(...head));
        const present = sides(grow(base), grow(head));
        const isChanged = text(...old) !== text(...now);
        // A change at the very top touches what main puts there: then the answer is no.
        if (isChanged && start.length > 0) {
          expect(replaysChange(signed, present)).toBe(true);
        }
        const edited = sides(grow(base), grow([...head, extra]));
        expect(replaysChange(signed, edited)).toBe(false);
      }),
    );
  });

  test("takes no longer for files without a single unique line", () => {
    const many = (count: number): string => "x\ny\n".repeat(count);
    const begun = performance.now();
    expect(
      replaysChange(
        sides(many(200_000), `${many(200_000)}z\n`),
        sides(`w\n${many(200_000)}`, `w\n${many(200_000)}z\n`),
      ),
    ).toBe(true);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });
});
