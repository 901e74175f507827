import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { parseCommands } from "../../../src/core/commands/parse.ts";
import { known } from "../../../src/core/model/reading.ts";
import { parseSignoff } from "../../../src/core/signoff/body.ts";
import { checkChecklist } from "../../../src/core/signoff/check-checklist.ts";
import { checkOwners } from "../../../src/core/signoff/check-owners.ts";
import { checkReuse } from "../../../src/core/signoff/check-reuse.ts";
import { parseCodeowners } from "../../../src/core/signoff/codeowners.ts";
import { parseTemplate } from "../../../src/core/signoff/template.ts";
import { formOf, ITEMS, templatePage } from "../../support/checklist.ts";

const hostile = fc
  .array(
    fc.constantFrom(
      "@mira",
      "<!--",
      "-->",
      "<b>",
      "[a](https://b.test)",
      "`",
      "``",
      "|",
      "*",
      "a",
      "#1",
      "\u202E",
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

/** Slot values may hold plain words of ours and code spans, and nothing else. */
function expectHarmless(values: Readonly<Record<string, string | number>>): void {
  for (const value of Object.values(values)) {
    const [paragraph] = fromMarkdown(`Before ${value} after`).children;
    const nodes: readonly Nodes[] = paragraph?.type === "paragraph" ? paragraph.children : [];
    for (const node of nodes) {
      expect(["text", "inlineCode"]).toContain(node.type);
      if (node.type === "text") expect(node.value).not.toMatch(/[@#<>]|\]\(/u);
    }
    expect(String(value)).not.toMatch(/<!--|-->|[\u202A-\u202E\n]/u);
  }
}

test("no text of a person reaches a row, an answer or a finding unescaped", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const place = { repository: { owner: "acme", name: "bench" } };
      for (const parsed of parseCommands(
        `/reuse-sweep-run ${text}\n/sweep ${text}\n/halp`,
        place,
      )) {
        if (parsed.kind === "badArguments") expectHarmless(parsed.values);
        if (parsed.kind === "unknown") expectHarmless({ word: parsed.word });
      }
      const files = known([{ path: text, previousPath: `a/${text}` }]);
      const facts = { files, signers: ["zoe"], memberships: [], pullAuthor: null };
      expectHarmless(checkOwners({ ...facts, codeowners: known("* @acme/core @nora") }).values);
      for (const finding of parseCodeowners(`[${text} @nora\n!${text}\n* ${text}`).invalid) {
        expectHarmless(finding.values);
      }
      const run = { kind: "suspended", runId: 1, path: text } as const;
      expectHarmless(checkReuse({ reuse: run, changesBenchmark: "yes", labels: "ready" }).values);
      const signoff = parseSignoff(formOf({ left: [1], signed: `mira${text}` }));
      const template = parseTemplate(templatePage([text, `${text} b`, ...ITEMS]));
      const signed = signoff === null ? [] : [{ author: "mira", signoff }];
      expectHarmless(checkChecklist({ signed, template, outcomes: {}, coverage: [] }).values);
    }),
  );
});
