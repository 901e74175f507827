/**
 * A process for the tests that kill one: the whole bot on a data folder, against the simulated GitHub
 * of the process that started it. It reads its settings as JSON from the environment and prints its
 * URL once it answers.
 */
import { writeSync } from "node:fs";
import { startHost } from "../../src/host.ts";
import type { Settings } from "../../src/server/settings.ts";
import { loadDictionary } from "../../src/words.ts";

const settings = JSON.parse(process.env["STORY_SETTINGS"] ?? "{}") as Settings;
const host = await startHost(settings, {
  dictionary: loadDictionary(),
  politeRequests: false,
  retrySeconds: 0,
  onError: (error) => {
    writeSync(2, `${String(error)}\n`);
  },
});
writeSync(1, `${host.url}\n`);
await host.reconcile();
