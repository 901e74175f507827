import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const beside = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "shared");

/** The folder of specifications, vectors and real data beside the checkout; null where it is missing. */
export const sharedFolder: string | null =
  process.env["SWEEPBOT_SHARED"] ?? (existsSync(join(beside, "README.md")) ? beside : null);
