/** Writes the table of commands into the README, between its markers, from the table that the bot reads. */
import { readFileSync, writeFileSync } from "node:fs";
import { helpTable } from "../src/core/commands/table.ts";
import { PLAIN } from "../src/core/render/template.ts";
import { say } from "../src/core/render/words.ts";
import { loadDictionary } from "../src/words.ts";

const README = new URL("../README.md", import.meta.url);
const BLOCK = /(?<=<!-- commands -->\n)[^]*?(?=<!-- \/commands -->)/u;

/** The rows that the README should have: every command on offer, who may use it and what it does. */
export function commandRows(): string {
  const { en } = loadDictionary();
  const rows = helpTable().map(({ usage, needs, summary }) => {
    const what = say(en, `commands.${summary}`, {}, PLAIN);
    return `| \`${usage.replaceAll("|", String.raw`\|`)}\` | ${needs.replaceAll("_", " ")} | ${what} |\n`;
  });
  return `| Command | Permission | |\n|---|---|---|\n${rows.join("")}`;
}

/** The rows that a README has. */
export function standingRows(readme: string): string | null {
  return BLOCK.exec(readme)?.[0] ?? null;
}

if (import.meta.main) {
  const readme = readFileSync(README, "utf8");
  writeFileSync(README, readme.replace(BLOCK, commandRows));
}
