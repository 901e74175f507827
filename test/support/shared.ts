import { describe, test } from "@jest/globals";
import { sharedFolder } from "./shared-folder.ts";

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
