import type { ChangelogEntry } from "../contract/changelog-entry.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a field means when it is not written (spec/control-plane §2.1). */
const DEFAULTS: Fields = {
  "evals-only": false,
  "all-evals": false,
  "append-only": false,
  "eval-min-prefill-ep": null,
  "scenario-type": null,
};

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).sort(([one], [two]) => (one < two ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

/** A stable string for any YAML value, its `pr-link` left out: equal strings are equal entries (rule D2). */
export function identityOfValue(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return JSON.stringify(sorted(value));
  }
  const rest = Object.entries(value).filter(([name]) => name !== "pr-link");
  return JSON.stringify(sorted(Object.fromEntries(rest)));
}

/** A stable string for what an entry asks for: no link, and no field that says only what is the default anyway. */
export function entryIdentity(entry: ChangelogEntry): string {
  const written = Object.entries(entry).filter(([name, value]) => DEFAULTS[name] !== value);
  return identityOfValue(Object.fromEntries(written));
}

export interface EarlierDuplicate {
  /** Index in the added entries. */
  readonly added: number;
  /** Index in the history, of the newest entry that asks for the same. */
  readonly earlier: number;
  readonly link: string;
  /** How many earlier entries ask for the same. */
  readonly count: number;
}

/** For each added entry, the newest one in history that asks for the same work (decision 20); accepted, but worth knowing. */
export function findEarlierDuplicates(
  history: readonly (ChangelogEntry | null)[],
  added: readonly ChangelogEntry[],
): readonly EarlierDuplicate[] {
  const wanted = new Set(added.map(entryIdentity));
  const places = new Map<string, { earlier: number; link: string; count: number }>();
  history.forEach((entry, earlier) => {
    if (entry === null) return;
    const identity = entryIdentity(entry);
    if (!wanted.has(identity)) return;
    const count = (places.get(identity)?.count ?? 0) + 1;
    places.set(identity, { earlier, link: entry["pr-link"], count });
  });
  return added.flatMap((entry, index) => {
    const place = places.get(entryIdentity(entry));
    return place === undefined ? [] : [{ added: index, ...place }];
  });
}

export interface LostField {
  readonly field: string;
  readonly before: string;
  /** What stands there now; null when nothing does. */
  readonly after: string | null;
}

function missingItems(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return before;
  const left: readonly unknown[] = after;
  return before.filter((item) => !left.includes(item));
}

/** Fields (and list items) of an entry that its later version lacks or has another value for (case CHG-19); links are not compared. */
export function lostFields(before: ChangelogEntry, after: ChangelogEntry): readonly LostField[] {
  const now: Fields = { ...DEFAULTS, ...after };
  return Object.entries(before).flatMap(([field, value]) => {
    const kept = JSON.stringify(now[field] ?? null) === JSON.stringify(value);
    if (field === "pr-link" || kept || DEFAULTS[field] === value) return [];
    const missing = missingItems(value, now[field]);
    if (Array.isArray(missing) && missing.length === 0) return [];
    const written = field in after ? JSON.stringify(now[field]) : null;
    return [{ field, before: JSON.stringify(missing), after: written }];
  });
}
