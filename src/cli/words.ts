import { readdirSync, readFileSync } from "node:fs";
import type { Language } from "../core/model/config.ts";
import { parseYaml } from "../core/contract/yaml.ts";
import type { Problem } from "../core/model/problem.ts";
import { PLAIN, renderTemplate } from "../core/render/template.ts";
import type { View } from "../core/render/template.ts";

type Sentences = Readonly<Record<string, string>>;
type ProblemSentences = Readonly<Record<string, { readonly text: string; readonly hint: string }>>;

const TEMPLATES = new URL("../../templates/", import.meta.url);

/** The language of a command line: `--lang zh` or `--lang=zh`; English otherwise. */
export function languageOf(argv: readonly string[]): Language {
  const at = argv.findIndex((argument) => /^--lang(?:=|$)/.test(argument));
  const value = argv[at] === "--lang" ? argv[at + 1] : argv[at]?.slice("--lang=".length);
  return value === "zh" ? "zh" : "en";
}

function readArea(language: Language, file: string): unknown {
  const url = new URL(`${language}/${file}`, TEMPLATES);
  return parseYaml(readFileSync(url), { path: file }).value ?? {};
}

/** Sentences for the terminal, read from the templates when they are first needed. */
export class CliWords {
  readonly language: Language;
  readonly #area: string;
  #sentences: Sentences | null = null;
  #problems: ProblemSentences | null = null;

  constructor(language: Language, area: string) {
    this.language = language;
    this.#area = area;
  }

  /** The sentence of a code with its slots filled; an unknown code throws, it is a programming error. */
  say(code: string, view: View = {}): string {
    this.#sentences ??= readArea(this.language, `${this.#area}.yml`) as Sentences;
    const template = this.#sentences[code];
    if (template === undefined) throw new Error(`No sentence "${code}" in ${this.#area}`);
    return renderTemplate(template, view, PLAIN).trim();
  }

  /** What is wrong and what to do about it. */
  describe(problem: Problem): { readonly text: string; readonly hint: string } {
    this.#problems ??= this.#allProblems();
    const entry = this.#problems[problem.code];
    if (entry === undefined) throw new Error(`No problem "${problem.code}"`);
    return {
      text: renderTemplate(entry.text, problem.values, PLAIN).trim(),
      hint: renderTemplate(entry.hint, problem.values, PLAIN).trim(),
    };
  }

  #allProblems(): ProblemSentences {
    const files = readdirSync(new URL(`${this.language}/`, TEMPLATES));
    const areas = files.filter((file) => /^problems-.*\.yml$/.test(file));
    return Object.assign(
      {},
      ...areas.map((file) => readArea(this.language, file)),
    ) as ProblemSentences;
  }
}
