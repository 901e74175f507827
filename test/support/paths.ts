/** A path pattern for faults that asks a function: it may count, draw lots or act. */
export function fitting(decide: (path: string) => boolean): RegExp {
  return Object.assign(/(?:)/u, { test: decide });
}

/** Fits the so-manieth request (from 1) that the pattern fits, once; `then` runs at that moment. */
export function nth(pattern: RegExp, which: number, then: () => void): RegExp {
  let asked = 0;
  return fitting((path) => {
    if (!pattern.test(path)) return false;
    asked += 1;
    if (asked !== which) return false;
    then();
    return true;
  });
}

/** Fits what the pattern fits, every other time: the repetition succeeds. */
export function everyOther(pattern: RegExp): RegExp {
  let asked = 0;
  return fitting((path) => pattern.test(path) && (asked += 1) % 2 === 1);
}
