import { textAt, type SourceSide } from "../model/sources.ts";
import type { PatchHit } from "./patch-code.ts";
import { calledFiles, followedFiles } from "./patch-files.ts";
import { treePaths, WORKSPACE, type Territory } from "./patch-place.ts";
import type { PatchPolicy } from "./policy-patches.ts";
import type { Ground } from "./patch-ground.ts";
import { scannedHits } from "./patch-scan.ts";
import { scopeOf, type CallerWords } from "./patch-scope.ts";
import { isExemptPath } from "./exempt.ts";
import type { PatchCommand } from "./patch-command.ts";
import { unitOf, type PatchUnit } from "./patch-unit.ts";

/** What check 10 found on one side. */
export interface ScannedSide {
  readonly hits: readonly PatchHit[];
  /** The files from which each file is reached, itself included. */
  readonly invokers: ReadonlyMap<string, readonly string[]>;
}

export interface ScanTerms {
  readonly policy: PatchPolicy;
  readonly components: readonly string[];
  readonly settings: ReadonlyMap<string, readonly string[]>;
}

const MOST_FILES = 400;

/** Looks at some files of a side, and at every file that they run or read in, however indirectly (spec/signoff §3.10). */
export function scannedSide(
  side: SourceSide,
  roots: readonly string[],
  terms: ScanTerms,
): ScannedSide {
  const { grounds, unread, invokers } = groundsOf(side, roots, terms);
  return { hits: [...grounds.flatMap(scannedHits), ...unread], invokers };
}

/** Every file that is reached from some, with what its names may hold. */
export function groundsOf(
  side: SourceSide,
  roots: readonly string[],
  terms: ScanTerms,
): {
  readonly grounds: readonly Ground[];
  readonly unread: readonly PatchHit[];
  readonly invokers: ScannedSide["invokers"];
} {
  const paths = side.tree.kind === "known" ? side.tree.value.map(({ path }) => path) : [];
  const territory: Territory = {
    policy: terms.policy,
    tree: treePaths(paths),
    folder: { text: WORKSPACE, engine: false },
  };
  const { units, edges, callers, unread } = reachedFiles(side, roots, territory);
  const invokers = invokersOf(roots, edges);
  const grounds = [...units.values()].map((unit) => {
    const related = relatedTo(unit.path, invokers, edges);
    const others = [...units.values()].filter((other) => other !== unit && related.has(other.path));
    const scope = scopeOf(unit, { others, callers, settings: terms.settings }, territory);
    return { ...territory, unit, scope, components: terms.components };
  });
  return { grounds, unread, invokers };
}

interface Reached {
  readonly units: ReadonlyMap<string, PatchUnit>;
  readonly edges: ReadonlyMap<string, readonly string[]>;
  readonly callers: readonly CallerWords[];
  readonly unread: readonly PatchHit[];
}

/** Follows calls from the roots on, in the order of the text. */
function reachedFiles(side: SourceSide, roots: readonly string[], territory: Territory): Reached {
  const reach = new Reach(roots);
  for (let next = reach.next(); next !== undefined; next = reach.next()) {
    const { path, from } = next;
    if (isExemptPath(path, territory.policy)) continue;
    const reading = textAt(side, path);
    if (reading.kind === "unknown" || reach.units.size >= MOST_FILES) {
      reach.unread.push({ code: "patch_unread", ...(from ?? { path, line: 1, text: path }) });
    } else if (reading.value !== null) reach.add(unitOf(reading.value, territory), territory);
  }
  return reach;
}

/** One walk from file to file; holds what it has met so far. */
class Reach implements Reached {
  readonly units = new Map<string, PatchUnit>();
  readonly edges = new Map<string, string[]>();
  readonly callers: CallerWords[] = [];
  readonly unread: PatchHit[] = [];
  readonly #waiting: Waiting[];
  readonly #seen: Set<string>;

  constructor(roots: readonly string[]) {
    this.#waiting = roots.map((path) => ({ path, from: null }));
    this.#seen = new Set(roots);
  }

  next(): Waiting | undefined {
    return this.#waiting.shift();
  }

  add(unit: PatchUnit, territory: Territory): void {
    const { path } = unit;
    this.units.set(path, unit);
    this.edges.set(path, []);
    for (const call of unit.calls) {
      const { paths, missing } = calledFiles(unit, call, territory);
      const { line, text, within } = call.command;
      if (missing) this.unread.push({ code: "patch_unread", path, line, text });
      for (const called of paths) {
        this.callers.push({ path: called, words: wordsFor(call.command), within });
        this.#follow(called, { path, line, text });
      }
    }
    for (const named of followedFiles(unit, territory)) {
      this.#follow(named, { path, line: 1, text: named });
    }
  }

  #follow(path: string, from: NonNullable<Waiting["from"]>): void {
    this.edges.get(from.path)?.push(path);
    if (!this.#seen.has(path)) this.#waiting.push({ path, from });
    this.#seen.add(path);
  }
}

interface Waiting {
  readonly path: string;
  readonly from: { readonly path: string; readonly line: number; readonly text: string } | null;
}

/** What stands behind the file's name in a command. */
function wordsFor({ words }: PatchCommand): CallerWords["words"] {
  const at = words.findIndex((word) =>
    word.some((piece) => piece.kind === "text" && /\.(?:sh|py|bash)$/u.test(piece.text)),
  );
  return words.slice(at < 0 ? 2 : at + 1);
}

function invokersOf(
  roots: readonly string[],
  edges: Reached["edges"],
): ReadonlyMap<string, readonly string[]> {
  const invokers = new Map<string, string[]>();
  for (const root of roots) {
    const reached = new Set([root]);
    // A set goes on over what is added meanwhile.
    for (const path of reached) {
      for (const next of edges.get(path) ?? []) reached.add(next);
      invokers.set(path, [...(invokers.get(path) ?? []), root]);
    }
  }
  return invokers;
}

/** Files whose names this one shares: those that are reached from the same root. */
function relatedTo(
  path: string,
  invokers: ReadonlyMap<string, readonly string[]>,
  edges: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const own = new Set(invokers.get(path) ?? []);
  const related = [...edges.keys()].filter((other) =>
    (invokers.get(other) ?? []).some((root) => own.has(root)),
  );
  return new Set(related);
}
