import { z } from "zod";
import type { Language } from "../src/core/model/config.ts";
import { Config } from "../src/core/model/config.ts";
import { loadDictionary } from "../src/words.ts";

/** What this module reads of a JSON Schema node; every other member is kept as it is. */
interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly [member: string]: unknown;
}

const AREA = "config-fields";
const DICTIONARY = loadDictionary();

/**
 * The JSON Schema (draft 7) of `.github/sweepbot.yml` for editors: what may be written, not what comes
 * out after defaults. Each setting says in English and Chinese what it is; one without words throws.
 */
export function configSchema(): object {
  const schema = z.toJSONSchema(Config, {
    io: "input",
    target: "draft-7",
    // Not a format that validators know; the pattern beside it says the same.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === "includes") delete jsonSchema.format;
    },
  });
  return { title: "Settings of sweepbot", ...described(schema as SchemaNode, "") };
}

/** Dotted names of all settings, sections included. */
export function settingNames(): readonly string[] {
  const names: string[] = [];
  const visit = (node: SchemaNode, path: string): void => {
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      names.push(`${path}${name}`);
      visit(child, `${path}${name}.`);
    }
    if (node.items !== undefined) visit(node.items, path);
  };
  visit(z.toJSONSchema(Config, { io: "input" }) as SchemaNode, "");
  return names;
}

/** Dotted names of the settings that have words. */
export function describedNames(language: Language): readonly string[] {
  return Object.keys(DICTIONARY[language].sentences)
    .filter((code) => code.startsWith(`${AREA}.`))
    .map((code) => code.slice(AREA.length + 1));
}

function described(node: SchemaNode, path: string): SchemaNode {
  const { properties, items } = node;
  return {
    ...node,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, child]) => [
          name,
          { description: wordsOf(`${path}${name}`), ...described(child, `${path}${name}.`) },
        ]),
      ),
    }),
    ...(items !== undefined && { items: described(items, path) }),
  };
}

function wordsOf(name: string): string {
  const { en, zh } = DICTIONARY;
  return [en, zh]
    .map(({ sentences }) => {
      const sentence = sentences[`${AREA}.${name}`];
      if (sentence === undefined) throw new Error(`no words for the setting ${name}`);
      return sentence;
    })
    .join("\n");
}
