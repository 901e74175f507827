import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, test } from "@jest/globals";

const beside = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..", "shared");

/** The folder of specifications, vectors and real data beside the checkout; null where it is missing. */
export const sharedFolder: string | null =
  process.env["SWEEPBOT_SHARED"] ?? (existsSync(join(beside, "README.md")) ? beside : null);

/** A describe block that needs the shared material; skipped, and saying so, where it is missing. */
export function describeShared(name: string, body: (shared: string) => void): void {
  const folder = sharedFolder;
  describe(name, () => {
    if (folder === null) {
      test.skip("skipped: needs the shared material beside the checkout", () => undefined);
    } else {
      body(folder);
    }
  });
}
