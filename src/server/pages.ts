import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../core/model/config.ts";
import { PLAIN, renderTemplate, type View } from "../core/render/template.ts";
import { say, type Dictionary, type Words } from "../core/render/words.ts";
import { HTML } from "./html.ts";
import type { HttpAnswer, HttpRequest, Route } from "./route.ts";
import { chooseLanguage, LANGUAGES } from "./language.ts";
import { listView, pullView, wordsView, type PagesSource } from "./page-views.ts";

export type { PagesSource } from "./page-views.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "templates", "pages");
const PULL_NUMBER = /^[1-9]\d{0,8}$/u;
/** Nothing may run, and nothing but our style and the pictures of the card may load. */
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  vary: "accept-language",
};

/** GET /, GET /pulls/{owner}/{name}/{number} and their style sheet: PLAIN pages that need no script. */
export function pageRoutes(source: PagesSource, dictionary: Dictionary): readonly Route[] {
  const render = loadPages(dictionary);
  return [
    {
      method: "GET",
      path: "/",
      answer: async (request) => {
        const words = dictionary[chooseLanguage(request)];
        return render("list", words, listView(await source.listPulls(words.language), words));
      },
    },
    {
      method: "GET",
      path: "/pulls/{owner}/{name}/{number}",
      answer: async (request) => {
        const words = dictionary[chooseLanguage(request)];
        const pull = await readPull(source, request, words.language);
        const { owner = "", name = "", number = "" } = request.params;
        const address = `${owner}/${name}#${number}`;
        return pull === null
          ? { ...render("missing", words, { title: address }), status: 404 }
          : render("pull", words, pullView(pull, address, words));
      },
    },
    styleRoute(),
  ];
}

async function readPull(
  source: PagesSource,
  { params: { owner = "", name = "", number = "" } }: HttpRequest,
  language: Language,
): ReturnType<PagesSource["readPull"]> {
  return PULL_NUMBER.test(number)
    ? await source.readPull({ owner, name, number: Number(number) }, language)
    : null;
}

type Render = (page: "list" | "pull" | "missing", words: Words, view: View) => HttpAnswer;

function loadPages(dictionary: Dictionary): Render {
  const frame = readTemplate("frame.html");
  const pages = {
    list: readTemplate("list.html"),
    pull: readTemplate("pull.html"),
    missing: readTemplate("missing.html"),
  };
  const languages = LANGUAGES.map((code) => ({
    code,
    label: say(dictionary[code], "pages.language", {}, PLAIN),
  }));
  return (page, words, view) => {
    const all = { ...wordsView(words), lang: words.language, languages, ...view };
    const content = renderTemplate(pages[page], all, HTML);
    return {
      status: 200,
      contentType: "text/html; charset=utf-8",
      body: renderTemplate(frame, { ...all, content }, HTML),
      headers: { ...HEADERS, "content-language": words.language },
    };
  };
}

function styleRoute(): Route {
  const style = readTemplate("style.css");
  return {
    method: "GET",
    path: "/style.css",
    answer: () =>
      Promise.resolve({
        status: 200,
        contentType: "text/css; charset=utf-8",
        body: style,
        headers: { "cache-control": "max-age=300" },
      }),
  };
}

function readTemplate(file: string): string {
  return readFileSync(join(FOLDER, file), "utf8");
}
