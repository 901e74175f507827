import { expect, test } from "@jest/globals";
import { GitHubFailure } from "../../src/github/errors.ts";
import { startHost } from "../../src/host.ts";
import { openDatabase } from "../../src/queue/database.ts";
import { startSimulator } from "../../src/simulator/simulator.ts";
import { loadDictionary } from "../../src/words.ts";
import { freshFolder } from "../support/database.ts";
import { settingsFor } from "../support/story.ts";

test("a start that GitHub refuses leaves nothing open: the folder can be opened again", async () => {
  const github = await startSimulator();
  const { folder, remove } = await freshFolder();
  const settings = { ...settingsFor(github, folder), appId: github.app.id + 1 };
  const started = startHost(settings, {
    dictionary: loadDictionary(),
    politeRequests: false,
    onError: () => undefined,
  });
  await expect(started).rejects.toBeInstanceOf(GitHubFailure);
  const again = await openDatabase(settings.database);
  await again.close();
  await github.close();
  await remove();
});
