/** An exact fraction: top / bottom, bottom above zero. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** A number's shortest decimal text as an exact fraction: 0.8 is 8/10. */
export function exactly(value: number): Fraction {
  const [digits = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", decimals = ""] = digits.split(".");
  const places = decimals.length - Number(exponent);
  const top = BigInt(whole + decimals);
  return places >= 0
    ? { top, bottom: 10n ** BigInt(places) }
    : { top: top * 10n ** BigInt(-places), bottom: 1n };
}

/** The sum of numbers, without the rounding of floating point. */
export function sum(values: readonly number[]): Fraction {
  return values.map(exactly).reduce(
    (total, { top, bottom }) => ({
      top: total.top * bottom + top * total.bottom,
      bottom: total.bottom * bottom,
    }),
    { top: 0n, bottom: 1n },
  );
}

/** A fraction with exactly three decimals, halves rounded away from zero; tiny negative ones give `-0.000`. */
export function threeDecimals({ top, bottom }: Fraction): string {
  const magnitude = top < 0n ? -top : top;
  const thousandths = (magnitude * 2_000n + bottom) / (bottom * 2n);
  const digits = thousandths.toString().padStart(4, "0");
  return `${top < 0n ? "-" : ""}${digits.slice(0, -3)}.${digits.slice(-3)}`;
}
