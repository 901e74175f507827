import { createHash, type Hash } from "node:crypto";
import type { FileReading } from "../model/github.ts";
import type { SourceSide } from "../model/sources.ts";
import type { RecipeFinding } from "./finding.ts";
import type { RecipeInput } from "./input.ts";

/** What checks that follow scripts may look at: nothing that changes while the files stay the same. */
export type ScriptInput = Omit<RecipeInput, "now" | "documents" | "entries" | "evalLabels">;

/** Kept for the newest inputs: a pull request is looked at again and again without a change. */
const KEPT = 64;
const kept = new Map<string, readonly RecipeFinding[]>();

/**
 * What `find` says of this input, worked out once for equal inputs. Following scripts takes seconds
 * where many are touched, and the same thread answers webhooks.
 */
export function remembered(
  input: RecipeInput,
  name: string,
  find: (input: ScriptInput) => readonly RecipeFinding[],
): readonly RecipeFinding[] {
  const key = `${name} ${digestOf(input)}`;
  const found = kept.get(key) ?? find(input);
  kept.delete(key);
  kept.set(key, found);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return found;
}

const digests = new WeakMap<RecipeInput, string>();

/** Of the input as it was read; the time and what is worked out from the rest are left out. */
function digestOf(input: RecipeInput): string {
  const known = digests.get(input);
  if (known !== undefined) return known;
  const { pull, files, sources, documents, keys, points, places, policies, details } = input;
  const hash = createHash("sha256");
  for (const side of [sources.head, sources.base, sources.policy]) addSide(hash, side);
  for (const { path, base, head } of documents.masters) {
    hash.update(path);
    for (const reading of [base, head]) addFile(hash, reading);
  }
  addFile(hash, documents.runners.head);
  const rest = { pull, files, keys, points, places, policies, details };
  hash.update(JSON.stringify(rest, plain));
  const digest = hash.digest("hex");
  digests.set(input, digest);
  return digest;
}

/** The parsed document of a recipe says what its file says, which is in the digest already. */
function plain(name: string, value: unknown): unknown {
  if (name === "document") return null;
  if (typeof value === "bigint") return `${value}n`;
  return value instanceof Map || value instanceof Set ? [...(value as Iterable<unknown>)] : value;
}

function addSide(hash: Hash, { commitSha, tree, texts }: SourceSide): void {
  hash.update(JSON.stringify([commitSha, tree]));
  for (const path of Object.keys(texts).sort()) {
    const reading = texts[path];
    const value = reading?.kind === "known" ? (reading.value?.text ?? null) : reading;
    hash.update(JSON.stringify([path, reading?.kind, value]));
  }
}

function addFile(hash: Hash, reading: FileReading): void {
  if (reading.kind === "unknown") hash.update(`unknown ${reading.cause}`);
  else hash.update(reading.value?.bytes ?? "absent");
}
