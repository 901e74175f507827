import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import type { Language } from "./core/model/config.ts";
import type { Dictionary, Words } from "./core/render/words.ts";

const Sentences = z.record(z.string(), z.string());
const Problems = z.record(z.string(), z.strictObject({ text: z.string(), hint: z.string() }));

const TEMPLATES = join(import.meta.dirname, "..", "templates");

/** Loads every sentence and page of `templates/`, once, at start; a malformed file throws with its name. */
export function loadDictionary(folder = TEMPLATES): Dictionary {
  return { en: loadWords(folder, "en"), zh: loadWords(folder, "zh") };
}

/** The words of one language; the command line loads only the one it speaks. */
function loadWords(folder: string, language: Language): Words {
  const sentences: Record<string, string> = {};
  const problems: Record<string, { text: string; hint: string }> = {};
  const pages: Record<string, string> = {};
  for (const file of readdirSync(join(folder, language)).sort()) {
    const text = readFileSync(join(folder, language, file), "utf8");
    const name = file.replace(/\.(?:yml|md)$/u, "");
    if (file.endsWith(".md")) pages[name] = text;
    else if (name.startsWith("problems-")) Object.assign(problems, read(file, text, Problems));
    else if (file.endsWith(".yml")) {
      for (const [code, sentence] of Object.entries(read(file, text, Sentences))) {
        sentences[`${name}.${code}`] = sentence;
      }
    }
  }
  return { language, sentences, problems, pages };
}

function read<T>(file: string, text: string, shape: z.ZodType<T>): T {
  const parsed = shape.safeParse(parse(text));
  if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
