import type { PullRef } from "../../src/core/model/signal.ts";

/** A pull request of one repository. */
export function pullRef(pull: number, repositoryId = 7): PullRef {
  return { installationId: 1, repositoryId, owner: "octo", name: "bench", pull };
}

/** A promise that the test itself settles. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: () => {
      open();
    },
  };
}
