export interface Scale {
  /** The upper end; the lower one is 0, so that a picture never makes a small change look big. */
  readonly most: number;
  readonly ticks: readonly number[];
}

const STEPS = [1, 2, 2.5, 5, 10];
const WANTED_TICKS = 5;
/** What is less than this is nothing on any axis of ours. */
const LEAST = 1e-9;

/** An axis from 0 over all values, with about five round ticks. */
export function niceScale(values: readonly number[]): Scale {
  const highest = Math.max(0, ...values.filter(Number.isFinite));
  if (highest < LEAST) return { most: 1, ticks: [0, 1] };
  const rough = highest / WANTED_TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((each) => each * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  const ticks = Array.from({ length: count + 1 }, (_, index) => clean(index * step));
  return { most: clean(count * step), ticks };
}

/** Without the crumbs of binary fractions. */
function clean(value: number): number {
  return Number(value.toPrecision(10));
}
