import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { nearMiss, parseSignoff } from "../../../src/core/signoff/body.ts";
import { fenced, fillForm, type FormContent } from "../../../src/core/signoff/fill-form.ts";
import { compareWithTemplate } from "../../../src/core/signoff/match.ts";
import { parseTemplate } from "../../../src/core/signoff/template.ts";
import { ITEMS, templatePage } from "../../support/checklist.ts";
import { exampleFile } from "../../support/facts.ts";
import { describeShared } from "../../support/shared.ts";

const RUN = "https://github.com/acme/gpu-benchmarks/actions/runs/900";
const REASON =
  "N/A: No key is added, so nothing is not covered: it cannot fail. See `configs/a.yaml`, and never mind the rest.";

function templateOf(page: string): Extract<ReturnType<typeof parseTemplate>, { kind: "template" }> {
  const template = parseTemplate(page);
  if (template.kind !== "template") throw new Error("no template");
  return template;
}

/** How the form matches its template once a person has ticked every box: one word an item. */
function ticked(page: string, content: FormContent): readonly string[] {
  const template = templateOf(page);
  const form = fillForm(template.form, content).replaceAll("[ ]", "[x]");
  const signoff = parseSignoff(form);
  if (signoff === null) throw new Error("not a sign-off");
  const { rows, extra } = compareWithTemplate(signoff.items, template.items);
  expect(extra).toEqual([]);
  expect(signoff.signature).toEqual({ kind: "login", login: content.login });
  return rows.map((row) => (row.kind === "matched" && row.checked ? "ticked" : row.kind));
}

function all(count: number, text: string): FormContent {
  const additions = Array.from({ length: count }, (_, item) => ({ item, text }));
  return { login: "nora", additions };
}

describe.each([
  ["a page with nested items", templatePage(), ITEMS.length],
  ["the example repository's page", exampleFile("docs/PR_REVIEW_CHECKLIST.md"), 8],
  ["a page with CRLF", templatePage().replaceAll("\n", "\r\n"), ITEMS.length],
  ["a page whose boxes are ticked already", templatePage().replaceAll("[ ]", "[x]"), ITEMS.length],
  [
    "a page without a line to sign",
    templatePage().replace("Signed: `FILL_IN_GITHUB_USERNAME`", ""),
    ITEMS.length,
  ],
  [
    "a page with hard wraps and plain bullets",
    templatePage().replace("upstream:", "\n  upstream, which\n  - is the recipe page:"),
    ITEMS.length,
  ],
])("%s, filled in", (_story, page, count) => {
  test.each(["", RUN, `${RUN} ${RUN}1`, REASON])(
    "matches in every item once a person has ticked them, with %j behind each",
    (text) => {
      expect(ticked(page, all(count, text))).toEqual(Array<string>(count).fill("ticked"));
    },
  );

  test("has no box ticked for anybody, and holds what was found", () => {
    const form = fillForm(templateOf(page).form, all(count, RUN));
    expect(form).not.toMatch(/\[[xX✓✔]\]/u);
    expect(form.split(RUN)).toHaveLength(count + 1);
    expect(form).toMatch(/^Signed: `nora`$/mu);
    expect(form).not.toContain("FILL_IN");
  });

  test("is no sign-off, nor nearly one, as long as it stands in its fence", () => {
    const shown = `Copy this:\n\n${fenced(fillForm(templateOf(page).form, all(count, RUN)))}`;
    expect([parseSignoff(shown), nearMiss(shown)]).toEqual([null, null]);
  });
});

test("a fence inside the form does not end the one around it", () => {
  expect(fenced("a\n````\nb").split("\n")[0]).toBe("`````");
  expect(fenced("a `b` c")).toBe("```\na `b` c\n```");
});

test("a name that GitHub does not give leaves the placeholder", () => {
  const { form } = templateOf(templatePage());
  expect(fillForm(form, { login: "a\nb", additions: [] })).toContain("FILL_IN_GITHUB_USERNAME");
});

describeShared("the real checklist", (shared) => {
  test("filled in and ticked, matches 15 of 15", () => {
    const folder = mkdtempSync(join(tmpdir(), "sweepbot-form-"));
    try {
      const bundle = join(shared, "data", "inferencex-data.bundle");
      execFileSync("git", ["clone", "--quiet", "--bare", bundle, folder], { stdio: "ignore" });
      const page = execFileSync("git", [
        ...["-C", folder, "show", "HEAD:docs/PR_REVIEW_CHECKLIST.md"],
      ]).toString();
      for (const text of ["", RUN, REASON]) {
        expect(ticked(page, all(15, text))).toEqual(Array<string>(15).fill("ticked"));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
