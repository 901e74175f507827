import { ZipFile } from "yazl";
import type { Artifact, Run } from "../state/records.ts";
import { worldOf } from "../state/world.ts";

const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

export interface ArtifactOptions {
  readonly expired?: boolean;
  /** Milliseconds since the epoch; 90 days from now when absent, GitHub's own default. */
  readonly expiresAt?: number;
}

/** Uploads an artifact: files by name, or the bytes of a zip as they are (to tell stories of bad ones). */
export function addArtifact(
  run: Run,
  name: string,
  content: Readonly<Record<string, string | Uint8Array>> | Uint8Array,
  options: ArtifactOptions = {},
): Artifact {
  const world = worldOf(run.workflow.repository);
  const packed = content instanceof Uint8Array ? ready(content) : pack(content);
  const artifact: Artifact = {
    run,
    id: world.nextId(),
    name,
    ...packed,
    expired: options.expired ?? false,
    createdAt: world.now(),
    expiresAt: options.expiresAt ?? world.now() + KEPT_MS,
  };
  run.artifacts.push(artifact);
  return artifact;
}

interface Packed {
  readonly sizeBytes: number;
  readonly zip: () => Promise<Buffer>;
}

function ready(bytes: Uint8Array): Packed {
  return { sizeBytes: bytes.length, zip: () => Promise.resolve(Buffer.from(bytes)) };
}

function pack(files: Readonly<Record<string, string | Uint8Array>>): Packed {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    // Stored, not deflated, and dated alike: the size is known at once and the bytes never vary.
    zip.addBuffer(Buffer.from(content), path, { compress: false, mtime: new Date(0) });
  }
  let sizeBytes = 0;
  const onSize = (size: number): void => {
    sizeBytes = size;
  };
  // The callback's type has no parameter, although the size is passed to it at once.
  zip.end({ forceZip64Format: false, comment: "" }, onSize as () => void);
  let bytes: Promise<Buffer> | null = null;
  return { sizeBytes, zip: () => (bytes ??= collect(zip)) };
}

async function collect(zip: ZipFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
