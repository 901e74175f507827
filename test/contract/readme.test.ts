import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { commandRows, standingRows } from "../../scripts/write-commands.ts";
import { helpTable } from "../../src/core/commands/table.ts";
import { parseConfig } from "../../src/core/config/parse.ts";

const README = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8");

describe("the README", () => {
  test("lists the commands that the bot offers (scripts/write-commands.ts writes them)", () => {
    expect(standingRows(README)).toBe(commandRows());
    expect(commandRows().match(/^\| `\//gmu)).toHaveLength(helpTable().length);
  });

  test("shows settings that are valid", () => {
    const [, settings = ""] = /```yaml\n([^]*?)```/u.exec(README) ?? [];
    expect(parse(settings)).toHaveProperty("sweep.nominalMinutes.eval", 40);
    expect(parseConfig(settings)).toMatchObject({ kind: "valid" });
  });
});
