import fc from "fast-check";
import { entry, link } from "./story.ts";

/** One random edit: at a place in the file (a share of its length), so many bytes away, these bytes in. */
export interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly inserted: string;
}

/** Pieces that changelogs break on, besides plain noise. */
const PIECES = [
  ...["\n", "\n\n", "  \n", "\r\n", "\r", "\t", "\0", " ", "\ufeff", "\u2028", "\u0085", "é", "日"],
  ...[
    "- config-keys:",
    "\n- config-keys:\n    - k\n",
    "  pr-link: XXX\n",
    "pr-link",
    "XXX",
    "- ",
    "---\n",
    "...\n",
  ],
  ...[
    "<<<<<<< HEAD\n",
    "=======\n",
    ">>>>>>> main\n",
    "# c\n",
    "&a ",
    "*a",
    "<<: *a\n",
    "[",
    "{",
    '"',
    "'",
    "|\n",
    ">",
    ":",
    "- foo\n",
  ],
  ...[
    "  evals-only: true\n",
    "  append-only: true\n",
    "  note: x\n",
    "12",
    "yes",
    "null",
    link(42),
    link(7),
  ],
  ...[
    `\n${entry("n", "XXX")}`,
    entry("n", link(42)),
    `\n${entry("m", "TBD")}`,
    `\n${entry("a b", link(9))}`,
  ],
];

const inserted = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 6 }) },
);

const place = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }),
  // People work at the end of the file: there, most of the time.
  fc.double({ min: 0.95, max: 1, noNaN: true }),
  fc.constant(1),
);

const edit: fc.Arbitrary<Edit> = fc.record({
  at: place,
  removed: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 0, max: 3 }),
    fc.integer({ min: 0, max: 600 }),
  ),
  inserted,
});

/** One to four random edits. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(edit, { minLength: 1, maxLength: 4 });

/** The file after the edits, done one after the other on its bytes. */
export function edited(bytes: Uint8Array, changes: readonly Edit[]): Uint8Array {
  return changes.reduce((now, { at, removed, inserted: text }) => {
    const from = Math.round(at * now.length);
    const parts = [now.subarray(0, from), Buffer.from(text), now.subarray(from + removed)];
    return new Uint8Array(Buffer.concat(parts));
  }, bytes);
}
