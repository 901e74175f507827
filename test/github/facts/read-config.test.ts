import { describe, expect, test } from "@jest/globals";
import { DEFAULT_CONFIG } from "../../../src/core/model/config.ts";
import type { FileReading } from "../../../src/core/model/github.ts";
import { known, unknown } from "../../../src/core/model/reading.ts";
import { type LastGoodStore, readConfig } from "../../../src/github/facts/read-config.ts";
import { HEAD } from "../../support/build.ts";
import { aFile } from "../../support/facts.ts";
import { aGitHub } from "../../support/github.ts";

const PATH = ".github/sweepbot.yml";
const VALID = "languages: [zh]\n";
const BROKEN = "sweep:\n  trigger: observe\n  wrkflow: x.yml\n";

async function settings(
  file: FileReading,
  lastGood: string | null,
): Promise<{
  readonly config: Awaited<ReturnType<typeof readConfig>>;
  readonly kept: readonly string[];
}> {
  const kept: string[] = [];
  const store: LastGoodStore = {
    read: () => Promise.resolve(lastGood),
    write: (_id, text) => {
      kept.push(text);
      return Promise.resolve();
    },
  };
  const { github } = aGitHub({ readFile: () => Promise.resolve(file) });
  return { config: await readConfig(github, 501, HEAD, store), kept };
}

describe("the settings in force", () => {
  test("are the defaults only where there surely is no file", async () => {
    const { config, kept } = await settings(known(null), VALID);
    expect([config, kept]).toEqual([
      { inForce: DEFAULT_CONFIG, source: "defaults", mistakes: [] },
      [],
    ]);
    expect(config.inForce.sweep.trigger).toBe("dispatch");
  });

  test("are those of the file, which is kept", async () => {
    const { config, kept } = await settings(aFile(PATH, VALID), null);
    expect(config).toMatchObject({ inForce: { languages: ["zh"] }, source: "default_branch" });
    expect(kept).toEqual([VALID]);
  });

  const unusable: readonly (readonly [string, FileReading, string])[] = [
    ["has a mistake", aFile(PATH, BROKEN), "config_unknown_key"],
    ["is too large", unknown("too_large"), "config_unreadable"],
    ["may not be read", unknown("forbidden"), "config_unreadable"],
  ];

  test.each(unusable)(
    "start nothing where the first file %s: a maintainer may have said so",
    async (_story, file, code) => {
      const { config, kept } = await settings(file, null);
      expect(config.inForce).toEqual({
        ...DEFAULT_CONFIG,
        sweep: { ...DEFAULT_CONFIG.sweep, trigger: "observe" },
      });
      expect(config.source).toBe("defaults");
      expect(config.mistakes.map((mistake) => mistake.code)).toEqual([code]);
      expect(kept).toEqual([]);
    },
  );

  test.each(unusable)("are the last good ones where the file %s", async (_story, file, code) => {
    const { config, kept } = await settings(file, VALID);
    expect(config).toMatchObject({
      inForce: { languages: ["zh"], sweep: { trigger: "dispatch" } },
      source: "last_good",
      mistakes: [{ code }],
    });
    expect(kept).toEqual([]);
  });

  test("start nothing where what was kept is not valid any more", async () => {
    const { config } = await settings(aFile(PATH, BROKEN), BROKEN);
    expect(config).toMatchObject({
      inForce: { sweep: { trigger: "observe" } },
      source: "defaults",
    });
  });
});
