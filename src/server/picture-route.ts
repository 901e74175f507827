import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Picture } from "../core/model/results.ts";
import { curveView } from "../core/render/curve-view.ts";
import { renderTemplate } from "../core/render/template.ts";
import type { Dictionary } from "../core/render/words.ts";
import { HTML } from "./html.ts";
import { isSigned, type PictureName } from "./picture-address.ts";
import type { HttpAnswer, Route } from "./route.ts";

const TEMPLATE = join(import.meta.dirname, "..", "..", "templates", "pictures", "curve.svg");
const NUMBER = /^[1-9]\d{0,15}$/u;
/** A changed curve has another address, so what was fetched stays good for a day. */
const HEADERS = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "cache-control": "public, max-age=86400",
  "referrer-policy": "no-referrer",
};
const NOT_FOUND: HttpAnswer = {
  status: 404,
  contentType: "application/json",
  body: JSON.stringify({ code: "not_found" }),
};

export interface PictureSource {
  readonly secret: string;
  readonly readPicture: (name: PictureName) => Promise<Picture | null>;
}

/** GET /pictures/{repository}/{pull}/{file}: the curve of a run as an SVG; a wrong signature is not told from a missing picture. */
export function pictureRoute(source: PictureSource, dictionary: Dictionary): Route {
  const template = readFileSync(TEMPLATE, "utf8");
  return {
    method: "GET",
    path: "/pictures/{repository}/{pull}/{file}",
    answer: async ({ params, query }) => {
      const name = nameIn(params);
      if (name === null || !isSigned(name, source.secret, query.get("sign") ?? "")) {
        return NOT_FOUND;
      }
      const picture = await source.readPicture(name);
      if (picture === null) return NOT_FOUND;
      const view = curveView(picture, dictionary[picture.language]);
      return {
        status: 200,
        contentType: "image/svg+xml; charset=utf-8",
        body: renderTemplate(template, view, HTML),
        headers: HEADERS,
      };
    },
  };
}

function nameIn({
  repository = "",
  pull = "",
  file = "",
}: Readonly<Record<string, string>>): PictureName | null {
  const run = /^(\d+)\.svg$/u.exec(file)?.[1] ?? "";
  if (![repository, pull, run].every((part) => NUMBER.test(part))) return null;
  return { repositoryId: Number(repository), pull: Number(pull), runId: Number(run) };
}
