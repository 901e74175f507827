import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import { parse } from "yaml";
import { configSchema, describedNames, settingNames } from "../../scripts/config-schema.ts";
import { Config } from "../../src/core/model/config.ts";

/** The file on disk is held against `configSchema()` in test/core/contract/schemas.test.ts. */
describe("the schema of .github/sweepbot.yml", () => {
  const accepts = new Ajv({ strict: true, allowUnionTypes: true }).compile(configSchema());

  test.each([
    ["nothing", "{}", true],
    ["one setting of a section", "sweep: { trigger: observe }", true],
    ["a label of one's own", "labels: { primary: [{ name: go }] }", true],
    ["a team's members", "signoff: { teams: { acme/core: [zoe] } }", true],
    ["a misspelt setting", "sweep: { triger: observe }", false],
    ["a misspelt section", "sweeps: {}", false],
    ["a trigger that is not known", "sweep: { trigger: always }", false],
    ["no language at all", "languages: []", false],
    ["a number for a name", "paths: { changelog: 7 }", false],
    ["an age of nothing", "commands: { maxAgeHours: 0 }", false],
    ["a repository without an owner", "ingest: { repository: app }", false],
    ["a label without a name", "labels: { primary: [{ full: true }] }", false],
  ])("judges %s as the bot does", (_, text, allowed) => {
    const settings: unknown = parse(text);
    expect({ schema: accepts(settings), bot: Config.safeParse(settings).success }).toEqual({
      schema: allowed,
      bot: allowed,
    });
  });

  test.each(["en", "zh"] as const)("explains every setting and no other in %s", (language) => {
    expect([...describedNames(language)].sort()).toEqual([...settingNames()].sort());
  });
});
