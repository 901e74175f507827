import type { Language } from "../core/model/config.ts";
import type { HttpRequest } from "./route.ts";

/** The languages that the pages speak, the first being that of everybody who asks for neither. */
export const LANGUAGES: readonly Language[] = ["en", "zh"];

/** The language of a request: `?lang=` first, then what the browser likes best, then English. */
export function chooseLanguage(request: Pick<HttpRequest, "query" | "headers">): Language {
  const asked = toLanguage(request.query.get("lang") ?? "");
  if (asked !== null) {
    return asked;
  }
  const liked = (request.headers["accept-language"] ?? "")
    .split(",")
    .map(parsePreference)
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map(({ tag }) => toLanguage(tag));
  return liked.find((language) => language !== null) ?? "en";
}

/** A tag such as `zh-Hans-CN` counts by its first part. */
function toLanguage(tag: string): Language | null {
  const primary = tag.trim().toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === primary) ?? null;
}

function parsePreference(text: string): { readonly tag: string; readonly quality: number } {
  const [tag = "", ...parameters] = text.split(";");
  const given = parameters.map((each) => /^\s*q=(\d(?:\.\d+)?)\s*$/u.exec(each)?.[1]).find(Boolean);
  return { tag, quality: given === undefined ? 1 : Number(given) };
}
