/** Whether anything that is executed differs between two commits, for the recipes that are published (spec/control-plane §9.4). */
import { parseMasters } from "../contract/master.ts";
import { keysMeasuredWith } from "../matrix/uncovered.ts";
import type { Config } from "../model/config.ts";
import type { Facts } from "../model/facts.ts";
import type { TreeReading } from "../model/gate.ts";
import type { FileReading } from "../model/github.ts";
import { isWithin } from "../model/places.ts";
import { changedBetween } from "../model/trees.ts";
import { contentOf } from "../model/file-content.ts";
import { recoveredHere } from "./recovery-record.ts";
import type { RuleResult } from "./reuse-rules.ts";
import type { MatrixVerdict } from "./validation.ts";

export interface ScriptTrees {
  /** The commit that the run measured. */
  readonly measured: TreeReading;
  readonly now: TreeReading;
  /** Recipes and runners of the newer side. */
  readonly masters: readonly FileReading[];
  readonly runners: FileReading;
}

export type ScriptsVerdict =
  | { readonly outcome: "pass" }
  | { readonly outcome: "fail"; readonly path: string }
  | { readonly outcome: "unknown"; readonly cause: string };

/**
 * The first measured file that differs and belongs to one of the keys, or to nobody: of that it is not
 * known who runs it. Other recipes' own scripts may change as they like.
 */
export function compareScripts(
  sides: ScriptTrees,
  keys: readonly string[],
  { paths }: Config,
): ScriptsVerdict {
  const { measured, now, masters, runners } = sides;
  if (measured.kind === "unknown") return { outcome: "unknown", cause: measured.cause };
  if (now.kind === "unknown") return { outcome: "unknown", cause: now.cause };
  const changed = changedBetween(measured.value, now.value).filter(
    ({ path }) => isWithin(path, paths.measured) && !path.endsWith(".md"),
  );
  if (changed.length === 0) return { outcome: "pass" };
  const content = contentOf(runners);
  const files = masters.map(contentOf).filter((file) => file !== null);
  if (content === null || files.length < masters.length) {
    return { outcome: "unknown", cause: "unreadable" };
  }
  const keysOf = keysMeasuredWith({
    ...{ masters: parseMasters(files), runners: content, changed, shared: paths.shared },
    tree: now.value.map(({ path }) => path),
  });
  const found = changed.find(({ path }) => {
    const users = keysOf(path);
    return users.length === 0 || users.some((key) => keys.includes(key));
  });
  return found === undefined ? { outcome: "pass" } : { outcome: "fail", path: found.path };
}

/**
 * On a recovery pull request: whether what its recipes execute is at the head what the run measured.
 * Null everywhere else. The branch starts at the default branch, so its comparison shows far too much.
 */
export function recoveredScripts(
  sha: string,
  facts: Facts,
  matrix: MatrixVerdict,
): RuleResult | null {
  const rule = "scripts_unchanged";
  if (recoveredHere(facts)?.sourceSha !== sha) return null;
  const { outcome, ...values } = comparedHere(sha, facts, matrix);
  return { rule, outcome, values };
}

function comparedHere(sha: string, facts: Facts, matrix: MatrixVerdict): ScriptsVerdict {
  const ground = facts.recovery?.ground;
  const measured = ground?.sources[sha]?.tree;
  if (ground == null || measured === undefined || matrix.kind !== "planned") {
    return { outcome: "unknown", cause: "unavailable" };
  }
  const { documents, config } = facts;
  const masters = documents.masters.map(({ head }) => head);
  const sides = { measured, now: ground.landed, masters, runners: documents.runners.head };
  return compareScripts(sides, matrix.keys, config.inForce);
}
