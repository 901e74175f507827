/** Numbers as a table shows them; a missing one is a dash, never a zero. */
export const MISSING = "–";

/** Three digits that matter, and no more. */
export function numberText(value: number | null): string {
  if (value === null) return MISSING;
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 100) return value.toFixed(0);
  if (size >= 10) return value.toFixed(1);
  return value.toFixed(size >= 1 ? 2 : 3);
}

/** Whole milliseconds below a second, seconds from there on. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return MISSING;
  return seconds < 0.9995 ? `${(seconds * 1000).toFixed(0)} ms` : `${seconds.toFixed(2)} s`;
}

/** A share from 0 to 1, in percent with one digit. */
export function shareText(share: number | null): string {
  return share === null ? MISSING : (share * 100).toFixed(1);
}

/** A change in percent, with its sign. */
export function changeText(percent: number | null): string {
  if (percent === null) return MISSING;
  const text = Math.abs(percent).toFixed(1);
  if (text === "0.0") return "0.0%";
  return `${percent > 0 ? "+" : "−"}${text}%`;
}
