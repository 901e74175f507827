import { describe, expect, test } from "@jest/globals";
import type { JobLog } from "../../src/core/model/cause.ts";
import { keepEnds } from "../../src/github/log-ends.ts";

const KIB = 1_024;

/** The text as it comes over the wire, in pieces of this size. */
async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += size) {
    yield await Promise.resolve(new Uint8Array(bytes.subarray(from, from + size)));
  }
}

function kept(text: string, size = 10_000): Promise<JobLog | null> {
  return keepEnds(inPieces(text, size));
}

/** Lines of 16 bytes that say their own number. */
function lines(count: number): string {
  return Array.from(
    { length: count },
    (_, index) => `${String(index + 1).padStart(15, "0")}\n`,
  ).join("");
}

describe("both ends of a log", () => {
  test.each([0, 1, 1_024, 1_025, 17_408])(
    "of %i lines that fit are the whole of it, in one part",
    async (count) => {
      for (const size of [7, 4_096, 1_000_000]) {
        expect(await kept(lines(count), size)).toEqual({
          parts: [{ firstLine: 1, text: lines(count) }],
        });
      }
    },
  );

  test.each([17_409, 40_000, 120_000])(
    "of %i lines are the first 16 and the last 256 KiB",
    async (count) => {
      const whole = lines(count);
      for (const size of [999, 65_536, 10_000_000]) {
        const log = await kept(whole, size);
        expect(log?.parts).toEqual([
          { firstLine: 1, text: whole.slice(0, 16 * KIB) },
          { firstLine: count - 16_384 + 1, text: whole.slice(-256 * KIB) },
        ]);
      }
    },
  );

  test("may cut a character, which becomes a replacement", async () => {
    const log = await kept(`${"é".repeat(200 * KIB)}x`);
    expect(log?.parts.at(-1)?.text).toMatch(/^\uFFFDé+x$/u);
  });

  test("are not kept of what is too long to be read", async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) yield await Promise.resolve(new Uint8Array(1_024 * KIB));
    }
    expect(await keepEnds(endless())).toBeNull();
  });
});
