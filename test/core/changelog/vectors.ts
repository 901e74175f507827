import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Outcome {
  readonly name: string;
  readonly pr: number | null;
  readonly ok: boolean;
  readonly code?: string;
}

export interface BytesVector extends Outcome {
  readonly base_b64: string;
  readonly head_b64: string;
  readonly additions?: number;
  readonly corrections?: number;
}

export interface CanonicalizeVector extends Outcome {
  readonly base_b64: string;
  readonly head_b64: string;
  readonly result_b64?: string;
}

export interface ResolveVector extends Outcome {
  readonly base_b64: string;
  readonly pr_b64: string;
  readonly main_b64: string;
  readonly result_b64?: string;
}

function readVectors(shared: string, name: string): unknown {
  return JSON.parse(readFileSync(join(shared, "vectors", name), "utf8"));
}

/** Inputs of the byte contract with the answers of the system that sweepbot follows. */
export function readBytesVectors(shared: string): readonly BytesVector[] {
  return readVectors(shared, "changelog-bytes.json") as readonly BytesVector[];
}

/** Inputs of the link canonicaliser and the conflict resolver with the bytes that they give. */
export function readMergeVectors(shared: string): {
  readonly canonicalize: readonly CanonicalizeVector[];
  readonly resolve: readonly ResolveVector[];
} {
  return readVectors(shared, "changelog-merge.json") as ReturnType<typeof readMergeVectors>;
}

/** Bytes of a base-64 text. */
export function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}
