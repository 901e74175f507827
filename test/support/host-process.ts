/**
 * The whole bot as a process that tests can kill, on a data folder and against the simulated GitHub of
 * its parent. Settings come as JSON in STORY_SETTINGS. It sends its URL when it answers; each message
 * from the parent makes it look at everything and answer when nothing is left to do.
 */
import { startHost } from "../../src/host.ts";
import type { Settings } from "../../src/server/settings.ts";
import { loadDictionary } from "../../src/words.ts";

/** Wishes for a later look that fall due so soon are waited for. */
const LATER_MS = 1_500;

const settings = JSON.parse(process.env["STORY_SETTINGS"] ?? "{}") as Settings;
const host = await startHost(settings, {
  dictionary: loadDictionary(),
  politeRequests: false,
  retrySeconds: 0,
  onError: (error) => {
    process.stderr.write(`${String(error)}\n`);
  },
});

process.on("message", () => {
  void (async () => {
    await host.reconcile();
    await host.settled();
    await host.queue.drained({ laterWithinMs: LATER_MS });
    process.send?.({ kind: "settled" });
  })();
});
process.on("disconnect", () => {
  process.exit();
});
process.send?.({ kind: "ready", url: host.url });
