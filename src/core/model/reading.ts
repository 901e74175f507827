/** Why something could not be read. None of these ever counts as "no" or as "yes". */
export type UnknownCause =
  | "forbidden"
  | "not_found"
  | "truncated"
  | "too_large"
  | "unreadable"
  /** Not to be had now, and worth asking for again. */
  | "unavailable";

/** What a read gave: the value, or the honest answer that it is not known (architecture §3). */
export type Reading<T> =
  | { readonly kind: "known"; readonly value: T }
  | { readonly kind: "unknown"; readonly cause: UnknownCause };

/** Wraps a value that was read completely. */
export function known<T>(value: T): Reading<T> {
  return { kind: "known", value };
}

/** The answer for a read that failed for good or is incomplete. */
export function unknown(cause: UnknownCause): { kind: "unknown"; cause: UnknownCause } {
  return { kind: "unknown", cause };
}
