import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { chooseLanguage } from "../../src/server/language.ts";
import { renderMarkdown } from "../../src/server/markdown.ts";
import type { PullLine, PullPage } from "../../src/server/page-views.ts";
import { pageRoutes, type PagesSource } from "../../src/server/pages.ts";
import { loadDictionary } from "../../src/words.ts";
import { serve } from "./serving.ts";

const evil = `<script>alert("x")</script>&'"`;
const escaped = "&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&amp;&#39;&quot;";

const line: PullLine = {
  owner: "octo",
  name: "bench",
  number: 12,
  title: evil,
  state: "bad",
  summary: evil,
  seenAt: Date.UTC(2026, 0, 2, 3, 4, 5),
};

const page: PullPage = {
  title: evil,
  url: "https://github.com/octo/bench/pull/12",
  cardMarkdown: `## Sweep\n\n| job | state |\n|---|---|\n| ${evil} | ✅ |\n\n<!-- sweepbot:card -->`,
  verdicts: [{ name: evil, state: "waiting", text: evil }],
  progress: [],
  results: [],
  audit: [
    {
      at: Date.UTC(2026, 0, 2, 3, 4, 5),
      kind: "effect",
      code: evil,
      detail: { text: evil },
    },
  ],
};

function source(pulls: readonly PullLine[], found: PullPage | null): PagesSource {
  return {
    listPulls: () => Promise.resolve(pulls),
    readPull: ({ owner, name, number }) =>
      Promise.resolve(`${owner}/${name}#${number}` === "octo/bench#12" ? found : null),
  };
}

async function get(
  path: string,
  pulls: readonly PullLine[] = [line],
  found: PullPage | null = page,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly html: string; readonly headers: Headers }> {
  const { url, errors } = await serve(pageRoutes(source(pulls, found), loadDictionary()));
  const response = await fetch(`${url}${path}`, { headers });
  expect(errors).toEqual([]);
  return { status: response.status, html: await response.text(), headers: response.headers };
}

describe("pages", () => {
  test("list the pull requests with a link to each", async () => {
    const { status, html } = await get("/");
    expect(status).toBe(200);
    expect(html).toContain('href="/pulls/octo/bench/12?lang=en"');
    expect(html).toContain('<time datetime="2026-01-02T03:04:05.000Z">2026-01-02 03:04:05</time>');
    expect(html).toContain('<span class="state bad">Needs work</span>');
  });

  test("say what to do when there is no pull request yet", async () => {
    const { html } = await get("/", []);
    expect(html).toContain("No pull request has been looked at yet.");
    expect(html).not.toContain("<table");
  });

  test("show card, verdicts and audit trail of a pull request", async () => {
    const { html } = await get("/pulls/octo/bench/12");
    expect(html).toContain('<a href="https://github.com/octo/bench/pull/12"');
    expect(html).toContain("<h2>Sweep</h2>");
    expect(html).toContain("<td>✅</td>");
    expect(html).not.toContain("sweepbot:card");
    expect(html).toContain("Effect");
  });

  test.each(["/", "/pulls/octo/bench/12"])("escape everything on %s", async (path) => {
    const { html } = await get(path);
    expect(html).toContain(escaped);
    expect(html).not.toContain("<script");
    expect(html).not.toContain('alert("x")');
  });

  test("link to nothing but the web", async () => {
    const { html } = await get("/pulls/octo/bench/12", [], { ...page, url: "javascript:alert(1)" });
    expect(html).not.toContain("javascript:");
  });

  test.each([
    "/pulls/octo/bench/13",
    "/pulls/octo/bench/abc",
    "/pulls/octo/bench/012",
    "/pulls/%3Cscript%3E/b/1",
  ])("answer 404 for %s with a page that says what to check", async (path) => {
    const { status, html } = await get(path);
    expect(status).toBe(404);
    expect(html).toContain("has not looked at this pull request");
    expect(html).not.toContain("<script");
  });

  test("show a pull request of which nothing is known yet", async () => {
    const bare = {
      title: "t",
      url: "",
      cardMarkdown: "",
      verdicts: [],
      progress: [],
      results: [],
      audit: [],
    };
    const { html } = await get("/pulls/octo/bench/12", [], bare);
    expect(html).toContain("There is no status card yet.");
    expect(html).toContain("Nothing has been decided or done yet.");
  });

  test("allow no script and no foreign style", async () => {
    const { headers } = await get("/");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("come with their style sheet", async () => {
    const { status, headers, html } = await get("/style.css");
    expect([status, headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(html).toContain("light-dark(");
  });

  test("speak Chinese when asked to, and keep doing so behind the links", async () => {
    const { html, headers } = await get("/", [line], page, {
      "accept-language": "zh-CN,zh;q=0.9,en;q=0.8",
    });
    expect(headers.get("content-language")).toBe("zh");
    expect(html).toContain('<html lang="zh">');
    expect(html).toContain("需要修改");
    expect(html).toContain("/pulls/octo/bench/12?lang=zh");
  });
});

describe("language of a page", () => {
  test.each([
    ["", "", "en"],
    ["zh", "en", "zh"],
    ["en", "zh", "en"],
    ["fr", "zh", "zh"],
    ["", "zh-Hans-CN", "zh"],
    ["", "en;q=0.5, zh;q=0.7", "zh"],
    ["", "fr, zh;q=0.1", "zh"],
    ["", "zh;q=0", "en"],
    ["", "*", "en"],
    ["", ";;q=,=,", "en"],
  ])("?lang=%s with Accept-Language %s is %s", (lang, header, expected) => {
    const query = new URLSearchParams(lang === "" ? {} : { lang });
    expect(chooseLanguage({ query, headers: { "accept-language": header } })).toBe(expected);
  });
});

describe("Markdown as HTML", () => {
  test.each([
    ["<b onclick=x>hi</b>", "&lt;b onclick=x&gt;hi&lt;/b&gt;"],
    ["a <details> b </details>", "a <details> b </details>"],
    [
      "<details><summary>中文</summary>\n\n**x**\n\n</details>",
      "<details><summary>中文</summary>\n<p><strong>x</strong></p>\n</details>",
    ],
    ["<details ontoggle=x>", "&lt;details ontoggle=x&gt;"],
    ["a <!-- hidden --> b", "a  b"],
    ["`<details>`", "<code>&lt;details&gt;</code>"],
    ["[x](javascript:alert(1))", '<a href="">x</a>'],
    ["[x](https://example.com)", '<a href="https://example.com">x</a>'],
    ["~~gone~~", "<del>gone</del>"],
  ])("%j becomes %j", (markdown, html) => {
    expect(renderMarkdown(markdown)).toContain(html);
  });

  test("lets no tag with an attribute through that the source wrote", () => {
    const pieces = fc.array(
      fc.constantFrom(
        "<",
        ">",
        "<img src=x onerror=y>",
        "<!--",
        "-->",
        "</",
        "details",
        " open",
        "<script>",
        "\n",
        "\n\n",
        "`",
        "a",
        "|",
        "- ",
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const html = renderMarkdown(parts.join(""));
        return !/<(?:img|script|iframe)[\s>]/iu.test(html) && !/<[^>]*\son\w+=/iu.test(html);
      }),
    );
  });
});
