import { findEarlierDuplicates } from "../changelog/identity.ts";
import { isCanonicalLink, linkRule } from "../changelog/links.ts";
import type { NewEntries } from "../matrix/new-entries.ts";
import type { Facts } from "../model/facts.ts";
import type { Problem } from "../model/problem.ts";
import type { UnknownCause } from "../model/reading.ts";
import { linkRepository } from "./changelog.ts";

/** An open pull request on some of the same recipe keys. */
export interface SharedWork {
  readonly number: number;
  readonly keys: readonly string[];
}

export type SharedWorkVerdict =
  | { readonly kind: "known"; readonly pulls: readonly SharedWork[] }
  | { readonly kind: "unknown"; readonly cause: UnknownCause };

/** Other open pull requests that touch the same recipe keys, oldest first (decision 20). */
export function sharedWork(
  { gate, pull }: Pick<Facts, "gate" | "pull">,
  keys: readonly string[],
): SharedWorkVerdict {
  if (gate.others.kind === "unknown") return gate.others;
  const own = new Set(keys);
  const pulls = gate.others.value
    .filter(({ number }) => number !== pull.number)
    .map((other) => ({ number: other.number, keys: other.keys.filter((key) => own.has(key)) }))
    .filter((other) => other.keys.length > 0)
    .sort((one, two) => one.number - two.number);
  return { kind: "known", pulls };
}

/** New entries that ask for what an older one asked for already: accepted, but worth knowing (decision 20, case CHG-25). */
export function earlierEntries(
  facts: Pick<Facts, "config" | "repository">,
  entries: NewEntries | null,
): readonly Problem[] {
  if (entries === null) return [];
  const rule = linkRule(linkRepository(facts));
  const { changelog: path } = facts.config.inForce.paths;
  const found = findEarlierDuplicates(
    entries.history,
    entries.entries.map(({ entry }) => entry),
  );
  return found.map(({ added, link, count }) => {
    const line = entries.entries[added]?.line ?? 1;
    const code = isCanonicalLink(rule, link) ? "entry_seen_before" : "entry_seen_before_unlinked";
    return { code, severity: "notice", path, line, values: { link, count } };
  });
}
