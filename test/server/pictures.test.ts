import { describe, expect, test } from "@jest/globals";
import type { Picture } from "../../src/core/model/results.ts";
import { isSigned, pictureAddress, type PictureName } from "../../src/server/picture-address.ts";
import { pictureRoute } from "../../src/server/picture-route.ts";
import { loadDictionary } from "../../src/words.ts";
import { serve } from "./serving.ts";

const SECRET = "s3cret";
const NAME: PictureName = { repositoryId: 501, pull: 42, runId: 900 };
const evil = `<script>alert("x")</script>&'"`;

const PICTURE: Picture = {
  language: "en",
  runId: 900,
  curve: {
    series: [
      {
        name: evil,
        head: [
          { x: 50, y: 2000, concurrency: 8 },
          { x: 100, y: 1000, concurrency: 4 },
        ],
        base: [{ x: 100, y: 900, concurrency: 4 }],
      },
      { name: "other", head: [{ x: 20, y: 500, concurrency: 16 }], base: [] },
    ],
    more: 3,
  },
};

async function get(
  path: string,
  picture: Picture | null = PICTURE,
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const readPicture = (name: PictureName): Promise<Picture | null> =>
    Promise.resolve(JSON.stringify(name) === JSON.stringify(NAME) ? picture : null);
  const route = pictureRoute({ secret: SECRET, readPicture }, loadDictionary());
  const { url, errors } = await serve([route]);
  const response = await fetch(`${url}${path}`);
  expect(errors).toEqual([]);
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const address = (name = NAME, secret = SECRET): string => pictureAddress("", secret, name);

describe("the address of a picture", () => {
  test("is the same every time, and below the public address", () => {
    expect(pictureAddress("https://bot.example", SECRET, NAME)).toBe(
      `https://bot.example${address()}`,
    );
    expect(address()).toMatch(/^\/pictures\/501\/42\/900\.svg\?sign=[\w-]{32}$/u);
  });

  test.each<[string, PictureName, string]>([
    ["another repository", { ...NAME, repositoryId: 502 }, SECRET],
    ["another pull request", { ...NAME, pull: 43 }, SECRET],
    ["another run", { ...NAME, runId: 901 }, SECRET],
    ["another secret", NAME, "other"],
  ])("has a signature of its own for %s", (_story, name, secret) => {
    const [, signature = ""] = address().split("sign=");
    expect(isSigned(NAME, SECRET, signature)).toBe(true);
    expect(isSigned(name, secret, signature)).toBe(false);
  });
});

describe("the picture", () => {
  test("draws the run and what was published before, and lets nothing else happen", async () => {
    const { status, text, headers } = await get(`${address()}&v=12345678`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toContain("max-age=");
    expect(text).toContain("Throughput per GPU against interactivity, run 900");
    expect(text).toContain('<polyline class="head" points="404,44 736,204"/>');
    expect(text).toContain('<polyline class="base" points="736,220"/>');
    expect(text).toContain("and 3 more");
    expect(text).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;&quot;");
    expect(text).not.toMatch(/<script|undefined|NaN/u);
    expect(text.match(/<(?:svg|g)\b/gu)?.length).toBe(text.match(/<\/(?:svg|g)>/gu)?.length);
  });

  test("speaks the language it was kept in", async () => {
    expect((await get(address(), { ...PICTURE, language: "zh" })).text).toContain("每 GPU 吞吐");
  });

  test("says nothing of published rows where there are none", async () => {
    const [, second] = PICTURE.curve.series;
    const series = second === undefined ? [] : [second];
    const { text } = await get(address(), { ...PICTURE, curve: { series, more: 0 } });
    expect(text).not.toContain("published before");
    expect(text).not.toContain("more");
  });

  test.each<[string, string]>([
    ["no signature", address().replace(/\?.*/u, "")],
    ["a wrong signature", address().replace(/sign=.*/u, "sign=x")],
    ["the signature of another run", address({ ...NAME, runId: 901 }).replace("901", "900")],
    ["a picture that nobody keeps", address({ ...NAME, runId: 7 })],
    ["a name that is none", address().replace("900.svg", "900.png")],
    ["a name that leads elsewhere", address().replace("900.svg", "..%2F900.svg")],
    ["a run that is no number", address().replace("/42/", "/0042/")],
  ])("is not found with %s, always in the same words", async (_story, path) => {
    expect(await get(path)).toMatchObject({ status: 404, text: '{"code":"not_found"}' });
  });
});
